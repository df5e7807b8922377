import type { Model } from '../../model/model.ts';
import type { Reading } from '../../model/solid.ts';
import { decideMeeting, type Meeting } from '../collide/collide.ts';
import { containment } from '../collide/containment.ts';
import type { Workspace } from '../workspace.ts';
import { searchEnclosures } from './enclosures.ts';
import { MedialNearest } from './search-medial.ts';

const nearest = new MedialNearest();

/** How the bodies prepared in `w` lie, decided exactly; faces are looked at only where the enclosures are not apart. */
export function meetByEnclosures(
  w: Workspace,
  a: Model,
  readingA: Reading,
  b: Model,
  readingB: Reading,
): Meeting {
  const moving = w.swapped ? b : a;
  const resting = w.swapped ? a : b;
  if (searchEnclosures(w, moving, resting, 0, nearest) === 'out-of-budget') return 'iteration-limit';
  if (nearest.distance[1] > 0) return containment(w, a, readingA, b, readingB);
  return decideMeeting(w, a, readingA, b, readingB, 'disc', true, null);
}
