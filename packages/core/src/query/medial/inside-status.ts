import { discVolume } from '../../bounds/disc.ts';
import type { ContactStatus } from '../collide/collide.ts';
import { decideContact } from '../collide/collide-mesh-mesh.ts';
import { containment } from '../containment/containment.ts';
import type { Workspace } from '../workspace.ts';

/**
 * How the bodies prepared in `w` lie if their surfaces do not meet: the part of the question that enclosures, which hold surfaces,
 * cannot answer. `separated` is then still to be doubted where the enclosures overlap.
 */
export function statusInside(w: Workspace): ContactStatus {
  if (containment(w) === 'separated') return 'separated';
  return decideContact(w, discVolume, true, null);
}
