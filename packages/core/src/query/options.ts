// Parsing of option values, each refused by name.

import { discVolume } from '../bounds/disc.ts';
import { requireVolumeKind, type VolumeKind } from '../bounds/volume.ts';
import { NearmissError, textOf } from '../error.ts';
import type { SolidOption } from '../model/solid.ts';
import { type KnownKeys, requireKnownKeys } from '../scalar/known-keys.ts';
import { BUDGET_KEYS, type BudgetOptions } from './budget.ts';

/** What every query between two bodies can be told. See {@link distance}. */
export interface PairOptions extends BudgetOptions {
  /**
   * Interpret the bodies as solids: `"auto"` (a closed mesh is a solid, anything else a surface), `true`, or
   * `false`.
   */
  readonly solid?: SolidOption | undefined;
  /** The bounding volume to search with, convex bodies too. The default is the fastest; all give the same answers. `nearmiss/lab` has others. */
  readonly volume?: VolumeKind | undefined;
  /** Report the work done. */
  readonly stats?: boolean | undefined;
}

export const PAIR_KEYS: KnownKeys<PairOptions> = { ...BUDGET_KEYS, solid: true, volume: true, stats: true };

/** Refuses options that are not an object, or that have a property the query does not know. */
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
 * The test alone. A double that goes in or out of a call is an object, unless the call is inlined, and that depends on the
 * weather in the compiler; but not for functions as small as this. Queries that promise to leave no garbage read their options
 * with it.
 */
export function isAmount(value: number): boolean {
  return typeof value === 'number' && value >= 0;
}

/** Why a length was refused; `missing` is what it would have been if left out. */
export function badAmount(name: string, value: unknown, missing: number): NearmissError {
  const kind = missing === Infinity ? 'a number' : 'a finite number';
  return new NearmissError('options/bad-value', `${name} is ${textOf(value)}; it must be ${kind}, 0 or more.`);
}

/** A wish that is there or not; anything but true and false is a mistake. */
export function requireFlag(name: string, value: boolean | undefined): boolean {
  if (value === undefined) return false;
  if (value === true || value === false) return value;
  throw new NearmissError('options/bad-value', `${name} is ${textOf(value)}; it is true or false.`);
}

/** A number of things: whole, not negative; Infinity means "no limit". */
export function requireCount(name: string, value: number | undefined, missing: number): number {
  if (value === undefined) return missing;
  if (value === Infinity || (Number.isInteger(value) && value >= 0)) return value;
  throw new NearmissError('options/bad-value', `${name} is ${textOf(value)}; it must be a whole number, 0 or more.`);
}
