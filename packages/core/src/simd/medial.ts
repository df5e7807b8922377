// Medial meshes by the kernels (packages/core/kernels/medial.ts has the layout).

import type { MedialBody } from '../medial/medial-body.ts';
import type { KernelNearest } from '../query/acceleration.ts';
import { TRIANGLE_TESTS, VOLUME_TESTS, type Workspace } from '../query/workspace.ts';
import type { Kernel } from './kernel.ts';

// Positions in the block of a query, in doubles …
const LIMIT_AT = 13;
const LEAST_AT = 14;
const LOWER_AT = 15;
const CLOSEST_AT = 16;
const CLOSEST_SIZE = 9;
// … and in ints.
const BODY_Q_AT = 50;
const BODY_R_AT = 51;
const QUEUE_AT = 52;
const CAPACITY_AT = 53;
const VOLUME_TESTS_AT = 54;
const PRIMITIVE_TESTS_AT = 55;

/** Pairs that may wait. A search that needs more is left to the plain library. */
const CAPACITY = 16_384;
const ENTRY = 16;

/** Numbers of a ball, and bytes of two. */
const BALL = 4;
const BALL_PAIR = 64;
/** Bytes before the arrays of a body. */
const HEAD = 64;

export interface UploadedMedial {
  readonly at: number;
  readonly blocks: readonly number[];
}

/** Writes a medial body; null if there is no memory. */
export function uploadMedial(
  kernel: Kernel,
  { nodes, children, firsts, balls, spans }: MedialBody,
): UploadedMedial | null {
  const parts = firsts.length - 1;
  const starts = new Int32Array(parts + 1);
  for (let k = 0; k < parts; k++) starts[k + 1] = starts[k] + BALL_PAIR * Math.ceil((firsts[k + 1] - firsts[k]) / 2);
  const sizes = [8 * parts, 4 * parts, 4 * parts, starts[parts], 32 * parts, starts[parts], 32 * parts, 8 * parts];
  const offsets = [HEAD];
  for (const size of sizes) offsets.push(offsets[offsets.length - 1] + BALL_PAIR * Math.ceil(size / BALL_PAIR));
  const at = kernel.allocate(offsets[sizes.length]);
  if (at === null) return null;
  const { ints, doubles } = kernel;
  const [childrenAt, countsAt, startsAt, ballsAt, spansAt] = offsets.map((offset) => at + offset);
  ints[at / 4] = nodes;
  for (let k = 0; k < sizes.length; k++) ints[at / 4 + 1 + k] = at + offsets[k];
  ints.set(children, childrenAt / 4);
  doubles.set(spans, spansAt / 8);
  for (let k = 0; k < parts; k++) {
    ints[countsAt / 4 + k] = firsts[k + 1] - firsts[k];
    ints[startsAt / 4 + k] = starts[k];
    writePairs(doubles, (ballsAt + starts[k]) / 8, balls, firsts[k], firsts[k + 1]);
  }
  return { at, blocks: [at] };
}

/** Writes balls two by two, one number of both next to each other; the last of an odd number twice, which changes no hull. */
function writePairs(doubles: Float64Array, at: number, balls: Float64Array, first: number, end: number): void {
  for (let n = 0; n < end - first + ((end - first) % 2); n++) {
    const ball = BALL * Math.min(first + n, end - 1);
    const to = at + 2 * BALL * Math.floor(n / 2) + (n % 2);
    for (let c = 0; c < BALL; c++) doubles[to + 2 * c] = balls[ball + c];
  }
}

/** The block of a query and its queue; null if there is no memory. */
export function openMedialQuery(kernel: Kernel): number | null {
  const at = kernel.allocate(kernel.exports.medialQuerySize());
  if (at === null) return null;
  const queue = kernel.allocate(ENTRY * CAPACITY);
  if (queue === null) {
    kernel.release(at);
    return null;
  }
  kernel.ints[at / 4 + QUEUE_AT] = queue;
  kernel.ints[at / 4 + CAPACITY_AT] = CAPACITY;
  return at;
}

/** Same as `Acceleration.searchMedial`, for uploaded bodies. */
export function searchMedial(
  { doubles, ints, exports }: Kernel,
  at: number,
  w: Workspace,
  bodies: readonly [query: UploadedMedial, reference: UploadedMedial],
  limit: number,
  { distance, closest }: KernelNearest,
): 'done' | null {
  const d = at / 8;
  const i = at / 4;
  for (let k = 0; k < LIMIT_AT; k++) doubles[d + k] = w.pose[k];
  doubles[d + LIMIT_AT] = limit;
  ints[i + BODY_Q_AT] = bodies[0].at;
  ints[i + BODY_R_AT] = bodies[1].at;
  ints[i + VOLUME_TESTS_AT] = 0;
  ints[i + PRIMITIVE_TESTS_AT] = 0;
  if (exports.searchMedial(at) === 0) return null;
  w.counters[VOLUME_TESTS] += ints[i + VOLUME_TESTS_AT];
  w.counters[TRIANGLE_TESTS] += ints[i + PRIMITIVE_TESTS_AT];
  distance[0] = doubles[d + LEAST_AT];
  distance[1] = doubles[d + LOWER_AT];
  for (let k = 0; k < CLOSEST_SIZE; k++) closest[k] = doubles[d + CLOSEST_AT + k];
  return 'done';
}
