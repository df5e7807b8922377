// The error bounds of the kernels for motions, as error-bound.test.ts has those for poses: triangles that move by linear motions, and
// balls of medial axes on chords.

import { seeded } from '@nearmiss/fixtures';
import { motionPose, type Pose } from 'nearmiss';
import { expect, test } from 'vitest';
import { medialMotion } from '../../src/medial-motion.ts';
import { type MedialPrimitives, PRIMITIVE } from '../../src/medial-primitives.ts';
import { freeMotionCode, MOTION } from '../../src/wgsl/free-motion.ts';
import { MEDIAL_PROVEN } from '../../src/wgsl/medial-proven.ts';
import { MEDIAL_POSE } from '../../src/wgsl/medial-scene.ts';
import {
  cross,
  type Draw,
  direction,
  dot,
  largest,
  minus,
  norm,
  plus,
  rowsOf,
  times,
  turned,
  type Vector,
  wordsOf,
} from './drawn.ts';
import { WgslProgram } from './wgsl-program.ts';
import { fieldOf, numberOf, type Value, vectorOf } from './wgsl-values.ts';
import { U } from './worst-rounding.ts';

const FREE = new WgslProgram(freeMotionCode({ size: 64, isPacked: true, branching: 4 }));

interface Drawn {
  readonly from: { position: number[]; rotation: number[] };
  readonly to: { position: number[]; rotation: number[] };
  readonly centre: Vector;
}

/** A motion by up to `turn` radians and a distance, of a body with reach 1, and its numbers as the kernel has them. */
function drawMotion(draw: Draw, centre: number, offset: number, travel: number, turn: number): Drawn {
  const rotation = direction(draw, 4);
  const axis = direction(draw);
  const half = (turn * draw()) / 2;
  const [x, y, z, w] = rotation;
  const [a, b, c] = times(axis, Math.sin(half));
  const d = Math.cos(half);
  const to = [
    w * a + x * d + y * c - z * b,
    w * b - x * c + y * d + z * a,
    w * c + x * b - y * a + z * d,
    w * d - x * a - y * b - z * c,
  ];
  const position = times(direction(draw), offset);
  const end = plus(position, times(direction(draw), travel));
  const drawn = {
    from: { position, rotation },
    to: { position: end, rotation: to },
    centre: times(direction(draw), centre),
  };
  FREE.globals.set('poses', [...position, ...rotation, ...end, ...to].map(wordsOf));
  expect(FREE.globals.get('poses')).toHaveLength(MOTION);
  FREE.globals.set('bodies', {
    centreA: drawn.centre.map(Math.fround),
    ratio: 1,
    centreHigh: [0, 0, 0],
    centreLow: [0, 0, 0],
    reachA: Math.fround(1 + 2 ** -20),
    reachB: 1,
    shift: 0n,
  });
  return drawn;
}

test.for([
  ['whole motions', 0, 0, 0, 3, 0, 1 / 4],
  ['the shortest intervals', 8, 0, 0, 3, 0, 1 / 8],
  ['long displacements', 0, 0, 4, 1, 30, 1 / 4],
  ['a centre far from the origin', 2, 8, 0, 3, 0, 1 / 8],
] as const)('poses in the middle of intervals: %s', ([, level, centre, offset, turn, travel, caught]) => {
  const ratio = largest(seeded(3), 2, level > 4 ? 1 : 4, (draw) => {
    const { from, to, centre: c } = drawMotion(draw, centre, offset, travel, turn);
    const index = Math.floor(draw() * 2 ** level);
    const time = (index + 0.5) / 2 ** level;
    const pose = motionPose({ from, to }, time);
    const x = direction(draw);
    const exact = plus(turned(rowsOf([...(pose.rotation ?? [])]), plus(x, c)), [...(pose.position ?? [])]);
    const ratios = FREE.rounding.worst(() => {
      const m = FREE.run('middleOf', FREE.run('motionOf', 0n), BigInt(index), BigInt(level));
      const float = x.map((v) => FREE.run('nearest', wordsOf(v), 0n));
      const off = minus(vectorOf(FREE.run('pointToB', m, float)), exact);
      const error = numberOf(fieldOf(m, 'error'));
      return [...off, ...times(off, -1)].map((v) => v / error);
    });
    return Math.max(...ratios);
  });
  expect(ratio).toBeLessThanOrEqual(1);
  expect(ratio).toBeGreaterThan(caught);
});

test.for([
  ['large motions', 2, 3, 1 / 2],
  ['motions of a few ULP', 2 ** -22, 2 ** -22, 1 / 4],
] as const)('how far a point moves: %s', ([, turn, travel, caught]) => {
  const ratio = largest(seeded(5), 10, 20, (draw) => {
    const { from, to, centre } = drawMotion(draw, 1, 0, travel, turn);
    const angle = 2 * Math.asin(Math.min(1, norm(minus(from.rotation, to.rotation)) / 2)) * 2;
    const exact = norm(minus(to.position, from.position)) + angle * (1 + norm(centre));
    const [worst] = FREE.rounding.worst(() => [exact / numberOf(fieldOf(FREE.run('motionOf', 0n), 'speed'))]);
    return worst;
  });
  expect(ratio).toBeLessThanOrEqual(1);
  expect(ratio).toBeGreaterThan(caught);
});

const POSED = new WgslProgram(MEDIAL_POSE);
const PROVEN = new WgslProgram(MEDIAL_PROVEN, POSED.rounding);
const { rounding } = POSED;

/** Three balls, in doubles: a centre and a radius each. */
type Slab = readonly { readonly centre: Vector; readonly radius: number }[];

function drawSlab(draw: Draw, reach: number): Slab {
  return [0, 1, 2].map(() => ({ centre: times(direction(draw), reach), radius: reach * 0.1 * draw() }));
}

function primitivesOf(slab: Slab): MedialPrimitives {
  const reach = Math.max(...slab.map(({ centre, radius }) => norm(centre) + radius)) * (1 + 2 ** -20);
  return { floats: new Float32Array(PRIMITIVE), count: 1, cones: 0, middle: [0, 0, 0], reach, error: 0 };
}

/** The four balls of a primitive as floats: centres nearest ones, radii as medial-primitives.ts raises them. */
function ballsOf(slab: Slab): Value[] {
  const balls = slab.map(({ centre, radius }) => [...centre.map((x) => rounding.round(x, U)), radius * (1 + 2 ** -22)]);
  return [...balls, balls[0]];
}

interface Moves {
  readonly from: Pose;
  readonly to: Pose;
}

/** Poses both bodies as the device does, and returns what it wrote. */
function pose(a: Slab, motionA: Moves, b: Slab): { readonly enlarged: number; posed: () => Value } {
  const motion = medialMotion(primitivesOf(a), motionA, primitivesOf(b), {}, 0);
  if (motion === null) throw new Error('The motion has no bound.');
  const poses = Array.from({ length: motion.poses.length / 4 }, (_, k) => [...motion.poses.subarray(4 * k, 4 * k + 4)]);
  const scene: Value = {
    countA: 1n,
    countB: 1n,
    intervals: BigInt(motion.intervals),
    overlap: motion.overlap,
    enlarged: Math.fround(motion.enlarged),
    turnA: [...motion.turns[0]],
    turnB: [...motion.turns[1]],
    poses,
  };
  POSED.globals.set('scene', scene);
  PROVEN.globals.set('scene', scene);
  const posed = (): Value => {
    POSED.globals.set('primitives', [...ballsOf(a), ...ballsOf(b)]);
    const [ofA, ofB] = [0n, 1n].map((which) => {
      POSED.run('poseMedial', [which, 0n, 0n]);
      const written = POSED.local('poseMedial', 'posed');
      return Array.isArray(written) ? written : [];
    });
    return [...ofA, ...ofB.slice(ofA.length)];
  };
  return { enlarged: motion.enlarged, posed };
}

const centreAt = (motion: Moves, time: number, centre: Vector): number[] => {
  const { position, rotation } = motionPose(motion, time);
  return plus(turned(rowsOf([...(rotation ?? [0, 0, 0, 1])]), centre), [...(position ?? [0, 0, 0])]);
};

test.for([
  ['arcs of an eighth of a radian', 0.1249, 1 / 2],
  ['rounding', 0, 1 / 8],
] as const)('balls on chords: %s', ([, angle, caught]) => {
  const ratio = largest(seeded(7), 5, 5, (draw) => {
    const slab = drawSlab(draw, 1);
    const axis = direction(draw);
    const rotation = [...times(axis, Math.sin(angle / 2)), Math.cos(angle / 2)];
    const from = { position: times(direction(draw), draw()) };
    const motion = { from, to: { position: plus(from.position, times(direction(draw), 0.1)), rotation } };
    const { posed } = pose(slab, motion, drawSlab(draw, 1));
    const time = angle > 0 ? 0.5 : draw();
    const exact = centreAt(motion, time, slab[0].centre);
    const ratios = rounding.worst(() => {
      PROVEN.globals.set('posed', posed());
      const ball = PROVEN.run('atTime', PROVEN.run('ballAt', 0n, 0n), time);
      const off = norm(minus(vectorOf(fieldOf(ball, 'centre')), exact));
      return [off / (numberOf(fieldOf(ball, 'radius')) - slab[0].radius)];
    });
    return Math.max(...ratios);
  });
  expect(ratio).toBeLessThanOrEqual(1);
  expect(ratio).toBeGreaterThan(caught);
});

test('primitives proven apart for a time: their balls are', () => {
  const ratio = largest(seeded(11), 10, 10, (draw) => {
    const a = drawSlab(draw, 2 ** (-6 * draw()));
    const b = drawSlab(draw, 1);
    // A passes B, and stops where it would overlap: heights along q are small beside the displacement.
    const q = direction(draw);
    const aside = cross(q, direction(draw));
    const least = Math.min(...b.map(({ centre, radius }) => dot(q, centre) - radius));
    const most = Math.max(...a.map(({ centre, radius }) => dot(q, centre) + radius));
    const motion = {
      from: { position: plus(times(q, least - most - 0.001), aside) },
      to: { position: minus(times(q, least - most + 0.001), aside) },
    };
    const { enlarged, posed } = pose(a, motion, b);
    const [worst] = rounding.worst(() => {
      PROVEN.globals.set('posed', posed());
      const [slabA, slabB] = [0n, 8n].map((at) => PROVEN.run('slabAt', at));
      const free = numberOf(PROVEN.run('apartAlong', slabA, slabB, [...q]));
      const gap = Math.min(
        ...a.flatMap((ball) => {
          const centre = centreAt(motion, Math.min(1, free), ball.centre);
          return b.map((other) => dot(q, minus(other.centre, centre)) - ball.radius - other.radius);
        }),
      );
      return [1 - gap / (2 * enlarged)];
    });
    return worst;
  });
  expect(ratio).toBeLessThanOrEqual(1);
  expect(ratio).toBeGreaterThan(1 / 6);
});
