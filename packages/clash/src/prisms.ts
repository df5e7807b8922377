// A solid within a box as a sum of prisms. Each face, clipped to the box, stands on the box's floor as a prism whose roof it is. A prism counts +1 if
// the face is directed upward, −1 if downward. The sum of all prisms at a point is the sum over the faces above it, which is the winding number of
// the solid there: 1 inside of it, 0 outside, wherever the mesh does not overlap itself. Faces above the box count as their projection onto its ceiling.
//
// No predicate decides anything here: what is displaced by rounding changes volumes by as little.

/** Which coordinate is up, and in which direction; a box from its least to its greatest corner. */
export interface PrismFrame {
  readonly up: 0 | 1 | 2;
  readonly isFlipped: boolean;
  /** Side lengths along u, v and up. */
  readonly sides: readonly [number, number, number];
  readonly box: readonly number[];
}

/** The faces of a solid that roof prisms, in a frame; they are clipped where their prisms are summed. */
export interface Prisms {
  readonly frame: PrismFrame;
  /** The vertices of the solid in the world. */
  readonly points: Float64Array;
  readonly isInward: boolean;
  readonly count: number;
  /** Three vertices each. */
  readonly faces: Uint32Array;
  /** Least and greatest u and v. */
  readonly bounds: Float64Array;
}

/** A part of the floor: least u and v, greatest u and v. */
export type Rectangle = readonly [number, number, number, number];

/** Corners of the largest polygon that clipping a triangle by six planes gives, each of them up to half as many again: see `prism-overlap.ts`. */
const MOST_CORNERS = 28;
const FIRST_ROOFS = 256;

const scratch = { from: new Float64Array(3 * MOST_CORNERS), to: new Float64Array(3 * MOST_CORNERS) };

/** A list of triangles that grows. */
export class RoofList {
  count = 0;
  /** Nine numbers each; what is beyond the last has no meaning. */
  corners: Float64Array = new Float64Array(9 * FIRST_ROOFS);
  signs: Int8Array = new Int8Array(FIRST_ROOFS);

  /** Adds a convex polygon. */
  add(polygon: Float64Array, corners: number, sign: number): void {
    for (let c = 2; c < corners; c++) {
      if (this.count === this.signs.length) this.#grow();
      const at = 9 * this.count;
      for (let k = 0; k < 3; k++) {
        this.corners[at + k] = polygon[k];
        this.corners[at + 3 + k] = polygon[3 * c - 3 + k];
        this.corners[at + 6 + k] = polygon[3 * c + k];
      }
      this.signs[this.count++] = sign;
    }
  }

  #grow(): void {
    const { corners, signs } = this;
    this.corners = new Float64Array(2 * corners.length);
    this.signs = new Int8Array(2 * signs.length);
    this.corners.set(corners);
    this.signs.set(signs);
  }
}

/** A frame for a box. */
export function prismFrame(box: readonly number[], up: 0 | 1 | 2, isFlipped: boolean): PrismFrame {
  const side = (k: number): number => box[(k % 3) + 3] - box[k % 3];
  return { up, isFlipped, box, sides: [side(up + 1), side(up + 2), side(up)] };
}

/**
 * The triangles that can matter in a box, whichever frame it gets: those that are beyond it along at most one axis.
 */
export function facesAbout(points: Float64Array, triangles: Uint32Array, box: readonly number[]): Uint32Array {
  const kept = new Uint32Array(triangles.length);
  let count = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    const p = 3 * triangles[k];
    const q = 3 * triangles[k + 1];
    const r = 3 * triangles[k + 2];
    let beyond = 0;
    for (let axis = 0; axis < 3; axis++) {
      const x = points[p + axis];
      const y = points[q + axis];
      const z = points[r + axis];
      const least = box[axis];
      const greatest = box[axis + 3];
      if ((x < least && y < least && z < least) || (x > greatest && y > greatest && z > greatest)) beyond++;
    }
    if (beyond > 1) continue;
    kept[count++] = triangles[k];
    kept[count++] = triangles[k + 1];
    kept[count++] = triangles[k + 2];
  }
  return kept.slice(0, count);
}

/**
 * The prisms of the faces of a solid. `points` are its vertices in the world, `isInward` tells that its faces are turned over.
 */
export function prismsOf(points: Float64Array, triangles: Uint32Array, isInward: boolean, frame: PrismFrame): Prisms {
  const faces = new Uint32Array(triangles.length);
  const bounds = new Float64Array(4 * (triangles.length / 3));
  const { from } = scratch;
  let count = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    for (let c = 0; c < 3; c++) writePoint(points, 3 * triangles[k + c], frame, from, 3 * c);
    if (isBeside(from, frame)) continue;
    for (let c = 0; c < 3; c++) faces[3 * count + c] = triangles[k + c];
    writeBounds(from, 1, bounds.subarray(4 * count, 4 * count + 4));
    count++;
  }
  return { frame, points, isInward, count, faces, bounds };
}

/** Adds the roofs of a face that are above a rectangle of the floor. */
export function addRoofsOf(prisms: Prisms, face: number, cell: Rectangle, roofs: RoofList): void {
  const { frame, points, faces, isInward } = prisms;
  const { from } = scratch;
  for (let c = 0; c < 3; c++) writePoint(points, 3 * faces[3 * face + c], frame, from, 3 * c);
  const area = orientation(from, 0, 3, 6);
  // An upright face roofs nothing.
  if (area === 0) return;
  if (area < 0) swapCorners(from, 3, 6);
  const sign = (area > 0 === frame.isFlipped) === isInward ? 1 : -1;
  addRoofs(cell, frame.sides[2], sign, roofs);
}

function writePoint(points: Float64Array, at: number, frame: PrismFrame, out: Float64Array, to: number): void {
  const { up, box } = frame;
  const u = up === 2 ? 0 : up + 1;
  const v = up === 0 ? 2 : up - 1;
  const height = points[at + up] - box[up];
  out[to] = points[at + u] - box[u];
  out[to + 1] = points[at + v] - box[v];
  out[to + 2] = frame.isFlipped ? frame.sides[2] - height : height;
}

function swapCorners(t: Float64Array, p: number, q: number): void {
  for (let k = 0; k < 3; k++) {
    const x = t[p + k];
    t[p + k] = t[q + k];
    t[q + k] = x;
  }
}

/** Whether a triangle lies beside the box or below its floor. */
function isBeside(t: Float64Array, { sides: [width, length] }: PrismFrame): boolean {
  return (
    Math.max(t[0], t[3], t[6]) <= 0 ||
    Math.min(t[0], t[3], t[6]) >= width ||
    Math.max(t[1], t[4], t[7]) <= 0 ||
    Math.min(t[1], t[4], t[7]) >= length ||
    Math.max(t[2], t[5], t[8]) <= 0
  );
}

/** Twice the area of a triangle over the floor, positive if counterclockwise. */
export function orientation(t: Float64Array, a: number, b: number, c: number): number {
  return (t[b] - t[a]) * (t[c + 1] - t[a + 1]) - (t[b + 1] - t[a + 1]) * (t[c] - t[a]);
}

/** Adds the part of the triangle in the scratch that is above a cell and in the box, and that above the box as a roof along the ceiling. */
function addRoofs(cell: Rectangle, height: number, sign: number, roofs: RoofList): void {
  const { from, to } = scratch;
  let count = clipBoth(from, 3, to, 0, cell[0], cell[2]);
  count = clipBoth(from, count, to, 1, cell[1], cell[3]);
  if (count < 3) return;
  let least = Infinity;
  let most = -Infinity;
  for (let c = 0; c < count; c++) {
    const z = from[3 * c + 2];
    if (z < least) least = z;
    if (z > most) most = z;
  }
  if (least >= 0 && most <= height) {
    roofs.add(from, count, sign);
    return;
  }
  count = clipAxis(from, count, to, 2, 0, 1);
  if (count < 3) return;
  roofs.add(from, clipAxis(to, count, from, 2, height, -1), sign);
  const above = clipAxis(to, count, from, 2, height, 1);
  for (let c = 0; c < above; c++) from[3 * c + 2] = height;
  roofs.add(from, above, sign);
}

/** Clips to a coordinate between two limits, in place; the number of corners. */
function clipBoth(
  polygon: Float64Array,
  count: number,
  other: Float64Array,
  axis: number,
  least: number,
  most: number,
): number {
  let isInside = true;
  for (let c = 0; c < count; c++) {
    const x = polygon[3 * c + axis];
    if (!(x >= least && x <= most)) isInside = false;
  }
  if (isInside) return count;
  return clipAxis(other, clipAxis(polygon, count, other, axis, least, 1), polygon, axis, most, -1);
}

/** The part of a polygon where sign · coordinate ≥ sign · limit; the number of its corners. */
function clipAxis(
  from: Float64Array,
  count: number,
  to: Float64Array,
  axis: number,
  limit: number,
  sign: 1 | -1,
): number {
  let kept = 0;
  for (let c = 0; c < count; c++) {
    const p = 3 * c;
    const q = c + 1 === count ? 0 : p + 3;
    const here = sign * (from[p + axis] - limit);
    const there = sign * (from[q + axis] - limit);
    if (here >= 0) {
      for (let k = 0; k < 3; k++) to[3 * kept + k] = from[p + k];
      kept++;
    }
    if (here >= 0 === there >= 0) continue;
    const part = here / (here - there);
    for (let k = 0; k < 3; k++) to[3 * kept + k] = from[p + k] + part * (from[q + k] - from[p + k]);
    to[3 * kept + axis] = limit;
    kept++;
  }
  return kept;
}

/** Writes the least u and v, and the greatest, of triangles. */
export function writeBounds(roofs: Float64Array, count: number, out: Float64Array): void {
  for (let k = 0; k < count; k++) {
    for (let axis = 0; axis < 2; axis++) {
      const p = roofs[9 * k + axis];
      const q = roofs[9 * k + 3 + axis];
      const r = roofs[9 * k + 6 + axis];
      out[4 * k + axis] = Math.min(p, q, r);
      out[4 * k + axis + 2] = Math.max(p, q, r);
    }
  }
}
