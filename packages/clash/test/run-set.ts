import {
  type Assembly,
  AssemblyBuilder,
  type Clash,
  candidatePairs,
  elementsOf,
  judgePair,
  pairFacts,
  readClashSet,
  sortClashes,
} from '@nearmiss/clash';
import { METRES, readAssembly } from '@nearmiss/io';
import { Model, type Pose } from 'nearmiss';

export interface PlantedFile {
  readonly bytes: Uint8Array;
  readonly pose?: Pose;
  readonly unit?: 'mm';
}

/** Runs the tests of a set on files that are in memory, on this thread. */
export async function runSet(files: Readonly<Record<string, PlantedFile>>, tests: readonly object[]): Promise<Clash[]> {
  const builder = new AssemblyBuilder();
  for (const [name, { bytes, pose = {}, unit }] of Object.entries(files)) {
    builder.add(name, elementsOf(await readAssembly(bytes)), pose, unit === undefined ? 1 : METRES[unit]);
  }
  return runAssembly(builder.assembly, Object.keys(files), tests);
}

function runAssembly(assembly: Assembly, names: readonly string[], tests: readonly object[]): Clash[] {
  const set = readClashSet({ models: Object.fromEntries(names.map((name) => [name, `${name}.glb`])), tests });
  const models = assembly.shapes.map(({ mesh }) => Model.build(mesh));
  const clashes: Clash[] = [];
  for (const pair of candidatePairs(set, assembly)) {
    const [a, b] = [assembly.elements[pair.a], assembly.elements[pair.b]];
    const facts = pairFacts(
      { model: models[a.shape], pose: a.pose },
      { model: models[b.shape], pose: b.pose },
      pair.question,
    );
    clashes.push(...judgePair(set, assembly, pair, facts));
  }
  return sortClashes(clashes, set);
}

/** `a|b` by the ids of the elements. */
export function pairOf({ a, b }: Clash): string {
  return [a.id, b.id].sort().join('|');
}
