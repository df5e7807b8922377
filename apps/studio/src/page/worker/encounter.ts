import { type Model, timeOfContact } from 'nearmiss';
import type { Slot } from '../body.ts';
import type { PlainMotions } from '../motion-plan.ts';
import { timed } from './answer.ts';
import type { Encounter } from './messages.ts';

/** Asks the library when two moving bodies first touch, and what of them does. */
export function encounterOf({ a, b }: Readonly<Record<Slot, Model>>, motions: PlainMotions): Encounter {
  const { result, cost } = timed(() => timeOfContact(a, motions.a, b, motions.b, { stats: true }));
  const { status, toc, lower, upper, threshold, departing, iterations, contacts } = result;
  return { motions, status, toc, lower, upper, threshold, departing, iterations, contacts, cost };
}
