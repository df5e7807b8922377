import { VOLUMES } from 'nearmiss/lab';
import { overlapByGjk } from './gjk.ts';
import { overlapByLinearProgram } from './linear-program.ts';

type Overlap = (a: Float64Array, i: number, b: Float64Array, j: number) => boolean;

export const METHOD_NAMES = ['separating axes', 'GJK', 'linear programming'] as const;
export type MethodName = (typeof METHOD_NAMES)[number];

/** Three methods to ask whether two oriented boxes overlap. The first is core's own. */
export const METHODS: Readonly<Record<MethodName, Overlap>> = {
  'separating axes': VOLUMES.obb.overlap,
  GJK: overlapByGjk,
  'linear programming': overlapByLinearProgram,
};
