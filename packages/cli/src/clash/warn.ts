import { type Assembly, type ClashSet, emptySelections } from '@nearmiss/clash';

/** Tells the user what is odd about the files of a set, and which of its tests can find nothing. */
export function warn(set: ClashSet, assembly: Assembly): void {
  for (const warning of [...assembly.warnings, ...emptySelections(set, assembly)])
    console.error(`nearmiss: ${warning}`);
}
