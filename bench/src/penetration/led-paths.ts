// Table III of PolyDepth: a body led along a path without regard to what is in its way. Through a `Pair`, which remembers where
// the last queries came out, and afresh; the measure of time is the distance query of the same two bodies, set apart.

import {
  cup,
  distance,
  Mesh,
  Model,
  Pair,
  type PenetrationOptions,
  type PenetrationResult,
  penetration,
  spoon,
} from 'nearmiss';
import { type BodyPose, poseFromQuaternion, type Quaternion, times, type Vector } from '../body-pose.ts';
import { interleave } from '../interleave.ts';
import type { TriangleMesh } from '../mesh-file.ts';
import type { Timed } from '../peers/time-each.ts';
import { separatedPoses } from '../pose-generator.ts';
import { mean, median } from '../statistics.ts';
import { warmPass } from '../time-of-contact/nearmiss.ts';
import { isWrong } from './check.ts';
import { IDENTITY, meanContacts } from './random-poses.ts';

const STEPS = 300;
const DISTANCES = 200;
const SEED = 22;

/** B stays at the identity. */
export interface LedPath {
  readonly name: string;
  readonly a: Mesh;
  readonly b: Mesh;
  /** Where A is, from 0 to 1; `aside` shifts the path a little, to warm up on. */
  at(time: number, aside: number): BodyPose;
}

export const WAYS = ['pair', 'afresh', 'centroid', 'clear'] as const;
export type Way = (typeof WAYS)[number];

interface WayRow {
  readonly way: Way;
  /** Of the steps that overlap, as in Table I. */
  readonly microseconds: number;
  readonly ratio: number;
  readonly iterations: number;
  readonly contacts: number;
  readonly tightness: number;
  readonly wrong: number;
  /** Of all steps. */
  readonly lower: readonly number[];
  readonly upper: readonly number[];
}

export interface PathResult {
  readonly name: string;
  readonly triangles: readonly [number, number];
  readonly steps: number;
  readonly overlapping: number;
  readonly distanceUs: number;
  readonly rows: readonly WayRow[];
}

type Ask = (pose: BodyPose) => PenetrationResult;

export async function runPath(path: LedPath, rounds: number, steps: number = STEPS): Promise<PathResult> {
  const a = Model.build(path.a);
  const b = path.b === path.a ? a : Model.build(path.b);
  const walk = (aside: number): BodyPose[] => Array.from({ length: steps }, (_, k) => path.at(k / (steps - 1), aside));
  const [poses, warmUp] = [walk(0), walk(ASIDE)];
  const apart = (seed: number): BodyPose[] => separatedPoses(path.a, DISTANCES, seed, path.b);
  const distances = warmPass(apart(SEED), apart(SEED + 1), (pose) => distance(a, pose, b, IDENTITY));
  const passes = WAYS.map((way) => warmPass(poses, warmUp, asker(way, a, b, {})));
  const [measure, ...entrants] = await interleave<Timed<unknown>>(
    [
      { label: 'distance', turn: async () => distances() },
      ...passes.map((pass, k) => ({ label: WAYS[k], turn: async () => pass() })),
    ],
    rounds,
  );
  const units = measure.turns.map(({ microseconds }) => median(microseconds));
  const isDeep = poses.map((pose) => penetration(a, pose, b, IDENTITY).status === 'overlapping');
  const rows = WAYS.map((way, k): WayRow => {
    const results = poses.map(asker(way, a, b, { trace: true }));
    const deep = results.filter((_, step) => isDeep[step]);
    const medians = entrants[k].turns.map(({ microseconds }) => median(microseconds.filter((_, step) => isDeep[step])));
    return {
      way,
      microseconds: Math.min(...medians),
      ratio: median(medians.map((own, round) => own / units[round])),
      iterations: mean(deep.map(({ iterations }) => iterations)),
      contacts: meanContacts(deep),
      tightness: median(deep.map(({ lower, upper }) => lower / upper)),
      wrong: poses.filter((pose, step) => isWrong(a, pose, b, IDENTITY, results[step])).length,
      lower: results.map(({ lower }) => lower),
      upper: results.map(({ upper }) => upper),
    };
  });
  return {
    name: path.name,
    triangles: [a.triangleCount, b.triangleCount],
    steps,
    overlapping: isDeep.filter(Boolean).length,
    distanceUs: Math.min(...units),
    rows,
  };
}

function asker(way: Way, a: Model, b: Model, options: PenetrationOptions): Ask {
  if (way === 'pair') {
    const pair = new Pair(a, b);
    return (pose) => pair.penetration(pose, IDENTITY, options);
  }
  const start = way === 'afresh' ? 'auto' : way;
  return (pose) => penetration(a, pose, b, IDENTITY, { ...options, start });
}

/** How far beside the path the one to warm up on is. */
const ASIDE = 0.003;

const UPRIGHT = turn([0, 1, 0], -Math.PI / 2);
/** The spoon stirs, wider and wider, until it has gone through the cup's wall. */
const STIR = { height: 0.16, dip: 0.1, from: 0.02, to: 0.45, turns: 2, tilt: 0.35 } as const;

export function spoonInCup(): LedPath {
  return {
    name: 'spoon in cup',
    a: spoon(),
    b: cup(),
    at: (time, aside) => {
      const angle = 2 * Math.PI * STIR.turns * time;
      const radius = STIR.from + (STIR.to - STIR.from) * time + aside;
      const [x, y] = [Math.cos(angle), Math.sin(angle)];
      const height = STIR.height - STIR.dip * Math.sin(3 * angle);
      return poseFromQuaternion([radius * x, radius * y, height], times(turn([-y, x, 0], STIR.tilt), UPRIGHT));
    },
  };
}

/** From above to below, model sizes, and what is between the middles as they pass. */
const FALL = { from: 1, to: -1, beside: 0.2, before: 0.1, turn: Math.PI / 2 } as const;
const FALL_AXIS: Vector = [0.48, 0.6, 0.64];

export function fallPastTwin(name: string, { positions, triangles }: TriangleMesh): LedPath {
  const mesh = new Mesh(positions, triangles);
  return {
    name: `${name} past its twin`,
    a: mesh,
    b: mesh,
    at: (time, aside) => {
      const height = FALL.from + (FALL.to - FALL.from) * time * time;
      return poseFromQuaternion([FALL.beside + aside, height, FALL.before], turn(FALL_AXIS, FALL.turn * time));
    },
  };
}

function turn([x, y, z]: Vector, angle: number): Quaternion {
  const sine = Math.sin(angle / 2);
  return [sine * x, sine * y, sine * z, Math.cos(angle / 2)];
}
