// Two bodies that touch without an edge of one passing through a face of the other: do they only touch, or do their
// insides overlap as well (one laid exactly on the other, wedges that share an edge, a body resting in another's corner)?
//
// Answered by showing a point strictly inside both. Candidates are taken just off the middle of the touching faces, on
// either side, near and nearer. A point found is proof; none found means `touching`.

import type { Model } from '../../model/model.ts';
import type { Reading } from '../../model/solid.ts';
import { RELATIVE_SCALE } from '../../scalar/pose.ts';
import { locatePoint } from '../point/locate.ts';
import type { Workspace } from '../workspace.ts';
import type { Contacts } from './contacts.ts';

/** How far off a face candidates are taken, in parts of the face's longest edge. */
const OFFSETS = [2 ** -4, 2 ** -12, 2 ** -24] as const;

const candidate = new Float64Array(3);
const inMoving = new Float64Array(3);

/**
 * Asked during a search for the first contact whenever faces touch: looks for a common inside point at the 1st, 2nd,
 * 4th, … touch, so that bodies laid on each other are told at once and grazing ones cost next to nothing.
 */
export function foundOverlapEarly(w: Workspace, moving: Model, resting: Model, contacts: Contacts): boolean {
  if (!contacts.first || contacts.touches < contacts.nextLook) return false;
  contacts.nextLook *= 2;
  contacts.overlap = haveCommonInterior(w, moving, resting, contacts, contacts.keptTouches - 1);
  return contacts.overlap;
}

/** Looks for a point inside both bodies near every touch that was kept. */
export function findOverlap(w: Workspace, moving: Model, resting: Model, contacts: Contacts): boolean {
  for (let k = 0; k < contacts.keptTouches && !contacts.overlap; k++) {
    contacts.overlap = haveCommonInterior(w, moving, resting, contacts, k);
  }
  return contacts.overlap;
}

/** True if a point strictly inside both bodies was found near the k-th touch. */
function haveCommonInterior(w: Workspace, moving: Model, resting: Model, contacts: Contacts, k: number): boolean {
  const { readingMoving, readingResting, touching } = contacts;
  if (readingMoving === 'surface' && readingResting === 'surface') return false;
  const insideMoving = (): boolean => isInsideMoving(w, moving);
  const insideResting = (): boolean => isInsideResting(w, resting);
  const cornersM = w.movedCorners;
  const cornersR = resting.tree.triangles;
  return (
    someCandidate(cornersM, 9 * touching[2 * k], readingMoving, insideMoving, readingResting, insideResting) ||
    someCandidate(cornersR, 9 * touching[2 * k + 1], readingResting, insideResting, readingMoving, insideMoving)
  );
}

/**
 * Tries points near the triangle t[i..] of a body. A surface has no inside: its own points count, and lie inside the
 * other body or not.
 */
function someCandidate(
  t: Float64Array,
  i: number,
  ownReading: Reading,
  insideOwn: () => boolean,
  otherReading: Reading,
  insideOther: () => boolean,
): boolean {
  if (otherReading === 'surface') return false;
  const ux = t[i + 3] - t[i];
  const uy = t[i + 4] - t[i + 1];
  const uz = t[i + 5] - t[i + 2];
  const vx = t[i + 6] - t[i];
  const vy = t[i + 7] - t[i + 1];
  const vz = t[i + 8] - t[i + 2];
  const gx = t[i] + (ux + vx) / 3;
  const gy = t[i + 1] + (uy + vy) / 3;
  const gz = t[i + 2] + (uz + vz) / 3;
  if (ownReading === 'surface') {
    candidate.set([gx, gy, gz]);
    return insideOther();
  }
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
      if (insideOther() && insideOwn()) return true;
    }
  }
  return false;
}

function isInsideResting(w: Workspace, resting: Model): boolean {
  return locatePoint(resting, candidate, w.coordinateError[0], w.stack, null) === 'inside';
}

function isInsideMoving(w: Workspace, moving: Model): boolean {
  const { pose } = w;
  const scale = pose[RELATIVE_SCALE];
  const x = candidate[0] - pose[9];
  const y = candidate[1] - pose[10];
  const z = candidate[2] - pose[11];
  for (let k = 0; k < 3; k++) inMoving[k] = (pose[k] * x + pose[3 + k] * y + pose[6 + k] * z) / scale;
  return locatePoint(moving, inMoving, w.coordinateError[0] / scale, w.stack, null) === 'inside';
}
