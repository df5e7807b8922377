// Positions in the memory of the kernels stand in their sources, in bytes, and in those of the host, in units of the array that is read or written
// there: both must be the same.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { STEADY_SIZE } from '../../src/motion/relative-motion.ts';
import { constantsOf, kernelSource } from './kernel-source.ts';

interface Layout {
  readonly host: string;
  /** The files of the kernels, that of the layout last. */
  readonly kernels: readonly string[];
  /** Bytes of a unit, from each name on in the order of the host's file. */
  readonly units: Readonly<Record<string, number>>;
  /** The name in the kernels where it is another, or that of what follows at once. */
  readonly names?: Readonly<Record<string, string>>;
  /** What the kernels have not. */
  readonly own?: readonly string[];
}

const LAYOUTS: readonly Layout[] = [
  {
    host: 'layout.ts',
    kernels: ['distance.ts', 'layout.ts'],
    units: { NODE: 1, POSE: 8, MODELS_AT: 4, NEAR_ENTRY: 1, NEAR_PAIR_GAP_AT: 8, FROM_KNOWN: 1 },
    names: {
      LINK: 'LINKS',
      POSE: 'DISTANCE_AT',
      MODELS_AT: 'NODES_Q_AT',
      EXTREMES_AT: 'EXTREMES_Q_AT',
      FROM_KNOWN: 'KNOWN',
      FROM_SEED: 'SEED',
      FROM_LISTED: 'ROOTS',
    },
  },
  {
    host: 'convex-layout.ts',
    kernels: ['convex-layout.ts'],
    units: {
      SIDE_AT: 4,
      RADIUS_AT: 8,
      HEAD: 1,
      HULL_FACES_AT: 4,
      HULL_NORMALS_AT: 8,
      MOST_FACE_CORNERS: 1,
      POSE: 8,
      BODY_Q_AT: 4,
      DOUBLES: 8,
      INTS: 4,
      DECIDED: 1,
    },
    names: { POSE: 'ENOUGH_AT', DOUBLES: 'BODY_Q_AT', INTS: 'HULL_Q_AT' },
    own: ['LISTED', 'GROUP', 'AROUND'],
  },
  {
    host: 'medial.ts',
    kernels: ['closest-balls.ts', 'medial.ts'],
    units: { LIMIT_AT: 8, BODY_Q_AT: 4, ENTRY: 1 },
    own: ['CLOSEST_SIZE', 'BALL', 'HEAD'],
  },
  {
    host: 'balls.ts',
    kernels: ['ball-tests.ts'],
    units: { ROWS_AT: 8, END_AT: 4 },
    own: ['BLOCK_SIZE', 'NUMBERS_OF_BALL', 'BALL_SIZE', 'FILLING', 'DIRECTION_SIZE'],
  },
  {
    host: 'self-cells.ts',
    kernels: ['self.ts'],
    units: { CELL_AT: 8, FACES_AT: 4, BOX: 8, FOUND: 4, PLANE: 1 },
    own: ['LINE'],
  },
  {
    host: 'row-sorting.ts',
    kernels: ['crowd.ts'],
    units: { LEAST_AT: 8, AXIS_AT: 4 },
    names: { SORTED_AT: 'STARTS_AT' },
    own: ['BLOCK', 'MOST_PAIRS', 'LINE'],
  },
  {
    // Both in doubles.
    host: 'advancement.ts',
    kernels: ['motion.ts'],
    units: { ANGLE_Q_AT: 1 },
    names: {
      ANGLE_Q_AT: 'ANGLE_Q',
      ANGLE_R_AT: 'ANGLE_R',
      VECTORS_AT: 'VECTORS',
      WANTED_AT: 'WANTED',
      WITHHELD_AT: 'WITHHELD',
      SCALE_AT: 'SCALE',
      MOST_COST_AT: 'MOST_COST',
      TURNS_AT: 'TURNS',
      FOUND_AT: 'FOUND',
      POINTS_AT: 'POINTS',
      SLOTS_AT: 'SLOTS',
      STEPS_AT: 'STEPS',
      WAITING_AT: 'WAITING',
      RADII_AT: 'RADII',
    },
    own: ['STEADY_SIZE', 'FARTHEST_START'],
  },
];

const hostSource = (file: string): string => readFileSync(new URL(`../../src/simd/${file}`, import.meta.url), 'utf8');

test.for(LAYOUTS)('$host has the numbers of the kernels', ({ host, kernels, units, names, own }, { expect }) => {
  const given = host === 'advancement.ts' ? { STEADY_SIZE } : {};
  const there = new Map(kernels.flatMap((file) => [...constantsOf(kernelSource(file))]));
  let unit = 0;
  let compared = 0;
  for (const [name, value] of constantsOf(hostSource(host), given)) {
    unit = units[name] ?? unit;
    if (own?.includes(name)) continue;
    compared++;
    expect([name, value * unit]).toEqual([name, there.get(names?.[name] ?? name)]);
  }
  expect(compared).toBeGreaterThan(9);
});

test('constants are read from a text', () => {
  expect([...constantsOf('export const A: usize = 704;\nconst B = A + 8 * 512 - 4; // and more\n').values()]).toEqual([
    704, 4796,
  ]);
});
