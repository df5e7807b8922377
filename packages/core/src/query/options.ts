// Parsing of option values. Errors name the option.

import { discVolume } from '../bounds/disc.ts';
import { requireVolumeKind, type VolumeKind } from '../bounds/volume.ts';
import { NearmissError, textOf } from '../error.ts';
import type { SolidOption } from '../model/solid.ts';
import { type KnownKeys, requireKnownKeys } from '../scalar/known-keys.ts';
import { BUDGET_KEYS, type BudgetOptions } from './budget.ts';

/** Options of every query between two bodies. See {@link distance}. */
export interface PairOptions extends BudgetOptions {
  /**
   * Interpret the bodies as solids: `"auto"` (a closed mesh is a solid, anything else a surface), `true`, or
   * `false`.
   */
  readonly solid?: SolidOption | undefined;
  /**
   * The bounding volume to search, also for convex bodies. The default is the fastest; all give the same results. `nearmiss/lab`
   * has others.
   */
  readonly volume?: VolumeKind | undefined;
  /** Report the work done. */
  readonly stats?: boolean | undefined;
}

export const PAIR_KEYS: KnownKeys<PairOptions> = { ...BUDGET_KEYS, solid: true, volume: true, stats: true };

/** Refuses options that are not an object, or that have an unknown property. */
export function requireOptions<T extends object>(options: T, known: KnownKeys<T>): void {
  if (options === null || typeof options !== 'object') {
    throw new NearmissError('options/bad-value', 'Options must be an object.');
  }
  requireKnownKeys(options, known, 'options/bad-value', 'options');
}

export function requireSolid(value: SolidOption | undefined): SolidOption {
  if (value === undefined) return 'auto';
  if (value === 'auto' || value === true || value === false) return value;
  throw new NearmissError('options/bad-value', `solid is ${textOf(value)}; it is "auto", true or false.`);
}

export function requireVolume(value: VolumeKind | undefined): VolumeKind {
  if (value === undefined) return discVolume;
  requireVolumeKind(value, 'volume');
  return value;
}

/** A length: a number, not negative, not NaN; infinite only where that means "no limit". */
export function requireAmount(name: string, value: number | undefined, missing: number): number {
  if (value === undefined) return missing;
  if (isAmount(value) && (value < Infinity || missing === Infinity)) return value;
  throw badAmount(name, value, missing);
}

/**
 * The test alone. A double that is passed to or returned from a call is boxed unless the call is inlined. A function as small as
 * this is always inlined. Queries that promise to allocate nothing read their options with it.
 */
export function isAmount(value: number): boolean {
  return typeof value === 'number' && value >= 0;
}

/** The error message for a refused length; `missing` is its default. */
export function badAmount(name: string, value: unknown, missing: number): NearmissError {
  const kind = missing === Infinity ? 'a number' : 'a finite number';
  return new NearmissError('options/bad-value', `${name} is ${textOf(value)}; it must be ${kind}, 0 or more.`);
}

/** A boolean option; any other value is refused. */
export function requireFlag(name: string, value: boolean | undefined): boolean {
  if (value === undefined) return false;
  if (value === true || value === false) return value;
  throw new NearmissError('options/bad-value', `${name} is ${textOf(value)}; it is true or false.`);
}

/** A count: an integer, not negative; Infinity means "no limit". */
export function requireCount(name: string, value: number | undefined, missing: number): number {
  if (value === undefined) return missing;
  if (value === Infinity || (Number.isInteger(value) && value >= 0)) return value;
  throw new NearmissError('options/bad-value', `${name} is ${textOf(value)}; it must be a whole number, 0 or more.`);
}
