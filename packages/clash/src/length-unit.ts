import type { ClashSet } from './set.ts';

/** What the lengths of a set's results are in: `m` where a file is IFC or has a unit, otherwise nothing that is known. See {@link unitOf}. */
export type LengthUnit = 'm' | '';

/**
 * The unit of all lengths in the results of a set.
 *
 * @example
 * const tests = [{ name: 'itself', a: { model: 'plant' } }];
 * console.log(unitOf(readClashSet({ models: { plant: 'plant.ifc' }, tests }))); // m
 */
export function unitOf({ models }: Pick<ClashSet, 'models'>): LengthUnit {
  return models.some(({ file, scale }) => scale !== null || /\.ifc$/i.test(file)) ? 'm' : '';
}
