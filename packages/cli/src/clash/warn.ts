import type { Assembly } from '@nearmiss/clash';

/** Tells the user what is odd about the files of a set. */
export function warn({ warnings }: Assembly): void {
  for (const warning of warnings) console.error(`nearmiss: ${warning}`);
}
