// Where the search for the separating translation starts, as the page and the address name it.

import type { PenetrationStart } from 'nearmiss';
import { linkValues } from './scene-link.ts';

/** What each start means, in a few words. */
export const START_NAMES: Readonly<Record<PenetrationStart, string>> = {
  auto: 'auto: the best of several',
  centroid: 'centroid: along the middles',
  clear: 'clear: where most clearance is',
  coherent: 'coherent: where it was last',
  random: 'random: eight directions',
  sampling: 'sampling: fifty directions',
};

export const FIRST_START: PenetrationStart = 'auto';

export function startNamed(name: string | null): PenetrationStart {
  return name !== null && isStart(name) ? name : FIRST_START;
}

function isStart(name: string): name is PenetrationStart {
  return Object.hasOwn(START_NAMES, name);
}

/** What a link adds to its scene. */
export function writeStart(start: PenetrationStart): string {
  return start === FIRST_START ? '' : `&start=${start}`;
}

export function readStart(hash: string): PenetrationStart {
  return startNamed(linkValues(hash).get('start'));
}
