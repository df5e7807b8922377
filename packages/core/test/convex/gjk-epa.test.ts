import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { buildConvexBody, type ConvexBody } from '../../src/convex/convex-body.ts';
import { epaDepth } from '../../src/convex/epa.ts';
import { ConvexResult, ConvexWorkspace, gjkDistance, separatesAlong } from '../../src/convex/gjk.ts';
import { seededRandom } from '../../src/scalar/random.ts';
import { spherePoints } from './convex-bodies.ts';
import { boxPoints, posed } from './posed.ts';

const SHARED = new URL('../../../../../shared/', import.meta.url);
const CASES = new URL('cases/convex-distance/cases.json', SHARED);
const W5 = new URL('bench/workloads/W5.penetrating.json.gz', SHARED);

const work = new ConvexWorkspace();
const BOX = buildConvexBody(boxPoints(2, 2, 2));

function distance(a: ConvexBody, b: ConvexBody, pose: Float64Array): ConvexResult {
  const out = new ConvexResult();
  gjkDistance(work, a, b, pose, out);
  return out;
}

function depth(a: ConvexBody, b: ConvexBody, pose: Float64Array): ConvexResult {
  const out = new ConvexResult();
  epaDepth(work, a, b, pose, out);
  return out;
}

describe('boxes', () => {
  test('apart: distance, normal from A to B, points', () => {
    const { status, lower, upper, normal, points } = distance(BOX, BOX, posed([-5, 0.5, 0]));
    expect(status).toBe('separated');
    expect(lower).toBeLessThanOrEqual(3);
    expect(upper).toBeGreaterThanOrEqual(3);
    expect(upper - lower).toBeLessThan(1e-13);
    expect([...normal].map((x) => x + 0)).toEqual([1, 0, 0]);
    expect([points[0], points[3]]).toEqual([-4, -1]);
  });

  test('overlapping: A leaves against the normal', () => {
    const { status, lower, upper, normal, points } = depth(BOX, BOX, posed([-1.75, 0.5, 0.25]));
    expect(status).toBe('overlapping');
    expect(lower).toBeLessThanOrEqual(0.25);
    expect(upper).toBeGreaterThanOrEqual(0.25);
    expect(upper - lower).toBeLessThan(1e-13);
    expect([...normal].map((x) => x + 0)).toEqual([1, 0, 0]);
    expect(points[0] - points[3]).toBeCloseTo(0.25, 14);
  });

  test.each([
    ['faces', [2, 0.5, 0.25], [-1, 0, 0]],
    ['edges', [0, 2, 2], undefined],
    ['corners', [2, 2, 2], undefined],
    ['whole faces', [0, 0, -2], [0, 0, 1]],
  ])('touching with %s: depth 0, and the normal separates', (_, offset, expected) => {
    const { status, lower, upper, normal } = depth(BOX, BOX, posed(offset));
    expect(status).toBe('touching');
    expect(lower).toBe(0);
    expect(upper).toBeLessThan(1e-13);
    const [nx, ny, nz] = normal;
    const reach = 2 * (Math.abs(nx) + Math.abs(ny) + Math.abs(nz)) + nx * offset[0] + ny * offset[1] + nz * offset[2];
    expect(Math.abs(reach)).toBeLessThan(1e-14);
    if (expected !== undefined) expect([...normal].map((x) => x + 0)).toEqual(expected);
  });

  test('in one another: out by the nearest side', () => {
    const small = buildConvexBody(boxPoints(0.5, 0.5, 0.5));
    expect(depth(small, BOX, posed([0.1, 0.5, -0.2])).upper).toBeCloseTo(0.75, 13);
    expect(depth(BOX, BOX, posed([0, 0, 0])).upper).toBeCloseTo(2, 13);
  });
});

test('flat and pointlike bodies: no depth, but a position and a normal', () => {
  const square = buildConvexBody(boxPoints(2, 2, 0));
  const segment = buildConvexBody(Float64Array.of(-1, -1, -1, 1, 1, 1));
  const point = buildConvexBody(Float64Array.of(0, 0, 0));
  for (const [a, b] of [
    [square, square],
    [segment, segment],
    [point, point],
    [point, segment],
    [square, point],
  ]) {
    const { status, upper, normal } = depth(a, b, posed([0, 0, 0]));
    expect([status, upper < 1e-13, Math.hypot(...normal)]).toEqual(['touching', true, 1]);
  }
  // The shortest separating translation is square to the segment and to a side of the square.
  expect(depth(segment, square, posed([0, 0, 0])).upper).toBeCloseTo(Math.SQRT1_2, 13);
  expect(depth(point, BOX, posed([0.25, 0, 0])).upper).toBeCloseTo(0.75, 13);
  expect(distance(point, point, posed([0, 3, 4])).upper).toBeCloseTo(5, 13);
});

test('a start from the last answer finds the same, sooner, and its plane still separates', () => {
  const random = seededRandom(4);
  const body = buildConvexBody(spherePoints(random, 500));
  let cold = 0;
  let warm = 0;
  const kept = new ConvexResult();
  for (let step = 0; step < 200; step++) {
    const pose = posed([2.1 + 0.001 * random(), 0.002 * step, 0.001 * step]);
    if (step > 0) expect(separatesAlong(work, body, body, pose, kept.normal)).toBe(true);
    const fresh = distance(body, body, pose);
    gjkDistance(work, body, body, pose, kept);
    expect(Math.abs(kept.upper - fresh.upper)).toBeLessThan(1e-14);
    cold += fresh.iterations;
    warm += kept.iterations;
  }
  expect(warm).toBeLessThan(0.6 * cold);
  expect(separatesAlong(work, body, body, posed([1.9, 0, 0]), kept.normal)).toBe(false);
});

interface PublishedBody {
  readonly shape: { readonly type: string; readonly size?: number[]; readonly points?: number[][] };
  readonly R: number[][];
  readonly t: number[];
}

test.runIf(existsSync(CASES))('published boxes and hulls, many of them nearly kissing', () => {
  const all: { id: string; query: string; A: PublishedBody; B: PublishedBody; exact_signed_distance: number }[] =
    JSON.parse(readFileSync(CASES, 'utf8')).cases;
  const pairs = all.filter(({ query }) => query === 'signed_distance');
  expect(pairs.length).toBeGreaterThan(20);
  for (const { id, A, B, exact_signed_distance: exact } of pairs) {
    const a = buildConvexBody(seenFrom(B, A));
    const b = buildConvexBody(seenFrom(B, B));
    const pose = posed([0, 0, 0]);
    const apart = distance(a, b, pose);
    const signed = apart.status === 'separated' ? apart.upper : -depth(a, b, pose).upper;
    expect(Math.abs(signed - exact), id).toBeLessThan(1e-13 * (a.radius + b.radius));
  }
});

/** The points of a body in the world, relative to the position of another. */
function seenFrom(origin: PublishedBody, { shape, R, t }: PublishedBody): Float64Array {
  const [x, y, z] = shape.size ?? [0, 0, 0];
  const points = shape.points?.flat() ?? [...boxPoints(x, y, z)];
  return Float64Array.from(points, (_, k) => {
    const [px, py, pz] = points.slice(k - (k % 3), k - (k % 3) + 3);
    const [rx, ry, rz] = R[k % 3];
    return rx * px + ry * py + rz * pz + (t[k % 3] - origin.t[k % 3]);
  });
}

test.runIf(existsSync(W5)).each([
  ['hull32', 400],
  ['hull128', 40],
  ['hull1000', 4],
])('the exact depths of the first poses of W5: %s', (name, count) => {
  const bench = new URL('bench/', SHARED);
  const bytes = readFileSync(new URL(`models/${name}.bin`, bench));
  const body = buildConvexBody(
    Float64Array.from({ length: 3 * bytes.readUInt32LE(0) }, (_, k) => bytes.readDoubleLE(8 + 8 * k)),
  );
  const poses: number[][] = JSON.parse(gunzipSync(readFileSync(W5)).toString()).data;
  const exact: number[] = JSON.parse(
    readFileSync(new URL(`workloads/W5.penetrating.${name}.exact_first${count}.json`, bench), 'utf8'),
  );
  expect(exact.length).toBe(count);
  exact.forEach((expected, i) => {
    const { lower, upper } = depth(body, body, posed(poses[i].slice(9), poses[i].slice(0, 9)));
    // The published depths are doubles themselves.
    expect(Math.abs(upper - expected)).toBeLessThan(1e-13);
    expect(Math.abs(lower - expected)).toBeLessThan(1e-13);
  });
});
