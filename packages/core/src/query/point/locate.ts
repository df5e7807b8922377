// Is a point inside a solid? Decided by counting the faces a ray crosses, exactly (primitive/point-in-surface.ts).
//
// A point of another body is known in the solid's frame only to rounding. That matters only if a face is that near; only then is
// the count repeated with the point in exact arithmetic.

import { AABB } from '../../bounds/aabb.ts';
import { FIRST_TRIANGLE, LINKS, pushChildren, TRIANGLE_COUNT, waitingNodes } from '../../bvh/tree.ts';
import { writeFaceCorners } from '../../mesh/face-corners.ts';
import type { Model } from '../../model/model.ts';
import { IntegerCorners } from '../../primitive/exact-corners.ts';
import { crossingAhead, ON_TRIANGLE } from '../../primitive/point-in-surface.ts';
import { closestPointTriangle } from '../../primitive/point-triangle.ts';
import type { ExactRelativePose } from '../../scalar/exact-pose.ts';
import type { LocateScratch } from '../locate-scratch.ts';
import { nodeBoxesOf } from '../node-boxes.ts';

/** Where a point lies. See {@link contains}. */
export type Location = 'inside' | 'outside' | 'boundary';

/** A face nearer to a point than this many coordinate errors leaves its side open: √3 for three coordinates of each. */
const NEAR = 4;
/** What `countCrossings` returns for a point on a face: more than there are faces. */
const ON_SURFACE = 2 ** 30;

/** The point for exact arithmetic. */
export interface ExactPoint {
  /** Coordinates in the point's own body: of the point itself, or of the three corners whose centroid it is. */
  readonly corners: Float64Array;
  /** That body's pose in the solid's. */
  readonly pose: ExactRelativePose;
}

/** Creates the exact point where it is needed, which is seldom. */
export interface ExactPointSource {
  exactPoint(): ExactPoint;
}

/**
 * The location of the point p (3 doubles in the model's frame, and their error bound) relative to the solid that the model's
 * triangles bound, or to their surface. `exact` decides where rounding does not; without it such a point is on the boundary.
 */
export function locatePoint(
  model: Model,
  p: Float64Array,
  scratch: LocateScratch,
  exact: ExactPointSource | null,
  asSurface = false,
): Location {
  // Neither a surface nor a flat body has an interior.
  const hollow = asSurface || !model.facts.closed;
  let count = countCrossings(model, p, scratch, null);
  if (count === ON_SURFACE) {
    if (exact === null) return 'boundary';
    count = countCrossings(model, p, scratch, exact.exactPoint());
    if (count === ON_SURFACE) return 'boundary';
  }
  return !hollow && isInside(model, count) ? 'inside' : 'outside';
}

/** Non-zero winding number for oriented surfaces; for others, which bound modulo 2 only, an odd number of faces. */
function isInside(model: Model, count: number): boolean {
  return model.facts.oriented ? count !== 0 : (count & 1) === 1;
}

/**
 * Signed (oriented) or plain number of faces ahead of p in direction +x; ON_SURFACE if the point is on a face or, when `exact` is
 * null, too near to one to decide.
 */
function countCrossings(model: Model, p: Float64Array, scratch: LocateScratch, exact: ExactPoint | null): number {
  const { links, triangles, faces, tiles } = model.tree;
  const boxes = nodeBoxesOf(model);
  const waiting = waitingNodes(model.tree);
  if (scratch.stack.length < waiting) scratch.stack = new Int32Array(waiting);
  const { stack, counted } = scratch;
  if (tiles !== undefined) counted.start(model.triangleCount);
  const { oriented } = model.facts;
  const x = p[0];
  const y = p[1];
  const z = p[2];
  const error = p[3];
  let count = 0;
  let top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const node = stack[--top];
    const box = AABB * node;
    if (
      Math.abs(y - boxes[box + 1]) > boxes[box + 4] + error ||
      Math.abs(z - boxes[box + 2]) > boxes[box + 5] + error ||
      x - boxes[box] > boxes[box + 3] + error
    ) {
      continue;
    }
    const before = top;
    top = pushChildren(links, node, stack, top);
    if (top > before) continue;
    const first = links[LINKS * node + FIRST_TRIANGLE];
    for (let slot = first; slot < first + links[LINKS * node + TRIANGLE_COUNT]; slot++) {
      if (tiles !== undefined && !counted.takeUnmarked(faces[slot])) continue;
      const crossing =
        exact === null
          ? crossingInDoubles(triangles, 9 * slot, p, scratch)
          : crossingInIntegers(model, faces[slot], exact);
      if (crossing === ON_TRIANGLE) return ON_SURFACE;
      count += oriented ? crossing : Math.abs(crossing);
    }
  }
  return count;
}

function crossingInDoubles(
  triangles: Float64Array,
  t: number,
  p: Float64Array,
  { corners, closest }: LocateScratch,
): number {
  const error = p[3];
  let inBox = true;
  for (let c = 0; c < 3 && inBox; c++) {
    const low = Math.min(triangles[t + c], triangles[t + 3 + c], triangles[t + 6 + c]);
    const high = Math.max(triangles[t + c], triangles[t + 3 + c], triangles[t + 6 + c]);
    inBox = p[c] >= low - NEAR * error && p[c] <= high + NEAR * error;
  }
  if (inBox) {
    closestPointTriangle(p, 0, triangles, t, closest);
    if (closest[3] <= NEAR * NEAR * error * error) return ON_TRIANGLE;
  }
  const { xyz } = corners;
  for (let k = 0; k < 3; k++) xyz[k] = p[k];
  for (let k = 0; k < 9; k++) xyz[3 + k] = triangles[t + k];
  return corners.isInRange() ? crossingAhead(corners, 0, 1) : ON_TRIANGLE;
}

function crossingInIntegers(model: Model, face: number, exact: ExactPoint): number {
  const bodyCorners = new Float64Array(9);
  writeFaceCorners(model.mesh, face, bodyCorners, 0);
  const posed = exact.pose.apply(exact.corners, bodyCorners);
  return crossingAhead(new IntegerCorners(exact.corners.length === 3 ? posed : middleFirst(posed)), 0, 1);
}

/** Reduces six points to four: the centroid of the first three and the others, all times 3, so that they stay integers. */
function middleFirst(xyz: readonly bigint[]): bigint[] {
  const out = [0, 1, 2].map((c) => xyz[c] + xyz[3 + c] + xyz[6 + c]);
  for (let k = 9; k < xyz.length; k++) out.push(3n * xyz[k]);
  return out;
}
