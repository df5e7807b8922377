import { ABSENT, BOX, type BoxSet } from './box-set.ts';
import type { Probe } from './broad-phase.ts';

/** Every box that the probe can reach, in order of their numbers: the search of structures that cannot speed it up. */
export function searchAll({ bounds, kinds, end }: BoxSet, probe: Probe): void {
  for (let id = 0; id < end; id++) {
    if (kinds[id] !== ABSENT && probe.bound(bounds, BOX * id) <= probe.limit) probe.take(id);
  }
}
