// Motions that are slow to follow: fast spins, near misses, gaps that hardly change.

import { randomBetween, randomChoice, randomPose, type SeededRandom } from '@nearmiss/fixtures';
import { distance, type Model, type Motion, type MotionFunction } from '../../src/index.ts';
import { UGLY_MESH_NAMES, type UglyMesh, uglyModel } from './ugly-bodies.ts';

export const MOTION_KINDS = [
  'spin in passing',
  'spin beside',
  'spin about a remote axis',
  'both spin',
  'slide along',
  'turn away from near',
  'screw',
  'through',
  'straight on',
  'pose function',
] as const;
export type MotionKind = (typeof MOTION_KINDS)[number];

export interface UglyMotion {
  readonly index: number;
  readonly kind: MotionKind;
  readonly nameA: UglyMesh;
  readonly nameB: UglyMesh;
  readonly a: Model;
  readonly b: Model;
  readonly motionA: Motion;
  readonly motionB: Motion;
}

type Vector = [number, number, number];

function unit(random: SeededRandom): Vector {
  const [x, y, z] = randomPose(random, 1).position;
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}

function times(factor: number, [x, y, z]: Vector): Vector {
  return [factor * x, factor * y, factor * z];
}

function plus(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** Largest distance of a corner from the body's origin. */
function reachOf(model: Model): number {
  const { positions } = model.mesh;
  let reach = 0;
  for (let k = 0; k < positions.length; k += 3) {
    reach = Math.max(reach, Math.hypot(positions[k], positions[k + 1], positions[k + 2]));
  }
  return reach;
}

function logBetween(random: SeededRandom, low: number, high: number): number {
  return 10 ** randomBetween(random, low, high);
}

/** Motion `index` of a seeded stream: kinds in turn, bodies drawn. */
export function drawUglyMotion(
  random: SeededRandom,
  index: number,
  names: readonly UglyMesh[] = UGLY_MESH_NAMES,
): UglyMotion {
  const kind = MOTION_KINDS[index % MOTION_KINDS.length];
  const nameA = randomChoice(random, names);
  const nameB = random() < 0.2 ? nameA : randomChoice(random, names);
  const a = uglyModel(nameA);
  const b = uglyModel(nameB);
  const { rotation } = randomPose(random, 1);
  const gap = logBetween(random, -12, -2);
  const turn = times(logBetween(random, 1, 4), unit(random));
  const away = unit(random);
  const aside = cross(away, unit(random));
  const both = reachOf(a) + reachOf(b);
  /** Beside each other, the bodies of revolution about their origins a gap apart, or a little in each other. */
  const beside = times(both * randomChoice(random, [1, 1, 0.98, 0.9]) + gap, away);
  /** As near as `gap` at the start. */
  const near = (): Vector => {
    const far = times(2 * both, away);
    const apart = distance(a, { position: far, rotation }, b, {});
    if (apart.pointA === null || apart.pointB === null) return far;
    const [p, q] = [apart.pointA, apart.pointB];
    const part = 1 - gap / apart.distance;
    return plus(far, [part * (q[0] - p[0]), part * (q[1] - p[1]), part * (q[2] - p[2])]);
  };
  const motions = ((): [Motion, Motion] => {
    switch (kind) {
      case 'spin in passing': {
        const from = { position: plus(beside, times(-1.5, aside)), rotation };
        return [{ from, velocity: times(3, aside), angularVelocity: turn }, {}];
      }
      case 'spin beside': {
        const velocity = times(randomChoice(random, [0, 1e-3, -1e-3, 0.1]), aside);
        return [{ from: { position: beside, rotation }, velocity, angularVelocity: turn }, {}];
      }
      case 'spin about a remote axis': {
        const pivot = times(randomBetween(random, 0, 5), unit(random));
        const slower = times(0.1, turn);
        return [
          { from: { position: near(), rotation }, velocity: times(0.1, aside), angularVelocity: slower, pivot },
          {},
        ];
      }
      case 'both spin': {
        const other = times(logBetween(random, 0, 3), unit(random));
        const from = { position: plus(beside, times(-1, aside)), rotation };
        return [
          { from, velocity: times(2, aside), angularVelocity: times(0.1, turn) },
          { from: {}, angularVelocity: other },
        ];
      }
      case 'slide along': {
        const velocity = times(randomBetween(random, 0, 2), aside);
        return [{ from: { position: near(), rotation }, velocity, angularVelocity: times(1e-3, turn) }, {}];
      }
      case 'turn away from near': {
        return [
          { from: { position: near(), rotation }, velocity: times(0.3, away), angularVelocity: times(0.1, turn) },
          {},
        ];
      }
      case 'screw': {
        const axis = unit(random);
        const angularVelocity = times(logBetween(random, 0.5, 2.5), axis);
        const from = { position: plus(beside, times(-1, axis)), rotation };
        const pivot = times(randomBetween(random, 0, 1), unit(random));
        return [{ from, velocity: times(2, axis), angularVelocity, pivot }, {}];
      }
      case 'through': {
        const from = { position: times(2 * both, away), rotation };
        const to = {
          position: plus(times(-2 * both, away), times(0.3, aside)),
          rotation: randomPose(random, 1).rotation,
        };
        return [{ from, to, kind: randomChoice(random, ['linear', 'screw'] as const) }, {}];
      }
      case 'straight on': {
        const from = { position: times(1.5 * both, away), rotation };
        return [{ from, velocity: plus(times(-3 * both, away), times(randomBetween(random, 0, both), aside)) }, {}];
      }
      case 'pose function':
        return [wobble(random, plus(beside, times(-1, aside)), aside), {}];
    }
  })();
  return { index, kind, nameA, nameB, a, b, motionA: motions[0], motionB: motions[1] };
}

/** Along a line, turning to and fro about an axis. */
function wobble(random: SeededRandom, from: Vector, along: Vector): MotionFunction {
  const [x, y, z] = unit(random);
  const rate = logBetween(random, 0, 1.5);
  const size = Math.hypot(...along);
  return {
    pose: (t) => {
      const half = 0.5 * Math.sin(rate * t);
      const s = Math.sin(half);
      return { position: plus(from, times(2 * t, along)), rotation: [s * x, s * y, s * z, Math.cos(half)] };
    },
    speed: 2 * size * (1 + 1e-9),
    angularSpeed: rate * (1 + 1e-9),
  };
}
