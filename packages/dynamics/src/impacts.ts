// Impacts one after the other: the pair that approaches fastest first, until none approaches any more, so that an impact runs through a
// row of balls as through a cradle.
//
// All contacts of a pair take part at once. The impulses that end the approach are found with friction (e = 0); then all are multiplied by 1 + e
// (Poisson). Friction opposes slip and normal impulses press where nothing approaches any more, so the energy falls along the impulses that
// were found, at least up to twice their size: this does not add any. Then friction is found again below the normal impulses, each row
// of which takes energy away.

import type { BodyPair } from './body-pair.ts';
import { addContact } from './constraints.ts';
import type { Contact } from './contact.ts';
import { Rows } from './solver.ts';
import type { Scales, Work } from './work.ts';

/** Sweeps of the solve of one pair. */
const SWEEPS = 60;
/** Impacts of an island at one time, a pair; the rest is then solved together, without restitution. */
const MOST_IMPACTS = 32;

export class Impacts {
  readonly #rows: Rows = new Rows();
  /** Impacts resolved since it was set to 0. */
  count = 0;

  /** Resolves the impacts of pairs that bounce; of contacts that are not closed yet, those that close within `ahead`. */
  resolve(pairs: readonly BodyPair[], work: Work, scales: Scales, ahead: number = Infinity): void {
    const bouncing = pairs.filter(({ restitution, contacts }) => restitution > 0 && contacts.length > 0);
    for (let left = MOST_IMPACTS * bouncing.length; left > 0; left--) {
      let first: BodyPair | null = null;
      let fastest = scales.slow;
      for (const pair of bouncing) {
        const speed = approachOf(pair, work, ahead);
        if (speed > fastest) {
          fastest = speed;
          first = pair;
        }
      }
      if (first === null) return;
      this.count++;
      this.#resolve(first, work, scales, ahead);
    }
  }

  #resolve(pair: BodyPair, work: Work, scales: Scales, ahead: number): void {
    const rows = this.#rows;
    const { a, b, contacts, friction, restitution } = pair;
    const { velocities } = work;
    rows.clear();
    for (const contact of contacts) {
      const isDue = ahead === Infinity || contact.gap <= approachAt(pair, contact, work) * ahead;
      if (isDue) addContact(rows, a.slot, b.slot, contact, friction, 0, 0);
    }
    rows.prepare(work);
    rows.solve(velocities, SWEEPS, scales.tolerance);
    for (let row = 0; row < rows.count; row++) {
      rows.apply(row, restitution * rows.impulses[row], velocities);
      rows.impulses[row] *= 1 + restitution;
    }
    for (let row = 0; row < rows.count; row += 3) {
      rows.lows[row] = rows.impulses[row];
      rows.highs[row] = rows.impulses[row];
    }
    rows.solve(velocities, SWEEPS, scales.tolerance);
  }
}

/** How fast the features of a pair approach that close within a time; negative where they part. */
function approachOf(pair: BodyPair, work: Work, ahead: number): number {
  let fastest = -Infinity;
  for (const contact of pair.contacts) {
    const speed = approachAt(pair, contact, work);
    if (contact.gap <= speed * ahead) fastest = Math.max(fastest, speed);
  }
  return fastest;
}

/** How fast a contact closes. */
export function approachAt({ a, b }: BodyPair, contact: Contact, { velocities }: Work): number {
  return -contact.openingSpeed(a, b, velocities);
}
