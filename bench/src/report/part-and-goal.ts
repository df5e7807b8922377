import type { Goal } from '../goals.ts';
import { ratio } from './format.ts';

const NONE = '–';

/** Two cells of a table: what nearmiss takes of a peer's time, and the most it should; `not met` stands where it takes more. */
export function partAndGoal(part: number | null, goal: Goal | undefined): [string, string] {
  const shown = part === null ? NONE : ratio(part);
  if (goal === undefined) return [shown, NONE];
  // A goal about speeds is one about times upside down.
  const most = goal.sense === 'at most' ? goal.limit : 1 / goal.limit;
  return [shown, part === null || part <= most ? `${most}` : `${most}, not met`];
}
