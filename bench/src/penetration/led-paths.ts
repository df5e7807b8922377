// Table III of PolyDepth: a body led along a path without regard to what is in its translation. Through a `Pair`, which remembers where
// the last queries came out, and afresh; the measure of time is the distance query of the same two bodies, set apart.

import { Mesh, Model, Pair } from 'nearmiss';
import { cup, spoon } from 'nearmiss/shapes';
import { type BodyPose, poseFromQuaternion, type Quaternion, times, type Vector } from '../body-pose.ts';
import type { TriangleMesh } from '../mesh-file.ts';
import { isOverlapping } from './check.ts';
import { IDENTITY, type Measured, type Method, measureTranslations, setApart } from './measured-translations.ts';
import { fromStart } from './random-poses.ts';

const STEPS = 300;
/** Of the path beside, the steps to warm up on: every so many. */
const WARM_UP_STRIDE = 5;

/** B stays at the identity. */
export interface LedPath {
  readonly name: string;
  readonly a: Mesh;
  readonly b: Mesh;
  /** Where A is, from 0 to 1; `aside` shifts the path a little, to warm up on. */
  at(time: number, aside: number): BodyPose;
}

type PathTranslation = 'pair' | 'auto' | 'centroid' | 'clear';

export interface PathResult extends Measured<PathTranslation> {
  readonly name: string;
  readonly triangles: readonly [number, number];
  readonly steps: number;
  readonly overlapping: number;
}

export async function runPath(path: LedPath, rounds: number, steps: number = STEPS): Promise<PathResult> {
  const a = Model.build(path.a);
  const b = path.b === path.a ? a : Model.build(path.b);
  const walk = (aside: number): BodyPose[] => Array.from({ length: steps }, (_, k) => path.at(k / (steps - 1), aside));
  const poses = walk(0);
  const isDeep = poses.map((pose) => isOverlapping(a, pose, b, IDENTITY));
  const measured = await measureTranslations(
    [a, b],
    { poses, warmUp: walk(ASIDE).filter((_, k) => k % WARM_UP_STRIDE === 0) },
    setApart(path.a, path.b),
    translationsOf(a, b),
    rounds,
    isDeep,
  );
  const overlapping = isDeep.filter(Boolean).length;
  return { name: path.name, triangles: [a.triangleCount, b.triangleCount], steps, overlapping, ...measured };
}

function translationsOf(a: Model, b: Model): Method<PathTranslation>[] {
  return [
    {
      name: 'pair',
      open: (options) => {
        const pair = new Pair(a, b);
        return (pose) => pair.penetration(pose, IDENTITY, options);
      },
    },
    fromStart(a, b, 'auto'),
    fromStart(a, b, 'centroid'),
    fromStart(a, b, 'clear'),
  ];
}

/** How far beside the path the one to warm up on is. */
const ASIDE = 0.003;

const UPRIGHT = turn([0, 1, 0], -Math.PI / 2);
/** The spoon stirs, wider and wider, until it has gone through the cup's wall. */
const STIR = { height: 0.16, dip: 0.1, from: 0.02, to: 0.45, turns: 2, tilt: 0.35 } as const;

/** Both in the sizes of the generators, or as they are given. */
export function spoonInCup(name = 'spoon in cup', a: Mesh = spoon(), b: Mesh = cup()): LedPath {
  return {
    name,
    a,
    b,
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

/** About a unit vector. */
export function turn([x, y, z]: Vector, angle: number): Quaternion {
  const sine = Math.sin(angle / 2);
  return [sine * x, sine * y, sine * z, Math.cos(angle / 2)];
}
