// Everything that the tables and figures are made of, as plain data: drawn from what was just measured or from a file of it.

import { join } from 'node:path';
import { Mesh } from 'nearmiss';
import { cup, spoon } from 'nearmiss/shapes';
import { decimateTriangles } from '../decimation/decimate.ts';
import type { TriangleMesh } from '../mesh-file.ts';
import { SHARED_BENCH_DIR } from '../paths.ts';
import type { Machine } from '../report/results.ts';
import { hasSharedWorkloads } from '../shared-workloads.ts';
import type { Workload } from '../workload.ts';
import {
  distancesOf,
  generatedDistances,
  generatedSource,
  sharedSource,
  type WorkloadSource,
} from '../workload-source.ts';
import { type BracketedDepths, bracketedTorus, runBracketedDepths } from './bracketed-depths.ts';
import { type InProjectionRow, runInProjections } from './in-projections.ts';
import { type KnownDepths, runKnownDepths } from './known-depths.ts';
import { fallPastTwin, type LedPath, type PathResult, runPath, spoonInCup } from './led-paths.ts';
import { atSize, ofMesh, PAPER_SIZES } from './paper-sizes.ts';
import { holedScenes, type PlottedTranslations, runPlottedTranslations, spoonScenes } from './plotted-translations.ts';
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
  readonly bracketed: readonly BracketedDepths[];
  readonly paths: readonly PathResult[];
  /** As `holedScenes` and `spoonScenes` have them. */
  readonly holed: readonly PlottedTranslations[];
  readonly spoon: readonly PlottedTranslations[];
  readonly projections: readonly InProjectionRow[];
}

export async function runPenetration(rounds: number, { node }: Pick<Machine, 'node'>): Promise<PenetrationRun> {
  const hasShared = hasSharedWorkloads(SHARED_BENCH_DIR);
  const source = hasShared ? sharedSource(SHARED_BENCH_DIR) : generatedSource();
  const buddha = loadBuddha();
  const known = runKnownDepths(KNOWN_DEPTHS);
  const random = await runModels(source, rounds);
  const paths = [await runPath(spoonInCup(), rounds), await runPath(spoonInCupAtSize(), rounds)];
  const bodies = [bracketedTorus()];
  if (hasShared) bodies.push(atSize('bunny', source.mesh('bunny'), PAPER_SIZES.bunny1));
  if (buddha !== null) {
    const { name, mesh } = atSize('buddha', buddha, PAPER_SIZES.buddha);
    const [mixed, apart] = [mixedWorkload(name, mesh), generatedDistances(name, mesh)];
    random.push(await runRandomPoses(mixed, apart, SHARED_BENCH_DIR, rounds));
    paths.push(await runPath(fallPastTwin(name, mesh), rounds, FALL_STEPS));
  }
  const twin = hasShared
    ? atSize('dragon', source.mesh('dragon'), PAPER_SIZES.dragon)
    : { name: source.buildModel, mesh: source.mesh(source.buildModel) };
  paths.push(await runPath(fallPastTwin(twin.name, twin.mesh), rounds, FALL_STEPS));
  const bracketed: BracketedDepths[] = [];
  for (const body of bodies) bracketed.push(await runBracketedDepths(body, rounds));
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
    bracketed,
    paths,
    holed: runPlottedTranslations(holedScenes()),
    spoon: runPlottedTranslations(spoonScenes()),
    projections: runInProjections(rounds),
  };
}

function spoonInCupAtSize(): LedPath {
  const ofSize = (mesh: TriangleMesh, triangles: number): Mesh => {
    const smaller = decimateTriangles(mesh, triangles);
    return new Mesh(smaller.positions, smaller.triangles);
  };
  return spoonInCup('spoon in cup, small', ofSize(spoon(), PAPER_SIZES.spoon), ofSize(cup(), PAPER_SIZES.cup));
}

/** The knot of the paper's size, of which no poses are stored. */
const SMALL_KNOTS: readonly string[] = ['knot3k', 'torus-knot-3k'];
/** What a stored model is measured in beside its own size, or in place of it. */
const SMALLER: Readonly<Partial<Record<string, { readonly triangles: number; readonly alone: boolean }>>> = {
  bunny: { triangles: PAPER_SIZES.bunny2, alone: false },
  dragon: { triangles: PAPER_SIZES.dragon, alone: true },
};

/** Models too small for their times to matter are left out. */
async function runModels(source: WorkloadSource, rounds: number): Promise<RandomPoses[]> {
  const found: RandomPoses[] = [];
  const run = async (mixed: Workload, apart: Workload): Promise<void> => {
    found.push(await runRandomPoses(mixed, apart, SHARED_BENCH_DIR, rounds));
  };
  for (const model of SMALL_KNOTS.filter((knot) => source.motionModels.includes(knot))) {
    const mesh = source.mesh(model);
    // The goals of times are about W2, which has no knot as small.
    await run({ ...mixedWorkload(model, mesh), judged: false }, generatedDistances(model, mesh));
  }
  for (const entry of source.entries.filter(({ kind }) => kind === 'W2a')) {
    const mixed = source.load(entry);
    if (!mixed.judged) continue;
    const smaller = SMALLER[entry.model];
    if (smaller?.alone !== true) await run(mixed, distancesOf(source, entry.model));
    if (smaller === undefined) continue;
    const { name, mesh } = atSize(entry.model, mixed.mesh, smaller.triangles);
    await run(ofMesh(mixed, name, mesh), generatedDistances(name, mesh));
  }
  return found;
}

/** Translations that lead nowhere, bounds that contradict each other or what is known, in-projections that are none. */
export function mistakesIn({ random, known, bracketed, paths, holed, spoon, projections }: PenetrationRun): number {
  const measured = [...random, ...paths, ...bracketed].flatMap(({ methods }) => methods.map(({ wrong }) => wrong));
  const single = [
    ...known.flatMap(({ cases }) => cases),
    ...[...holed, ...spoon].flatMap(({ methods }) => [...methods]),
  ].filter(({ isWrong }) => isWrong).length;
  return [...measured, ...projections.map(({ wrong }) => wrong)].reduce((sum, wrong) => sum + wrong, single);
}
