// Contacts of a body by its medial enclosure with a convex mesh: along the normal of the face that separates the two best, of every ball within the
// distance the point that faces it. The plane proves the distance. Where balls that are near project beside the face, or the two overlap by
// more than the distance, the plane does not tell the contacts.

import { BALL } from '../../medial/closest-balls.ts';
import type { MedialBody } from '../../medial/medial-body.ts';
import { medialBodyOf } from '../../medial/medial-structure.ts';
import type { Model } from '../../model/model.ts';
import { RELATIVE_SIZE } from '../../scalar/pose.ts';
import { LARGEST_OFFSET, UNIT_ROUNDOFF } from '../../scalar/tolerances.ts';
import { poseBalls, UNMOVED } from '../medial/pose-balls.ts';
import { CONTACT } from './convex-contacts.ts';
import { type HullPolygons, hullPolygonsOf } from './hull-polygons.ts';
import { requireFinite, type SolverPose, writeMatrix, writeRelative, writeToWorld } from './solver-pose.ts';

/** Contacts at most; the nearest are kept. */
const MOST_CONTACTS = 16;
/** Balls of two primitives whose centres are nearer than this part of their radii are one. Dimensionless. */
const ONE_BALL = 1e-9;
/** A hull with more faces is not searched: a distance is found faster. */
const MOST_FACES = 64;
/** Rounding of the height of a posed ball, in parts of the coordinates. Dimensionless. */
const ROUNDING: number = 256 * UNIT_ROUNDOFF;

/**
 * The contacts of a body with a medial axis, by its enclosure, and of a convex mesh: see {@link MedialHullContacts.find}. One object serves
 * all pairs, one after the other.
 *
 * @example
 * const body = Model.build(torus(), { with: [medialStructure({ primitives: 30, samples: 1000 })] });
 * const floor = Model.build(box({ size: [9, 9, 1] }));
 * const pose = (z: number) => ({ position: Float64Array.of(0, 0, z), rotation: Float64Array.of(0, 0, 0, 1) });
 * const contacts = new MedialHullContacts();
 * console.log(contacts.find(body, pose(2), floor, pose(0), 0.01), contacts.count, contacts.lower > 1); // true 0 true
 */
export class MedialHullContacts {
  /** Number of contacts found. */
  count = 0;
  /** A proven lower bound of the distance; not positive where no face separates the two. */
  lower = 0;
  /** Ten numbers a contact, in the world: point of the enclosure, point of the hull, unit normal from the first to the second, signed gap along it. */
  readonly numbers: Float64Array = new Float64Array(MOST_CONTACTS * CONTACT);
  /** From the enclosure to the face that separates it best, in the world: a unit vector. */
  readonly normal: Float64Array = new Float64Array(3);
  readonly #found: Float64Array = new Float64Array(MOST_CONTACTS * CONTACT);
  readonly #pose = new Float64Array(RELATIVE_SIZE);
  readonly #matrix = new Float64Array(9);
  /** The balls of the primitives in the hull's frame. */
  #balls: Float64Array = new Float64Array(0);

  /**
   * Finds the contacts within a distance. False where they are not told by a plane: then only `lower` holds. Rotations are unit quaternions:
   * their length is not checked.
   */
  find(enclosed: Model, poseA: SolverPose, convex: Model, poseB: SolverPose, within: number): boolean {
    requireFinite(poseA, within);
    requireFinite(poseB, within);
    this.count = 0;
    this.lower = 0;
    const hull = convex.round === null ? hullPolygonsOf(convex) : null;
    if (hull === null || hull.faceCount > MOST_FACES) return false;
    const body = medialBodyOf(enclosed);
    const matrix = this.#matrix;
    writeMatrix(poseB.rotation, matrix);
    writeRelative(enclosed, poseA, convex, poseB, matrix, this.#pose);
    const p = this.#pose;
    const offset = Math.abs(p[9]) + Math.abs(p[10]) + Math.abs(p[11]);
    if (!(offset <= LARGEST_OFFSET)) return false;
    const count = this.#poseAll(body);
    const face = this.#bestFace(hull, count);
    const { unit, radius } = convex.frame;
    const rounding = ROUNDING * (offset + body.reach * p[12] + radius / unit);
    const lowest = this.lower;
    this.lower = (lowest - rounding) * unit;
    const { normals: n } = hull;
    const k = 3 * face;
    for (let c = 0; c < 3; c++) {
      this.normal[c] = -(matrix[3 * c] * n[k] + matrix[3 * c + 1] * n[k + 1] + matrix[3 * c + 2] * n[k + 2]);
    }
    if (!(lowest > -within / unit)) return false;
    const isTold = lowest > within / unit || this.#take(hull, face, count, within / unit);
    writeToWorld(this.#found, this.count, convex, poseB, matrix, this.numbers);
    return isTold;
  }

  /** Brings the balls of all primitives into the hull's frame; returns their number. */
  #poseAll({ firsts, nodes, balls }: MedialBody): number {
    const first = firsts[nodes];
    const count = balls.length / BALL - first;
    if (this.#balls.length < BALL * count) this.#balls = new Float64Array(BALL * count);
    poseBalls(this.#pose, UNMOVED, balls, BALL * first, count, this.#balls);
    return count;
  }

  /** The face above which the lowest ball is highest; leaves that height in `lower`, in the hull's unit. */
  #bestFace({ faceCount, normals, starts, corners, body: { vertices } }: HullPolygons, count: number): number {
    const balls = this.#balls;
    let best = 0;
    let highest = -Infinity;
    for (let face = 0; face < faceCount; face++) {
      const x = normals[3 * face];
      const y = normals[3 * face + 1];
      const z = normals[3 * face + 2];
      const v = 3 * corners[starts[face]];
      const level = x * vertices[v] + y * vertices[v + 1] + z * vertices[v + 2];
      let lowest = Infinity;
      for (let k = 0; k < BALL * count && lowest > highest; k += BALL) {
        const height = x * balls[k] + y * balls[k + 1] + z * balls[k + 2] - balls[k + 3] - level;
        if (height < lowest) lowest = height;
      }
      if (lowest > highest) {
        highest = lowest;
        best = face;
      }
    }
    this.lower = highest;
    return best;
  }

  /** Takes the contacts of a face; false where a ball that is near projects beside it. */
  #take(hull: HullPolygons, face: number, count: number, within: number): boolean {
    const balls = this.#balls;
    const { normals, starts, corners } = hull;
    const { vertices } = hull.body;
    const x = normals[3 * face];
    const y = normals[3 * face + 1];
    const z = normals[3 * face + 2];
    const v = 3 * corners[starts[face]];
    const level = x * vertices[v] + y * vertices[v + 1] + z * vertices[v + 2];
    for (let k = 0; k < BALL * count; k += BALL) {
      const height = x * balls[k] + y * balls[k + 1] + z * balls[k + 2] - level;
      const gap = height - balls[k + 3];
      if (gap > within) continue;
      if (!isOver(hull, face, balls, k)) return false;
      this.#add(balls, k, height, gap, x, y, z);
    }
    return true;
  }

  #add(balls: Float64Array, k: number, height: number, gap: number, x: number, y: number, z: number): void {
    const found = this.#found;
    const px = balls[k] - balls[k + 3] * x;
    const py = balls[k + 1] - balls[k + 3] * y;
    const pz = balls[k + 2] - balls[k + 3] * z;
    const near = ONE_BALL * balls[k + 3];
    for (let o = 0; o < CONTACT * this.count; o += CONTACT) {
      const away = Math.abs(found[o] - px) + Math.abs(found[o + 1] - py) + Math.abs(found[o + 2] - pz);
      if (away <= near) return;
    }
    let at = this.count;
    if (at === MOST_CONTACTS) {
      at = 0;
      for (let c = 1; c < MOST_CONTACTS; c++) if (found[CONTACT * c + 9] > found[CONTACT * at + 9]) at = c;
      if (found[CONTACT * at + 9] <= gap) return;
    } else this.count++;
    const o = CONTACT * at;
    found[o] = px;
    found[o + 1] = py;
    found[o + 2] = pz;
    found[o + 3] = balls[k] - height * x;
    found[o + 4] = balls[k + 1] - height * y;
    found[o + 5] = balls[k + 2] - height * z;
    found[o + 6] = -x;
    found[o + 7] = -y;
    found[o + 8] = -z;
    found[o + 9] = gap;
  }
}

/** Whether the centre of a ball projects into a face. */
function isOver(
  { normals, starts, corners, body: { vertices } }: HullPolygons,
  face: number,
  balls: Float64Array,
  k: number,
): boolean {
  const x = normals[3 * face];
  const y = normals[3 * face + 1];
  const z = normals[3 * face + 2];
  const first = starts[face];
  const end = starts[face + 1];
  for (let c = first; c < end; c++) {
    const v = 3 * corners[c];
    const w = 3 * corners[c + 1 < end ? c + 1 : first];
    const ex = vertices[w] - vertices[v];
    const ey = vertices[w + 1] - vertices[v + 1];
    const ez = vertices[w + 2] - vertices[v + 2];
    const dx = balls[k] - vertices[v];
    const dy = balls[k + 1] - vertices[v + 1];
    const dz = balls[k + 2] - vertices[v + 2];
    // Left of the edge, seen from outside.
    const side = x * (ey * dz - ez * dy) + y * (ez * dx - ex * dz) + z * (ex * dy - ey * dx);
    if (side < 0) return false;
  }
  return true;
}
