// A query in the memory of the kernels.

import { TRIANGLE_TESTS, VOLUME_TESTS, type Workspace } from '../query/workspace.ts';
import { ERROR_BOUND } from './error-bounds.ts';
import type { Kernel } from './kernel.ts';
import {
  CHECKPOINT_AT,
  CONTACT_THRESHOLD_AT,
  COORDINATE_ERROR_AT,
  ERROR_BOUND_AT,
  LISTED_AT,
  MODELS_AT,
  POSE,
  RADII_AT,
  STACK_AT,
  STAMP_AT,
  TESTS_AT,
  TOP_AT,
  TRIANGLE_TESTS_AT,
  UNIT_AT,
} from './layout.ts';
import { BLOCKS, type UploadedModel } from './uploaded-model.ts';

/** Tests after which a search is left to the library's own, which knows how to end hopeless ones early (query/core-bound.ts). */
const MOST_TESTS = 1 << 18;

/** The least size of the query body relative to the reference. */
export const LEAST_PART: number = 2 ** -20;

/** One block for each level of nested queries. */
export interface QueryBlock {
  readonly at: number;
  /** The numbers of the models whose blocks it has. */
  query: number;
  reference: number;
  /** Whether kernels relate the poses of these models, null until it is asked: to prove bodies convex takes as long as many queries. */
  isFromWorld: boolean | null;
}

/** Writes the posed pair of a query, with its error bounds. */
export function writePair(
  { doubles, ints }: Kernel,
  block: QueryBlock,
  w: Workspace,
  uploadedQ: UploadedModel,
  uploadedR: UploadedModel,
): void {
  const d = block.at / 8;
  const i = block.at / 4;
  const { pose } = w;
  writeModels(doubles, ints, block, uploadedQ, uploadedR);
  for (let k = 0; k < POSE; k++) doubles[d + k] = pose[k];
  doubles[d + CONTACT_THRESHOLD_AT] = w.contactThreshold[0];
  doubles[d + ERROR_BOUND_AT] = ERROR_BOUND * w.scale[0];
  doubles[d + COORDINATE_ERROR_AT] = w.coordinateError[0];
  doubles[d + CHECKPOINT_AT] = MOST_TESTS;
  doubles[d + TESTS_AT] = 0;
  doubles[d + TRIANGLE_TESTS_AT] = 0;
  // It marks data that is valid in the reference frame of this query.
  ints[i + STAMP_AT] = (ints[i + STAMP_AT] + 1) | 0 || 1;
}

/** Writes where the models are, and what follows from their frames. Often they are those of the last query. */
export function writeModels(
  doubles: Float64Array,
  ints: Int32Array,
  block: QueryBlock,
  uploadedQ: UploadedModel,
  uploadedR: UploadedModel,
): void {
  if (block.query === uploadedQ.number && block.reference === uploadedR.number) return;
  const d = block.at / 8;
  const i = block.at / 4;
  block.query = uploadedQ.number;
  block.reference = uploadedR.number;
  for (let k = 0; k < BLOCKS; k++) {
    ints[i + MODELS_AT + k] = uploadedQ.blocks[k];
    ints[i + MODELS_AT + BLOCKS + k] = uploadedR.blocks[k];
  }
  const { frame } = uploadedQ;
  const { unit, radius } = uploadedR.frame;
  const isAlike = uploadedQ.isCentred && uploadedR.isCentred && frame.unit >= LEAST_PART * unit;
  block.isFromWorld = isAlike ? null : false;
  doubles[d + POSE - 1] = frame.unit / unit;
  doubles[d + UNIT_AT] = unit;
  doubles[d + RADII_AT] = frame.radius * (frame.unit / unit) + radius;
}

/** Leaves the pair of the roots alone on the stack, and no pair of leaves listed. */
export function pushRoots(ints: Int32Array, query: number): void {
  ints[query + TOP_AT] = 1;
  ints[query + LISTED_AT] = 0;
  const stack = ints[query + STACK_AT] / 4;
  ints[stack] = 0;
  ints[stack + 1] = 0;
}

/** Adds the cost of the search to the counters. */
export function readWork({ doubles }: Kernel, { at }: QueryBlock, { counters }: Workspace): void {
  counters[VOLUME_TESTS] += doubles[at / 8 + TESTS_AT];
  counters[TRIANGLE_TESTS] += doubles[at / 8 + TRIANGLE_TESTS_AT];
}
