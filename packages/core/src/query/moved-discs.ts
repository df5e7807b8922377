import { DISC, moveDisc } from '../bounds/disc.ts';
import { VOLUME_UPDATES, type Workspace } from './workspace.ts';

/** Brings the disc of a node of the moving body into the resting frame, once a query. */
export function moveDiscOf(w: Workspace, discs: Float64Array, node: number): void {
  if (w.volumeStamps[node] === w.stamp) return;
  w.volumeStamps[node] = w.stamp;
  w.counters[VOLUME_UPDATES]++;
  moveDisc(discs, DISC * node, w.pose, w.movedVolumes, DISC * node);
}
