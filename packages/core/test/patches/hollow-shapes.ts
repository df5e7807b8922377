// Shapes with cavities that a hull would fill.

import { uShape } from '../../src/entries/shapes.ts';
import type { Mesh } from '../../src/index.ts';
import { extrude } from '../../src/shapes/prism.ts';

export const tShape: Mesh = extrude('t', Float64Array.of(-1, 3, -1, 0, 1, 0, 1, 3, 3, 3, 3, 4, -3, 4, -3, 3), 1);
export const comb: Mesh = extrude(
  'comb',
  Float64Array.of(0, 0, 7, 0, 7, 4, 6, 4, 6, 1, 4, 1, 4, 4, 3, 4, 3, 1, 1, 1, 1, 4, 0, 4),
  2,
);

/** With whole coordinates: x and y from −4 to 4, the cavity from −2 to 2 and from −2 up. */
export const wholeU: Mesh = uShape({ size: [8, 8, 2], arm: 2 });
