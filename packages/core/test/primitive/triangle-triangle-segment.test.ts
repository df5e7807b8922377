import {
  addVectors,
  type ContactKind,
  compare,
  contactKindExactly,
  crossVectors,
  div,
  dotVectors,
  type ExactTriangle,
  isZeroVector,
  liftTriangle,
  liftVector,
  negate,
  type Rational,
  type RationalVector,
  scaleVector,
  sign,
  sqrtToNumber,
  sub,
  subVectors,
  toNumber,
  ZERO,
} from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { intersectionSegment, SEGMENT_SIZE } from '../../src/primitive/triangle-triangle-segment.ts';
import {
  CORNER_ORDERS,
  exactDistanceTo,
  FAMILY_COUNT,
  inRoundoffs,
  reordered,
  unitPairs,
  Worst,
} from './hard-cases.ts';

const out = new Float64Array(SEGMENT_SIZE);

function segmentOf(a: Float64Array, b: Float64Array): Float64Array {
  intersectionSegment(a, 0, b, 0, out);
  return out.slice();
}

// ── the exact common part, by cutting one triangle down to the other ─────────────────────────────────────────────────

const normalOf = ([a, b, c]: ExactTriangle): RationalVector => crossVectors(subVectors(b, a), subVectors(c, a));

function keepNonNegative(
  polygon: readonly RationalVector[],
  value: (p: RationalVector) => Rational,
): readonly RationalVector[] {
  return polygon.flatMap((here, k) => {
    const next = polygon[(k + 1) % polygon.length];
    const atHere = value(here);
    const atNext = value(next);
    const kept = sign(atHere) >= 0 ? [here] : [];
    if (sign(atHere) * sign(atNext) >= 0) return kept;
    const t = div(negate(atHere), sub(atNext, atHere));
    return [...kept, addVectors(here, scaleVector(subVectors(next, here), t))];
  });
}

/** Corners of what the two have in common; null if neither has an area. */
function commonCorners(a: ExactTriangle, b: ExactTriangle): readonly RationalVector[] | null {
  const [face, other] = isZeroVector(normalOf(b)) ? [a, b] : [b, a];
  const normal = normalOf(face);
  if (isZeroVector(normal)) return null;
  const height = (p: RationalVector): Rational => dotVectors(normal, subVectors(p, face[0]));
  let polygon = keepNonNegative(other, height);
  polygon = keepNonNegative(polygon, (p) => negate(height(p)));
  face.forEach((corner, k) => {
    const inward = crossVectors(normal, subVectors(face[(k + 1) % 3], corner));
    polygon = keepNonNegative(polygon, (p) => dotVectors(inward, subVectors(p, corner)));
  });
  return polygon;
}

function longestChord(points: readonly RationalVector[]): number {
  let most = ZERO;
  for (const p of points) {
    for (const q of points) {
      const between = subVectors(p, q);
      const sq = dotVectors(between, between);
      if (compare(sq, most) > 0) most = sq;
    }
  }
  return sqrtToNumber(most);
}

/**
 * How well the ends are told: the smallest sine of the angle between an edge of one and the plane of the other, times the
 * smallest height of either over its longest edge.
 */
function condition(a: ExactTriangle, b: ExactTriangle): number {
  let flattest = 1;
  let thinnest = 1;
  for (const [t, face] of [
    [a, b],
    [b, a],
  ] as const) {
    const normal = normalOf(face);
    const normalSq = toNumber(dotVectors(normal, normal));
    const own = normalOf(t);
    const ownSq = toNumber(dotVectors(own, own));
    t.forEach((corner, k) => {
      const edge = subVectors(t[(k + 1) % 3], corner);
      const edgeSq = toNumber(dotVectors(edge, edge));
      const along = toNumber(dotVectors(edge, normal));
      flattest = Math.min(flattest, Math.abs(along) / Math.sqrt(normalSq * edgeSq));
      thinnest = Math.min(thinnest, Math.sqrt(ownSq) / edgeSq);
    });
  }
  return flattest * thinnest;
}

/** The smallest sine of the angle between an edge of one and an edge of the other, but for parallel ones. */
function narrowest(a: ExactTriangle, b: ExactTriangle): number {
  const edges = (t: ExactTriangle): RationalVector[] => t.map((corner, k) => subVectors(t[(k + 1) % 3], corner));
  let least = 1;
  for (const e of edges(a)) {
    for (const f of edges(b)) {
      const normal = crossVectors(e, f);
      if (isZeroVector(normal)) continue;
      const product = toNumber(dotVectors(e, e)) * toNumber(dotVectors(f, f));
      least = Math.min(least, Math.sqrt(toNumber(dotVectors(normal, normal)) / product));
    }
  }
  return least;
}

const length = (s: Float64Array): number => Math.sqrt((s[3] - s[0]) ** 2 + (s[4] - s[1]) ** 2 + (s[5] - s[2]) ** 2);

// ── the tests ────────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * How far the ends may be from either triangle: 8u of the coordinates as computed (ON_TRIANGLE), and the rounding of that.
 * The worst seen on 14,000 pairs that meet: 7.9.
 */
const OFF_TRIANGLE = 10;

describe('intersectionSegment, for triangles that meet', () => {
  test('both ends are on both triangles, and as far apart as they should be', () => {
    const off = new Worst();
    const touchingLength = new Worst();
    const crossingLength = new Worst();
    const kinds = new Set<string>();
    const seen: Record<ContactKind, number> = { disjoint: 0, touching: 0, crossing: 0 };
    let steep = 0;
    for (const { kind, a, b } of unitPairs(801, 50, 1200)) {
      kinds.add(kind);
      const exactA = liftTriangle(a);
      const exactB = liftTriangle(b);
      const relation = contactKindExactly(exactA, exactB);
      seen[relation]++;
      if (relation === 'disjoint') continue;
      const order = CORNER_ORDERS[seen[relation] % 6];
      const corners = commonCorners(exactA, exactB);
      const exact = corners === null ? null : longestChord(corners);
      const flat = condition(exactA, exactB);
      if (flat > 2 ** -10) steep++;
      for (const segment of [segmentOf(a, reordered(b, order)), segmentOf(reordered(b, order), a)]) {
        for (const end of [0, 3]) {
          off.note(kind, inRoundoffs(exactDistanceTo(a, segment, end), a, b));
          off.note(kind, inRoundoffs(exactDistanceTo(b, segment, end), a, b));
        }
        if (exact === null) continue;
        const error = inRoundoffs(Math.abs(length(segment) - exact), a, b);
        if (relation === 'touching') touchingLength.note(kind, error * narrowest(exactA, exactB));
        else if (flat > 0) crossingLength.note(kind, error * flat);
      }
    }
    expect(off.most).toBeLessThanOrEqual(OFF_TRIANGLE);
    // Along an edge, 8u off the other's plane or edge is that over the sine of the angle.
    expect(touchingLength.most).toBeLessThanOrEqual(OFF_TRIANGLE);
    expect(crossingLength.most).toBeLessThanOrEqual(OFF_TRIANGLE);
    expect(kinds.size).toBe(FAMILY_COUNT);
    expect(seen.touching).toBeGreaterThan(200);
    expect(seen.crossing).toBeGreaterThan(200);
    expect(steep).toBeGreaterThan(100);
  });

  test('in whole numbers the ends are those of the exact segment', () => {
    let segments = 0;
    let points = 0;
    for (const { kind, a, b } of unitPairs(802, 150, 0)) {
      if (kind !== 'lattice' && kind !== 'vertex on face' && kind !== 'edges cross exactly') continue;
      const corners = commonCorners(liftTriangle(a), liftTriangle(b));
      if (corners === null || corners.length === 0) continue;
      const distinct = corners.filter((p, k) => corners.findIndex((q) => isZeroVector(subVectors(p, q))) === k);
      if (distinct.length > 2) continue; // a polygon: its chord was judged above
      const ends = distinct.map((p) => Float64Array.from(p, toNumber));
      const segment = segmentOf(a, b);
      for (const end of [0, 3]) {
        const gaps = ends.map((p) => Math.max(...p.map((x, k) => Math.abs(x - segment[end + k]))));
        expect(inRoundoffs(Math.min(...gaps), a, b)).toBeLessThanOrEqual(4);
      }
      if (distinct.length === 2) segments++;
      else points++;
    }
    expect(segments).toBeGreaterThan(20);
    expect(points).toBeGreaterThan(200);
  });
});

const FLOOR = Float64Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0);

test('a triangle through another: the segment where they cross', () => {
  const wall = Float64Array.of(1, 1, -1, 1, 1, 1, 5, 1, -1);
  const ends = [...segmentOf(FLOOR, wall)];
  expect(ends.slice(0, 3).concat(ends.slice(3)).sort()).toEqual([0, 0, 1, 1, 1, 3]);
});

test('coplanar: the longest chord of what they share', () => {
  // The common part is the square [0, 2]² less nothing; its diagonals are 2√2 long.
  const square = Float64Array.of(-2, 2, 0, 2, 2, 0, 2, -2, 0);
  expect(length(segmentOf(FLOOR, square))).toBe(Math.sqrt(8));
  expect(length(segmentOf(FLOOR, FLOOR))).toBe(Math.sqrt(32));
});

test('a shared edge is given whole, whatever rounding does to the planes', () => {
  const corner = [0.1, 0.7, 0.3];
  const other = [0.9, 0.2, 0.6];
  const a = Float64Array.of(...corner, ...other, 0.37, 0.41, -0.53);
  const b = Float64Array.of(...other, ...corner, 0.11, -0.83, 0.29);
  const segment = segmentOf(a, b);
  expect([...segment].sort()).toEqual([...corner, ...other].sort());
});

test('a touch at a point is that point twice', () => {
  const tip = Float64Array.of(1, 1, 0, 1, 2, 3, 2, 1, 3);
  expect([...segmentOf(FLOOR, tip)]).toEqual([1, 1, 0, 1, 1, 0]);
  expect([...segmentOf(tip, FLOOR)]).toEqual([1, 1, 0, 1, 1, 0]);
});

test('a segment that ends on a face, and one that passes through it, meet it in a point', () => {
  const ending = Float64Array.of(1, 1, 0, 1, 1, 2, 1, 1, 2);
  const passing = Float64Array.of(1, 1, -1, 1, 1, 2, 1, 1, 2);
  for (const s of [ending, passing]) {
    expect([...segmentOf(FLOOR, s)]).toEqual([1, 1, 0, 1, 1, 0]);
    expect([...segmentOf(s, FLOOR)]).toEqual([1, 1, 0, 1, 1, 0]);
  }
});

test('a point on a face is itself', () => {
  const point = liftVector([1, 2, 0]);
  const t = Float64Array.of(1, 2, 0, 1, 2, 0, 1, 2, 0);
  expect([...segmentOf(FLOOR, t)]).toEqual([...point, ...point].map(toNumber));
});
