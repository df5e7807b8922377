// When bodies bounce within a step of `impulses`: it is made in parts that end where the first of them meet.

import type { Body } from './body.ts';
import type { BodyPair } from './body-pair.ts';
import type { Contact } from './contact.ts';
import { approachAt } from './impacts.ts';
import type { Island, Scales, Work } from './work.ts';

/** What the step of an island is made with. */
export interface ImpulsesContext {
  readonly island: Island;
  readonly work: Work;
  readonly scales: Scales;
  readonly gravity: Float64Array;
  readonly duration: number;
}

/**
 * When a contact of a pair that bounces closes, at a speed that bounces: gap = v t + k t²/2, with the acceleration k of both bodies. −1 where
 * it does not.
 */
export function timeOfRebound(pair: BodyPair, contact: Contact, { work, scales, gravity }: ImpulsesContext): number {
  if (pair.restitution === 0) return -1;
  const { gap } = contact;
  const speed = approachAt(pair, contact, work);
  const closing = accelerationAlong(contact, pair.a, gravity) - accelerationAlong(contact, pair.b, gravity);
  const root = speed * speed + 2 * closing * gap;
  if (!(gap > 0 && root > scales.slow * scales.slow)) return -1;
  const time = (2 * gap) / (speed + Math.sqrt(root));
  return time > 0 ? time : -1;
}

/** The acceleration of a body along the normal of a contact. */
function accelerationAlong({ normal }: Contact, { load, inverseMass }: Body, gravity: Float64Array): number {
  let sum = 0;
  if (inverseMass > 0) for (let k = 0; k < 3; k++) sum += normal[k] * (gravity[k] + load[k] * inverseMass);
  return sum;
}
