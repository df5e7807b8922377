import type { VolumeKind } from '../../bounds/volume.ts';
import { moveVolumeOf } from '../moved-volumes.ts';
import type { Workspace } from '../workspace.ts';

/**
 * Writes to w.known[0] a lower bound of the distance for a search that ran out of budget: the least bound of the pairs on the stack
 * (all others were searched or proven farther than the best), or that of the roots: volumes of children may stick out of their parent's. 0 if the search
 * itself did not start.
 */
export function writeWaitingBound(w: Workspace, kind: VolumeKind): void {
  const { queryBody, reference } = w;
  const own = queryBody.volumes(kind);
  const volumes = reference.volumes(kind);
  let least = w.stackTop === 0 ? 0 : Infinity;
  for (let k = 0; k < w.stackTop; k += 2) {
    const at = kind.stride * w.stack[k];
    moveVolumeOf(w, kind, own, w.stack[k]);
    // A bound above the least so far does not change it.
    least = Math.min(least, kind.lowerBound(w.movedVolumes, at, volumes, kind.stride * w.stack[k + 1], least));
  }
  if (w.stackTop > 0) {
    moveVolumeOf(w, kind, own, 0);
    least = Math.max(least, kind.lowerBound(w.movedVolumes, 0, volumes, 0, Infinity));
  }
  w.known[0] = Math.max(0, least);
}
