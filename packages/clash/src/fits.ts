// Whether one body only fits snugly into the other: a window in its opening, a shaft in its bore. Their flush faces overlap by the rounding of
// coordinates on several sides at once, so that only a long translation separates them, though nothing clashes. The faces of A
// are moved inward by that rounding, or those of B. If what is left has no inner points in common with the other body, the overlap is thinner
// than the rounding everywhere.

import { closestPoint, collide, contains, Mesh, Model } from 'nearmiss';
import { type PosedModel, worldPoint } from './posed-model.ts';

/** Pairs of crossing faces whose corners are looked at, and how deep inside the other body a corner shows that this is no fit. */
const MOST_PAIRS = 64;
const DEEP = 16;
/** The cosine above which two normals at a vertex are one. */
const SAME = 1 - 1e-6;

/** Whether the overlap of two bodies is nowhere thicker than `rounding`. */
export function fits(a: PosedModel, b: PosedModel, rounding: number, budget: number): boolean {
  if (!(rounding > 0) || hasDeepPoint(a, b, DEEP * rounding, budget)) return false;
  return (
    isApart({ ...a, model: movedInward(a.model, rounding) }, b, budget) ||
    isApart(a, { ...b, model: movedInward(b.model, rounding) }, budget)
  );
}

/**
 * Whether a corner of a crossing face is deeper inside the other body than `depth`, or a point between two crossings deeper inside both: found
 * at once in most pairs that clash.
 */
function hasDeepPoint(a: PosedModel, b: PosedModel, depth: number, budget: number): boolean {
  const options = { contacts: 'all', segments: true, limit: MOST_PAIRS, budget } as const;
  const { pairs, segments = [] } = collide(a.model, a.pose, b.model, b.pose, options);
  const half = segments.length >> 1;
  for (let k = 0; k < half; k++) {
    const [from, to] = [segments[k][0], segments[k + half][1]];
    const middle = from.map((x, axis) => (x + to[axis]) / 2);
    if (isDeep(middle, a, depth) && isDeep(middle, b, depth)) return true;
  }
  return pairs.some(
    ([faceA, faceB]) =>
      cornersOf(a, faceA).some((corner) => isDeep(corner, b, depth)) ||
      cornersOf(b, faceB).some((corner) => isDeep(corner, a, depth)),
  );
}

function isDeep(point: readonly number[], body: PosedModel, depth: number): boolean {
  if (contains(body.model, body.pose, point).status !== 'inside') return false;
  return closestPoint(body.model, body.pose, point, { maxDistance: depth }).status === 'beyond';
}

function cornersOf(body: PosedModel, face: number): readonly (readonly number[])[] {
  const { positions, triangles } = body.model.mesh;
  return [0, 1, 2].map((corner) => {
    const vertex = 3 * triangles[3 * face + corner];
    return worldPoint(body, positions.subarray(vertex, vertex + 3));
  });
}

function isApart(a: PosedModel, b: PosedModel, budget: number): boolean {
  const { status } = collide(a.model, a.pose, b.model, b.pose, { budget });
  return status === 'separated' || status === 'touching';
}

/**
 * The model with its faces moved inward. A vertex moves by the sum of the normals around it, each counted once: at a corner of three
 * orthogonal faces, and on an edge or a face, each face moves by `by`.
 */
function movedInward({ mesh }: Model, by: number): Model {
  const { positions, triangles } = mesh;
  const normals = new Map<string, number[][]>();
  const keyOf = (vertex: number): string => positions.subarray(3 * vertex, 3 * vertex + 3).join();
  for (let face = 0; face < triangles.length; face += 3) {
    const normal = faceNormal(positions, triangles, face);
    if (normal === null) continue;
    for (let k = 0; k < 3; k++) {
      const key = keyOf(triangles[face + k]);
      const known = normals.get(key) ?? [];
      if (!known.some((other) => dot(other, normal) > SAME)) normals.set(key, [...known, normal]);
    }
  }
  const moved = Float64Array.from(positions);
  for (let vertex = 0; 3 * vertex < positions.length; vertex++) {
    for (const normal of normals.get(keyOf(vertex)) ?? []) {
      for (let k = 0; k < 3; k++) moved[3 * vertex + k] -= by * normal[k];
    }
  }
  return Model.build(new Mesh(moved, triangles));
}

function faceNormal(positions: Float64Array, triangles: Uint32Array, face: number): number[] | null {
  const [p, q, r] = [0, 1, 2].map((k) => 3 * triangles[face + k]);
  const u = [0, 1, 2].map((k) => positions[q + k] - positions[p + k]);
  const v = [0, 1, 2].map((k) => positions[r + k] - positions[p + k]);
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const length = Math.hypot(...n);
  return length > 0 ? n.map((x) => x / length) : null;
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
