// Where the separating normal of convex bodies is orthogonal to a face of each, the whole common area of both faces touches last.
// The contact is the middle of that area, so that a box at rest is supported without tipping. EPA alone gives an arbitrary point of
// it.

import { type ConvexBody, supportVertex } from '../../convex/convex-body.ts';
import { RELATIVE_SCALE } from '../../scalar/pose.ts';
import { addMoments, farthestOf, hull2, POINT2, withoutSlivers } from './hull2.ts';
import { TUNING } from './tuning.ts';

const { IN_PLANE, PARALLEL_EDGES_SQ: PARALLEL_SQ } = TUNING.local;

/**
 * Moves the witness points of two polytopes, query and reference in the reference frame, to the middle of their common area in the
 * support planes along `normal`, which points from the query body to the reference body. If one of them ends in a vertex, nothing
 * changes. Three numbers of `scratch` are overwritten.
 */
export function centreFlush(
  query: ConvexBody,
  reference: ConvexBody,
  pose: Float64Array,
  scale: number,
  normal: Float64Array,
  points: Float64Array,
  scratch: Float64Array,
): void {
  const x = normal[0];
  const y = normal[1];
  const z = normal[2];
  const near = IN_PLANE * scale;
  if (!isFlush(query, reference, normal, pose, near, scratch)) return;
  writeOwnDirection(pose, normal, scratch);
  const mx = scratch[0];
  const my = scratch[1];
  const mz = scratch[2];
  const top = highest(query.vertices, mx, my, mz);
  const bottom = highest(reference.vertices, -x, -y, -z);

  const plane = planeAcross(normal);
  const upper = hull2(moved(query.vertices, pose, above(query.vertices, mx, my, mz, top - near)).map(plane));
  const lower = hull2(
    above(reference.vertices, -x, -y, -z, bottom - near)
      .map((v) => at(reference.vertices, v))
      .map(plane),
  );
  const shared = withoutSlivers(hull2(intersection(withoutSlivers(upper), withoutSlivers(lower), near)));
  if (shared.length === 0) return;
  const middle = middleOf(shared);
  const [u, v] = plane.axes;
  const height = top + x * pose[9] + y * pose[10] + z * pose[11];
  for (let c = 0; c < 3; c++) {
    const beside = middle[0] * u[c] + middle[1] * v[c];
    points[c] = beside + height * normal[c];
    points[3 + c] = beside - bottom * normal[c];
  }
}

/** Support sets of one vertex; of more than an edge. An edge is given by its other end. */
const VERTEX = -1;
const FACE = -2;

/**
 * Whether the support planes can have more than a point in common: not if a body ends in a vertex, and not if two edges cross, as
 * in most contacts.
 */
function isFlush(
  query: ConvexBody,
  reference: ConvexBody,
  normal: Float64Array,
  pose: Float64Array,
  near: number,
  scratch: Float64Array,
): boolean {
  writeOwnDirection(pose, normal, scratch);
  const endQ = supportSet(query, near, scratch);
  if (endQ === VERTEX) return false;
  const vertexQ = scratch[0];
  for (let k = 0; k < 3; k++) scratch[k] = -normal[k];
  const endR = supportSet(reference, near, scratch);
  if (endR === VERTEX) return false;
  if (endQ === FACE || endR === FACE) return true;
  const [m, r] = [query.vertices, reference.vertices];
  const [a, b, c, d] = [3 * endQ, 3 * vertexQ, 3 * endR, 3 * scratch[0]];
  const [ex, ey, ez] = [m[a] - m[b], m[a + 1] - m[b + 1], m[a + 2] - m[b + 2]];
  const ux = pose[0] * ex + pose[1] * ey + pose[2] * ez;
  const uy = pose[3] * ex + pose[4] * ey + pose[5] * ez;
  const uz = pose[6] * ex + pose[7] * ey + pose[8] * ez;
  const [vx, vy, vz] = [r[c] - r[d], r[c + 1] - r[d + 1], r[c + 2] - r[d + 2]];
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  return x * x + y * y + z * z <= PARALLEL_SQ * (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz);
}

/** A direction of the reference frame in the query body's frame, times its scale. */
function writeOwnDirection(pose: Float64Array, direction: Float64Array, out: Float64Array): void {
  const s = pose[RELATIVE_SCALE];
  for (let k = 0; k < 3; k++) {
    out[k] = s * (pose[k] * direction[0] + pose[3 + k] * direction[1] + pose[6 + k] * direction[2]);
  }
}

/**
 * The vertices in the support plane along scratch[0..2]. The support vertex is written to scratch[0]; others are joined to it by
 * edges in the plane.
 */
function supportSet(body: ConvexBody, near: number, scratch: Float64Array): number {
  const x = scratch[0];
  const y = scratch[1];
  const z = scratch[2];
  const { vertices, neighbourStart, neighbours } = body;
  const vertex = supportVertex(body, scratch, 0);
  scratch[0] = vertex;
  const height = x * vertices[3 * vertex] + y * vertices[3 * vertex + 1] + z * vertices[3 * vertex + 2];
  let found = VERTEX;
  for (let k = neighbourStart[vertex]; k < neighbourStart[vertex + 1]; k++) {
    const n = 3 * neighbours[k];
    if (x * vertices[n] + y * vertices[n + 1] + z * vertices[n + 2] < height - near) continue;
    if (found !== VERTEX) return FACE;
    found = neighbours[k];
  }
  return found;
}

function highest(vertices: Float64Array, x: number, y: number, z: number): number {
  let most = -Infinity;
  for (let k = 0; k < vertices.length; k += 3) {
    const height = x * vertices[k] + y * vertices[k + 1] + z * vertices[k + 2];
    if (height > most) most = height;
  }
  return most;
}

function above(vertices: Float64Array, x: number, y: number, z: number, least: number): number[] {
  const found: number[] = [];
  for (let k = 0; k < vertices.length; k += 3) {
    if (x * vertices[k] + y * vertices[k + 1] + z * vertices[k + 2] >= least) found.push(k / 3);
  }
  return found;
}

function at(vertices: Float64Array, v: number): Float64Array {
  return vertices.subarray(3 * v, 3 * v + 3);
}

/** Vertices of the query body in the reference frame. */
function moved(vertices: Float64Array, pose: Float64Array, chosen: readonly number[]): Float64Array[] {
  const s = pose[RELATIVE_SCALE];
  return chosen.map((v) => {
    const p = at(vertices, v);
    return Float64Array.from({ length: 3 }, (_, c) => {
      const o = 3 * c;
      return s * (pose[o] * p[0] + pose[o + 1] * p[1] + pose[o + 2] * p[2]) + pose[9 + c];
    });
  });
}

interface Projection {
  (point: Float64Array): Float64Array;
  axes: readonly [Float64Array, Float64Array];
}

/** Coordinates in the plane orthogonal to a unit normal. */
function planeAcross(n: Float64Array): Projection {
  // Start from an axis that is not nearly parallel to the normal.
  const least =
    Math.abs(n[0]) <= Math.abs(n[1])
      ? Math.abs(n[0]) <= Math.abs(n[2])
        ? 0
        : 2
      : Math.abs(n[1]) <= Math.abs(n[2])
        ? 1
        : 2;
  const e = Float64Array.from({ length: 3 }, (_, c) => (c === least ? 1 : 0) - n[least] * n[c]);
  const length = Math.sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
  const u = e.map((x) => x / length);
  const v = Float64Array.of(n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0]);
  const project = (p: Float64Array): Float64Array =>
    Float64Array.of(p[0] * u[0] + p[1] * u[1] + p[2] * u[2], p[0] * v[0] + p[1] * v[1] + p[2] * v[2], 0);
  return Object.assign(project, { axes: [u, v] as const });
}

/** The intersection of two convex polygons or segments: corners of one within the other, and crossings of their sides. */
function intersection(a: readonly Float64Array[], b: readonly Float64Array[], near: number): Float64Array[] {
  const shared = [...a.filter((p) => isWithin(b, p, near)), ...b.filter((p) => isWithin(a, p, near))];
  for (const [p, q] of sides(a)) {
    for (const [r, s] of sides(b)) {
      const across = (q[0] - p[0]) * (s[1] - r[1]) - (q[1] - p[1]) * (s[0] - r[0]);
      if (across === 0) continue;
      const t = ((r[0] - p[0]) * (s[1] - r[1]) - (r[1] - p[1]) * (s[0] - r[0])) / across;
      const o = ((r[0] - p[0]) * (q[1] - p[1]) - (r[1] - p[1]) * (q[0] - p[0])) / across;
      if (t < 0 || t > 1 || o < 0 || o > 1) continue;
      shared.push(Float64Array.of(p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1]), 0));
    }
  }
  return shared;
}

function sides(polygon: readonly Float64Array[]): (readonly [Float64Array, Float64Array])[] {
  if (polygon.length < 3) return polygon.length === 2 ? [[polygon[0], polygon[1]]] : [];
  return polygon.map((p, k) => [p, polygon[(k + 1) % polygon.length]]);
}

/** Whether a point is in a convex polygon or on a segment, within `near`. */
function isWithin(polygon: readonly Float64Array[], p: Float64Array, near: number): boolean {
  if (polygon.length === 1) return false;
  for (const [a, b] of sides(polygon)) {
    const [x, y] = [b[0] - a[0], b[1] - a[1]];
    const length = Math.sqrt(x * x + y * y);
    const beside = x * (p[1] - a[1]) - y * (p[0] - a[0]);
    if (beside < -near * length) return false;
    if (polygon.length > 2) continue;
    const along = x * (p[0] - a[0]) + y * (p[1] - a[1]);
    return beside <= near * length && along >= -near * length && along <= length * (length + near);
  }
  return true;
}

function middleOf(shared: readonly Float64Array[]): Float64Array {
  const sum = new Float64Array(POINT2 + 1);
  addMoments(shared, sum);
  if (sum[POINT2] > 0) return sum.map((moment) => moment / sum[POINT2]);
  const [p, q] = farthestOf(shared);
  return p.map((x, c) => (x + q[c]) / 2);
}
