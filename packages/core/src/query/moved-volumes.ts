import { DISC, moveDisc } from '../bounds/disc.ts';
import type { VolumeKind } from '../bounds/volume.ts';
import { VOLUME_UPDATES, type Workspace } from './workspace.ts';

/** Moves the volume of a node of the query body into the reference frame, once per query. */
export function moveVolumeOf(w: Workspace, kind: VolumeKind, volumes: Float64Array, node: number): void {
  if (w.volumeStamps[node] === w.stamp) return;
  w.volumeStamps[node] = w.stamp;
  w.counters[VOLUME_UPDATES]++;
  const at = kind.stride * node;
  if (w.hulls === null || kind.moveByHull === undefined) kind.move(volumes, at, w.pose, w.movedVolumes, at);
  else kind.moveByHull(volumes, at, w.hulls, w.pose, w.movedVolumes, at);
}

/** The same for discs, without the indirection. */
export function moveDiscOf(w: Workspace, discs: Float64Array, node: number): void {
  if (w.volumeStamps[node] === w.stamp) return;
  w.volumeStamps[node] = w.stamp;
  w.counters[VOLUME_UPDATES]++;
  moveDisc(discs, DISC * node, w.pose, w.movedVolumes, DISC * node);
}
