// What f32 rounding can do to the bounds of the kernels, measured with intervals: each operation of kernels/ is done here on an interval that holds
// whatever rounding may make of it. Error bounds are read from the sources of the kernels. The widest error of many drawn pairs, made worse step
// by step, must be below the bound. How many times as large the bound is (`TIMES`) is stated for each, and must be true to a quarter: a bound
// that is halved fails, also where one constant serves several purposes and more than half of it is not needed for this one.

import { randomBetween, randomInteger, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { ERROR_BOUND, SINGLE_ROUNDOFF } from '../../src/simd/error-bounds.ts';
import { kernelConstant, kernelSource } from './kernel-source.ts';

/** ε. */
const E = SINGLE_ROUNDOFF;
const STARTS = 10;
const DRAWS = 500;
const CLIMB = 3000;

const RAISE = kernelConstant('discs.ts', 'RAISE');
const STEPS_RAISE = kernelConstant('disc-steps.ts', 'RAISE');
const HEIGHTS_RAISE = kernelConstant('heights.ts', 'RAISE');
const STORED_RAISE = kernelConstant('upload.ts', 'STORED_RAISE');
const CORNER_ERROR = kernelConstant('leaf-boxes.ts', 'CORNER_ERROR');
const LOWER = kernelConstant('nearest-point.ts', 'LOWER');

/** All values that an f32 computation can have given. */
interface Interval {
  readonly low: number;
  readonly high: number;
}

const exactly = (x: number): Interval => ({ low: x, high: x });
/** Doubles are exact beside ε: their own rounding is 2⁻²⁹ of it. */
const rounded = (low: number, high: number): Interval => ({
  low: low - E * Math.abs(low),
  high: high + E * Math.abs(high),
});
const stored = (x: number): Interval => rounded(x, x);
const plus = (a: Interval, b: Interval): Interval => rounded(a.low + b.low, a.high + b.high);
const minus = (a: Interval, b: Interval): Interval => rounded(a.low - b.high, a.high - b.low);
const times = (a: Interval, b: Interval): Interval => {
  const all = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
  return rounded(Math.min(...all), Math.max(...all));
};
/** By the unit of a body in that of the other: a power of two, so that nothing is rounded. */
const inUnits = (a: Interval, unit: number): Interval => ({ low: a.low * unit, high: a.high * unit });
const magnitude = (a: Interval): Interval =>
  a.low >= 0 ? a : a.high <= 0 ? { low: -a.high, high: -a.low } : { low: 0, high: Math.max(-a.low, a.high) };
const squared = (a: Interval): Interval => times(magnitude(a), magnitude(a));
const root = (a: Interval): Interval => rounded(Math.sqrt(Math.max(0, a.low)), Math.sqrt(Math.max(0, a.high)));

type Vector = readonly [number, number, number];
type Intervals = readonly [Interval, Interval, Interval];

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const norm = (a: Vector): number => Math.sqrt(dot(a, a));
const dotOf = (a: Intervals, b: Intervals): Interval =>
  plus(plus(times(a[0], b[0]), times(a[1], b[1])), times(a[2], b[2]));
const each = <T, U>([x, y, z]: readonly [T, T, T], f: (value: T, axis: 0 | 1 | 2) => U): [U, U, U] => [
  f(x, 0),
  f(y, 1),
  f(z, 2),
];

interface Disc {
  readonly centre: Vector;
  readonly axis: Vector;
  readonly half: number;
  readonly radius: number;
}

/** A pair of posed bodies: rows and translation of the pose, the relative unit, and S. */
interface Posed {
  readonly rows: readonly [Vector, Vector, Vector];
  readonly t: Vector;
  readonly unit: number;
  readonly radiusQ: number;
  readonly radiusR: number;
  readonly scale: number;
}

function drawDirection(random: SeededRandom): Vector {
  for (;;) {
    const v: Vector = [randomBetween(random, -1, 1), randomBetween(random, -1, 1), randomBetween(random, -1, 1)];
    const length = norm(v);
    if (length > 0.1 && length < 1) return each(v, (x) => x / length);
  }
}

/** Large and small bodies, near and far; rotations of every kind. */
function drawPosed(random: SeededRandom): Posed {
  const turn = Math.PI * random();
  const axis = drawDirection(random);
  const [x, y, z] = each(axis, (v) => v * Math.sin(turn));
  const w = Math.cos(turn);
  const rows: Posed['rows'] = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
  const radiusQ = 2 ** randomBetween(random, -6, 1);
  const radiusR = 2 ** randomBetween(random, -6, 1);
  const unit = 2 ** randomInteger(random, -3, 3);
  const far = 2 ** randomBetween(random, -8, 2);
  const t = each(drawDirection(random), (v) => v * far);
  return { rows, t, unit, radiusQ, radiusR, scale: radiusQ * unit + radiusR + norm(t) };
}

/** A disc within a radius of the origin: any size, its centre often as far out as it can be. */
function drawDisc(random: SeededRandom, radius: number): Disc {
  const size = radius * 2 ** randomBetween(random, -12, -0.1);
  const half = size * (random() < 0.5 ? random() : 1);
  const out = Math.max(0, radius - Math.hypot(half, size));
  const centre = each(drawDirection(random), (v) => v * out * (random() < 0.7 ? 1 : random()));
  return { centre, axis: drawDirection(random), half, radius: size };
}

/** As `writeNode` of kernels/upload.ts stores a disc. */
function storedDisc({ centre, axis, half, radius }: Disc) {
  const reach = half + radius + Math.abs(centre[0]) + Math.abs(centre[1]) + Math.abs(centre[2]);
  const raised = (length: number): Interval => stored((length + STORED_RAISE * reach) * (1 + 2 * E));
  return { centre: each(centre, stored), axis: each(axis, stored), half: raised(half), radius: raised(radius) };
}

/** `turned` of kernels/moved.ts. */
const turned = (row: Vector, v: Intervals): Interval => dotOf(each(row, stored), v);

/** A point of the query body as `movedNode` brings it into the reference frame. */
function movedPoint({ rows, t, unit }: Posed, point: Vector): Intervals {
  const scaled = each(point, (x) => inUnits(stored(x), unit));
  return each(rows, (row, k) => plus(turned(row, scaled), stored(t[k])));
}

const moved = ({ rows, t, unit }: Posed, point: Vector): Vector =>
  each(rows, (row, k) => unit * dot(row, point) + t[k]);
const width = (a: Interval, x: number): number => Math.max(a.high - x, x - a.low);

/**
 * How much too large the bounds of `nearOf` (kernels/discs.ts) can be, along the line of the centres and along the axes. `discSteps` (kernels/disc-steps.ts)
 * takes the latter by the same operations; `follow` (kernels/descend.ts) also brings discs of the reference body to the query body, which is the same with both names exchanged. The difference d of the centres is first off by the rounding of their
 * coordinates, which changes a distance by no more. For the d that was computed, the bounds are then compared with the exact ones of the discs as they were given.
 */
function discErrors(posed: Posed, discQ: Disc, discR: Disc): [byCentres: number, byAxes: number] {
  const q = storedDisc(discQ);
  const r = storedDisc(discR);
  const centre = movedPoint(posed, discQ.centre);
  const exact = each(moved(posed, discQ.centre), (x, k) => discR.centre[k] - x);
  const computed = each(r.centre, (x, k) => minus(x, centre[k]));
  const off = norm(each(computed, (x, k) => width(x, exact[k])));

  const d = each(exact, exactly);
  const axisQ: Vector = each(posed.rows, (row) => dot(row, discQ.axis));
  const mQ = each(posed.rows, (row) => turned(row, q.axis));
  const hQ = inUnits(q.half, posed.unit);
  const rQ = inUnits(q.radius, posed.unit);
  const trueHalf = discQ.half * posed.unit;
  const trueRadius = discQ.radius * posed.unit;
  const raise = exactly(RAISE);
  const lSq = dotOf(d, d);
  const u = magnitude(dotOf(mQ, d));
  const v = magnitude(dotOf(r.axis, d));
  const raised = times(lSq, raise);
  const reach = plus(
    plus(times(u, hQ), times(v, r.half)),
    plus(times(rQ, root(minus(raised, squared(u)))), times(r.radius, root(minus(raised, squared(v))))),
  );
  const l = norm(exact);
  const exactU = Math.abs(dot(axisQ, exact));
  const exactV = Math.abs(dot(discR.axis, exact));
  const aside = (along: number): number => Math.sqrt(Math.max(0, l * l - along * along));
  const exactReach =
    exactU * trueHalf + exactV * discR.half + trueRadius * aside(exactU) + discR.radius * aside(exactV);
  // The larger l² is, the larger is (l² − reach) / l. The bound is multiplied by the root, and rounded, before it is compared.
  const centres = rounded(0, lSq.high - reach.low).high / (Math.sqrt(lSq.high) * (1 - E) * (1 - E));
  const byCentres = centres - (l * l - exactReach) / l;

  const c = magnitude(dotOf(mQ, r.axis));
  const s = root(minus(raise, squared(c)));
  const exactC = Math.abs(dot(axisQ, discR.axis));
  const exactS = Math.sqrt(Math.max(0, 1 - exactC * exactC));
  const alongQ = minus(minus(u, hQ), plus(times(r.half, c), times(r.radius, s)));
  const alongR = minus(minus(v, r.half), plus(times(hQ, c), times(rQ, s)));
  const byQ = alongQ.high - (exactU - trueHalf - discR.half * exactC - discR.radius * exactS);
  const byR = alongR.high - (exactV - discR.half - trueHalf * exactC - trueRadius * exactS);
  return [off + byCentres, off + Math.max(byQ, byR)];
}

/** A corner of a leaf as `writePack` of kernels/upload.ts stores it: an origin in f32, and the rest. */
interface Corner {
  readonly origin: Vector;
  readonly local: Vector;
}

const cornerOf = ({ origin, local }: Corner): Vector => each(origin, (x, k) => x + local[k]);

/** Corners of a leaf of the query body and one of the reference body, posed. */
interface Corners {
  readonly posed: Posed;
  readonly cornerQ: Corner;
  readonly cornerR: Corner;
}

/** From the origin of the reference body's leaf to that of the query body's, in doubles: exact beside ε. */
const originGap = ({ posed, cornerQ, cornerR }: Corners): Vector =>
  each(moved(posed, cornerQ.origin), (x, k) => x - cornerR.origin[k]);

/** A corner of the query body as `movePack` turns it. */
function turnedLocal({ rows, unit }: Posed, { local }: Corner): Intervals {
  const scaled = each(local, (x) => inUnits(stored(x), unit));
  return each(rows, (row) => turned(row, scaled));
}

/** How much too large a gap along the line of two centres can be (`searchLeafPair` of kernels/leaves.ts), for one corner of each triangle. */
function cornerError(corners: Corners, direction: Vector): number {
  const { posed, cornerQ, cornerR } = corners;
  const line = each(direction, exactly);
  const high = plus(dotOf(turnedLocal(posed, cornerQ), line), stored(dot(originGap(corners), direction)));
  const low = dotOf(each(cornerR.local, stored), line);
  const gap = minus(low, high);
  const length = root(dotOf(line, line));
  const exact = (dot(cornerOf(cornerR), direction) - dot(moved(posed, cornerOf(cornerQ)), direction)) / norm(direction);
  return gap.high / (length.low * (1 - E)) - exact;
}

/** What the errors of `overlapOf` are counted in: `size` of kernels/leaf-boxes.ts. */
const sizeOf = (corners: Corners): number =>
  Math.max(...originGap(corners).map(Math.abs)) +
  norm(corners.cornerQ.local) * corners.posed.unit +
  norm(corners.cornerR.local);

/** A corner of the query body as `shiftPack` of kernels/leaf-boxes.ts shifts it, relative to the origin of the other leaf. */
function shifted(corners: Corners): Intervals {
  const gap = originGap(corners);
  return each(turnedLocal(corners.posed, corners.cornerQ), (x, k) => plus(x, stored(gap[k])));
}

const exactlyShifted = ({ posed, cornerQ, cornerR }: Corners): Vector =>
  each(moved(posed, cornerOf(cornerQ)), (x, k) => x - cornerR.origin[k]);

/** How much a coordinate of a shifted corner can be off. */
function shiftedError(corners: Corners): number {
  const exact = exactlyShifted(corners);
  return Math.max(...each(shifted(corners), (x, k) => width(x, exact[k])));
}

/** How far apart two boxes can seem to be, beyond the bound, that in fact meet (`boxesOverlap`), for one coordinate of one corner of each. */
function boxError(corners: Corners, errorBound: number): number {
  const gap = originGap(corners);
  const exact = exactlyShifted(corners);
  const own = turnedLocal(corners.posed, corners.cornerQ);
  return Math.max(
    ...each(own, (x, k) => {
      const high = minus(stored(corners.cornerR.local[k]), minus(stored(gap[k]), exactly(errorBound)));
      return x.high - high.low + errorBound - (exact[k] - corners.cornerR.local[k]);
    }),
  );
}

/** How much too large a gap along a direction can be (`nearTriangles` of kernels/triangle-gaps.ts), for one corner of each triangle. */
function gapError(corners: Corners, direction: Vector): number {
  const { posed, cornerQ, cornerR } = corners;
  const line = each(direction, exactly);
  const gap = minus(dotOf(each(cornerR.local, stored), line), dotOf(shifted(corners), line));
  const length = root(dotOf(line, line));
  const exact = (dot(cornerOf(cornerR), direction) - dot(moved(posed, cornerOf(cornerQ)), direction)) / norm(direction);
  return gap.high / (length.low * (1 - E)) - exact;
}

/** How much too low the height of a disc can be (`discHeights` of kernels/heights.ts), along a normal in the frame of its body. */
function discHeightError(normal: Vector, disc: Disc): number {
  const { centre, axis, half, radius } = storedDisc(disc);
  const n = each(normal, stored);
  const lean = magnitude(dotOf(axis, n));
  const raised = times(stored(dot(normal, normal)), exactly(HEIGHTS_RAISE));
  const side = root(minus(raised, squared(lean)));
  const height = plus(dotOf(centre, n), plus(times(half, lean), times(radius, side)));
  const exactLean = Math.abs(dot(disc.axis, normal));
  const exactSide = Math.sqrt(Math.max(0, dot(normal, normal) - exactLean ** 2));
  return dot(disc.centre, normal) + disc.half * exactLean + disc.radius * exactSide - height.low;
}

/** The same of a corner of a leaf (`packHeight`), or of one among the extreme corners. */
function cornerHeightError(normal: Vector, corner: Corner): number {
  const n = each(normal, stored);
  const ofLeaf = plus(dotOf(each(corner.local, stored), n), dotOf(each(corner.origin, exactly), n));
  const point = each(corner.local, (x, k) => plus(stored(x), exactly(corner.origin[k])));
  return dot(cornerOf(corner), normal) - Math.min(ofLeaf.low, dotOf(point, n).low);
}

/**
 * How much too low the sum of two heights can be, one of each body, with the rounding of what it is compared with (kernels/caps.ts): of discs, leaves or
 * extreme corners.
 */
function heightsError(random: SeededRandom): number {
  const posed = drawPosed(random);
  const direction = drawDirection(random);
  const normalQ = each(
    [0, 1, 2] as const,
    (k) =>
      posed.unit *
      dot(
        each(posed.rows, (row) => row[k]),
        direction,
      ),
  );
  const one = (normal: Vector, radius: number): number =>
    random() < 0.5
      ? discHeightError(normal, drawDisc(random, radius))
      : cornerHeightError(normal, drawCorner(random, radius));
  return (one(normalQ, posed.radiusQ) + one(direction, posed.radiusR)) / (E * posed.scale) + 1;
}

type Triangle = readonly [Intervals, Intervals, Intervals];

const less = (a: Intervals, b: Intervals): Intervals => each(a, (x, k) => minus(x, b[k]));
const crossOf = (u: Intervals, v: Intervals): Intervals => [
  minus(times(u[1], v[2]), times(u[2], v[1])),
  minus(times(u[2], v[0]), times(u[0], v[2])),
  minus(times(u[0], v[1]), times(u[1], v[0])),
];
const det = (u: Vector, v: Vector, w: Vector): number =>
  u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
const sub = (a: Vector, b: Vector): Vector => each(a, (x, k) => x - b[k]);

/** Corners that are off by up to `delta`, as f32 numbers. */
const blurred = (triangle: readonly Vector[], delta: number): Triangle =>
  triangle.map((corner) => each(corner, (x) => ({ low: x - delta, high: x + delta }))) as unknown as Triangle;

const largestOf = (...vectors: readonly Vector[]): number => Math.max(...vectors.flat().map(Math.abs));

/**
 * The largest errors of the determinants of kernels/triangle-rows.ts, in parts of δ and the lengths that the bounds there have: of a plane
 * (`compareRow`) in δE(E + R), of mixed corners (`crossPairs`) in δR(R + E). E is measured from corner `first` of A, and so is R.
 */
function determinantErrors(
  a: readonly Vector[],
  b: readonly Vector[],
  delta: number,
  first: 0 | 1,
): [plane: number, mixed: number] {
  const [a0, a1, a2] = blurred(a, delta);
  const [b0, b1] = blurred(b, delta);
  const edge = largestOf(sub(a[1 - first], a[first]), sub(a[2], a[first]));
  const reach = largestOf(sub(b[0], a[first])) + edge + largestOf(sub(b[1], b[0]), sub(b[2], b[0]));
  const error = (rows: Triangle, exact: readonly [Vector, Vector, Vector]): number =>
    width(dotOf(crossOf(rows[0], rows[1]), rows[2]), det(...exact)) / delta;
  const [u, r] = [less(a1, a0), less(b0, a0)];
  const [exactU, exactR] = [sub(a[1], a[0]), sub(b[0], a[0])];
  const plane = error([u, less(a2, a0), r], [exactU, sub(a[2], a[0]), exactR]);
  const mixed = error([u, r, less(b1, a0)], [exactU, exactR, sub(b[1], a[0])]);
  return [first === 0 ? plane / (edge * (edge + reach)) : 0, mixed / (reach * (reach + edge))];
}

/**
 * The largest error found: of pairs at random, and of the worst of them while one drawn number after the other is changed and the change is kept if
 * it made the error larger.
 */
function worst(seed: number, error: (random: SeededRandom) => number): number {
  const random = seeded(seed);
  const draw = (): number[] => Array.from({ length: 40 }, random);
  const errorOf = (numbers: readonly number[]): number => {
    let next = 0;
    return error(() => numbers[next++ % numbers.length]);
  };
  let largest = -Infinity;
  for (let start = 0; start < STARTS; start++) {
    let best = draw();
    let most = errorOf(best);
    const take = (other: number[]): void => {
      const found = errorOf(other);
      if (!(found > most)) return;
      best = other;
      most = found;
    };
    for (let k = 0; k < DRAWS; k++) take(draw());
    for (let k = 0; k < CLIMB; k++) {
      const other = [...best];
      const at = Math.floor(random() * other.length);
      other[at] = random() < 0.5 ? random() : Math.min(1 - 2 ** -53, Math.max(0, other[at] + 0.05 * (random() - 0.5)));
      take(other);
    }
    largest = Math.max(largest, most);
  }
  return largest;
}

/** A corner within a radius, of a leaf of any size. */
function drawCorner(random: SeededRandom, radius: number): Corner {
  const size = radius * 2 ** randomBetween(random, -12, -1);
  const origin = each(drawDirection(random), (v) => Math.fround(v * (radius - size)));
  return { origin, local: each(drawDirection(random), (v) => v * size) };
}

function drawCorners(random: SeededRandom): Corners {
  const posed = drawPosed(random);
  return { posed, cornerQ: drawCorner(random, posed.radiusQ), cornerR: drawCorner(random, posed.radiusR) };
}

/** Two triangles near each other, of any shape, and what their coordinates may be off by. */
function drawTriangles(random: SeededRandom): [Vector[], Vector[], number] {
  const draw = (size: number, shift: Vector): Vector[] =>
    [0, 1, 2].map(() => each(shift, (x) => x + randomBetween(random, -size, size)));
  const sizeB = 2 ** randomBetween(random, -3, 3);
  const a = draw(1, [0, 0, 0]);
  const b = draw(
    sizeB,
    each(drawDirection(random), (v) => v * (1 + sizeB) * random()),
  );
  // The least size that kernels/leaf-boxes.ts can have measured the triangles by.
  const size = Math.max(...[...a, ...b].flat().map(Math.abs));
  return [a, b, CORNER_ERROR * size];
}

/** How two bodies move at an instant: the velocity of one pivot relative to the other, angular velocities and pivots, in the reference frame. */
interface Velocities {
  readonly velocity: Vector;
  readonly angularQ: Vector;
  readonly angularR: Vector;
  readonly pivotQ: Vector;
  readonly pivotR: Vector;
}

const crossed = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const sizeOfVector = (v: Vector): number => Math.abs(v[0]) + Math.abs(v[1]) + Math.abs(v[2]);

/** Slow and fast bodies, of which one may rest or not rotate; pivots near the point that is tested, or anywhere. */
function drawVelocities(random: SeededRandom, { scale }: Posed, onQ: Vector, onR: Vector): Velocities {
  const drawVector = (size: number): Vector => each(drawDirection(random), (v) => v * size);
  const speed = random() < 0.3 ? 0 : 2 ** randomBetween(random, -6, 2);
  const rate = (): number => (random() < 0.3 ? 0 : 2 ** randomBetween(random, -6, 1.6));
  const pivot = (point: Vector): Vector => {
    const away = drawVector(scale * 2 ** randomBetween(random, -8, 3));
    return each(point, (x, k) => x + away[k]);
  };
  return {
    velocity: drawVector(speed),
    angularQ: drawVector(rate()),
    angularR: drawVector(rate()),
    pivotQ: pivot(onQ),
    pivotR: pivot(onR),
  };
}

/** T of kernels/disc-steps.ts: no point moves faster relative to another. */
function fastestOf({ velocity, angularQ, angularR, pivotQ, pivotR }: Velocities, scale: number): number {
  const turning = norm(angularQ) + norm(angularR);
  return (
    sizeOfVector(velocity) +
    sizeOfVector(crossed(angularQ, pivotQ)) +
    sizeOfVector(crossed(angularR, pivotR)) +
    turning * scale
  );
}

/** `writeMotions` of kernels/disc-steps.ts: the velocity of a point, and its acceleration. */
function motionOf(point: Intervals, velocity: Vector, angular: Vector, pivot: Vector): [Intervals, Interval] {
  const omega = each(angular, stored);
  const arm = each(crossed(angular, pivot), (x) => stored(-x));
  const turning = crossOf(omega, point);
  const t = each(arm, (x, k) => plus(x, turning[k]));
  const root2 = root(plus(plus(squared(t[0]), squared(t[1])), squared(t[2])));
  return [each(t, (x, k) => plus(stored(velocity[k]), x)), times(stored(norm(angular)), root2)];
}

/** How much too slow a speed along a direction, and how much too small an acceleration, can be: of two points, in parts of T and |ω|T. */
function motionErrors(
  posed: Posed,
  velocities: Velocities,
  points: readonly [computedQ: Intervals, exactQ: Vector, computedR: Intervals, exactR: Vector],
  q: Vector,
): [number, number] {
  const { velocity, angularQ, angularR, pivotQ, pivotR } = velocities;
  const [computedQ, exactQ, computedR, exactR] = points;
  const [velocityQ, bendQ] = motionOf(computedQ, velocity, angularQ, pivotQ);
  const [velocityR, bendR] = motionOf(computedR, [0, 0, 0], angularR, pivotR);
  const w = less(velocityQ, velocityR);
  const turnQ = crossed(angularQ, sub(exactQ, pivotQ));
  const turnR = crossed(angularR, sub(exactR, pivotR));
  const exactW = each(velocity, (x, k) => x + turnQ[k] - turnR[k]);
  const fastest = fastestOf(velocities, posed.scale);
  const turning = norm(angularQ) + norm(angularR);
  const closing = plus(dotOf(each(q, exactly), w), exactly(0));
  const exactBend = norm(angularQ) * norm(turnQ) + norm(angularR) * norm(turnR);
  return [
    fastest > 0 ? (dot(q, exactW) / norm(q) - closing.low) / (E * fastest) : 0,
    turning > 0 ? (exactBend - plus(bendQ, bendR).low) / (E * turning * fastest) : 0,
  ];
}

/** A direction of the reference frame in that of the query body. */
const turnedBack = ({ rows }: Posed, line: Vector): Vector =>
  each(line, (_, k) =>
    dot(
      line,
      each(rows, (row) => row[k]),
    ),
  );

/** A direction as the kernels scale it: its length is 1 to 4.5ε. */
function drawScaled(random: SeededRandom): Vector {
  const length = 1 + (random() < 0.5 ? 4.5 : -4.5) * E;
  return each(drawDirection(random), (x) => x * length);
}

/** How much too wide the gap of two discs along a direction can be (`discSteps`). */
function discGapError(posed: Posed, discQ: Disc, discR: Disc, q: Vector): number {
  const storedQ = storedDisc(discQ);
  const storedR = storedDisc(discR);
  const centre = movedPoint(posed, discQ.centre);
  const exact = each(moved(posed, discQ.centre), (x, k) => discR.centre[k] - x);
  const d = each(storedR.centre, (x, k) => minus(x, centre[k]));
  const line = each(q, exactly);
  const axisQ: Vector = each(posed.rows, (row) => dot(row, discQ.axis));
  const mQ = each(posed.rows, (row) => turned(row, storedQ.axis));
  const hQ = inUnits(storedQ.half, posed.unit);
  const rQ = inUnits(storedQ.radius, posed.unit);
  const raise = exactly(STEPS_RAISE);
  const u = magnitude(dotOf(mQ, line));
  const v = magnitude(dotOf(storedR.axis, line));
  const reach = plus(
    plus(times(u, hQ), times(v, storedR.half)),
    plus(times(rQ, root(minus(raise, squared(u)))), times(storedR.radius, root(minus(raise, squared(v))))),
  );
  const gap = minus(minus(dotOf(line, d), reach), exactly(0));
  const unit = each(q, (x) => x / norm(q));
  const extent = (axis: Vector, half: number, radius: number): number => {
    const along = Math.abs(dot(axis, unit));
    return along * half + radius * Math.sqrt(Math.max(0, 1 - along * along));
  };
  const exactGap =
    dot(unit, exact) -
    extent(axisQ, discQ.half * posed.unit, discQ.radius * posed.unit) -
    extent(discR.axis, discR.half, discR.radius);
  return (gap.high - exactGap) / (E * posed.scale);
}

/** The same of two corners (`stepsAlong` of kernels/leaf-steps.ts). */
function cornerGapError(corners: Corners, q: Vector): number {
  const line = each(q, exactly);
  const gap = minus(minus(dotOf(each(corners.cornerR.local, stored), line), dotOf(shifted(corners), line)), exactly(0));
  const exact = sub(corners.cornerR.local, exactlyShifted(corners));
  return (gap.high - dot(q, exact) / norm(q)) / (E * corners.posed.scale);
}

/** How much too long a step of `freeFor` (kernels/disc-steps.ts) can be, in parts of ε of itself, its last rounding included. */
function stepError(gap: number, closing: number, bend: number): number {
  const [g, c, a] = [gap, closing, bend].map(exactly);
  const twice = exactly(2 * gap);
  const speed = magnitude(c);
  const sum = plus(speed, root(plus(squared(c), times(a, twice))));
  const exactSum = Math.abs(closing) + Math.sqrt(closing * closing + 2 * bend * gap);
  const [high, exact] =
    closing >= 0 ? [(2 * g.high) / sum.low, (2 * gap) / exactSum] : [sum.high / a.low, exactSum / bend];
  return ((high * (1 + E) * (1 + E)) / exact - 1) / E;
}

function motionErrorsOfDiscs(random: SeededRandom): [number, number] {
  const posed = drawPosed(random);
  const [onQ, onR] = [drawDisc(random, posed.radiusQ).centre, drawDisc(random, posed.radiusR).centre];
  const exactQ = moved(posed, onQ);
  const velocities = drawVelocities(random, posed, exactQ, onR);
  return motionErrors(posed, velocities, [movedPoint(posed, onQ), exactQ, each(onR, stored), onR], drawScaled(random));
}

/** Of corners, relative to the origin of the reference body's leaf, which is added again. */
function motionErrorsOfCorners(random: SeededRandom): [number, number] {
  const corners = drawCorners(random);
  const { posed, cornerQ, cornerR } = corners;
  const [exactQ, exactR] = [moved(posed, cornerOf(cornerQ)), cornerOf(cornerR)];
  const computedQ = each(shifted(corners), (x, k) => plus(x, exactly(cornerR.origin[k])));
  const computedR = each(cornerR.local, (x, k) => plus(stored(x), exactly(cornerR.origin[k])));
  const velocities = drawVelocities(random, posed, exactQ, exactR);
  return motionErrors(posed, velocities, [computedQ, exactQ, computedR, exactR], drawScaled(random));
}

/**
 * How much larger than 1 a factor of l² has to be, in parts of ε, so that l² less the square of a part along an axis is not too small (`nearOf`,
 * `discSteps`): of the axis of the query body and a line, or that of the reference body. `unit` is 1, which the kernels do not compute, or l².
 */
function alignmentError(posed: Posed, axis: Vector, line: Vector, unit: Interval): number {
  const m = each(posed.rows, (row) => turned(row, each(axis, stored)));
  const along = squared(magnitude(dotOf(m, each(line, exactly))));
  const exact = dot(
    each(posed.rows, (row) => dot(row, axis)),
    line,
  );
  return ((dot(line, line) - exact * exact + along.high) / unit.low - 1) / E;
}

const raiseError = worst(14, (random) => {
  const posed = drawPosed(random);
  const line = each(drawDirection(random), (x) => x * 2 ** randomBetween(random, -4, 4));
  const unit = each(line, (x) => x / norm(line));
  const lSq = dotOf(each(line, exactly), each(line, exactly));
  const axis = turnedBack(posed, unit);
  const other = each(unit, (x) => Math.fround(x));
  return Math.max(
    alignmentError(posed, axis, line, times(lSq, exactly(1))),
    alignmentError(
      posed,
      turnedBack(
        posed,
        each(other, (x) => x / norm(other)),
      ),
      other,
      exactly(1),
    ),
  );
});

const stepsRaiseError = worst(15, (random) => {
  const posed = drawPosed(random);
  const q = drawScaled(random);
  return alignmentError(
    posed,
    turnedBack(
      posed,
      each(q, (x) => x / norm(q)),
    ),
    q,
    exactly(1),
  );
});

/** The same of `discHeights`: the normal is stored as f32, and its squared length beside it. */
const heightsRaiseError = worst(16, (random) => {
  const normal = each(drawDirection(random), (x) => x * 2 ** randomBetween(random, -4, 4));
  const axis = each(normal, (x) => x / norm(normal));
  const lean = squared(magnitude(dotOf(each(axis, stored), each(normal, stored))));
  const raised = times(stored(dot(normal, normal)), exactly(1));
  return (lean.high / raised.low - 1) / E;
});

/** How far a corner of a disc can be beyond its length and radius when centre and axis are stored as f32, in parts of |c|₁ + h + ρ. */
const storedError = worst(17, (random) => {
  const { centre, axis, half, radius } = drawDisc(random, 1);
  const aside = crossed(axis, drawDirection(random));
  const side = each(aside, (x) => x / norm(aside));
  const corner = each(axis, (m, k) => half * m + radius * side[k]);
  const moves = (direction: Vector): number => dot(each(centre, Math.abs), each(direction, Math.abs));
  const leans = (arm: Vector, direction: Vector): number => dot(each(arm, Math.abs), each(direction, Math.abs));
  const along = moves(axis) + leans(axis, corner);
  const across = moves(side) + half * leans(axis, side);
  return Math.max(along, across) / (sizeOfVector(centre) + half + radius);
});

/** How much smaller than 1 the factor of l² in `discDistances` of kernels/nearest-point.ts has to be, so that the rest is not too large. */
const lowerError = worst(18, (random) => {
  const line = each(drawDirection(random), (x) => x * 2 ** randomBetween(random, -4, 4));
  const axis = each(line, (x) => x / norm(line));
  const d = each(line, exactly);
  const along = squared(magnitude(dotOf(each(axis, stored), d)));
  return (1 - along.low / times(dotOf(d, d), exactly(1)).high) / E;
});

const mostOf = (a: Interval, least: number): Interval => ({
  low: Math.max(a.low, least),
  high: Math.max(a.high, least),
});

/** How much too large the distance of a point from a disc can be (`discDistances`), in parts of ε·S. */
const pointError = worst(19, (random) => {
  const disc = drawDisc(random, 1);
  const far = 2 ** randomBetween(random, -4, 2);
  const point = each(drawDirection(random), (x) => x * far);
  const { centre, axis, half, radius } = storedDisc(disc);
  const d = each(point, (x, k) => minus(stored(x), centre[k]));
  const along = magnitude(dotOf(axis, d));
  const sq = plus(plus(squared(d[0]), squared(d[1])), squared(d[2]));
  const aside = root(mostOf(minus(times(sq, exactly(LOWER)), squared(along)), 0));
  const up = mostOf(minus(along, half), 0);
  const out = mostOf(minus(aside, radius), 0);
  const distance = root(plus(squared(up), squared(out)));
  const exact = sub(point, disc.centre);
  const exactAlong = Math.abs(dot(exact, disc.axis));
  const exactAside = Math.sqrt(Math.max(0, dot(exact, exact) - exactAlong ** 2));
  const nearest = Math.hypot(Math.max(0, exactAlong - disc.half), Math.max(0, exactAside - disc.radius));
  return (distance.high - nearest) / (E * (2 + sizeOfVector(point)));
});

/** How much too large a gap along a vector of length 1, to 12ε, can be (`raiseGaps` of kernels/near.ts), in parts of ε and the size of the leaves. */
const nearGapError = worst(20, (random) => {
  const corners = drawCorners(random);
  const length = 1 + 12 * E * (random() < 0.5 ? 1 : -1);
  const line = each(drawDirection(random), (x) => x * length);
  const a = each(line, exactly);
  const offset = dotOf(each(originGap(corners), stored), a);
  const gap = minus(
    dotOf(each(corners.cornerR.local, stored), a),
    plus(dotOf(turnedLocal(corners.posed, corners.cornerQ), a), offset),
  );
  const exact = dot(sub(corners.cornerR.local, exactlyShifted(corners)), line) / norm(line);
  return (gap.high - exact) / (E * sizeOf(corners));
});

/** Of steps in time, in parts of ε·S, ε·T, ε|ω|·T, and ε. */
const steps = {
  GAP_ERROR: Math.max(
    worst(6, (random) => {
      const posed = drawPosed(random);
      const [discQ, discR] = [drawDisc(random, posed.radiusQ), drawDisc(random, posed.radiusR)];
      const q = drawScaled(random);
      const line = each(q, (x) => x / norm(q));
      return random() < 0.5
        ? discGapError(posed, { ...discQ, axis: turnedBack(posed, line) }, { ...discR, axis: line }, q)
        : discGapError(posed, discQ, discR, q);
    }),
    worst(13, (random) => {
      const posed = drawPosed(random);
      const [, byAxes] = discErrors(posed, drawDisc(random, posed.radiusQ), drawDisc(random, posed.radiusR));
      return byAxes / (E * posed.scale);
    }),
    worst(7, (random) => cornerGapError(drawCorners(random), drawScaled(random))),
  ),
  SPEED_ERROR: Math.max(
    worst(8, (random) => motionErrorsOfDiscs(random)[0]),
    worst(9, (random) => motionErrorsOfCorners(random)[0]),
  ),
  BEND_ERROR: Math.max(
    worst(10, (random) => motionErrorsOfDiscs(random)[1]),
    worst(11, (random) => motionErrorsOfCorners(random)[1]),
  ),
  STEP_ERROR: worst(12, (random) =>
    stepError(2 ** randomBetween(random, -10, 2), randomBetween(random, -3, 3), 2 ** randomBetween(random, -10, 3)),
  ),
};
/** In parts of ε·S. */
const found = {
  discs: worst(1, (random) => {
    const posed = drawPosed(random);
    const discQ = drawDisc(random, posed.radiusQ);
    const discR = drawDisc(random, posed.radiusR);
    // Axes along the line of the centres: there a root magnifies what rounding does to an axis.
    const between = each(moved(posed, discQ.centre), (x, k) => discR.centre[k] - x);
    const line = each(between, (x) => x / norm(between));
    const isAligned = random() < 0.5;
    const errors = isAligned
      ? discErrors(posed, { ...discQ, axis: turnedBack(posed, line) }, { ...discR, axis: line })
      : discErrors(posed, discQ, discR);
    return Math.max(...errors) / (E * posed.scale);
  }),
  corners: worst(2, (random) => {
    const corners = drawCorners(random);
    const line = each(drawDirection(random), (v) => v * 2 ** randomBetween(random, -8, 2));
    return cornerError(corners, line) / (E * corners.posed.scale);
  }),
  gaps: worst(6, (random) => {
    const corners = drawCorners(random);
    const line = each(drawDirection(random), (v) => v * 2 ** randomBetween(random, -8, 2));
    return gapError(corners, line) / (E * corners.posed.scale);
  }),
  heights: worst(7, heightsError),
  // In parts of ε and of the size that a corner is relative to.
  shifted: worst(3, (random) => {
    const corners = drawCorners(random);
    return shiftedError(corners) / (E * sizeOf(corners));
  }),
  boxes: worst(4, (random) => {
    const corners = drawCorners(random);
    return boxError(corners, CORNER_ERROR * sizeOf(corners)) / (E * sizeOf(corners));
  }),
  planes: worst(5, (random) => determinantErrors(...drawTriangles(random), 0)[0]),
  mixed: worst(21, (random) => determinantErrors(...drawTriangles(random), random() < 0.5 ? 0 : 1)[1]),
};

/** The least corner of the cell of a coordinate on a grid of `size` points, and the coordinate on the grid. */
function cellOf(x: number, size: number): { readonly least: number; readonly inside: number } {
  const inside = Math.min(Math.max(x, 0), size - 1);
  return { least: Math.min(Math.trunc(inside), size - 2), inside };
}

/**
 * How much the depth of a ball can be above what the filter in f32 allows for it, in spacings (kernels/ball-tests.ts): the greatest value at the corners of
 * its cell, less the distance from the grid. The grid is as large as they get; on it, the depth is the height in a direction.
 */
const depthError = worst(23, (random) => {
  const size = 2 ** 11;
  const slopes = [random() - 0.5, random() - 0.5, random() - 0.5];
  const steepness = Math.hypot(...slopes);
  const at = (corner: readonly number[]): number =>
    Math.fround(corner.reduce((sum, x, k) => sum + (x - size / 2) * (slopes[k] / steepness), 0));
  // Mostly next to a face of a cell, where rounding chooses the cell; now and then beyond the grid.
  const ball = [0, 1, 2].map(() => 3 * size * (random() - 0.5));
  const offset = ball.map((x) => Math.trunc(size * (1.2 * random() - 0.1)) + 2 ** -10 * (random() - 0.5) - x);
  const radius = 2 ** 11 * random();
  const exact = ball.map((x, k) => cellOf(x + offset[k], size));
  const single = ball.map((x, k) => Math.fround(Math.fround(x) + Math.fround(offset[k])));
  const cells = single.map((x) => cellOf(x, size));
  let depth = 0;
  let greatest = -Infinity;
  for (let corner = 0; corner < 8; corner++) {
    const to = [corner & 1, (corner >> 1) & 1, corner >> 2];
    const weights = exact.map(({ least, inside }, k) => (to[k] === 1 ? inside - least : 1 - (inside - least)));
    depth += weights[0] * weights[1] * weights[2] * at(exact.map(({ least }, k) => least + to[k]));
    greatest = Math.max(greatest, at(cells.map(({ least }, k) => least + to[k])));
  }
  const beyond = ball.map((x, k) => x + offset[k] - exact[k].inside);
  const beyondSingle = single.map((x, k) => Math.fround(x - cells[k].inside));
  const off = Math.fround(
    Math.sqrt(Math.fround(beyondSingle.reduce((sum, x) => Math.fround(sum + Math.fround(x * x)), 0))),
  );
  const filter = Math.fround(Math.fround(Math.fround(radius) + greatest) - off);
  return radius + depth - Math.hypot(...beyond) - filter;
});

/** A number that an expression of a kernel has. */
const numberIn = (file: string, pattern: RegExp): number => Number(pattern.exec(kernelSource(file))?.[1]);
/** How much too small a length can be as f32. */
const lengthError = (1 - stored(1).low) / E;
const stepBound = (name: string): number => kernelConstant('disc-steps.ts', name) / E;
const rowsBound = (name: string): number => kernelConstant('triangle-rows.ts', name);

/** Each bound, the largest error that was found, in its units, and how many times as large the bound is. */
const BOUNDS: readonly (readonly [name: string, bound: number, worst: number, times: number])[] = [
  ['ERROR_BOUND, discs (discs.ts)', ERROR_BOUND / E, found.discs, 2.2],
  ['ERROR_BOUND, triangles along the line of the centres (leaves.ts)', ERROR_BOUND / E, found.corners, 3],
  ['ERROR_BOUND, triangles (triangle-gaps.ts)', ERROR_BOUND / E, found.gaps, 2.7],
  ['ERROR_BOUND, two heights (caps.ts)', ERROR_BOUND / E, found.heights, 4.9],
  ['RAISE (discs.ts)', (RAISE - 1) / E, raiseError, 2.7],
  ['RAISE (disc-steps.ts)', (STEPS_RAISE - 1) / E, stepsRaiseError, 2.2],
  ['RAISE (heights.ts)', (HEIGHTS_RAISE - 1) / E, heightsRaiseError, 4.9],
  ['STORED_RAISE (upload.ts)', STORED_RAISE / E, storedError, 4],
  ['extent (upload.ts)', numberIn('upload.ts', /sqrt\(extentSq\) \* \(1 \+ (\d+) \* EPSILON\)/), lengthError, 4],
  ['CORNER_ERROR, of a coordinate (leaf-boxes.ts)', CORNER_ERROR / E, found.shifted, 1.3],
  ['CORNER_ERROR, of boxes (leaf-boxes.ts)', CORNER_ERROR / E, found.boxes, 1.6],
  ['ROUNDED_UP (leaf-boxes.ts)', (kernelConstant('leaf-boxes.ts', 'ROUNDED_UP') - 1) / E, lengthError, 16.8],
  ['limitOf (leaves.ts)', (numberIn('leaves.ts', /ERROR_BOUND_AT\)\) \* ([\d.]+)\)/) - 1) / E, lengthError, 16.8],
  ['PLANE_ERROR (triangle-rows.ts)', rowsBound('PLANE_ERROR'), found.planes, 1.4],
  ['MIXED_ERROR (triangle-rows.ts)', rowsBound('MIXED_ERROR'), found.mixed, 4.1],
  ['GAP_ERROR (disc-steps.ts)', stepBound('GAP_ERROR'), steps.GAP_ERROR, 2.2],
  ['SPEED_ERROR (disc-steps.ts)', stepBound('SPEED_ERROR'), steps.SPEED_ERROR, 2.2],
  ['BEND_ERROR (disc-steps.ts)', stepBound('BEND_ERROR'), steps.BEND_ERROR, 1.7],
  ['STEP_ERROR (disc-steps.ts)', stepBound('STEP_ERROR'), steps.STEP_ERROR, 1.6],
  ['enoughOf (advance.ts)', (numberIn('advance.ts', /\(end - now\) \* ([\d.]+)\)/) - 1) / E, lengthError, 4],
  ['LOWER (nearest-point.ts)', (1 - LOWER) / E, lowerError, 4.9],
  ['ROUNDING (nearest-point.ts)', kernelConstant('nearest-point.ts', 'ROUNDING') / E, pointError, 4.7],
  ['MOST_ABOVE (ball-tests.ts)', kernelConstant('ball-tests.ts', 'MOST_ABOVE'), depthError, 14.2],
  [
    'gapRounding (near.ts)',
    (numberIn('near.ts', /return <f32>(\d+) \* cornersError/) * CORNER_ERROR) / E,
    nearGapError,
    1.6,
  ],
];

test.for(BOUNDS)('%s: enough, and no less than it is said to be', ([, bound, worst, times], { expect }) => {
  expect(worst).toBeLessThan(bound);
  expect(bound / worst).toBeGreaterThan(times / 1.25);
  expect(bound / worst).toBeLessThan(times * 1.25);
});

test('kernels that derive the error bound themselves have that of the host', () => {
  expect(kernelConstant('world-pair.ts', 'ERROR_BOUND')).toBe(ERROR_BOUND);
});
