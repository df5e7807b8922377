// The advancement of two bodies in motion, by the kernels (kernels/advance.ts).

import { STEADY_SIZE } from '../motion/relative-motion.ts';
import type { KernelAdvance, KernelAdvanceEnd, KernelMotion } from '../query/acceleration.ts';
import type { Workspace } from '../query/workspace.ts';
import { RELATIVE_SCALE } from '../scalar/pose.ts';
import type { Kernel } from './kernel.ts';
import { type QueryBlock, readWork, writePair } from './query-block.ts';
import type { UploadedModel } from './uploaded-model.ts';

// Doubles of a motion, after those of `writeSteady` (kernels/motion.ts).
const ANGLE_Q_AT: number = STEADY_SIZE - 4;
const ANGLE_R_AT: number = STEADY_SIZE - 2;
const VECTORS_AT: number = ANGLE_Q_AT - 18;
const WANTED_AT: number = STEADY_SIZE;
const WITHHELD_AT: number = STEADY_SIZE + 2;
const SCALE_AT: number = STEADY_SIZE + 3;
const MOST_COST_AT: number = STEADY_SIZE + 4;
const TURNS_AT: number = STEADY_SIZE + 5;
const FOUND_AT: number = STEADY_SIZE + 6;
const POINTS_AT: number = STEADY_SIZE + 8;
const SLOTS_AT: number = STEADY_SIZE + 14;
const STEPS_AT: number = STEADY_SIZE + 16;
const WAITING_AT: number = STEADY_SIZE + 17;
const RADII_AT: number = STEADY_SIZE + 18;

/** How a call ends. */
const ENDS = ['free', 'contact', 'stuck', 'paused'] as const;

/** Scales, and the largest velocities and pivots, of motions whose lengths, products and squares are far from the limits of f32. */
const LEAST_SCALE: number = 2 ** -20;
const LARGEST_SCALE: number = 2 ** 20;
const LARGEST_VECTOR: number = 2 ** 30;
/**
 * Bodies that do not rotate are tested as they are at the start. If they start as many times their size apart, single precision shows too little of
 * what is near.
 */
const FARTHEST_START = 64;

/** Writes a motion; false if the kernels do not apply: a pose function, features that start in contact, more than half a turn. */
export function writeMotion(
  { exports, doubles }: Kernel,
  { scale, pose, queryBody, reference }: Workspace,
  motion: KernelMotion,
  work: KernelAdvance,
  mostCost: number,
): boolean {
  const at = exports.motionAt() / 8;
  const radii = queryBody.frame.radius * pose[RELATIVE_SCALE] + reference.frame.radius;
  if (work.fromContact || !(radii >= LEAST_SCALE && scale[0] <= LARGEST_SCALE)) return false;
  if (!motion.turns && scale[0] > FARTHEST_START * radii) return false;
  if (motion.writeSteady === undefined || !motion.writeSteady(doubles, at)) return false;
  // Swept circles show more of bodies that turn farther.
  if (!(doubles[at + ANGLE_Q_AT] + doubles[at + ANGLE_R_AT] <= Math.PI)) return false;
  for (let k = VECTORS_AT; k < ANGLE_Q_AT; k++) if (!(Math.abs(doubles[at + k]) <= LARGEST_VECTOR)) return false;
  doubles[at + WANTED_AT] = work.wanted[0];
  doubles[at + WANTED_AT + 1] = work.wanted[1];
  doubles[at + WITHHELD_AT] = work.withheld[0];
  doubles[at + SCALE_AT] = scale[0];
  doubles[at + RADII_AT] = radii;
  doubles[at + MOST_COST_AT] = mostCost;
  doubles[at + TURNS_AT] = motion.turns ? 1 : 0;
  return true;
}

/** Same as `Acceleration.advancePairs`, for two uploaded models and the motion written last. */
export function advancePairs(
  kernel: Kernel,
  block: QueryBlock,
  w: Workspace,
  uploadedQ: UploadedModel,
  uploadedR: UploadedModel,
  work: KernelAdvance,
): KernelAdvanceEnd {
  const { doubles, exports } = kernel;
  const at = exports.motionAt() / 8;
  writePair(kernel, block, w, uploadedQ, uploadedR);
  const end = ENDS[exports.advance(block.at)];
  readWork(kernel, block, w);
  work.iterations = doubles[at + STEPS_AT];
  if (end === 'paused') {
    work.time[0] = doubles[at + FOUND_AT];
    return end;
  }
  work.waiting = doubles[at + WAITING_AT];
  if (end === 'free') return end;
  work.time[0] = doubles[at + FOUND_AT];
  work.found[0] = doubles[at + FOUND_AT];
  work.found[1] = doubles[at + FOUND_AT + 1];
  for (let k = 0; k < 6; k++) work.points[k] = doubles[at + POINTS_AT + k];
  work.slotQuery = doubles[at + SLOTS_AT];
  work.slotReference = doubles[at + SLOTS_AT + 1];
  return end;
}
