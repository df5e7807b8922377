import { discVolume } from '../../bounds/disc.ts';
import type { ContactStatus } from '../collide/collide.ts';
import { decideContact } from '../collide/collide-mesh-mesh.ts';
import { containment } from '../containment/containment.ts';
import type { Workspace } from '../workspace.ts';

/**
 * The contact status of the bodies prepared in `w` if their surfaces do not touch. Enclosures contain the surfaces only and cannot
 * decide it. `separated` is not proven where the enclosures overlap.
 */
export function statusInside(w: Workspace): ContactStatus {
  if (containment(w) === 'separated') return 'separated';
  return decideContact(w, discVolume, true, null);
}
