// The error bounds of the kernels for motions, as error-bound.test.ts has those for poses: triangles that move by linear motions, and
// balls of medial axes on chords.

import { seeded } from '@nearmiss/fixtures';
import { motionPose, type Pose } from 'nearmiss';
import { expect, test } from 'vitest';
import { medialMotion } from '../../src/medial-motion.ts';
import type { MedialBody } from '../../src/uploaded-medial.ts';
import { freeMotionCode, MOTION } from '../../src/wgsl/free-motion.ts';
import { MEDIAL_CULL } from '../../src/wgsl/medial-pairs.ts';
import { MEDIAL_PROVEN } from '../../src/wgsl/medial-proven.ts';
import { MEDIAL_POSE } from '../../src/wgsl/medial-scene.ts';
import { UNPACK_MEDIAL } from '../../src/wgsl/unpack-medial.ts';
import {
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
    zero: 0n,
  });
  return drawn;
}

test.for([
  ['whole motions', 0, 0, 0, 3, 0, 1 / 2],
  ['the shortest intervals', 8, 0, 0, 3, 0, 1 / 6],
  ['long displacements', 0, 0, 4, 1, 30, 1 / 2],
  ['a centre far from the origin', 2, 8, 0, 3, 0, 1 / 3],
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
  ['motions of a few ULP', 2 ** -22, 2 ** -22, 1 / 2],
] as const)('how far a point moves: %s', ([, turn, travel, caught]) => {
  const ratio = largest(seeded(5), 30, 90, (draw) => {
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
const PROVEN = new WgslProgram(`${MEDIAL_PROVEN}\n${MEDIAL_CULL}`, POSED.rounding);
const UNPACK = new WgslProgram(UNPACK_MEDIAL, POSED.rounding);
const { rounding } = POSED;

/** Three balls, in doubles: a centre and a radius each. */
type Slab = readonly { readonly centre: Vector; readonly radius: number }[];

function drawSlab(draw: Draw, reach: number): Slab {
  return [0, 1, 2].map(() => ({ centre: times(direction(draw), reach), radius: reach * 0.1 * draw() }));
}

/** What the host knows of it (uploaded-medial.ts). */
function bodyOf(slab: Slab): MedialBody {
  const reach = Math.max(...slab.map(({ centre, radius }) => norm(centre) + radius)) * (1 + 2 ** -20);
  const box = [-reach, -reach, -reach, reach, reach, reach];
  return { count: 1, cones: 0, centre: [0, 0, 0], unit: 1, reach, box, error: 0 };
}

/** The four balls of a primitive as the device unpacks them. */
function ballsOf(slab: Slab): Value[] {
  UNPACK.globals.set(
    'balls',
    slab.flatMap(({ centre, radius }) => [...centre, radius].map(wordsOf)),
  );
  UNPACK.globals.set('slabs', [0n, 1n, 2n]);
  UNPACK.globals.set('axis', { cones: 0n, slabs: 1n, dilation: wordsOf(0) });
  UNPACK.run('unpackMedial', [0n, 0n, 0n], [1n, 1n, 1n]);
  const written = UNPACK.local('unpackMedial', 'primitives');
  return Array.isArray(written) ? written : [];
}

interface Moves {
  readonly from: Pose;
  readonly to: Pose;
}

const AT_REST: Moves = { from: {}, to: {} };

/** Poses both bodies as the device does, and returns what it wrote. */
function pose(
  a: Slab,
  motionA: Moves,
  b: Slab,
  motionB: Moves = AT_REST,
): { readonly enlarged: number; posed: () => Value } {
  const motion = medialMotion(bodyOf(a), motionA, bodyOf(b), motionB, 0);
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
    unitA: motion.units[0],
    unitB: motion.units[1],
    zero: 0n,
    poses,
  };
  POSED.globals.set('scene', scene);
  PROVEN.globals.set('scene', scene);
  const posed = (): Value => {
    POSED.globals.set('primitivesA', ballsOf(a));
    POSED.globals.set('primitivesB', ballsOf(b));
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
  ['rounding', 0, 1 / 5],
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

/** Two primitives that pass each other along q. */
interface Passing {
  readonly a: Slab;
  readonly b: Slab;
  readonly q: Vector;
  readonly motionA: Moves;
  readonly motionB: Moves;
}

/** A diagonal of a cube: sums and products of its coordinates round most. */
const DIAGONAL: Vector = [1, 1, 1].map((x) => x / Math.sqrt(3));
/** A half turn about a diagonal has the matrix whose absolute values have the largest norm. */
const HALF_TURN: Vector = [...DIAGONAL, 0];

/**
 * Two bodies as large as the extent, about one origin, that touch where both are farthest from it, along the line there: A comes from behind
 * and goes as far beyond as given.
 */
function drawPassing(draw: Draw, from: number, to: number): Passing {
  const slab = (parts: Vector): Slab =>
    parts.map((part) => ({ centre: times(DIAGONAL, part), radius: 0.001 * draw() }));
  const a = slab([1, 0.9, 0.8]);
  const b = slab([1, 1, 1]);
  const most = Math.max(...a.map(({ centre, radius }) => dot(DIAGONAL, centre) + radius));
  const least = Math.min(...b.map(({ centre, radius }) => dot(DIAGONAL, centre) - radius));
  const at = (gone: number): Pose => ({ position: times(DIAGONAL, least - most + gone), rotation: HALF_TURN });
  const still = { position: [0, 0, 0], rotation: HALF_TURN };
  return { a, b, q: DIAGONAL, motionA: { from: at(from), to: at(to) }, motionB: { from: still, to: still } };
}

/** The least gap of the balls of two primitives along q. */
function gapAt({ a, motionA, b, motionB, q }: Passing, time: number): number {
  const heights = (slab: Slab, motion: Moves, sense: number): number =>
    Math.max(...slab.map(({ centre, radius }) => sense * dot(q, centreAt(motion, time, centre)) + radius));
  return -heights(b, motionB, -1) - heights(a, motionA, 1);
}

// One enlargement of radii covers all three: the second catches one too small by a factor of two.
test('primitives proven apart for a time: their balls are', () => {
  const ratio = largest(seeded(11), 2, 0, (draw) => {
    const drawn = drawPassing(draw, -0.001, 0.001);
    const { enlarged, posed } = pose(drawn.a, drawn.motionA, drawn.b, drawn.motionB);
    const [worst] = rounding.worst(() => {
      PROVEN.globals.set('posed', posed());
      const [slabA, slabB] = [0n, 8n].map((at) => PROVEN.run('slabAt', at));
      const free = numberOf(PROVEN.run('apartAlong', slabA, slabB, [...drawn.q]));
      return [1 - gapAt(drawn, Math.min(1, free)) / (2 * enlarged)];
    });
    return worst;
  });
  expect(ratio).toBeLessThanOrEqual(1);
  expect(ratio).toBeGreaterThan(1 / 4);
});

test('culling: hulls of corners that are proven apart until a time are', () => {
  const ratio = largest(seeded(13), 2, 0, (draw) => {
    const drawn = drawPassing(draw, -0.001, 0.001);
    const { enlarged, posed } = pose(drawn.a, drawn.motionA, drawn.b, drawn.motionB);
    const [worst] = rounding.worst(() => {
      PROVEN.globals.set('posed', posed());
      const until = numberOf(PROVEN.run('negativeUntil', PROVEN.run('overlapAlong', 0n, 8n, [...drawn.q])));
      return [1 - gapAt(drawn, Math.min(1, until)) / (2 * enlarged)];
    });
    return worst;
  });
  expect(ratio).toBeLessThanOrEqual(1);
  expect(ratio).toBeGreaterThan(1 / 2);
});

/**
 * Balls that come together in the middle of the interval: one of B as far from the origin as everything, and one of A that comes from the other side. Where
 * the time at which they are nearest is off, they are not yet together, or no longer.
 */
function drawEncounter(draw: Draw): Passing {
  const rotation = draw() < 0.5 ? HALF_TURN : [0, 0, 0, 1];
  const still = { from: { position: [0, 0, 0], rotation }, to: { position: [0, 0, 0], rotation } };
  const along = draw() < 0.5 ? DIAGONAL : direction(draw);
  const ball = (part: number): Slab => [part, part, part].map((x) => ({ centre: times(along, x), radius: 0 }));
  const [a, b] = [ball(1e-3 * draw()), ball(1)];
  const [ofA, ofB] = [a, b].map(([{ centre }]) => centreAt(still, 0, centre));
  const start = minus(times(ofB, -1), ofA);
  const end = plus(start, times(ofB, 2 + 0.6 * draw()));
  return {
    a,
    b,
    q: ofB,
    motionA: { from: { position: start, rotation }, to: { position: end, rotation } },
    motionB: still,
  };
}

test('culling: the least distance of the balls around two primitives', () => {
  const ratio = largest(seeded(17), 8, 16, (draw) => {
    const { a, b, q, motionA, motionB } = drawEncounter(draw);
    const { posed } = pose(a, motionA, b, motionB);
    const ratios = rounding.worst(() => {
      PROVEN.globals.set('posed', posed());
      const balls = [0n, 8n].map((at) => PROVEN.run('ballAt', at, 3n));
      const [from, to] = balls.map((ball) => vectorOf(fieldOf(ball, 'centre')));
      const off = dot(q, vectorOf(PROVEN.run('nearestOf', ...balls)));
      const reach = numberOf(PROVEN.run('reachOf', ...balls, minus(to, from)));
      return [off / reach, -off / reach];
    });
    return Math.max(...ratios);
  });
  expect(ratio).toBeLessThanOrEqual(1);
  expect(ratio).toBeGreaterThan(1 / 3);
});

test('unpacked: radii and the ball around a primitive', () => {
  const [ofRadii, ofAround] = [0, 1].map((which) =>
    largest(seeded(19), 10, 10, (draw) => {
      const slab = drawSlab(draw, 1);
      return rounding.worst(() => {
        const balls = ballsOf(slab).map(vectorOf);
        const [x, y, z, radius] = balls[3];
        // By how much a radius is less than raised, as a part of that.
        return [
          1 + Math.max(...slab.map((ball, k) => ball.radius / balls[k][3] - 1)) / 3e-7,
          // Around the balls that the kernels have.
          1 +
            Math.max(
              ...balls.slice(0, 3).map((ball) => (norm(minus(ball.slice(0, 3), [x, y, z])) + ball[3]) / radius - 1),
            ) /
              1e-6,
        ];
      })[which];
    }),
  );
  for (const ratio of [ofRadii, ofAround]) {
    expect(ratio).toBeLessThanOrEqual(1);
    expect(ratio).toBeGreaterThan(1 / 2);
  }
});
