// When do deforming meshes first touch, if every vertex moves linearly from its current to its next position?

import { NearmissError, textOf } from '../error.ts';
import type { FacePair } from '../mesh/face-pairs.ts';
import { weldVertices } from '../mesh/weld.ts';
import { type KnownKeys, requireKnownKeys } from '../scalar/known-keys.ts';
import { collideDeforming } from './collide-deforming.ts';
import type { DeformingMesh } from './deforming-mesh.ts';
import { type FaceMotions, firstContact } from './first-contact.ts';
import { selfCollide } from './self-collide.ts';

/** Options of {@link deformingTimeOfContact} and {@link selfTimeOfContact}. */
export interface DeformingTimeOptions {
  /** How far apart the elements may be at `toc`, in units of the positions; by default 1e-10 of their size. */
  readonly tolerance?: number | undefined;
}

const DEFORMING_TIME_KEYS: KnownKeys<DeformingTimeOptions> = { tolerance: true };

/**
 * `contact`: proven to touch by `upper`. `near`: within the tolerance at `toc`, contact unproven. `free`: proven not to touch over
 * the whole path. `initially-in-contact`: they touch at the start.
 *
 * @see {@link deformingTimeOfContact}
 */
export type DeformingTimeStatus = 'contact' | 'near' | 'free' | 'initially-in-contact';

/** `status` decides which fields are null. See {@link deformingTimeOfContact}. */
export type DeformingTimeResult = DeformingContact | DeformingNear | DeformingFree;

/** A contact that is proven. See {@link DeformingTimeResult}. */
export interface DeformingContact {
  readonly status: 'contact' | 'initially-in-contact';
  /** The same as `lower`. */
  readonly toc: number;
  /** Nothing touches before this time of [0, 1]. */
  readonly lower: number;
  /** Something has touched by this time. */
  readonly upper: number;
  /** The faces that touch first, of A and of B, or both of one body. */
  readonly faceA: number;
  readonly faceB: number;
}

/** Nearer than the tolerance. See {@link DeformingTimeResult}. */
export interface DeformingNear {
  readonly status: 'near';
  /** The same as `lower`. */
  readonly toc: number;
  /** Nothing touches before this time of [0, 1]. */
  readonly lower: number;
  /** No contact is proven. */
  readonly upper: null;
  /** The faces within the tolerance. */
  readonly faceA: number;
  readonly faceB: number;
}

/** No contact. See {@link DeformingTimeResult}. */
export interface DeformingFree {
  readonly status: 'free';
  readonly toc: null;
  /** Infinity. */
  readonly lower: number;
  readonly upper: null;
  readonly faceA: null;
  readonly faceB: null;
}

/**
 * The first contact of two bodies while A moves to the positions `endA` and B to `endB`. Neither is changed.
 *
 * @example
 * const a = new DeformingMesh(box());
 * const b = new DeformingMesh(box({ size: [0.5, 0.5, 0.5] }));
 * const { positions } = box();
 * const start = Array.from(positions, (x, k) => (k % 3 === 0 ? x + 3 : x));
 * a.deform(start);
 * console.log(deformingTimeOfContact(a, positions, b, b.positions).status); // contact
 */
export function deformingTimeOfContact(
  a: DeformingMesh,
  endA: ArrayLike<number>,
  b: DeformingMesh,
  endB: ArrayLike<number>,
  options: DeformingTimeOptions = {},
): DeformingTimeResult {
  const tolerance = readTolerance(options);
  const { pairs } = collideDeforming(a, b);
  const motions = join(a, a.readShape(endA), b, b.readShape(endB));
  return pairs.length > 0 ? alreadyTouching(pairs) : resultOf(motions, tolerance);
}

/**
 * The first contact of a body with itself while it moves to the positions `end`: neighbours are treated as in `selfCollide`.
 *
 * @example
 * const body = new DeformingMesh(box());
 * const inflated = Array.from(body.positions, (x) => 2 * x);
 * console.log(selfTimeOfContact(body, inflated).status); // free
 */
export function selfTimeOfContact(
  body: DeformingMesh,
  end: ArrayLike<number>,
  options: DeformingTimeOptions = {},
): DeformingTimeResult {
  const tolerance = readTolerance(options);
  const pairs = selfCollide(body);
  const { positions, triangles, triangleCount } = body;
  const goal = body.readShape(end);
  const motions = {
    start: positions,
    end: goal,
    triangles,
    secondBody: triangleCount,
    owners: body.elementOwners(),
    weld: weldWholePath(body, goal),
  };
  return pairs.length > 0 ? alreadyTouching(pairs) : resultOf(motions, tolerance);
}

function resultOf(motions: FaceMotions, tolerance: number): DeformingTimeResult {
  const { lower, upper, faceA, faceB } = firstContact(motions, tolerance);
  if (lower === Infinity) return { status: 'free', toc: null, lower, upper: null, faceA: null, faceB: null };
  const base = motions.weld === null ? motions.secondBody : 0;
  if (upper < Infinity) return { status: 'contact', toc: lower, lower, upper, faceA, faceB: faceB - base };
  return { status: 'near', toc: lower, lower, upper: null, faceA, faceB: faceB - base };
}

function alreadyTouching([[faceA, faceB]]: readonly FacePair[]): DeformingTimeResult {
  return { status: 'initially-in-contact', toc: 0, lower: 0, upper: 0, faceA, faceB };
}

/** Two bodies as one list of vertices and one of faces. */
function join(a: DeformingMesh, endA: Float64Array, b: DeformingMesh, endB: Float64Array): FaceMotions {
  const numbers = endA.length + endB.length;
  const start = new Float64Array(numbers);
  const end = new Float64Array(numbers);
  const triangles = new Uint32Array(a.triangles.length + b.triangles.length);
  const owners = new Uint8Array(a.triangleCount + b.triangleCount);
  start.set(a.positions);
  start.set(b.positions, endA.length);
  end.set(endA);
  end.set(endB, endA.length);
  triangles.set(a.triangles);
  for (let k = 0; k < b.triangles.length; k++) triangles[a.triangles.length + k] = b.triangles[k] + endA.length / 3;
  owners.set(a.elementOwners());
  owners.set(b.elementOwners(), a.triangleCount);
  return { start, end, triangles, secondBody: a.triangleCount, owners, weld: null };
}

/**
 * For each vertex the first one with the same whole path: the same position in the mesh, now, and at the end. The two sides of a
 * seam that opens are two vertices, and touch at time 0.
 */
function weldWholePath(body: DeformingMesh, end: Float64Array): Uint32Array {
  const [inMesh, atStart, atEnd] = [body.weld(), weldVertices(body.positions), weldVertices(end)];
  const firsts = new Map<string, number>();
  return inMesh.map((_, v) => {
    const key = `${inMesh[v]} ${atStart[v]} ${atEnd[v]}`;
    const first = firsts.get(key) ?? v;
    firsts.set(key, first);
    return first;
  });
}

/** The tolerance, checked; a negative value selects the default of the kernels. */
export function readTolerance(options: DeformingTimeOptions): number {
  if (options === null || typeof options !== 'object') {
    throw new NearmissError('options/bad-value', 'Options must be an object.');
  }
  requireKnownKeys(options, DEFORMING_TIME_KEYS, 'options/bad-value', 'options');
  const { tolerance } = options;
  if (tolerance === undefined) return -1;
  if (typeof tolerance === 'number' && tolerance >= 0 && tolerance < Infinity) return tolerance;
  throw new NearmissError('options/bad-value', `tolerance is ${textOf(tolerance)}; it is a finite number, 0 or more.`);
}
