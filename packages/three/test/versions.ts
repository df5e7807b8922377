// The two newest minor versions of three.js. Tests make their objects with each of them.

import * as newest from 'three';
import * as before from 'three-186';

export type Three = typeof newest;

// The types of the older version are those of the newer: it has none of its own, and what is used here is in both.
export const VERSIONS: readonly (readonly [string, Three])[] = [
  [newest.REVISION, newest],
  [before.REVISION, before],
];
