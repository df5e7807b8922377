// What the panel says of the body and its copy. Every number is also a data attribute of the section, as the library answered.

import { elementOf } from '../element.ts';
import { grouped } from '../grouped.ts';
import { type Row, writeRows } from '../rows.ts';
import { timeText } from '../time-text.ts';
import type { Cost } from '../worker/messages.ts';
import {
  type ContactAnswer,
  type MedialContact,
  type MedialEncounter,
  OVERLAPS_LISTED,
  type Overlaps,
} from './messages.ts';

/** Digits of what is shown; the data attributes have them all. */
const DIGITS = 7;

export class ContactCard {
  readonly #section: HTMLElement = elementOf('#answer', HTMLElement);

  /** `settled`: no later question waits. */
  show(answer: ContactAnswer, encounter: MedialEncounter | null, settled: boolean): void {
    const { poses, exact, medial, primitives, spheres, innerBalls, innerDepth } = answer;
    const isColliding = exact.upper === 0;
    Object.assign(this.#section.dataset, {
      status: exact.status,
      colliding: String(isColliding),
      distance: String(exact.upper),
      lower: String(exact.lower),
      upper: String(exact.upper),
      medialStatus: medial.status,
      medialLower: String(medial.lower),
      medialUpper: String(medial.upper),
      error: String(medial.error),
      pairs: String(primitives.pairCount),
      spherePairs: String(spheres.pairCount),
      innerPairs: String(innerBalls.pairCount),
      innerDepth: String(innerDepth),
      toc: String(encounter?.exact.toc),
      medialToc: String(encounter?.medial.toc),
      motionA: JSON.stringify(encounter?.motions.a),
      motionB: JSON.stringify(encounter?.motions.b),
      poseA: JSON.stringify(poses.a),
      poseB: JSON.stringify(poses.b),
      settled: String(settled),
    });
    this.#write(headingOf(answer));
    writeRows(elementOf('dl', HTMLElement, this.#section), [
      ['distance, exact', shorten(exact.upper)],
      ['by the axes, at least', shorten(medial.lower)],
      ['by the axes, at most', shorten(medial.upper)],
      ['error, stated', shorten(medial.error)],
      ['pairs of spheres', grouped(spheres.pairCount)],
      ['pairs of cones and slabs', counted(primitives)],
      ['pairs of inner balls', grouped(innerBalls.pairCount)],
      ...(innerDepth > 0 ? [['depth, at least', shorten(innerDepth)] satisfies Row] : []),
      ['first contact, by the axes', timeOf(encounter?.medial)],
      ['first contact, exact', timeOf(encounter?.exact)],
    ]);
    writeCost('#cost-distance', medial.cost, exact.cost);
    if (encounter !== null) writeCost('#cost-contact', encounter.medial.cost, encounter.exact.cost);
  }

  /** The answer shown is about to be overtaken. */
  expectAnother(): void {
    this.#section.dataset.settled = 'false';
  }

  /** There is no answer; what was shown is not one either. */
  showNone(): void {
    for (const name of Object.keys(this.#section.dataset)) delete this.#section.dataset[name];
    this.#write('No answer');
    writeRows(elementOf('dl', HTMLElement, this.#section), []);
  }

  /** A screen reader is told when it changes, not at every step. */
  #write(heading: string): void {
    const status = elementOf('#status', HTMLElement);
    if (status.textContent !== heading) status.textContent = heading;
  }
}

function headingOf({ exact, medial, innerBalls }: ContactAnswer): string {
  if (exact.upper > 0) return medial.status === 'near' ? 'Apart, but the axes cannot tell' : 'Apart: the axes prove it';
  return innerBalls.pairCount > 0 ? 'In contact: inner balls prove it' : 'In contact';
}

function shorten(value: number): string {
  return String(Number(value.toPrecision(DIGITS)));
}

function counted({ pairCount }: Overlaps): string {
  return pairCount < OVERLAPS_LISTED ? grouped(pairCount) : `${grouped(pairCount)} +`;
}

function timeOf(contact: MedialContact | undefined): string {
  if (contact === undefined) return '…';
  return contact.toc === null ? 'none' : shorten(contact.toc);
}

function writeCost(row: string, ...costs: readonly Cost[]): void {
  for (const [k, { microseconds }] of costs.entries()) {
    elementOf(`${row} td:nth-of-type(${k + 1})`, HTMLElement).textContent = timeText(microseconds);
  }
}
