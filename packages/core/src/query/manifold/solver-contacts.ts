// Contacts for a solver that asks for many pairs at every step: numbers in arrays that are used again, signed gaps, and no test of overlap
// of its own. `contactManifold` is the same for a single question.
//
// - Two convex meshes: GJK or EPA, and faces clipped against each other (convex-contacts).
// - Other meshes: features within the distance with signed gaps (mesh-contacts), reduced (reduce-contacts). Where faces cross and no
//   feature tells how deep, the local depths of `penetration`.
// - Round shapes: `contactManifold`.
//
// The contacts follow from the poses alone, so that a simulation restored from a snapshot goes on to the same bits.

import { discVolume } from '../../bounds/disc.ts';
import { NearmissError } from '../../error.ts';
import { type MassProperties, massProperties } from '../../mesh/mass.ts';
import type { Model } from '../../model/model.ts';
import { perModel } from '../../model/per-model.ts';
import { RELATIVE_SIZE } from '../../scalar/pose.ts';
import { LARGEST_LENGTH, LARGEST_OFFSET } from '../../scalar/tolerances.ts';
import { borrowWorkspace, returnWorkspace, type Workspace } from '../workspace.ts';
import { contactManifold, type ManifoldContact, manifoldContact, overlapManifold } from './contact-manifold.ts';
import { CONTACT, ConvexContacts } from './convex-contacts.ts';
import { type HullPolygons, hullPolygonsOf } from './hull-polygons.ts';
import { isInBoth } from './inner-contacts.ts';
import { doFacesCross, meshContacts } from './mesh-contacts.ts';
import { reduceContacts } from './reduce-contacts.ts';

/** How much farther than asked the distance of convex bodies is bounded: then they need not be asked again soon. Dimensionless. */
const FARTHER = 4;

/** Contacts of two meshes at most; the nearest are kept. */
const MOST_CONTACTS = 16;

/** A pose as a position and a unit quaternion, in arrays of doubles. See {@link SolverContacts}. */
export interface SolverPose {
  readonly position: Float64Array;
  readonly rotation: Float64Array;
}

/**
 * The contacts of two bodies as a solver reads them: see {@link SolverContacts.find}. One object serves all pairs, one after the other.
 *
 * @example
 * const cube = Model.build(box());
 * const pose = (z: number) => ({ position: Float64Array.of(0, 0, z), rotation: Float64Array.of(0, 0, 0, 1) });
 * const contacts = new SolverContacts();
 * contacts.find(cube, pose(0), cube, pose(1.005), 0.01);
 * console.log(contacts.count, contacts.numbers[9].toFixed(3)); // 4 0.005
 */
export class SolverContacts {
  /** Number of contacts found. */
  count = 0;
  /** A proven lower bound of the distance where there is no contact: at least the distance searched. */
  lower = 0;
  /** Ten numbers a contact, in the world: point of A, point of B, unit normal from A to B, signed gap along it. */
  numbers: Float64Array = new Float64Array(8 * CONTACT);
  readonly #convex = new ConvexContacts();
  readonly #pose = new Float64Array(RELATIVE_SIZE);
  readonly #matrix = new Float64Array(9);

  /** Finds the contacts within a distance. Rotations are unit quaternions: their length is not checked. */
  find(a: Model, poseA: SolverPose, b: Model, poseB: SolverPose, within: number): void {
    requireFinite(poseA, within);
    requireFinite(poseB, within);
    this.count = 0;
    this.lower = within;
    const hullA = a.round === null ? hullPolygonsOf(a) : null;
    const hullB = hullA === null || b.round !== null ? null : hullPolygonsOf(b);
    if (hullA !== null && hullB !== null) this.#findConvex(a, poseA, hullA, b, poseB, hullB, within);
    else if (a.round === null && b.round === null) this.#findMesh(a, poseA, b, poseB, within);
    else this.#take(contactManifold(a, poseA, b, poseB, { within }).contacts);
  }

  #findConvex(
    a: Model,
    poseA: SolverPose,
    hullA: HullPolygons,
    b: Model,
    poseB: SolverPose,
    hullB: HullPolygons,
    within: number,
  ): void {
    const convex = this.#convex;
    const matrix = this.#matrix;
    const { unit, centre } = b.frame;
    writeMatrix(poseB.rotation, matrix);
    writeRelative(a, poseA, b, poseB, matrix, this.#pose);
    const p = this.#pose;
    // Too far apart to be told: no contact.
    if (!(Math.abs(p[9]) + Math.abs(p[10]) + Math.abs(p[11]) <= LARGEST_OFFSET)) return;
    convex.find(hullA, hullB, this.#pose, within / unit, (FARTHER * within) / unit);
    this.count = convex.count;
    if (convex.count === 0) this.lower = convex.lower * unit;
    const n = convex.numbers;
    const out = this.numbers;
    const { position: t } = poseB;
    for (let o = 0; o < CONTACT * convex.count; o += CONTACT) {
      for (let part = 0; part < 9; part += 3) {
        // Points from the frame to the body, then both to the world; a normal is turned only.
        const isPoint = part < 6;
        const x = isPoint ? centre[0] + unit * n[o + part] : n[o + part];
        const y = isPoint ? centre[1] + unit * n[o + part + 1] : n[o + part + 1];
        const z = isPoint ? centre[2] + unit * n[o + part + 2] : n[o + part + 2];
        out[o + part] = matrix[0] * x + matrix[1] * y + matrix[2] * z + (isPoint ? t[0] : 0);
        out[o + part + 1] = matrix[3] * x + matrix[4] * y + matrix[5] * z + (isPoint ? t[1] : 0);
        out[o + part + 2] = matrix[6] * x + matrix[7] * y + matrix[8] * z + (isPoint ? t[2] : 0);
      }
      out[o + 9] = unit * n[o + 9];
    }
  }

  #findMesh(a: Model, poseA: SolverPose, b: Model, poseB: SolverPose, asked: number): void {
    const w = borrowWorkspace();
    let needsDepths = false;
    try {
      w.budget.start({});
      w.prepare(a, poseA, b, poseB, discVolume);
      needsDepths = !this.#takeMesh(w, Math.min(asked / w.unit[0], LARGEST_LENGTH), isSolid(a) && isSolid(b));
    } finally {
      returnWorkspace(w);
    }
    if (needsDepths) this.#take(overlapManifold(a, poseA, b, poseB).contacts);
  }

  /** False where faces cross and no contact tells how deep. */
  #takeMesh(w: Workspace, within: number, isSigned: boolean): boolean {
    const found = meshContacts(w, within, isSigned).filter((contact) => contact.gap >= 0 || isInBoth(w, contact));
    const isCrossing = doFacesCross(w);
    if (isCrossing && !found.some(({ gap }) => gap < 0)) return false;
    if (found.length === 0) return true;
    const few = reduceContacts(found, within);
    if (few.length > MOST_CONTACTS) few.sort((p, q) => p.gap - q.gap).length = MOST_CONTACTS;
    this.#take(few.map((contact, id) => manifoldContact(w, contact, id)));
    return true;
  }

  #take(contacts: readonly ManifoldContact[]): void {
    if (this.numbers.length < CONTACT * contacts.length) this.numbers = new Float64Array(2 * CONTACT * contacts.length);
    contacts.forEach(({ pointA, pointB, normal, gap }, c) => {
      const o = CONTACT * c;
      for (let k = 0; k < 3; k++) {
        this.numbers[o + k] = pointA[k];
        this.numbers[o + 3 + k] = pointB[k];
        this.numbers[o + 6 + k] = normal[k];
      }
      this.numbers[o + 9] = gap;
    });
    this.count = contacts.length;
  }
}

const solidPropertiesOf: (model: Model) => MassProperties = /* @__PURE__ */ perModel(({ mesh }) =>
  massProperties(mesh),
);

/** Whether the faces of a mesh tell where its inside is. */
function isSolid(model: Model): boolean {
  const properties = solidPropertiesOf(model);
  return properties.status === 'solid' && !properties.inward;
}

function requireFinite({ position: p, rotation: q }: SolverPose, within: number): void {
  const sum = p[0] + p[1] + p[2] + q[0] + q[1] + q[2] + q[3];
  if (Number.isFinite(sum) && within >= 0 && within < Infinity) return;
  throw new NearmissError('options/bad-value', 'Poses and the distance of a search for contacts are finite numbers.');
}

/** Writes the matrix of a unit quaternion, row by row. */
function writeMatrix(q: Float64Array, out: Float64Array): void {
  const x = q[0];
  const y = q[1];
  const z = q[2];
  const w = q[3];
  out[0] = 1 - 2 * (y * y + z * z);
  out[1] = 2 * (x * y - w * z);
  out[2] = 2 * (x * z + w * y);
  out[3] = 2 * (x * y + w * z);
  out[4] = 1 - 2 * (x * x + z * z);
  out[5] = 2 * (y * z - w * x);
  out[6] = 2 * (x * z - w * y);
  out[7] = 2 * (y * z + w * x);
  out[8] = 1 - 2 * (x * x + y * y);
}

/** Writes A in B's frame and unit (scalar/pose.ts), in plain doubles; `matrix` is B's rotation. */
function writeRelative(
  { frame: own }: Model,
  poseA: SolverPose,
  { frame }: Model,
  poseB: SolverPose,
  matrix: Float64Array,
  out: Float64Array,
): void {
  const { rotation: p } = poseB;
  const { rotation: q } = poseA;
  // The quaternion of A as B sees it.
  const x = p[3] * q[0] - p[0] * q[3] - p[1] * q[2] + p[2] * q[1];
  const y = p[3] * q[1] - p[1] * q[3] - p[2] * q[0] + p[0] * q[2];
  const z = p[3] * q[2] - p[2] * q[3] - p[0] * q[1] + p[1] * q[0];
  const w = p[3] * q[3] + p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
  out[0] = 1 - 2 * (y * y + z * z);
  out[1] = 2 * (x * y - w * z);
  out[2] = 2 * (x * z + w * y);
  out[3] = 2 * (x * y + w * z);
  out[4] = 1 - 2 * (x * x + z * z);
  out[5] = 2 * (y * z - w * x);
  out[6] = 2 * (x * z - w * y);
  out[7] = 2 * (y * z + w * x);
  out[8] = 1 - 2 * (x * x + y * y);
  const cx = own.centre[0];
  const cy = own.centre[1];
  const cz = own.centre[2];
  const dx = poseA.position[0] - poseB.position[0];
  const dy = poseA.position[1] - poseB.position[1];
  const dz = poseA.position[2] - poseB.position[2];
  for (let k = 0; k < 3; k++) {
    const offset = matrix[k] * dx + matrix[3 + k] * dy + matrix[6 + k] * dz;
    const centre = out[3 * k] * cx + out[3 * k + 1] * cy + out[3 * k + 2] * cz;
    out[9 + k] = (offset + centre - frame.centre[k]) / frame.unit;
  }
  out[12] = own.unit / frame.unit;
}
