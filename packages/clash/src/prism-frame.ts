// Along which axis of a box solids have the fewest pairs of prisms above each other.

import { type PrismFrame, prismFrame } from './prisms.ts';

/** Of the faces that roof prisms in a frame: their number, the sums of their extents along u and v, and of the products of these. */
interface Extents {
  count: number;
  u: number;
  v: number;
  uv: number;
}

/** A mesh in the frame of the box, and whether its own pairs of prisms are summed too. */
export interface FramedMesh {
  readonly points: Float64Array;
  readonly triangles: Uint32Array;
  readonly isConvex: boolean;
}

/** Faces that are measured of each mesh. */
const MOST_MEASURED = 1024;
const UPS = [0, 1, 2] as const;

/** The frame with the fewest pairs of rectangles that have points in common, if these are spread evenly. */
export function leastFrame(a: FramedMesh, b: FramedMesh, box: readonly number[]): PrismFrame {
  const [extentsA, extentsB] = [extentsOf(a, box), extentsOf(b, box)];
  let best = prismFrame(box, 2, false);
  let least = Infinity;
  for (const up of UPS) {
    for (const isFlipped of [false, true]) {
      const frame = prismFrame(box, up, isFlipped);
      const [one, other] = [extentsA[2 * up + Number(isFlipped)], extentsB[2 * up + Number(isFlipped)]];
      const own =
        (a.isConvex ? 0 : expected(one, one, frame) / 2) + (b.isConvex ? 0 : expected(other, other, frame) / 2);
      const pairs = expected(one, other, frame) + own;
      if (!(pairs < least)) continue;
      least = pairs;
      best = frame;
    }
  }
  return best;
}

/** Two rectangles in a larger one overlap if the sum of their extents is more than the distance of their middles, along both axes. */
function expected(a: Extents, b: Extents, { sides: [width, length] }: PrismFrame): number {
  return (a.uv * b.count + a.u * b.v + a.v * b.u + a.count * b.uv) / (width * length);
}

function extentsOf({ points, triangles }: FramedMesh, box: readonly number[]): readonly Extents[] {
  const all = Array.from({ length: 6 }, (): Extents => ({ count: 0, u: 0, v: 0, uv: 0 }));
  const low = new Float64Array(3);
  const high = new Float64Array(3);
  // Of many faces, some in equal steps: they stand for the others.
  const step = Math.ceil(triangles.length / 3 / MOST_MEASURED);
  for (let k = 0; k < triangles.length; k += 3 * step) {
    const p = 3 * triangles[k];
    const q = 3 * triangles[k + 1];
    const r = 3 * triangles[k + 2];
    let outside = 0;
    for (let axis = 0; axis < 3; axis++) {
      low[axis] = Math.min(points[p + axis], points[q + axis], points[r + axis]);
      high[axis] = Math.max(points[p + axis], points[q + axis], points[r + axis]);
      if (high[axis] <= box[axis] || low[axis] >= box[axis + 3]) outside++;
    }
    if (outside > 1) continue;
    for (let up = 0; up < 3; up++) {
      const u = up === 2 ? 0 : up + 1;
      const v = up === 0 ? 2 : up - 1;
      const du = Math.min(high[u], box[u + 3]) - Math.max(low[u], box[u]);
      const dv = Math.min(high[v], box[v + 3]) - Math.max(low[v], box[v]);
      // A face that is upright in a frame roofs nothing there.
      if (!(du > 0 && dv > 0) || isUpright(points, p, q, r, u, v)) continue;
      if (high[up] > box[up]) grow(all[2 * up], step, du, dv);
      if (low[up] < box[up + 3]) grow(all[2 * up + 1], step, du, dv);
    }
  }
  return all;
}

function isUpright(points: Float64Array, p: number, q: number, r: number, u: number, v: number): boolean {
  const left = (points[q + u] - points[p + u]) * (points[r + v] - points[p + v]);
  return left === (points[q + v] - points[p + v]) * (points[r + u] - points[p + u]);
}

function grow(extents: Extents, faces: number, u: number, v: number): void {
  extents.count += faces;
  extents.u += faces * u;
  extents.v += faces * v;
  extents.uv += faces * (u * v);
}
