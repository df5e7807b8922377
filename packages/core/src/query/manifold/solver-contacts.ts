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
import { type MassProperties, massProperties } from '../../mesh/mass.ts';
import type { Model } from '../../model/model.ts';
import { perModel } from '../../model/per-model.ts';
import { RELATIVE_SIZE } from '../../scalar/pose.ts';
import { LARGEST_LENGTH, LARGEST_OFFSET } from '../../scalar/tolerances.ts';
import { installed } from '../acceleration.ts';
import { borrowWorkspace, returnWorkspace, type Workspace } from '../workspace.ts';
import { type ManifoldContact, manifoldContact } from './apart-contacts.ts';
import { contactManifold } from './contact-manifold.ts';
import { CONTACT, ConvexContacts } from './convex-contacts.ts';
import { type HullPolygons, hullPolygonsOf } from './hull-polygons.ts';
import { isInBoth } from './inner-contacts.ts';
import { doFacesCross, meshContacts } from './mesh-contacts.ts';
import { overlapContacts } from './overlap-contacts.ts';
import { reduceContacts } from './reduce-contacts.ts';
import { requireFinite, type SolverPose, writeMatrix, writeRelative, writeToWorld } from './solver-pose.ts';

/** How much farther than asked the distance of convex bodies is bounded: then they need not be asked again soon. Dimensionless. */
const FARTHER = 4;

/** Contacts of two meshes at most; the nearest are kept. */
const MOST_CONTACTS = 16;

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
    if (hullA !== null && hullB !== null) {
      const { kernels } = installed;
      if (kernels?.convexContacts(a, poseA, hullA, b, poseB, hullB, within, this) === true) return;
      this.#findConvex(a, poseA, hullA, b, poseB, hullB, within);
    } else if (a.round === null && b.round === null) this.#findMesh(a, poseA, b, poseB, within);
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
    const { unit } = b.frame;
    writeMatrix(poseB.rotation, matrix);
    writeRelative(a.frame, poseA, b.frame, poseB, matrix, this.#pose);
    const p = this.#pose;
    // Too far apart to be told: no contact.
    if (!(Math.abs(p[9]) + Math.abs(p[10]) + Math.abs(p[11]) <= LARGEST_OFFSET)) return;
    convex.find(hullA, hullB, this.#pose, within / unit, (FARTHER * within) / unit);
    this.count = convex.count;
    if (convex.count === 0) this.lower = convex.lower * unit;
    writeToWorld(convex.numbers, convex.count, b, poseB, matrix, this.numbers);
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
    if (needsDepths) this.#take(overlapContacts(a, poseA, b, poseB, asked));
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
