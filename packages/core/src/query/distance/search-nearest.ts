// The nearest faces of two bodies, on trees of bounding volumes.

import { discVolume } from '../../bounds/disc.ts';
import type { VolumeKind } from '../../bounds/volume.ts';
import { installed } from '../acceleration.ts';
import { bestPairOf } from '../best-pair.ts';
import { moveVolumeOf } from '../moved-volumes.ts';
import type { Workspace } from '../workspace.ts';
import type { DistanceMemory } from './distance.ts';
import { type SearchEnd, searchDiscs, seedDiscs } from './distance-discs.ts';
import { searchLeafPair } from './distance-leaf-pair.ts';
import { searchVolumes } from './distance-volumes.ts';
import { startFromLast } from './last-answer.ts';
import { searchFront } from './search-front.ts';
import { writeWaitingBound } from './waiting-bound.ts';

/** Searches the bodies prepared in `w`, seeded by the last query, and leaves the nearest faces in the best pair of `w`. */
export function searchNearest(w: Workspace, volume: VolumeKind, memory: DistanceMemory | null): SearchEnd {
  const { queryBody, reference, budget } = w;
  const best = bestPairOf(w);
  const front = volume === discVolume && memory?.front.busy === false ? memory.front : null;
  if (memory !== null) memory.start = front === null ? 'seed' : startFromLast(w, memory);
  const accelerated = volume === discVolume ? installed.kernels?.searchNearest(w, memory) : null;
  if (accelerated) return accelerated;
  let end: SearchEnd = 'done';
  // Searches on other volumes have no seed of their own.
  const start = memory === null ? 'seed' : volume === discVolume ? memory.start : 'last';
  if (memory !== null && memory.leafQuery >= 0 && start !== 'seed') {
    moveVolumeOf(w, volume, queryBody.volumes(volume), memory.leafQuery);
    const { leafQuery, leafReference } = memory;
    const volumes = reference.volumes(volume);
    if (searchLeafPair(w, leafQuery, leafReference, volumes, volume.stride, best)) end = 'contact';
  }
  if (start !== 'last' && volume === discVolume && end !== 'contact') end = seedDiscs(w, best, budget);
  if (end === 'contact') front?.empty();
  else if (front?.keepIfWorthwhile(best.distance) === true) end = searchFront(w, best, budget, front);
  else if (volume === discVolume) end = searchDiscs(w, 0, 0, best, budget);
  else end = searchVolumes(w, volume, best, budget);
  if (memory !== null && best.leafQuery >= 0) {
    memory.leafQuery = best.leafQuery;
    memory.leafReference = best.leafReference;
    memory.gap[0] = end === 'contact' ? 0 : best.distance[0];
  }
  if (end === 'out-of-budget') writeWaitingBound(w, volume);
  return end;
}
