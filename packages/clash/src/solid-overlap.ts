// Bounds of the volume that two solids have in common, of any shape: by sums over pairs of prisms.
//
// With winding numbers w and w', the sum over pairs of a prism of A and one of B is ∫ w w'. A solid is where its winding number is not 0. If both
// numbers are 0 or 1 everywhere, the integral is the volume in common. How far they are from that is measured by d = ∫ w² − ∫ w, a sum over pairs
// of prisms of one solid: w² − w is 0 for 0 and 1, and at least 2 for all other integers. There 1 ≤ (w² − w)/2 and w² ≤ 2(w² − w), so that, with
// |w w'| ≤ (w² + w'²)/2, the integral differs from the volume by at most 2(d + d').
//
// Rounding. Every position is computed within ρ of what it is meant to be: vertices, corners of clipped polygons, and the point of a
// triangle above which its height is taken (of a sliver, heights vary by H over its width, and the area of a sliver is its width times at most its
// perimeter: so heights count as the position does). Vertices that are displaced by ρ change a solid in the ρ-neighbourhood of its faces only.
// Each pair of prisms is off by at most a few ρ times the surface of what they have in common, which is at most that over the rectangle around both.

import { isConvexSolid } from './convex-solid.ts';
import { type PosedModel, rowRounding, worldPoint } from './posed-model.ts';
import { type FramedMesh, leastFrame } from './prism-frame.ts';
import { type SummedSolid, sumPrisms } from './prism-sums.ts';
import { facesAbout, type PrismFrame, prismsOf } from './prisms.ts';
import type { Bracket } from './question.ts';

/** Of ρ, what up to six clips add, in parts of the largest coordinate; before them is the rounding of the vertices. */
const CLIP_ROUNDING = 2 ** -47;
/** Displacements of a pair of prisms: of both triangles, of the polygon, of both heights and of the line where they cross. */
const DISPLACEMENTS = 8;
/** Of the ρ-neighbourhood of a face, in ρ times its area: both sides, and as much again for its edges. */
const SIDES = 4;
/** The rounding of ∫ w w' and of twice both d. */
const DOUBTED = 5;
const UNIT = 2 ** -52;

/** A solid, and whether its faces are turned over. */
export interface Solid extends PosedModel {
  readonly isInward: boolean;
}

/**
 * Bounds of the volume of two solids in a box that has all they have in common. Parts of the box that take more than `budget` pairs of prisms
 * count from nothing to all.
 */
export function solidOverlap(a: Solid, b: Solid, box: readonly number[], budget: number): Bracket {
  const middle = [0, 1, 2].map((k) => (box[k] + box[k + 3]) / 2);
  const about = box.map((x, k) => x - middle[k % 3]);
  const [meshA, meshB] = [meshAbout(a, middle, about), meshAbout(b, middle, about)];
  const rounding =
    rowRounding(a, middle) +
    rowRounding(b, middle) +
    CLIP_ROUNDING * (largest(meshA.points) + largest(meshB.points) + 2 * Math.hypot(...about));
  const frame = leastFrame(meshA, meshB, about);
  const [solidA, solidB] = [summed(meshA, a, frame), summed(meshB, b, frame)];
  const sums = sumPrisms(solidA, solidB, frame.sides, budget);
  const { common, doubtA, doubtB, leftOut, surface, size, additions } = sums;
  const off = DISPLACEMENTS * rounding * surface + UNIT * additions * size;
  const moved = neighbourhood(meshA, about, rounding) + neighbourhood(meshB, about, rounding);
  const error = Math.max(0, 2 * (doubtA + doubtB)) + DOUBTED * off + moved;
  return { lower: Math.max(0, common - error), upper: common + error + leftOut };
}

function summed(mesh: FramedMesh, { isInward }: Solid, frame: PrismFrame): SummedSolid {
  return { prisms: prismsOf(mesh.points, mesh.triangles, isInward, frame), isSimple: mesh.isConvex };
}

function meshAbout(solid: Solid, origin: readonly number[], box: readonly number[]): FramedMesh {
  const { model } = solid;
  const points = pointsAbout(solid, origin);
  return { points, triangles: facesAbout(points, model.mesh.triangles, box), isConvex: isConvexSolid(model) };
}

/** Vertices in the world, relative to a point. */
function pointsAbout({ model, pose }: PosedModel, origin: readonly number[]): Float64Array {
  const { positions } = model.mesh;
  const { position = [0, 0, 0], rotation = [0, 0, 0, 1] } = pose;
  const axes = [0, 1, 2].map((k) =>
    worldPoint({ model, pose: { rotation } }, [k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0]),
  );
  const points = new Float64Array(positions.length);
  for (let row = 0; row < 3; row++) {
    const by = position[row] - origin[row];
    writeRow(positions, axes[0][row], axes[1][row], axes[2][row], by, points, row);
  }
  return points;
}

/** A function of its own, as the other loops here: what the engine compiles while it runs should have nothing around it. */
function writeRow(
  positions: Float64Array,
  x: number,
  y: number,
  z: number,
  by: number,
  points: Float64Array,
  row: number,
): void {
  for (let k = 0; k < positions.length; k += 3) {
    points[k + row] = x * positions[k] + y * positions[k + 1] + z * positions[k + 2] + by;
  }
}

function largest(points: Float64Array): number {
  let most = 0;
  for (let k = 0; k < points.length; k++) {
    const size = Math.abs(points[k]);
    if (size > most) most = size;
  }
  return most;
}

/** A bound of the volume in the box that is within ρ of a face. */
function neighbourhood({ points, triangles }: FramedMesh, box: readonly number[], rounding: number): number {
  const sides = [0, 1, 2].map((k) => box[k + 3] - box[k]);
  // No plane has more area in the box.
  const section = sides[0] * sides[1] + sides[1] * sides[2] + sides[2] * sides[0];
  const rim = rounding * Math.hypot(...sides);
  return SIDES * rounding * (areas(points, triangles, section) + rim * (triangles.length / 3));
}

/** The sum of the areas of triangles, none of which counts for more than `most`. */
function areas(points: Float64Array, triangles: Uint32Array, most: number): number {
  let sum = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    const size = area(points, 3 * triangles[k], 3 * triangles[k + 1], 3 * triangles[k + 2]);
    sum += size < most ? size : most;
  }
  return sum;
}

function area(points: Float64Array, p: number, q: number, r: number): number {
  const ux = points[q] - points[p];
  const uy = points[q + 1] - points[p + 1];
  const uz = points[q + 2] - points[p + 2];
  const vx = points[r] - points[p];
  const vy = points[r + 1] - points[p + 1];
  const vz = points[r + 2] - points[p + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  return Math.sqrt(x * x + y * y + z * z) / 2;
}
