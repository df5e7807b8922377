// A ball in a convex body, close to the largest one, for the depth search (epa.ts).

import type { ConvexBody } from './convex-body.ts';
import { FACE_NORMAL_SIZE, faceNormal, SIDE_ROUNDING, TILT_ROUNDING } from './simplex.ts';

/**
 * The search for the largest ball steps away from the nearest face: this many steps of a size, first this part of the radius, then
 * halves.
 */
const FIRST_STEP = 0.25;
const STEP_SIZES = 8;
const STEPS = 6;

export interface InnerBall {
  /** A point of the body, whatever the radius. */
  readonly middle: Float64Array;
  /** 0 for a flat body. */
  readonly radius: number;
}

/** The ball of a body, computed on first use. */
export function innerBall(body: ConvexBody): InnerBall {
  body.ball ??= findBall(body);
  return body.ball;
}

function findBall({ dimension, vertices, triangles, radius }: ConvexBody): InnerBall {
  const middle = meanVertex(vertices);
  if (dimension < 3) return { middle, radius: 0 };
  moveInward(vertices, triangles, radius, middle);
  return { middle, radius: heightAbove(vertices, triangles, middle, radius) };
}

function meanVertex(vertices: Float64Array): Float64Array {
  const mean = new Float64Array(3);
  for (let k = 0; k < vertices.length; k++) mean[k % 3] += vertices[k];
  return mean.map((sum) => (3 * sum) / vertices.length);
}

/** Searches for the point farthest from the planes of all faces, approximately, and stores it in `middle`. */
function moveInward(vertices: Float64Array, triangles: Uint32Array, radius: number, middle: Float64Array): void {
  const planes = new Float64Array((4 * triangles.length) / 3);
  const normal = new Float64Array(FACE_NORMAL_SIZE);
  for (let t = 0, p = 0; t < triangles.length; t += 3, p += 4) {
    faceNormal(vertices, triangles[t], triangles[t + 1], triangles[t + 2], normal);
    const v = 3 * triangles[t];
    for (let k = 0; k < 3; k++) planes[p + k] = normal[k];
    planes[p + 3] = normal[0] * vertices[v] + normal[1] * vertices[v + 1] + normal[2] * vertices[v + 2];
  }
  let most = -Infinity;
  for (let step = FIRST_STEP * radius, round = 0; round < STEP_SIZES; round++, step *= 0.5) {
    let [x, y, z] = middle;
    for (let k = 0; k <= STEPS; k++) {
      let least = Infinity;
      let nearest = 0;
      for (let p = 0; p < planes.length; p += 4) {
        const height = planes[p + 3] - planes[p] * x - planes[p + 1] * y - planes[p + 2] * z;
        if (height >= least) continue;
        least = height;
        nearest = p;
      }
      if (least > most) {
        most = least;
        middle[0] = x;
        middle[1] = y;
        middle[2] = z;
      }
      x -= step * planes[nearest];
      y -= step * planes[nearest + 1];
      z -= step * planes[nearest + 2];
    }
  }
}

/** A lower bound of the distance of `inside` from the planes of the faces; 0 where rounding leaves nothing. */
function heightAbove(vertices: Float64Array, triangles: Uint32Array, inside: Float64Array, radius: number): number {
  const normal = new Float64Array(FACE_NORMAL_SIZE);
  let least = Infinity;
  for (let t = 0; t < triangles.length; t += 3) {
    faceNormal(vertices, triangles[t], triangles[t + 1], triangles[t + 2], normal);
    for (let k = t; k < t + 3; k++) {
      const corner = 3 * triangles[k];
      let height = 0;
      for (let axis = 0; axis < 3; axis++) height += normal[axis] * (vertices[corner + axis] - inside[axis]);
      // As the error of a height in polytope.ts.
      least = Math.min(least, height - (SIDE_ROUNDING + TILT_ROUNDING * normal[3]) * radius);
    }
  }
  return Math.max(0, least);
}
