import { medialBodyOf } from '../../medial/medial-structure.ts';
import type { CollideRequest, CollideResult } from '../collide/collide.ts';
import { leaveSegments, writePairs } from '../collide/contact-pairs.ts';
import { containment } from '../containment/containment.ts';
import { COLLIDE_MEDIAL_MEDIAL_SLOT } from '../scratch-slots.ts';
import { perWorkspace, type Workspace } from '../workspace.ts';
import { enclosureError, searchEnclosures } from './enclosures.ts';
import { listOverlaps } from './overlapping-primitives.ts';
import { nearestOf } from './search-medial.ts';

const overlapsOf: (w: Workspace) => number[] = /* @__PURE__ */ perWorkspace(
  COLLIDE_MEDIAL_MEDIAL_SLOT,
  (): number[] => [],
);

/** `collide` by medial axes: proven apart, or near each other. Pairs of primitives are listed in place of faces. */
export function collideMedialMedial(w: Workspace, { limit }: CollideRequest, out: CollideResult): void {
  const nearest = nearestOf(w);
  const overlaps = overlapsOf(w);
  overlaps.length = 0;
  const { queryBody, reference, swapped } = w;
  const error = enclosureError(w);
  let end = searchEnclosures(w, 0, nearest);
  const apart = nearest.distance[1] > 0;
  if (!apart && limit[0] > 0 && end === 'done') end = listOverlaps(w, limit[0], overlaps);
  const open = end === 'out-of-budget' ? 'iteration-limit' : 'near';
  out.status = apart ? containment(w) : open;
  out.colliding = apart ? out.status !== 'separated' : null;
  out.error = error;
  out.clearWitness();
  const { primitives } = medialBodyOf(queryBody);
  writePairs(overlaps, primitives, medialBodyOf(reference).primitives, swapped, overlaps.length / 2, out);
  leaveSegments(out, false);
}
