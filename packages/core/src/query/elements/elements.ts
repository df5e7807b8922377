// When do a vertex and a face, or two edges, first touch if their points move linearly from start to end? These are the elements of
// deforming meshes. primitive/polygon-contact-time.ts has the search.

import { NearmissError } from '../../error.ts';
import { MAX_COORDINATE } from '../../mesh/mesh.ts';
import { timeEdgeEdge } from '../../primitive/edge-edge-time.ts';
import {
  CONTACT,
  ELEMENT_OUT,
  type ElementOutcome,
  LOWER,
  NEAR,
  TOLERANCE,
  UPPER,
} from '../../primitive/element-outcome.ts';
import { timeVertexFace } from '../../primitive/vertex-face-time.ts';
import type { KnownKeys } from '../../scalar/known-keys.ts';
import { Pool } from '../../scalar/pool.ts';
import { readVector } from '../../scalar/vector.ts';
import { BUDGET_KEYS, type BudgetOptions } from '../budget.ts';
import { requireAmount, requireOptions } from '../options.ts';

/** Four points: twelve numbers, or four of three each. See {@link vertexFaceTime}. */
export type ElementPoints = ArrayLike<number> | ArrayLike<ArrayLike<number>>;

/** Options of {@link vertexFaceTime} and {@link edgeEdgeTime}. */
export interface ElementTimeOptions {
  /**
   * How far apart the elements may be at `toc`, in units of the points. By default 1e-10 of the largest coordinate difference
   * between the two elements, at start or end, rounded up to a power of two.
   */
  readonly tolerance?: number | undefined;
}

const ELEMENT_TIME_KEYS: KnownKeys<ElementTimeOptions & BudgetOptions> = { ...BUDGET_KEYS, tolerance: true };

/**
 * `contact`: proven to touch. `near`: within the tolerance at `toc`, contact unproven. `free`: proven not to touch.
 *
 * @see {@link vertexFaceTime}
 */
export type ElementTimeStatus = 'contact' | 'near' | 'free';

/** Result of {@link vertexFaceTime} and {@link edgeEdgeTime}. */
export class ElementTimeResult {
  status: ElementTimeStatus = 'free';
  /** The same as `lower`; null where they are free. */
  toc: number | null = null;
  /** They do not touch before this time. */
  lower: number = Infinity;
  /** They have touched by this time; null where that is not proven. */
  upper: number | null = null;
  /**
   * The tolerance used: at `toc` they are no farther apart. It exceeds the requested one only where rounding or the work limit
   * requires it.
   */
  tolerance = 0;
}

/** An `ElementTimeResult` by cases of its status, which decides which fields are null. See {@link vertexFaceTime}. */
export type ElementTimeAnswer = ElementTimeResult &
  (
    | { status: 'contact'; toc: number; upper: number }
    | { status: 'near'; toc: number; upper: null }
    | { status: 'free'; toc: null; upper: null }
  );

type Kernel = (
  start: Float64Array,
  end: Float64Array,
  i: number,
  j: number,
  k: number,
  l: number,
  out: Float64Array,
) => ElementOutcome;

const POINTS = 4;

/** Scratch of one query: getters of the points may start another. */
class Scratch {
  readonly startPoints: Float64Array = new Float64Array(3 * POINTS);
  readonly endPoints: Float64Array = new Float64Array(3 * POINTS);
  readonly times: Float64Array = new Float64Array(ELEMENT_OUT);
}

/** One scratch for each level of nested queries. */
const scratches: Pool<Scratch> = /* @__PURE__ */ new Pool(() => new Scratch());

/**
 * The first time in [0, 1] at which a vertex, the first of four points, is in a face, the three others.
 *
 * @example
 * const face = [0, 0, 0, 1, 0, 0, 0, 1, 0];
 * console.log(vertexFaceTime([0.2, 0.2, 1, ...face], [0.2, 0.2, -1, ...face]).status); // contact
 */
export function vertexFaceTime(
  start: ElementPoints,
  end: ElementPoints,
  options: ElementTimeOptions = {},
  out: ElementTimeResult = new ElementTimeResult(),
): ElementTimeAnswer {
  return ask(timeVertexFace, start, end, options, out);
}

/**
 * The first time in [0, 1] at which an edge, the first two of four points, meets another, the last two.
 *
 * @example
 * const start = [0, 0, 0, 1, 0, 0, 0.5, -1, 1, 0.5, 1, 1];
 * const end = [0, 0, 0, 1, 0, 0, 0.5, -1, -1, 0.5, 1, -1];
 * console.log(edgeEdgeTime(start, end).status); // contact
 */
export function edgeEdgeTime(
  start: ElementPoints,
  end: ElementPoints,
  options: ElementTimeOptions = {},
  out: ElementTimeResult = new ElementTimeResult(),
): ElementTimeAnswer {
  return ask(timeEdgeEdge, start, end, options, out);
}

function ask(
  kernel: Kernel,
  start: ElementPoints,
  end: ElementPoints,
  options: ElementTimeOptions,
  out: ElementTimeResult,
): ElementTimeAnswer {
  requireOptions(options, ELEMENT_TIME_KEYS);
  // A negative value selects the default of the kernel.
  const asked = options.tolerance;
  const tolerance = asked === undefined ? -1 : requireAmount('tolerance', asked, 0);
  if (!(out instanceof ElementTimeResult)) {
    throw new NearmissError('options/bad-value', 'out must be a result of an earlier query on elements over time.');
  }
  const scratch = scratches.take();
  const { startPoints, endPoints, times } = scratch;
  try {
    readPoints(start, startPoints, 'start');
    readPoints(end, endPoints, 'end');
    times[TOLERANCE] = tolerance;
    const outcome = kernel(startPoints, endPoints, 0, 3, 6, 9, times);
    out.status = outcome === CONTACT ? 'contact' : outcome === NEAR ? 'near' : 'free';
    out.lower = times[LOWER];
    out.toc = out.status === 'free' ? null : times[LOWER];
    out.upper = out.status === 'contact' ? times[UPPER] : null;
    out.tolerance = times[TOLERANCE];
    return out as ElementTimeAnswer;
  } finally {
    scratches.giveBack(scratch);
  }
}

function readPoints(given: ElementPoints, out: Float64Array, what: string): void {
  if (given === null || typeof given !== 'object' || (given.length !== POINTS && given.length !== 3 * POINTS)) {
    throw new NearmissError('vector/bad', `${what} must be four points, as twelve numbers or as four times [x, y, z].`);
  }
  if (isFlat(given)) {
    for (let k = 0; k < 3 * POINTS; k++) out[k] = typeof given[k] === 'number' ? given[k] : Number.NaN;
  } else {
    for (let point = 0; point < POINTS; point++) {
      readVector(given[point], out, 3 * point, 'vector/bad', `${what}[${point}]`);
    }
  }
  for (let k = 0; k < 3 * POINTS; k++) if (!(Math.abs(out[k]) <= MAX_COORDINATE)) refuse(out[k], k, what);
}

function refuse(coordinate: number, k: number, what: string): never {
  const why = Number.isNaN(coordinate) ? 'no number' : `${coordinate}; coordinates go up to ±${MAX_COORDINATE}`;
  throw new NearmissError('vector/bad', `Coordinate ${k % 3} of point ${Math.floor(k / 3)} of ${what} is ${why}.`);
}

function isFlat(points: ElementPoints): points is ArrayLike<number> {
  return points.length === 3 * POINTS;
}
