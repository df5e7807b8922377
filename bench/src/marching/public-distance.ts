// Voronoi marching through the public API: `distance` of convex polyhedra and of bodies on hull trees by each method, walking by each other in a
// `Pair`. What docs/lab/convex.md says of it is read off this.

import { DistanceResult, Model, Pair } from 'nearmiss';
import { hull } from 'nearmiss/convex';
import { DISTANCE_METHODS, voronoiMarching } from 'nearmiss/lab';
import type { BodyPose } from '../body-pose.ts';
import type { Experiment } from '../experiment.ts';
import { FAMILIES } from '../hull-trees/scenes.ts';
import { interleave } from '../interleave.ts';
import { processorTime } from '../peers/time-each.ts';
import { coherentPoses } from '../pose-generator.ts';
import { alignColumns, number } from '../report/format.ts';
import { hullPoints } from './scenes.ts';

const METHODS = ['volumes', 'hulls', 'voronoi-marching'] as const;
type Method = (typeof METHODS)[number];
const IDENTITY = { position: [0, 0, 0], rotation: [0, 0, 0, 1] } as const;
const STEPS = 600;
const SEED = 2004;
/** Steps by those of W4, which are a quarter of the gap. */
const PACES = [1, 0.1] as const;
/** Distances may differ by rounding; bodies are about 1 in size. */
const ROUNDING = 1e-12;

interface PublicRow {
  readonly body: string;
  readonly pace: number;
  /** Processor time of a query, of the fastest round. */
  readonly microseconds: readonly number[];
  /** Means over the queries by marching. */
  readonly marches: number;
  readonly steps: number;
  readonly handedOver: number;
  readonly wrong: number;
}

interface Turn {
  readonly microseconds: number;
  readonly distances: readonly number[];
}

export const publicMarching: Experiment = {
  name: 'voronoi-marching',
  run: async (rounds) => {
    const rows = await runPublic(rounds);
    return {
      table: `voronoi-marching: distance through a Pair, microseconds a query\n${alignColumns(cellsOf(rows))}`,
      data: rows,
      goals: [],
      mistakes: rows.reduce((sum, { wrong }) => sum + wrong, 0),
    };
  },
};

function bodies(): { readonly name: string; readonly model: Model }[] {
  return [
    ...['hull32', 'hull128', 'hull1000'].map((name) => ({ name, model: hull(hullPoints(name)) })),
    ...FAMILIES.map(({ name, meshes }) => ({ name, model: Model.build(meshes[1]()) })),
  ];
}

async function runPublic(rounds: number): Promise<PublicRow[]> {
  const rows: PublicRow[] = [];
  for (const { name, model } of bodies()) {
    for (const pace of PACES) {
      const poses = coherentPoses(model.mesh, STEPS, SEED, pace);
      const entrants = METHODS.map((method) => ({ label: method, turn: async () => walk(model, poses, method) }));
      const turns = (await interleave(entrants, rounds)).map((entrant) => entrant.turns);
      const [known] = turns[0];
      const strays = (other: Turn): number =>
        other.distances.filter((value, k) => !(Math.abs(value - known.distances[k]) <= ROUNDING)).length;
      rows.push({
        body: name,
        pace,
        microseconds: turns.map((own) => Math.min(...own.map(({ microseconds }) => microseconds))),
        ...countMarching(model, poses),
        wrong: strays(turns[1][0]) + strays(turns[2][0]),
      });
    }
  }
  return rows;
}

/** Passes before the one that counts. */
const WARM_UP = 4;

function walk(model: Model, poses: readonly BodyPose[], method: Method): Turn {
  const out = new DistanceResult();
  const ask = (): number[] => {
    const pair = new Pair(model, model);
    return poses.map((pose) => pair.distance(pose, IDENTITY, { method: DISTANCE_METHODS[method] }, out).distance);
  };
  for (let pass = 0; pass < WARM_UP; pass++) ask();
  const start = processorTime();
  const distances = ask();
  return { microseconds: (processorTime() - start) / poses.length, distances };
}

function countMarching(model: Model, poses: readonly BodyPose[]): Pick<PublicRow, 'marches' | 'steps' | 'handedOver'> {
  const pair = new Pair(model, model);
  let [marches, steps, handedOver] = [0, 0, 0];
  for (const pose of poses) {
    const { stats } = pair.distance(pose, IDENTITY, { method: voronoiMarching, stats: true });
    marches += stats?.marches ?? 0;
    steps += stats?.marchSteps ?? 0;
    handedOver += stats?.handedOver ?? 0;
  }
  return { marches: marches / poses.length, steps: steps / marches, handedOver: handedOver / marches };
}

function cellsOf(rows: readonly PublicRow[]): string[][] {
  return [
    ['body', 'pace', ...METHODS, 'marches a query', 'marching steps', 'handed over', 'wrong'],
    ...rows.map(({ body, pace, microseconds, marches, steps, handedOver, wrong }) => [
      body,
      String(pace),
      ...microseconds.map(number),
      marches.toFixed(2),
      steps.toFixed(2),
      `${(100 * handedOver).toFixed(3)} %`,
      String(wrong),
    ]),
  ];
}
