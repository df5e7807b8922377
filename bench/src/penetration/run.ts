// Everything that the tables and figures are made of, as plain data: drawn from what was just measured or from a file of it.

import { join } from 'node:path';
import { SHARED_BENCH_DIR } from '../paths.ts';
import type { Machine } from '../report/results.ts';
import { hasSharedWorkloads } from '../shared-workloads.ts';
import {
  distancesOf,
  generatedDistances,
  generatedSource,
  sharedSource,
  type WorkloadSource,
} from '../workload-source.ts';
import { type BracketedDepths, runBracketedDepths } from './bracketed-depths.ts';
import { type InProjectionRow, runInProjections } from './in-projections.ts';
import { type KnownDepths, runKnownDepths } from './known-depths.ts';
import { fallPastTwin, type PathResult, runPath, spoonInCup } from './led-paths.ts';
import { holedScenes, type PicturedWays, runPicturedWays, spoonScenes } from './pictured-ways.ts';
import { type RandomPoses, runRandomPoses } from './random-poses.ts';
import { loadBuddha, mixedWorkload } from './scanned-models.ts';

const KNOWN_DEPTHS = join(SHARED_BENCH_DIR, '../cases/penetration/cases.json');
/** Of a fall, for the models are large. */
const FALL_STEPS = 150;

export interface PenetrationRun {
  readonly node: string;
  readonly rounds: number;
  /** What could not be measured, and why. */
  readonly leftOut: readonly string[];
  readonly random: readonly RandomPoses[];
  readonly known: readonly KnownDepths[];
  readonly bracketed: BracketedDepths;
  readonly paths: readonly PathResult[];
  /** As `holedScenes` and `spoonScenes` have them. */
  readonly holed: readonly PicturedWays[];
  readonly spoon: readonly PicturedWays[];
  readonly projections: readonly InProjectionRow[];
}

export async function runPenetration(rounds: number, { node }: Pick<Machine, 'node'>): Promise<PenetrationRun> {
  const hasShared = hasSharedWorkloads(SHARED_BENCH_DIR);
  const source = hasShared ? sharedSource(SHARED_BENCH_DIR) : generatedSource();
  const buddha = loadBuddha();
  const known = runKnownDepths(KNOWN_DEPTHS);
  const random = await runModels(source, rounds);
  const paths = [await runPath(spoonInCup(), rounds)];
  if (buddha !== null) {
    const [mixed, apart] = [mixedWorkload('buddha', buddha), generatedDistances('buddha', buddha)];
    random.push(await runRandomPoses(mixed, apart, SHARED_BENCH_DIR, rounds));
    paths.push(await runPath(fallPastTwin('buddha', buddha), rounds, FALL_STEPS));
  }
  const twin = hasShared ? 'dragon' : source.buildModel;
  paths.push(await runPath(fallPastTwin(twin, source.mesh(twin)), rounds, FALL_STEPS));
  return {
    node,
    rounds,
    leftOut: [
      ...(hasShared ? [] : ['Bunny and Dragon: ../shared/bench is not there']),
      ...(buddha === null ? ['Buddha: ../shared/models is not there'] : []),
      ...(known.length === 0 ? ['solids whose depth is known: ../shared/cases is not there'] : []),
    ],
    random: random.toSorted((p, q) => p.triangles - q.triangles),
    known,
    bracketed: await runBracketedDepths(rounds),
    paths,
    holed: runPicturedWays(holedScenes()),
    spoon: runPicturedWays(spoonScenes()),
    projections: runInProjections(rounds),
  };
}

/** Models too small for their times to matter are left out. */
async function runModels(source: WorkloadSource, rounds: number): Promise<RandomPoses[]> {
  const found: RandomPoses[] = [];
  for (const entry of source.entries.filter(({ kind }) => kind === 'W2a')) {
    const mixed = source.load(entry);
    if (!mixed.judged) continue;
    found.push(await runRandomPoses(mixed, distancesOf(source, entry.model), SHARED_BENCH_DIR, rounds));
  }
  return found;
}

/** Ways that lead nowhere, bounds that contradict each other or what is known, in-projections that are none. */
export function mistakesIn({ random, known, bracketed, paths, holed, spoon, projections }: PenetrationRun): number {
  const measured = [...random, ...paths, bracketed].flatMap(({ ways }) => ways.map(({ wrong }) => wrong));
  const single = [
    ...known.flatMap(({ cases }) => cases),
    ...[...holed, ...spoon].flatMap(({ ways }) => [...ways]),
  ].filter(({ isWrong }) => isWrong).length;
  return [...measured, ...projections.map(({ wrong }) => wrong)].reduce((sum, wrong) => sum + wrong, single);
}
