import { discVolume } from '../../bounds/disc.ts';
import type { Model } from '../../model/model.ts';
import type { Reading } from '../../model/solid.ts';
import { decideMeeting, type Meeting } from '../collide/collide.ts';
import { containment } from '../containment/containment.ts';
import type { Workspace } from '../workspace.ts';

/**
 * How the bodies prepared in `w` lie if their surfaces do not meet: the part of the question that enclosures, which hold surfaces,
 * cannot answer. `separated` is then still to be doubted where the enclosures overlap.
 */
export function meetInside(w: Workspace, a: Model, readingA: Reading, b: Model, readingB: Reading): Meeting {
  if (containment(w, a, readingA, b, readingB) === 'separated') return 'separated';
  return decideMeeting(w, a, readingA, b, readingB, discVolume, true, null);
}
