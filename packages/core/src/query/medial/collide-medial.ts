import { medialBodyOf } from '../../medial/medial-structure.ts';
import type { Model } from '../../model/model.ts';
import type { Reading } from '../../model/solid.ts';
import { type CollideResult, writePairs } from '../collide/collide.ts';
import { containment } from '../containment/containment.ts';
import { perWorkspace, type Workspace } from '../workspace.ts';
import { enclosureError, searchEnclosures } from './enclosures.ts';
import { listOverlaps } from './overlapping-primitives.ts';
import { nearestOf } from './search-medial.ts';

const overlapsOf: (w: Workspace) => number[] = /* @__PURE__ */ perWorkspace((): number[] => []);

/** `collide` by medial axes: apart, proven, or near each other. No more than `limit` pairs of primitives are listed. */
export function collideMedial(
  w: Workspace,
  a: Model,
  readingA: Reading,
  b: Model,
  readingB: Reading,
  limit: number,
  out: CollideResult,
): void {
  const nearest = nearestOf(w);
  const overlaps = overlapsOf(w);
  overlaps.length = 0;
  const moving = w.swapped ? b : a;
  const resting = w.swapped ? a : b;
  const error = enclosureError(a, readingA, b, readingB);
  let end = searchEnclosures(w, moving, resting, 0, nearest);
  const apart = nearest.distance[1] > 0;
  if (!apart && limit > 0 && end === 'done') end = listOverlaps(w, moving, resting, limit, overlaps);
  const open = end === 'out-of-budget' ? 'iteration-limit' : 'near';
  out.status = apart ? containment(w, a, readingA, b, readingB) : open;
  out.colliding = apart ? out.status !== 'separated' : null;
  out.error = error;
  out.readingA = readingA;
  out.readingB = readingB;
  out.clearWitness();
  const { primitives } = medialBodyOf(moving);
  writePairs(overlaps, primitives, medialBodyOf(resting).primitives, w.swapped, overlaps.length / 2, out);
  if (out.segments !== undefined) delete out.segments;
}
