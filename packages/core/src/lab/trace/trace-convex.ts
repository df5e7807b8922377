// The steps of the search that finds two convex meshes apart, for display: those of the searches that queries use, in the world,
// with the bound that each proves.

import { sphereVolume } from '../../bounds/sphere.ts';
import type { ConvexBody } from '../../convex/convex-body.ts';
import { REACH_ERROR } from '../../convex/difference.ts';
import { ConvexResult, type ConvexStatus, ConvexWorkspace, gapAlong } from '../../convex/gjk.ts';
import { type ConvexStep, StepTrace, traceGjk } from '../../convex/step-trace.ts';
import { voronoiMarching } from '../../convex/voronoi-march.ts';
import { NearmissError, textOf } from '../../error.ts';
import type { Model } from '../../model/model.ts';
import { convexBodyOf, isConvex } from '../../patches/convex-model.ts';
import { requireOptions } from '../../query/options.ts';
import type { Point } from '../../query/result.ts';
import { borrowWorkspace, returnWorkspace, type Workspace } from '../../query/workspace.ts';
import type { KnownKeys } from '../../scalar/known-keys.ts';
import { type Pose, pointToWorld } from '../../scalar/pose.ts';

/**
 * How the nearest points are searched for: by simplexes of the difference, or from feature to neighbouring feature.
 *
 * @see {@link traceConvex}
 */
export type TraceMethod = 'gjk' | 'marching';

/** Options of {@link traceConvex}. */
export interface TraceOptions {
  readonly method?: TraceMethod | undefined;
}

const TRACE_KEYS: KnownKeys<TraceOptions> = { method: true };

/** Defaults of {@link TraceOptions}. */
export const TRACE_DEFAULTS: { readonly method: TraceMethod } = Object.freeze({ method: 'gjk' });

/** One step of a search, in the world. See {@link traceConvex}. */
export interface TraceStep {
  /** The nearest points of the current simplex: a point of A and one of B. */
  readonly pointA: Point;
  readonly pointB: Point;
  /** Its vertices, at most three of each body: a vertex, the ends of an edge, the corners of a triangle. */
  readonly cornersA: readonly Point[];
  readonly cornersB: readonly Point[];
  /** The corners of the simplex of the Minkowski difference A − B: a vertex of A less one of B each. The origin's nearest point on it is pointA − pointB. */
  readonly simplex: readonly Point[];
  /** Unit vector from pointA to pointB: the next corner is the support point of A along it less that of B against it. Zero where they coincide. */
  readonly direction: Point;
  /** What is proven after this step: the exact distance for the doubles given is between these. */
  readonly lower: number;
  readonly upper: number;
}

/** Result of {@link traceConvex}. */
export interface ConvexTrace {
  /** The end of the search; `touching` means that rounding leaves it open. */
  readonly status: ConvexStatus;
  readonly steps: readonly TraceStep[];
  /** Whether rounding stopped marching, so that the last steps are those of GJK. */
  readonly handedOver: boolean;
}

/**
 * The search for the nearest points of two convex meshes, step by step, without a seed.
 *
 * @example
 * const cube = Model.build(box());
 * console.log(traceConvex(cube, {}, cube, { position: [3, 0, 0] }).steps.length > 0); // true
 */
export function traceConvex(
  a: Model,
  poseA: Pose,
  b: Model,
  poseB: Pose,
  options: TraceOptions = TRACE_DEFAULTS,
): ConvexTrace {
  requireOptions(options, TRACE_KEYS);
  const { method = TRACE_DEFAULTS.method } = options;
  if (method !== 'gjk' && method !== 'marching') {
    throw new NearmissError('options/bad-value', `method is ${textOf(method)}; it is "gjk" or "marching".`);
  }
  const w = borrowWorkspace();
  try {
    w.prepare(a, poseA, b, poseB, sphereVolume);
    const bodies = { a: requireConvexMesh(a, 'A'), b: requireConvexMesh(b, 'B') };
    const roundQ = w.swapped ? bodies.b : bodies.a;
    const roundR = w.swapped ? bodies.a : bodies.b;
    const work = new ConvexWorkspace();
    const found = new ConvexResult();
    const trace = new StepTrace();
    if (method === 'gjk') traceGjk(work, roundQ, roundR, w.pose, found, trace);
    else voronoiMarching(work, roundQ, roundR, w.pose, found, Infinity, trace);
    const { status, handedOver } = found;
    return { status, handedOver, steps: stepsInWorld(w, a, b, roundQ, roundR, trace.steps, found) };
  } finally {
    returnWorkspace(w);
  }
}

function requireConvexMesh(model: Model, what: string): ConvexBody {
  const body = convexBodyOf(model);
  if (body !== null) return body;
  const reason = isConvex(model) ? 'is a round shape' : 'is not convex';
  throw new NearmissError('query/unsupported', `${what} ${reason}: the steps shown are those of two convex meshes.`);
}

function stepsInWorld(
  w: Workspace,
  a: Model,
  b: Model,
  roundQ: ConvexBody,
  roundR: ConvexBody,
  trace: readonly ConvexStep[],
  found: ConvexResult,
): TraceStep[] {
  const [of, poseQuery, poseReference] = w.swapped
    ? [{ roundQ: b, roundR: a }, w.poseB, w.poseA]
    : [{ roundQ: a, roundR: b }, w.poseA, w.poseB];
  const unit = w.unit[0];
  const work = new ConvexWorkspace();
  let lower = 0;
  let upper = Infinity;
  return trace.map(({ verticesA, verticesB, points, distance }, index) => {
    // Any plane between the bodies is a proof; the one orthogonal to the segment is the best available. The last is that of the
    // search.
    const gap = gapAlong(work, roundQ, roundR, w.pose, directionOf(points));
    const isLast = index === trace.length - 1 && found.status !== 'overlapping';
    lower = Math.max(lower, (isLast ? found.lower : gap) * unit);
    upper = Math.min(upper, (distance + REACH_ERROR * work.difference.scale) * unit);
    const ends = Float64Array.from(points);
    const querySide: Side = {
      point: inWorld(of.roundR, poseReference, ends, 0),
      vertices: verticesA,
      inWorldOf: (vertex) => inWorld(of.roundQ, poseQuery, roundQ.vertices, vertex),
    };
    const referenceSide: Side = {
      point: inWorld(of.roundR, poseReference, ends, 1),
      vertices: verticesB,
      inWorldOf: (vertex) => inWorld(of.roundR, poseReference, roundR.vertices, vertex),
    };
    const [sideA, sideB] = w.swapped ? [referenceSide, querySide] : [querySide, referenceSide];
    return { ...stepOf(sideA, sideB), lower, upper };
  });
}

/** What a step holds of one body: the point, in the world, and the vertices in pairs with those of the other. */
interface Side {
  readonly point: Point;
  readonly vertices: readonly number[];
  readonly inWorldOf: (vertex: number) => Point;
}

function stepOf(sideA: Side, sideB: Side): Omit<TraceStep, 'lower' | 'upper'> {
  const cornersOf = ({ vertices, inWorldOf }: Side): Point[] => [...new Set(vertices)].map(inWorldOf);
  const [ax, ay, az] = sideA.point;
  const [bx, by, bz] = sideB.point;
  const [x, y, z] = [bx - ax, by - ay, bz - az];
  // In parts of the largest, whose square neither overflows nor underflows.
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  const [u, v, w] = largest > 0 ? [x / largest, y / largest, z / largest] : [0, 0, 0];
  const length = Math.sqrt(u * u + v * v + w * w);
  return {
    pointA: sideA.point,
    pointB: sideB.point,
    cornersA: cornersOf(sideA),
    cornersB: cornersOf(sideB),
    simplex: sideA.vertices.map((vertex, k) => minus(sideA.inWorldOf(vertex), sideB.inWorldOf(sideB.vertices[k]))),
    direction: length > 0 ? [u / length, v / length, w / length] : [0, 0, 0],
  };
}

function minus([x, y, z]: Point, [px, py, pz]: Point): Point {
  return [x - px, y - py, z - pz];
}

/** Unit vector from the first point to the second; any, where they coincide. */
function directionOf([ax, ay, az, bx, by, bz]: readonly number[]): Float64Array {
  const [x, y, z] = [bx - ax, by - ay, bz - az];
  const length = Math.sqrt(x * x + y * y + z * z);
  return length > 0 ? Float64Array.of(x / length, y / length, z / length) : Float64Array.of(1, 0, 0);
}

/** The position in the world of the `index`th of points in the frame of a model. */
function inWorld({ frame }: Model, pose: Float64Array, points: Float64Array, index: number): Point {
  const out: Point = [0, 0, 0];
  pointToWorld(pose, frame.centre, frame.unit, points, 3 * index, out, 0);
  return out;
}
