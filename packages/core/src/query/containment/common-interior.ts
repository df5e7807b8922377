// Two bodies touch, but no edge of one passes through a face of the other. Do their interiors overlap? (Examples: coincident
// bodies, wedges that share an edge, a body in the corner of another.)
//
// A point strictly inside both bodies proves an overlap. A touching face whose middle is strictly inside the other body has such a
// point beside it. That is decided exactly, since bodies that are flush on all sides but one can overlap by the least amount that
// doubles represent. Other candidates are points at several small distances from the middle of the touching faces, on both sides.
// If no point is found, the status is `touching`.

import { writeFaceCorners } from '../../mesh/face-corners.ts';
import type { Model } from '../../model/model.ts';
import type { Interpretation } from '../../model/solid.ts';
import { ExactRelativePose } from '../../scalar/exact-pose.ts';
import { pointInBody } from '../../scalar/point-in-body.ts';
import { RELATIVE_SCALE } from '../../scalar/pose.ts';
import type { Contacts } from '../contacts.ts';
import { type ExactPointSource, locatePoint } from '../point/locate.ts';
import { COMMON_INTERIOR_SLOT } from '../scratch-slots.ts';
import { perWorkspace, type Workspace } from '../workspace.ts';

/** Distances of the candidates from a face, in parts of the face's longest edge. */
const OFFSETS = [2 ** -4, 2 ** -12, 2 ** -24] as const;

// A point in the reference frame and in the query body's frame, with an error bound of its coordinates.
/** Scratch of one query. */
class Scratch {
  readonly candidate: Float64Array = new Float64Array(4);
  readonly inQuery: Float64Array = new Float64Array(4);
}

const scratchOf = perWorkspace(COMMON_INTERIOR_SLOT, () => new Scratch());
/**
 * The middle of a face in exact arithmetic: `slot` of the face in the model's tree, with the poses of the model and of the other
 * body.
 */
function faceMiddle(model: Model, slot: number, pose: Float64Array, otherPose: Float64Array): ExactPointSource {
  return {
    exactPoint() {
      const corners = new Float64Array(9);
      writeFaceCorners(model.mesh, model.tree.faces[slot], corners, 0);
      return { corners, pose: new ExactRelativePose(pose, otherPose) };
    },
  };
}

/**
 * Called during a search for the first contact whenever faces touch. It searches for a common interior point at the 1st, 2nd, 4th,
 * … touch, so that coincident bodies are found at once and grazing bodies cost little.
 */
export function foundOverlapEarly(w: Workspace, contacts: Contacts): boolean {
  if (!contacts.first || contacts.touches < contacts.nextTest) return false;
  contacts.nextTest *= 2;
  contacts.overlap = haveCommonInterior(w, contacts, contacts.keptTouches - 1);
  return contacts.overlap;
}

/** Searches for a point inside both bodies near every touch that is kept. */
export function findOverlap(w: Workspace, contacts: Contacts): boolean {
  for (let k = 0; k < contacts.keptTouches && !contacts.overlap; k++) {
    contacts.overlap = haveCommonInterior(w, contacts, k);
  }
  return contacts.overlap;
}

/** True if a point strictly inside both bodies was found near the k-th touch, on faces not tested for an earlier touch. */
function haveCommonInterior(w: Workspace, contacts: Contacts, k: number): boolean {
  const { queryBody, reference } = w;
  const { interpretationQuery, interpretationReference, touching } = contacts;
  const queryPose = w.queryPose;
  const referencePose = w.referencePose;
  const slotQ = touching[2 * k];
  const slotR = touching[2 * k + 1];
  if (interpretationReference === 'solid' && isNew(touching, 2 * k)) {
    const middle = faceMiddle(queryBody, slotQ, queryPose, referencePose);
    if (someCandidate(w, w.movedCorners, 9 * slotQ, middle, interpretationQuery, isInsideQuery, isInsideReference))
      return true;
  }
  if (interpretationQuery === 'surface' || !isNew(touching, 2 * k + 1)) return false;
  const middle = faceMiddle(reference, slotR, referencePose, queryPose);
  return someCandidate(
    w,
    reference.tree.triangles,
    9 * slotR,
    middle,
    interpretationReference,
    isInsideReference,
    isInsideQuery,
  );
}

/** Whether the position at `at` does not occur before it among those of the same body. */
function isNew(touching: Uint32Array, at: number): boolean {
  for (let k = at - 2; k >= 0; k -= 2) if (touching[k] === touching[at]) return false;
  return true;
}

/** Whether `candidate` is strictly inside a body. `exact` decides where rounding does not; null returns false there. */
type InsideTest = (w: Workspace, exact: ExactPointSource | null) => boolean;

/** Tests points near the triangle t[i..] of a body. A surface has no interior: only its own points are tested. */
function someCandidate(
  w: Workspace,
  t: Float64Array,
  i: number,
  middle: ExactPointSource,
  ownInterpretation: Interpretation,
  insideOwn: InsideTest,
  insideOther: InsideTest,
): boolean {
  const { candidate } = scratchOf(w);
  const ux = t[i + 3] - t[i];
  const uy = t[i + 4] - t[i + 1];
  const uz = t[i + 5] - t[i + 2];
  const vx = t[i + 6] - t[i];
  const vy = t[i + 7] - t[i + 1];
  const vz = t[i + 8] - t[i + 2];
  const gx = t[i] + (ux + vx) / 3;
  const gy = t[i + 1] + (uy + vy) / 3;
  const gz = t[i + 2] + (uz + vz) / 3;
  candidate.set([gx, gy, gz]);
  if (insideOther(w, middle)) return true;
  if (ownInterpretation === 'surface') return false;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (!(length > 0)) return false;
  const edge = Math.sqrt(Math.max(ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz));
  for (const part of OFFSETS) {
    for (const side of [-1, 1]) {
      const step = (side * part * edge) / length;
      candidate.set([gx + step * nx, gy + step * ny, gz + step * nz]);
      if (insideOther(w, null) && insideOwn(w, null)) return true;
    }
  }
  return false;
}

function isInsideReference(w: Workspace, exact: ExactPointSource | null): boolean {
  const { reference } = w;
  const { candidate } = scratchOf(w);
  candidate[3] = w.coordinateError[0];
  return locatePoint(reference, candidate, w.locating, exact) === 'inside';
}

function isInsideQuery(w: Workspace, exact: ExactPointSource | null): boolean {
  const { queryBody, pose } = w;
  const { candidate, inQuery } = scratchOf(w);
  pointInBody(pose, candidate, 0, inQuery);
  inQuery[3] = w.coordinateError[0] / pose[RELATIVE_SCALE];
  return locatePoint(queryBody, inQuery, w.locating, exact) === 'inside';
}
