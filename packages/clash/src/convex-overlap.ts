// The volume that two convex bodies have in common: the faces of one, clipped by the planes of the other.

import { type PosedModel, pointRounding, worldPoint } from './posed-model.ts';
import type { Bracket } from './question.ts';

/**
 * Rounding of planes and clips, in parts of the largest coordinate: some 2⁻⁴⁸ by counting operations. With that of the vertices, a plane that is off by
 * it changes the volume by no more than this times the area of the clipped body, which is at most that of the box around it.
 */
const CLIP_ROUNDING = 2 ** -44;
/**
 * Rounding of a normal, as an angle: this times the product of two edges over the length of their cross product, and 60 units of 2⁻⁵³ where it is turned and
 * divided by its length, which are among those of planes. It is computed of the mesh as it is, where edges are off by parts of their own length only.
 */
const NORMAL_ROUNDING = 2 ** -50;
/** Faces that are compared with a plane for each test of the budget. */
const FACES_A_TEST = 4;

/** A convex polygon: x, y, z of its corners, counterclockwise from outside. */
type Polygon = readonly number[];

/** A face of a body and its plane: normal · x = offset. */
interface Plane {
  readonly normal: readonly number[];
  readonly offset: number;
}

/** Bounds of the common volume of two bodies with convex meshes, which lies in `box`, or null where the budget does not suffice, or a sliver has no normal. */
export function convexOverlap(a: PosedModel, b: PosedModel, box: readonly number[], budget: number): Bracket | null {
  const middle = [0, 1, 2].map((k) => (box[k] + box[k + 3]) / 2);
  const half = [0, 1, 2].map((k) => (box[k + 3] - box[k]) / 2);
  const [first, second] = a.model.triangleCount > b.model.triangleCount ? [a, b] : [b, a];
  let faces: readonly Polygon[] = outward(facesOf(first, middle));
  const others = facesOf(second, middle);
  const bent = others.length === 0 ? null : planesOf(second, others, Math.hypot(...half));
  if (bent === null) return null;
  const largest = [...faces, ...others].reduce((most, face) => Math.max(most, ...face.map(Math.abs)), 0);
  const rounding =
    pointRounding(a, middle) + pointRounding(b, middle) + CLIP_ROUNDING * (largest + Math.hypot(...half)) + bent.error;
  // The box first: it leaves few faces for the many planes.
  for (let k = 0; k < 3; k++) {
    const axis = [0, 1, 2].map((j) => (j === k ? 1 : 0));
    faces = clip(faces, axis, half[k], rounding);
    faces = clip(
      faces,
      axis.map((x) => -x),
      half[k],
      rounding,
    );
  }
  let left = FACES_A_TEST * budget;
  const corner = half.map((x) => x + rounding);
  for (const { normal, offset } of bent.planes) {
    // The whole box is below most of them.
    if (normal.reduce((sum, x, k) => sum + Math.abs(x) * corner[k], 0) <= offset + rounding) continue;
    left -= faces.length;
    if (left < 0) return null;
    faces = clip(faces, normal, offset, rounding);
  }
  const volume = volumeOf(faces);
  const sides = half.map((x) => 2 * (x + rounding));
  const area = 2 * (sides[0] * sides[1] + sides[1] * sides[2] + sides[2] * sides[0]);
  const error = 2 * rounding * area;
  return { lower: Math.max(0, volume - error), upper: volume + error };
}

/** The planes of the faces of a convex body, and how far a point of a face, or one within `reach` of the origin, may be off them because of their normals. */
function planesOf(
  body: PosedModel,
  faces: readonly Polygon[],
  reach: number,
): { readonly planes: readonly Plane[]; readonly error: number } | null {
  const { positions, triangles } = body.model.mesh;
  const sign = volumeOf(faces) >= 0 ? 1 : -1;
  const turned = { ...body, pose: { ...body.pose, position: [0, 0, 0] as const } };
  const planes: Plane[] = [];
  let error = 0;
  for (const [k, face] of faces.entries()) {
    const [p, q, r] = [0, 1, 2].map((corner) => positions.subarray(3 * triangles[3 * k + corner]));
    const [u, v] = [q, r].map((end) => [0, 1, 2].map((axis) => end[axis] - p[axis]));
    const product = cross(u, v);
    const length = Math.hypot(...product);
    const bend = (NORMAL_ROUNDING * Math.hypot(...u) * Math.hypot(...v)) / length;
    if (!(bend < 1)) return null;
    error = Math.max(error, bend * (Math.hypot(face[0], face[1], face[2]) + reach));
    const normal = worldPoint(
      turned,
      product.map((x) => (sign * x) / length),
    );
    planes.push({ normal, offset: dot(normal, face, 0) });
  }
  return { planes, error };
}

/** The faces of a body, relative to a point of the world. */
function facesOf({ model, pose }: PosedModel, origin: readonly number[]): Polygon[] {
  const { positions, triangles } = model.mesh;
  const { position = [0, 0, 0] } = pose;
  const near = {
    model,
    pose: { ...pose, position: origin.map((x, k) => position[k] - x) as [number, number, number] },
  };
  return Array.from({ length: triangles.length / 3 }, (_, face) =>
    [0, 1, 2].flatMap((corner) => {
      const at = 3 * triangles[3 * face + corner];
      return worldPoint(near, positions.subarray(at, at + 3));
    }),
  );
}

/** The faces of a closed mesh, turned over where their normals point inward. */
function outward(faces: readonly Polygon[]): readonly Polygon[] {
  if (volumeOf(faces) >= 0) return faces;
  return faces.map(([ax, ay, az, bx, by, bz, cx, cy, cz]) => [ax, ay, az, cx, cy, cz, bx, by, bz]);
}

/**
 * The part of a convex body where normal · x is at most `offset`. Corners within the rounding of the plane are on it: a plane that is there twice clips
 * once.
 */
function clip(
  faces: readonly Polygon[],
  normal: readonly number[],
  offset: number,
  rounding: number,
): readonly Polygon[] {
  // Most planes clip nothing, and most faces are not clipped.
  if (faces.every((face) => isBelow(face, normal, offset, rounding))) return faces;
  const kept: Polygon[] = [];
  const rim: number[][] = [];
  for (const face of faces) {
    if (isBelow(face, normal, offset, rounding)) {
      kept.push(face);
      continue;
    }
    const heights = Array.from({ length: face.length / 3 }, (_, k) => {
      const height = dot(normal, face, 3 * k) - offset;
      return Math.abs(height) <= rounding ? 0 : height;
    });
    const part = clipFace(face, heights, rim);
    if (part.length >= 9) kept.push(part);
  }
  if (rim.length >= 3) kept.push(inOrder(rim, normal));
  return kept;
}

/** Whether no corner of a face is above a plane by more than the rounding. */
function isBelow(face: Polygon, normal: readonly number[], offset: number, rounding: number): boolean {
  for (let at = 0; at < face.length; at += 3) if (dot(normal, face, at) - offset > rounding) return false;
  return true;
}

/** The part of a face at heights of at most 0; points at height 0 on its clipped edges go to the rim. */
function clipFace(face: Polygon, heights: readonly number[], rim: number[][]): number[] {
  const part: number[] = [];
  const count = heights.length;
  for (let k = 0; k < count; k++) {
    const next = (k + 1) % count;
    if (heights[k] <= 0) part.push(face[3 * k], face[3 * k + 1], face[3 * k + 2]);
    if (heights[k] <= 0 === heights[next] <= 0) continue;
    const t = heights[k] / (heights[k] - heights[next]);
    const point = [0, 1, 2].map((axis) => face[3 * k + axis] + t * (face[3 * next + axis] - face[3 * k + axis]));
    part.push(...point);
    rim.push(point);
  }
  return part;
}

/** The convex polygon with these corners, counterclockwise around the normal. */
function inOrder(points: readonly (readonly number[])[], normal: readonly number[]): Polygon {
  const centre = [0, 1, 2].map((k) => points.reduce((sum, point) => sum + point[k], 0) / points.length);
  const least = [0, 1, 2].reduce((best, k) => (Math.abs(normal[k]) < Math.abs(normal[best]) ? k : best), 0);
  const side = cross(
    normal,
    [0, 1, 2].map((k) => (k === least ? 1 : 0)),
  );
  const up = cross(normal, side);
  // It grows with the angle, from −2 to 2, by operations that every engine rounds alike.
  const angle = (point: readonly number[]): number => {
    const from = point.map((x, k) => x - centre[k]);
    const [x, y] = [dot(side, from, 0), dot(up, from, 0)];
    const slope = x / (Math.abs(x) + Math.abs(y) || 1);
    return y < 0 ? slope - 1 : 1 - slope;
  };
  return points
    .map((point) => ({ point, angle: angle(point) }))
    .sort((x, y) => x.angle - y.angle)
    .flatMap(({ point }) => point);
}

function volumeOf(faces: readonly Polygon[]): number {
  let sum = 0;
  for (const face of faces) sum += dot(normalOf(face), face, 0);
  return sum / 6;
}

/** Of twice the length of the area. */
function normalOf(face: Polygon): [number, number, number] {
  const normal: [number, number, number] = [0, 0, 0];
  const edge = (k: number): number[] => [0, 1, 2].map((axis) => face[3 * k + axis] - face[axis]);
  for (let k = 2; k < face.length / 3; k++) {
    const part = cross(edge(k - 1), edge(k));
    for (let axis = 0; axis < 3; axis++) normal[axis] += part[axis];
  }
  return normal;
}

function cross([ax, ay, az]: readonly number[], [bx, by, bz]: readonly number[]): [number, number, number] {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}

function dot(v: readonly number[], points: readonly number[], at: number): number {
  return v[0] * points[at] + v[1] * points[at + 1] + v[2] * points[at + 2];
}
