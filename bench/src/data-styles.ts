// Which shape of data makes a kernel fast? The closest points of two segments (Ericson, Real-Time Collision Detection,
// 5.1.9), written four times with the same arithmetic. The answer decides how core writes its kernels, so it is asked again
// on each new engine.

import { seeded } from '@nearmiss/fixtures';
import { type Entrant, interleave } from './interleave.ts';

export interface StyleResult {
  readonly style: string;
  /** Nanoseconds a call, least over the batches. */
  readonly best: number;
  readonly rounds: readonly number[];
}

const PAIRS = 4096;
/** Two segments: 4 points, 12 numbers. */
const PAIR_STRIDE = 12;
const BATCHES = 40;
/** Passes over all pairs in one batch: some milliseconds, well above what a clock can resolve. */
const PASSES_A_BATCH = 5;
const SEED = 11;

/** The sum of squared distances, which every style must agree on to the last bit. */
export interface StyleRun {
  readonly style: string;
  readonly run: () => number;
}

export async function runDataStyles(): Promise<StyleResult[]> {
  const styles = dataStyles(randomSegments(PAIRS, SEED));
  const expected = styles[0].run();
  const entrants = styles.map(
    ({ style, run }): Entrant<number> => ({
      label: style,
      turn: async () => {
        const start = performance.now();
        let sum = 0;
        for (let pass = 0; pass < PASSES_A_BATCH; pass++) sum = run();
        const nanoseconds = ((performance.now() - start) * 1e6) / (PASSES_A_BATCH * PAIRS);
        if (sum !== expected) throw new Error(`The style "${style}" sums to ${sum}, not ${expected}.`);
        return nanoseconds;
      },
    }),
  );
  const results = await interleave(entrants, BATCHES);
  return results.map(({ label, turns }) => ({ style: label, best: Math.min(...turns), rounds: turns }));
}

export function randomSegments(pairs: number, seed: number): Float64Array {
  const random = seeded(seed);
  return Float64Array.from({ length: pairs * PAIR_STRIDE }, () => 2 * random() - 1);
}

export function dataStyles(segments: Float64Array): StyleRun[] {
  return [flatStyle(segments), objectStyle(segments), helperStyle(segments), scalarStyle(segments)];
}

function clamp01(value: number): number {
  return Math.min(Math.max(value, 0), 1);
}

// 1. One flat Float64Array and an offset; scalars inside; the result stored last.

function flatStyle(segments: Float64Array): StyleRun {
  const out = new Float64Array(6);
  return {
    style: 'flat Float64Array + offset, scalar locals',
    run: () => {
      let sum = 0;
      for (let at = 0; at < segments.length; at += PAIR_STRIDE) sum += closestFlat(segments, at, out);
      return sum;
    },
  };
}

function closestFlat(segments: Float64Array, at: number, out: Float64Array): number {
  const px = segments[at];
  const py = segments[at + 1];
  const pz = segments[at + 2];
  const ux = segments[at + 3] - px;
  const uy = segments[at + 4] - py;
  const uz = segments[at + 5] - pz;
  const qx = segments[at + 6];
  const qy = segments[at + 7];
  const qz = segments[at + 8];
  const vx = segments[at + 9] - qx;
  const vy = segments[at + 10] - qy;
  const vz = segments[at + 11] - qz;
  const rx = px - qx;
  const ry = py - qy;
  const rz = pz - qz;

  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  const uv = ux * vx + uy * vy + uz * vz;
  const ur = ux * rx + uy * ry + uz * rz;
  const vr = vx * rx + vy * ry + vz * rz;
  const crossSq = uu * vv - uv * uv;
  let s = crossSq > 0 ? clamp01((uv * vr - ur * vv) / crossSq) : 0;
  let t = (uv * s + vr) / vv;
  if (t < 0) {
    t = 0;
    s = clamp01(-ur / uu);
  } else if (t > 1) {
    t = 1;
    s = clamp01((uv - ur) / uu);
  }

  const ax = px + ux * s;
  const ay = py + uy * s;
  const az = pz + uz * s;
  const bx = qx + vx * t;
  const by = qy + vy * t;
  const bz = qz + vz * t;
  out[0] = ax;
  out[1] = ay;
  out[2] = az;
  out[3] = bx;
  out[4] = by;
  out[5] = bz;
  const dx = ax - bx;
  const dy = ay - by;
  const dz = az - bz;
  return dx * dx + dy * dy + dz * dz;
}

// 2. Objects with x, y, z, a new one for each vector.

interface Point {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

interface PointPair {
  readonly a: Point;
  readonly b: Point;
}

function objectStyle(segments: Float64Array): StyleRun {
  const points: Point[] = [];
  for (let at = 0; at < segments.length; at += 3) {
    points.push({ x: segments[at], y: segments[at + 1], z: segments[at + 2] });
  }
  return {
    style: '{x, y, z}, new each time',
    run: () => {
      let sum = 0;
      for (let i = 0; i < points.length; i += 4) {
        const { a, b } = closestObjects(points[i], points[i + 1], points[i + 2], points[i + 3]);
        const d = subPoints(a, b);
        sum += dotPoints(d, d);
      }
      return sum;
    },
  };
}

const subPoints = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y, z: a.z - b.z });
const dotPoints = (a: Point, b: Point): number => a.x * b.x + a.y * b.y + a.z * b.z;
const alongPoint = (p: Point, u: Point, s: number): Point => ({ x: p.x + u.x * s, y: p.y + u.y * s, z: p.z + u.z * s });

function closestObjects(p: Point, pEnd: Point, q: Point, qEnd: Point): PointPair {
  const u = subPoints(pEnd, p);
  const v = subPoints(qEnd, q);
  const r = subPoints(p, q);
  const uu = dotPoints(u, u);
  const vv = dotPoints(v, v);
  const uv = dotPoints(u, v);
  const ur = dotPoints(u, r);
  const vr = dotPoints(v, r);
  const crossSq = uu * vv - uv * uv;
  let s = crossSq > 0 ? clamp01((uv * vr - ur * vv) / crossSq) : 0;
  let t = (uv * s + vr) / vv;
  if (t < 0) {
    t = 0;
    s = clamp01(-ur / uu);
  } else if (t > 1) {
    t = 1;
    s = clamp01((uv - ur) / uu);
  }
  return { a: alongPoint(p, u, s), b: alongPoint(q, v, t) };
}

// 3. Vector helpers that write into number[] scratch.

function helperStyle(segments: Float64Array): StyleRun {
  const points: number[][] = [];
  for (let at = 0; at < segments.length; at += 3) {
    points.push([segments[at], segments[at + 1], segments[at + 2]]);
  }
  const outA = [0.5, 0.5, 0.5];
  const outB = [0.5, 0.5, 0.5];
  const difference = [0.5, 0.5, 0.5];
  return {
    style: 'vec3 helpers on number[] scratch',
    run: () => {
      let sum = 0;
      for (let i = 0; i < points.length; i += 4) {
        closestHelpers(points[i], points[i + 1], points[i + 2], points[i + 3], outA, outB);
        sub(difference, outA, outB);
        sum += dot(difference, difference);
      }
      return sum;
    },
  };
}

function sub(out: number[], a: number[], b: number[]): void {
  out[0] = a[0] - b[0];
  out[1] = a[1] - b[1];
  out[2] = a[2] - b[2];
}

const dot = (a: number[], b: number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function along(out: number[], p: number[], u: number[], s: number): void {
  out[0] = p[0] + u[0] * s;
  out[1] = p[1] + u[1] * s;
  out[2] = p[2] + u[2] * s;
}

// Halves, not zeros: an array of small integers would change its kind at the first fraction stored.
const scratchU = [0.5, 0.5, 0.5];
const scratchV = [0.5, 0.5, 0.5];
const scratchR = [0.5, 0.5, 0.5];

function closestHelpers(
  p: number[],
  pEnd: number[],
  q: number[],
  qEnd: number[],
  outA: number[],
  outB: number[],
): void {
  sub(scratchU, pEnd, p);
  sub(scratchV, qEnd, q);
  sub(scratchR, p, q);
  const uu = dot(scratchU, scratchU);
  const vv = dot(scratchV, scratchV);
  const uv = dot(scratchU, scratchV);
  const ur = dot(scratchU, scratchR);
  const vr = dot(scratchV, scratchR);
  const crossSq = uu * vv - uv * uv;
  let s = crossSq > 0 ? clamp01((uv * vr - ur * vv) / crossSq) : 0;
  let t = (uv * s + vr) / vv;
  if (t < 0) {
    t = 0;
    s = clamp01(-ur / uu);
  } else if (t > 1) {
    t = 1;
    s = clamp01((uv - ur) / uu);
  }
  along(outA, p, scratchU, s);
  along(outB, q, scratchV, t);
}

// 4. Twelve scalar parameters.

function scalarStyle(segments: Float64Array): StyleRun {
  const out = new Float64Array(6);
  return {
    style: '12 scalar parameters',
    run: () => {
      let sum = 0;
      for (let at = 0; at < segments.length; at += PAIR_STRIDE) {
        sum += closestScalars(
          segments[at],
          segments[at + 1],
          segments[at + 2],
          segments[at + 3],
          segments[at + 4],
          segments[at + 5],
          segments[at + 6],
          segments[at + 7],
          segments[at + 8],
          segments[at + 9],
          segments[at + 10],
          segments[at + 11],
          out,
        );
      }
      return sum;
    },
  };
}

function closestScalars(
  px: number,
  py: number,
  pz: number,
  pEndX: number,
  pEndY: number,
  pEndZ: number,
  qx: number,
  qy: number,
  qz: number,
  qEndX: number,
  qEndY: number,
  qEndZ: number,
  out: Float64Array,
): number {
  const ux = pEndX - px;
  const uy = pEndY - py;
  const uz = pEndZ - pz;
  const vx = qEndX - qx;
  const vy = qEndY - qy;
  const vz = qEndZ - qz;
  const rx = px - qx;
  const ry = py - qy;
  const rz = pz - qz;

  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  const uv = ux * vx + uy * vy + uz * vz;
  const ur = ux * rx + uy * ry + uz * rz;
  const vr = vx * rx + vy * ry + vz * rz;
  const crossSq = uu * vv - uv * uv;
  let s = crossSq > 0 ? clamp01((uv * vr - ur * vv) / crossSq) : 0;
  let t = (uv * s + vr) / vv;
  if (t < 0) {
    t = 0;
    s = clamp01(-ur / uu);
  } else if (t > 1) {
    t = 1;
    s = clamp01((uv - ur) / uu);
  }

  const ax = px + ux * s;
  const ay = py + uy * s;
  const az = pz + uz * s;
  const bx = qx + vx * t;
  const by = qy + vy * t;
  const bz = qz + vz * t;
  out[0] = ax;
  out[1] = ay;
  out[2] = az;
  out[3] = bx;
  out[4] = by;
  out[5] = bz;
  const dx = ax - bx;
  const dy = ay - by;
  const dz = az - bz;
  return dx * dx + dy * dy + dz * dz;
}
