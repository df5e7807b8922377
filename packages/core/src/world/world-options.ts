// The options of a world, of its bodies and of its steps, and their parsing.

import { DEFORMING_DEFAULTS, type DeformingMethod } from '../deform/deforming-options.ts';
import { NearmissError, textOf } from '../error.ts';
import type { KnownKeys } from '../scalar/known-keys.ts';
import type { BroadPhaseKind } from '../space/broad-phase.ts';
import { dynamicTree } from '../space/dynamic-tree.ts';
import type { BoxRule } from './bodies.ts';
import type { PairPredicate } from './filter.ts';
import type { ScheduleName } from './pair-sleep.ts';
import type { ContactDetail } from './step-result.ts';

/** Options of {@link World}. */
export interface WorldOptions {
  /**
   * The structure that finds overlapping boxes, such as `grid`. All find the same pairs; docs/lab/broad-phase.md compares their
   * speeds.
   */
  readonly broadPhase?: BroadPhaseKind | undefined;
  /**
   * Boxes that rotate with their bodies, boxes that do not change with rotation and are quickly moved, or the smallest ones, by
   * hill climbing on hulls.
   */
  readonly boxes?: BoxRule | undefined;
  /**
   * When a pair that is proven apart is tested again: when its bodies have travelled as far as the gap, or at the time at which
   * they can have, given the bounds of `setMotionBounds` and the `dt` of steps.
   */
  readonly schedule?: ScheduleName | undefined;
  /** Also report pairs that are no farther apart than this, in model units. */
  readonly margin?: number | undefined;
  /** What to report of bodies that touch. */
  readonly contacts?: ContactDetail | undefined;
  /** Which pairs may collide. Called once when boxes start to overlap, and again when a filter of any body has changed. */
  readonly predicate?: PairPredicate | undefined;
}

export const WORLD_KEYS: KnownKeys<WorldOptions> = {
  broadPhase: true,
  boxes: true,
  schedule: true,
  margin: true,
  contacts: true,
  predicate: true,
};

/** Defaults of {@link WorldOptions}. */
export const WORLD_DEFAULTS: {
  readonly broadPhase: BroadPhaseKind;
  readonly boxes: BoxRule;
  readonly schedule: ScheduleName;
  readonly margin: number;
  readonly contacts: ContactDetail;
} = Object.freeze({
  broadPhase: dynamicTree,
  boxes: 'dynamic',
  schedule: 'travel',
  margin: 0,
  contacts: 'first',
});

/** Which bodies collide with which. See {@link BodyOptions}. */
export interface BodyFilter {
  /** The groups the body belongs to, a bit each. */
  readonly group?: number | undefined;
  /** The groups it collides with. Two bodies collide if each belongs to a group in the mask of the other. */
  readonly mask?: number | undefined;
}

export const FILTER_KEYS: KnownKeys<BodyFilter> = { group: true, mask: true };

/** Options of `World.add`. See {@link World}. */
export interface BodyOptions extends BodyFilter {
  /** A static body is never paired with another static one. It may still be moved. */
  readonly static?: boolean | undefined;
  /** How its faces are searched for once it is deformed, as the `method` of `collideDeforming`. */
  readonly deforming?: DeformingMethod | undefined;
}

export const BODY_KEYS: KnownKeys<BodyOptions> = { ...FILTER_KEYS, static: true, deforming: true };

/** Defaults of {@link BodyOptions}. */
export const BODY_DEFAULTS: {
  readonly static: boolean;
  readonly group: number;
  readonly mask: number;
  readonly deforming: DeformingMethod;
} = Object.freeze({ static: false, group: 1, mask: -1, deforming: DEFORMING_DEFAULTS.method });

/** The stages of a step; docs/algorithms/world.md describes them. */
export type StepStage = 'broad' | 'waking' | 'narrow' | 'report';

/** Options of `World.step`. See {@link World}. */
export interface StepOptions {
  /** The time since the step before, of a world with `schedule: "times"`: 0 or more; 0 where it is missing. */
  readonly dt?: number | undefined;
  /** Report only pairs that began or ended. */
  readonly changesOnly?: boolean | undefined;
  /** Called at the start of each stage, so that a caller with a clock can time them. It must not use the world. */
  readonly onStage?: ((stage: StepStage) => void) | undefined;
  /** Also report deformed bodies that touch themselves. */
  readonly selfContacts?: boolean | undefined;
}

export const STEP_KEYS: KnownKeys<StepOptions> = { dt: true, changesOnly: true, onStage: true, selfContacts: true };

export const BOX_RULES: readonly BoxRule[] = ['dynamic', 'fixed', 'hull'];
export const SCHEDULES: readonly ScheduleName[] = ['travel', 'times'];
export const CONTACT_DETAILS: readonly ContactDetail[] = ['none', 'first', 'all', 'manifold'];

export function requireFunction(name: string, value: unknown, what: string): void {
  if (value === undefined || typeof value === 'function') return;
  throw new NearmissError('options/bad-value', `${name} is ${textOf(value)}; it is ${what}.`);
}

export function requireOneOf<T extends string>(name: string, value: T | undefined, missing: T, known: readonly T[]): T {
  if (value === undefined) return missing;
  if (known.includes(value)) return value;
  throw new NearmissError('options/bad-value', `${name} is ${textOf(value)}; it is one of ${known.join(', ')}.`);
}

/** 32 flags in a number; flags of 2³¹ and more may also be written as negative 32-bit numbers. */
export function requireBits(name: string, value: number | undefined, missing: number): number {
  if (value === undefined) return missing;
  if (Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 32) return value | 0;
  throw new NearmissError('options/bad-value', `${name} is ${textOf(value)}; it is 32 bits as a whole number.`);
}
