// Advancement where one of the bodies is round: a sphere, capsule, cylinder or cone. Both bodies stop at one time and their
// distance is measured. The step is the distance divided by the greatest speed at which two of their points can approach. This is
// conservative advancement in its first form, with a tighter bound where both bodies are convex: only the speed along the direction
// between them counts.

import { discVolume } from '../../bounds/disc.ts';
import { undirectedSpeed } from '../../motion/bounds.ts';
import {
  QUERY_ANGULAR,
  QUERY_LOOSE,
  QUERY_PIVOT,
  REFERENCE_ANGULAR,
  REFERENCE_LOOSE,
  REFERENCE_PIVOT,
} from '../../motion/relative-motion.ts';
import { RELATIVE_SCALE } from '../../scalar/pose.ts';
import { powerOfTwo } from '../../scalar/power-of-two.ts';
import type { ContactStatus } from '../collide/collide.ts';
import type { PairResult } from '../result.ts';
import { decideRoundContact, type RoundContact } from '../round/round-contact.ts';
import { roundSearchOf, searchRound } from '../round/round-search.ts';
import { ADVANCE_ROUND_MESH_SLOT } from '../scratch-slots.ts';
import { perWorkspace, type Workspace } from '../workspace.ts';
import { type Advance, type AdvanceEnd, advanceTo, type PairMotion } from './advance.ts';
import { STEP_SHRINK } from './disc-steps.ts';
import { freeFor } from './free-for.ts';
import type { PairAdvance } from './pair-advance.ts';
import { POINT_MOTION, writePointMotions } from './point-motion.ts';

/** Number of steps after which the query gives up on an approach that is too flat to end. */
const MOST_STEPS = 1024;
/** Number of searches for an overlap. Each covers twice the time of the one before; then the time is bisected. */
const TESTS = 10;
const HALVINGS = 6;

/** Scratch of one query. */
class Scratch {
  readonly centres: Float64Array = new Float64Array(6);
  readonly motions: Float64Array = new Float64Array(2 * POINT_MOTION);
}

const scratchOf = perWorkspace(ADVANCE_ROUND_MESH_SLOT, () => new Scratch());
/** Advances the bodies prepared in `w` along a motion until they are within the threshold. */
function advanceRound(w: Workspace, pairMotion: PairMotion, rounding: number, work: Advance): AdvanceEnd {
  const { wanted, found } = work;
  const search = roundSearchOf(w);
  let time = 0;
  for (let taken = 0; taken < MOST_STEPS; taken++) {
    work.iterations++;
    found[0] = time;
    if (!measure(w, pairMotion, time, work)) return 'out-of-budget';
    found[1] = search.upper;
    for (let k = 0; k < 6; k++) work.points[k] = search.points[k];
    work.slotQuery = search.slotQuery;
    work.slotReference = search.slotReference;
    const gap = search.lower - rounding - wanted[0] / 2;
    if (search.overlap || search.upper <= wanted[0] || !(gap > 0)) return 'contact';
    const until = time + stepFor(w, gap, work) * STEP_SHRINK;
    if (until >= wanted[1]) return 'free';
    if (!(until > time)) return 'stuck';
    time = until;
  }
  return 'stuck';
}

/** The earliest time found, after work.found[0] and not after `latest`, at which the bodies are proven to overlap; or NaN. */
function proveOverlap(w: Workspace, pairMotion: PairMotion, work: Advance, latest: number): number {
  const search = roundSearchOf(w);
  const start = work.found[0];
  advanceTo(w, pairMotion, start, work.state);
  const gap = Math.max(work.found[1], work.wanted[0]);
  const ahead = 1.25 * stepFor(w, gap, work);
  const overlaps = (at: number) => measure(w, pairMotion, at, work) && search.overlap;
  for (let findStep = 0; findStep < TESTS && ahead > 0; findStep++) {
    const at = Math.min(start + ahead * powerOfTwo(findStep), latest);
    if (overlaps(at)) {
      let low = start;
      let high = at;
      for (let k = 0; k < HALVINGS; k++) {
        const middle = (low + high) / 2;
        if (overlaps(middle)) high = middle;
        else low = middle;
      }
      return high;
    }
    if (at === latest) break;
  }
  return Number.NaN;
}

/** Leaves the distance at a time in the search of `w`; false if the budget is spent. */
function measure(w: Workspace, pairMotion: PairMotion, at: number, work: Advance): boolean {
  const search = roundSearchOf(w);
  advanceTo(w, pairMotion, at, work.state);
  search.start(Infinity, 0, 0);
  w.contacts.start(false, 'surface', 'surface');
  return searchRound(w, discVolume, search) !== 'out-of-budget';
}

/** How long a gap lasts under any motion within the speed bounds. */
function stepFor(w: Workspace, gap: number, work: Advance): number {
  const { queryBody, reference } = w;
  const { centres, motions } = scratchOf(w);
  const { state, points } = work;
  const radiusQ = queryBody.frame.radius * w.pose[RELATIVE_SCALE];
  const radiusR = reference.frame.radius;
  for (let k = 0; k < 3; k++) centres[k] = state[9 + k];
  const reachQ = radiusQ + distanceTo(state, QUERY_PIVOT, centres, 0);
  const reachR = radiusR + distanceTo(state, REFERENCE_PIVOT, centres, 3);
  const inAnyDirection = freeFor(gap, undirectedSpeed(state, reachQ, reachR), 0);
  if (queryBody.round === null || reference.round === null) return inAnyDirection;
  // Two convex bodies are separated by the slab between their nearest points.
  const nx = points[3] - points[0];
  const ny = points[4] - points[1];
  const nz = points[5] - points[2];
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  writePointMotions(state, 0, centres, 0, 3, 1, motions, 0);
  writePointMotions(state, 1, centres, 3, 3, 1, motions, POINT_MOTION);
  const straight =
    (motions[0] - motions[POINT_MOTION]) * nx +
    (motions[1] - motions[POINT_MOTION + 1]) * ny +
    (motions[2] - motions[POINT_MOTION + 2]) * nz;
  const turning =
    radiusQ * acrossSpeed(state, QUERY_ANGULAR, nx, ny, nz) +
    radiusR * acrossSpeed(state, REFERENCE_ANGULAR, nx, ny, nz);
  const loose =
    (motions[4] + motions[POINT_MOTION + 4]) * length +
    (radiusQ * state[QUERY_LOOSE + 1] + radiusR * state[REFERENCE_LOOSE + 1]) * length;
  const bend = (motions[3] + motions[POINT_MOTION + 3]) * length;
  if (!(length > 0)) return inAnyDirection;
  return Math.max(inAnyDirection, freeFor(gap * length, straight + turning + loose, bend));
}

function distanceTo(state: Float64Array, pivot: number, points: Float64Array, i: number): number {
  const x = points[i] - state[pivot];
  const y = points[i + 1] - state[pivot + 1];
  const z = points[i + 2] - state[pivot + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** |n×ω|. */
function acrossSpeed(state: Float64Array, at: number, nx: number, ny: number, nz: number): number {
  const wx = state[at];
  const wy = state[at + 1];
  const wz = state[at + 2];
  const x = ny * wz - nz * wy;
  const y = nz * wx - nx * wz;
  const z = nx * wy - ny * wx;
  return Math.sqrt(x * x + y * y + z * z);
}

/** The contact status at the start where one body is round. */
function statusAtStart(w: Workspace): RoundContact['status'] {
  roundSearchOf(w).start(0, 0, 0);
  return decideRoundContact(w, discVolume).status;
}

/** The contact points at the start. */
function writeRoundWitness(w: Workspace, contactStatus: ContactStatus, out: PairResult): void {
  const search = roundSearchOf(w);
  const intersects = contactStatus === 'touching' || contactStatus === 'intersecting';
  if (intersects && search.slotQuery >= 0) {
    out.writeWitness(w, search.points, search.slotQuery, search.slotReference);
  } else out.clearWitness();
}

export const ADVANCE_ROUND_MESH: PairAdvance = {
  statusAtStart,
  writeStart: writeRoundWitness,
  advance: advanceRound,
  prove: proveOverlap,
};
