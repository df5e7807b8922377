// Kernels called with numbers for which a result without its error bound would be wrong: error-bound.test.ts tests how large the bounds are, this one that
// they are applied.

import { randomBetween, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { randomSolid } from '../../src/entries/shapes.ts';
import { simd } from '../../src/entries/simd.ts';
import { Mesh, Model } from '../../src/index.ts';
import { KernelBalls } from '../../src/simd/balls.ts';
import { ERROR_BOUND } from '../../src/simd/error-bounds.ts';
import { type Kernel, loadKernel } from '../../src/simd/kernel.ts';
import { COORDINATE_ERROR_AT, NODE, PACK, POSE } from '../../src/simd/layout.ts';
import { uploadModel } from '../../src/simd/uploaded-model.ts';
import { compileParts } from './kernel-parts.ts';
import { inKernel } from './kernel-source.ts';

const E = 2 ** -24;

const parts = compileParts<
  'stateAt' | 'motionAt' | 'readState' | 'stepFor' | 'blockAt' | 'overlapOf' | 'compare' | 'nearOf'
>('parts-entry.ts', {
  'disc-steps.ts': `
export function stepFor(gap: f32, closing: f32, bend: f32): f32 {
  return f32x4.extract_lane(freeFor(lessWithheld(f32x4.splat(gap)), raisedSpeed(f32x4.splat(closing)), raisedBend(f32x4.splat(bend))), 0);
}
`,
  'motion.ts': `
export function stateAt(): usize {
  return STATE;
}
`,
  'triangle-rows.ts': `
/** A row, the planes of one triangle and of four, in this order: 128 bytes each. */
export function compare(own: usize, other: usize, at: usize, delta: f32): i32 {
  writeRow(at, own, other, 0, 0);
  writePlanes(own, at + 128);
  writePlanes(other, at + 256);
  return compareRow(at, at + 128, at + 256, delta);
}
`,
  'parts-entry.ts': `
import { readState, stepFor } from './disc-steps';
import { nearOf } from './discs';
import { overlapOf } from './leaf-boxes';
import { motionAt, stateAt } from './motion';
import { compare } from './triangle-rows';
export { compare, motionAt, nearOf, overlapOf, readState, stateAt, stepFor };
const BLOCK: usize = memory.data(16384, 16);
export function blockAt(): usize {
  return BLOCK;
}
`,
});
const { call, floats, doubles, ints } = parts;
const block = call.blockAt();

type Vector = readonly number[];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const drawVector = (random: SeededRandom, size: number): number[] =>
  [0, 1, 2].map(() => randomBetween(random, -size, size));
const drawDirection = (random: SeededRandom): number[] => {
  const v = drawVector(random, 1);
  return v.map((x) => x / Math.hypot(...v));
};

/** Until when C·s + ½A·s² < G. */
const stepOf = (gap: number, closing: number, bend: number): number =>
  (2 * gap) / (closing + Math.sqrt(closing * closing + 2 * bend * gap));

// Positions in the block of a motion and in a state, in doubles.
const WITHHELD = inKernel('motion.ts', 'WITHHELD');
const RADII = inKernel('motion.ts', 'RADII');
const QUERY_VELOCITY = inKernel('motion.ts', 'QUERY_VELOCITY');
const QUERY_ANGULAR = inKernel('motion.ts', 'QUERY_ANGULAR');
const QUERY_PIVOT = inKernel('motion.ts', 'QUERY_PIVOT');
const OFFSET_AT = 9;

/** A state with S = 3, T = 7.25 and |ω| = 0.5. */
function writeState(withheld: number): { scale: number; fastest: number; turning: number } {
  const at = call.stateAt() / 8;
  const motion = call.motionAt() / 8;
  doubles.fill(0, at, at + 32);
  for (let k = 0; k < POSE; k++) doubles[at + k] = k % 4 === 0 ? 1 : 0;
  doubles[at + OFFSET_AT] = 1;
  doubles[at + QUERY_VELOCITY] = 3;
  doubles[at + QUERY_ANGULAR + 2] = 0.5;
  doubles[at + QUERY_PIVOT] = 5.5;
  doubles[motion + WITHHELD] = withheld;
  doubles[motion + RADII] = 2;
  call.readState(block);
  return { scale: 3, fastest: 3 + 0.5 * 5.5 + 0.5 * 3, turning: 0.5 };
}

// The largest errors that error-bound.test.ts finds.
const GAP_FOUND = 14.4 * E;
const SPEED_FOUND = 18.2 * E;
const BEND_FOUND = 16.3 * E;
const CORNER_FOUND = 5.98 * E;

test.for([
  ['a gap', 1, 0, 0],
  ['a speed', 0, 1, 0],
  ['an acceleration', 0, 0, 1],
] as const)('a step of %s that is as wrong as can be is not too long', ([, ofGap, ofSpeed, ofBend], { expect }) => {
  const { scale, fastest, turning } = writeState(0.25);
  const random = seeded(3);
  for (let k = 0; k < 1000; k++) {
    const gap = 2 ** randomBetween(random, -12, 0);
    // Where bodies hardly close, errors of the speed and of the acceleration count most.
    const closing = ofBend === 1 ? 0 : 2 ** randomBetween(random, -20, 0);
    const bend = ofBend === 1 ? 2 ** randomBetween(random, -20, -8) : 0;
    const wrongGap = Math.fround(0.25 + gap + ofGap * GAP_FOUND * scale);
    const wrongSpeed = Math.fround(closing - ofSpeed * SPEED_FOUND * fastest);
    const wrongBend = Math.fround(bend - ofBend * BEND_FOUND * turning * fastest);
    expect(call.stepFor(wrongGap, wrongSpeed, wrongBend)).toBeLessThanOrEqual(stepOf(gap, closing, bend));
  }
});

test('a gap below the rounding of its scale proves nothing', () => {
  const { scale } = writeState(0);
  const withheld = 32 * E * scale;
  expect(call.stepFor(Math.fround(withheld + 0.5 * E * scale), 0.001, 0)).toBe(0);
  expect(call.stepFor(Math.fround(withheld + 4 * E * scale), 0.001, 0)).toBeGreaterThan(0);
});

// Positions in a pack and a moved pack, in bytes.
const COUNT_AT = inKernel('layout.ts', 'COUNT_AT');
const ORIGIN_AT = inKernel('layout.ts', 'ORIGIN_AT');
const EXTENT_AT = inKernel('layout.ts', 'EXTENT_AT');
const BOXES_AT = inKernel('layout.ts', 'BOXES_AT');
const MOVED_EXTENT_AT = inKernel('layout.ts', 'MOVED_EXTENT_AT');
const QUERY = block;
const OWN = block + 1024;
const OTHER = block + 2048;
const MOVED = block + 3072;
const BETWEEN = block + 4096;

/** Points instead of triangles, the one of the query body `apart` from that of the reference body; leaves of an extent, and the error in doubles. */
function overlapAt(apart: number, extent: number, inDoubles: number): { overlaps: boolean; delta: number } {
  floats.fill(0, QUERY / 4, (BETWEEN + 16) / 4);
  doubles[QUERY / 8 + COORDINATE_ERROR_AT] = inDoubles;
  ints[(OWN + COUNT_AT) / 4] = 1;
  ints[(OTHER + COUNT_AT) / 4] = 1;
  floats[(MOVED + MOVED_EXTENT_AT) / 4] = extent;
  floats[(OTHER + EXTENT_AT) / 4] = extent;
  for (const side of [0, 48]) floats.fill(apart, (MOVED + BOXES_AT + side) / 4, (MOVED + BOXES_AT + side) / 4 + 4);
  const overlaps = call.overlapOf(QUERY, MOVED, OWN, OTHER, BETWEEN) === 1;
  return { overlaps, delta: floats[(BETWEEN + 12) / 4] };
}

test('boxes overlap that are apart by no more than their errors, in f32 and in doubles', () => {
  const random = seeded(4);
  for (let k = 0; k < 1000; k++) {
    const extent = Math.fround(2 ** randomBetween(random, -10, 0));
    const inDoubles = 2 ** randomBetween(random, -30, -10);
    const inSingles = CORNER_FOUND * 2 * extent;
    const apart = Math.fround(inSingles + 1.999 * inDoubles);
    const { overlaps, delta } = overlapAt(apart, extent, inDoubles);
    expect(overlaps).toBe(true);
    expect(delta).toBeGreaterThanOrEqual(inSingles + inDoubles);
    expect(overlapAt(2 * apart, extent, inDoubles).overlaps).toBe(false);
  }
});

/** Writes four triangles with the same corners, as a pack has them. */
function writeTriangle(at: number, corners: readonly Vector[]): void {
  corners.forEach((corner, k) => {
    corner.forEach((x, c) => {
      floats.fill(x, (at + 48 * k + 16 * c) / 4, (at + 48 * k + 16 * c) / 4 + 4);
    });
  });
}

const cross = (u: Vector, v: Vector): number[] => [
  u[1] * v[2] - u[2] * v[1],
  u[2] * v[0] - u[0] * v[2],
  u[0] * v[1] - u[1] * v[0],
];
const minus = (a: Vector, b: Vector): number[] => a.map((x, k) => x - b[k]);

/** Whether all corners of b are on one side of the plane of a. */
function isBeside(a: readonly Vector[], b: readonly Vector[]): boolean {
  const n = cross(minus(a[1], a[0]), minus(a[2], a[0]));
  const signs = b.map((corner) => Math.sign(dot(n, minus(corner, a[0]))));
  return signs[0] !== 0 && signs.every((sign) => sign === signs[0]);
}

test.for([2 ** -46, 2 ** -47, 2 ** -48, 2 ** -49, 2 ** -50])(
  'products of triangles of size %d underflow: planes decide nothing wrong',
  (size, { expect }) => {
    const random = seeded(5);
    let straddling = 0;
    for (let k = 0; k < 4000; k++) {
      const draw = (): number[][] => [0, 1, 2].map(() => drawVector(random, 1).map(Math.fround));
      const [a, b] = [draw(), draw()];
      if (isBeside(a, b) || isBeside(b, a)) continue;
      straddling++;
      writeTriangle(
        OWN,
        a.map((corner) => corner.map((x) => size * x)),
      );
      writeTriangle(
        OTHER,
        b.map((corner) => corner.map((x) => size * x)),
      );
      expect(call.compare(OWN, OTHER, MOVED, 8 * E * 2 * size)).toBe(15);
    }
    expect(straddling).toBeGreaterThan(300);
  },
);

interface Disc {
  readonly centre: Vector;
  readonly axis: Vector;
  readonly half: number;
  readonly radius: number;
}

function writeDisc(at: number, { centre, axis, half, radius }: Disc): void {
  [...centre, ...axis, half, radius].forEach((x, k) => {
    floats.fill(x, (at + 16 * k) / 4, (at + 16 * k) / 4 + 4);
  });
}

/** How far discs are apart along a line. */
function gapAlong(a: Disc, b: Disc, line: Vector): number {
  const reach = ({ axis, half, radius }: Disc): number => {
    const along = dot(axis, line);
    return half * Math.abs(along) + radius * Math.sqrt(Math.max(0, 1 - along * along));
  };
  return Math.abs(dot(minus(b.centre, a.centre), line)) - reach(a) - reach(b);
}

test('discs whose axes are nearly along the line of their centres are not farther apart than they are', () => {
  const random = seeded(6);
  let dismissed = 0;
  for (let k = 0; k < 20_000; k++) {
    const line = drawDirection(random);
    const centre = line.map((x) => Math.fround(4 * x));
    const unit = centre.map((x) => x / Math.hypot(...centre));
    // So little off the line that a few roundings of a square change the root by a large part of it.
    const lean = drawVector(random, 2 ** -10);
    const axis = unit.map((x, c) => x + lean[c]);
    const disc = (at: Vector): Disc => ({
      centre: at,
      axis: axis.map((x) => x / Math.hypot(...axis)),
      half: 0,
      radius: 1,
    });
    const [a, b] = [disc([0, 0, 0]), disc(centre)];
    const limit = 4 - 2 ** randomBetween(random, -12, -8);
    writeDisc(OWN, a);
    writeDisc(OTHER, b);
    const farthest = Math.max(gapAlong(a, b, unit), gapAlong(a, b, a.axis), gapAlong(a, b, b.axis));
    if (call.nearOf(OWN, OTHER, Math.fround(limit)) === 15) continue;
    dismissed++;
    expect(farthest).toBeGreaterThan(limit - ERROR_BOUND * 6);
  }
  expect(dismissed).toBeGreaterThan(1000);
});

const loaded = (): Kernel => {
  const kernel = loadKernel(() => {});
  if (typeof kernel === 'string') throw new Error(kernel);
  return kernel;
};

test('discs and extents as they are stored hold the corners of their leaves', () => {
  const kernel = loaded();
  const model = Model.build(randomSolid({ seed: 5, triangles: 2000 }));
  const uploaded = uploadModel(kernel, model);
  if (uploaded === null) throw new Error('There is no memory.');
  const [nodes, links, packs, corners] = uploaded.blocks;
  let leaves = 0;
  for (let ref = 0; ref < uploaded.leafOf.length; ref++) {
    if (uploaded.leafOf[ref] < 0) continue;
    leaves++;
    const pack = packs + PACK * ~kernel.ints[links / 4 + ref];
    const disc = (nodes + NODE * (ref >> 2)) / 4 + (ref & 3);
    const number = (k: number): number => kernel.floats[disc + 4 * k];
    const [count, first] = [kernel.ints[(pack + COUNT_AT) / 4], kernel.ints[(pack + COUNT_AT) / 4 + 1]];
    const origin = [0, 1, 2].map((k) => kernel.floats[(pack + ORIGIN_AT) / 4 + k]);
    let farthest = 0;
    for (let k = 0; k < 3 * count; k++) {
      const corner = [0, 1, 2].map((c) => kernel.doubles[corners / 8 + 9 * first + 3 * k + c]);
      farthest = Math.max(farthest, Math.hypot(...minus(corner, origin)));
      const d = minus(corner, [number(0), number(1), number(2)]);
      const axis = [number(3), number(4), number(5)];
      expect(Math.abs(dot(d, axis))).toBeLessThanOrEqual(number(6));
      expect(Math.hypot(...cross(d, axis)) / Math.hypot(...axis)).toBeLessThanOrEqual(number(7));
    }
    const extent = kernel.floats[(pack + EXTENT_AT) / 4];
    expect(extent).toBeGreaterThanOrEqual(farthest * (1 + 3 * E));
    expect(extent).toBeLessThan(farthest * (1 + 6 * E));
  }
  expect(leaves).toBeGreaterThan(400);
});

test('a triangle is found from far away, within a limit that is its distance', () => {
  const triangle = Model.build(new Mesh([-1, -1, 0, 1, -1, 0, 0, 1, 0], [0, 1, 2]));
  const random = seeded(7);
  const found = new Float64Array(4);
  for (let k = 0; k < 2000; k++) {
    const height = 2 ** randomBetween(random, 0, 8);
    const point = Float64Array.of(0.1 * random(), 0.1 * random(), height);
    expect(simd.findNearestPoint(triangle, point, height * (1 + 2 ** -40), found)).toBe(true);
    expect(found[0]).toBeCloseTo(height, 10);
  }
});

test('a ball in the middle of a cell is not dismissed', () => {
  const tests = KernelBalls.open(loaded(), 1);
  if (tests === null) throw new Error('There is no memory.');
  const counts = Int32Array.of(4, 4, 4);
  // The distance from (1, 1, 1): in the middle of the cell it is 1.122 above its value there.
  const distances = Array.from({ length: 64 }, (_, k) => Math.hypot((k & 3) - 1, ((k >> 2) & 3) - 1, (k >> 4) - 1));
  const values = Float32Array.from(distances);
  const depthAt = (3 + 3 * Math.SQRT2 + Math.sqrt(3)) / 8;
  const middle = 1.5 - 2 ** -12;
  const balls = Float64Array.of(0, 0, 0, -Math.sqrt(3) - 0.001, middle, middle, middle, 0.01 - depthAt);
  expect(tests.takeBalls(balls, balls.length, { number: 0, counts, spacing: 1, values })).toBe(true);
  expect(tests.isBlocked(new Float64Array(3))).toBe(true);
});
