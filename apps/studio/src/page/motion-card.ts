// What the panel says of the motions shown, and the choice of them. Every number is also a data attribute of the section.

import type { ContactFeature, TimeOfContactStatus } from 'nearmiss';
import { SLOTS, type Slot } from './body.ts';
import { elementOf } from './element.ts';
import { grouped } from './grouped.ts';
import {
  MOST_TURNS,
  MOTION_KINDS,
  type MotionKind,
  type MotionPlan,
  motionKindNamed,
  readTurns,
} from './motion-plan.ts';
import { writeRows } from './rows.ts';
import { timeText } from './time-text.ts';
import type { Encounter } from './worker/messages.ts';

const HEADINGS: Readonly<Record<TimeOfContactStatus, string>> = {
  contact: 'Contact at time',
  near: 'Near at time',
  free: 'Free',
  'initially-in-contact': 'In contact from the start',
  'iteration-limit': 'Not decided from time',
};

export interface MotionCardActions {
  setKind(kind: MotionKind): void;
  setTurns(turns: number): void;
  /** Lets a body move, or rest. */
  setMoves(slot: Slot, moves: boolean): void;
}

export class MotionCard {
  readonly #section: HTMLElement = elementOf('#motion', HTMLElement);
  readonly #kind: HTMLSelectElement = elementOf('#kind', HTMLSelectElement);
  readonly #turns: HTMLInputElement = elementOf('#turns', HTMLInputElement);
  readonly #moves: Readonly<Record<Slot, HTMLInputElement>> = {
    a: elementOf('#moves-a', HTMLInputElement),
    b: elementOf('#moves-b', HTMLInputElement),
  };

  constructor(actions: MotionCardActions) {
    this.#kind.replaceChildren(...MOTION_KINDS.map((kind) => new Option(kind, kind)));
    this.#kind.addEventListener('change', () => actions.setKind(motionKindNamed(this.#kind.value)));
    this.#turns.max = String(MOST_TURNS);
    this.#turns.addEventListener('input', () => actions.setTurns(readTurns(this.#turns.value)));
    for (const slot of SLOTS) {
      this.#moves[slot].addEventListener('change', () => actions.setMoves(slot, this.#moves[slot].checked));
    }
  }

  hide(): void {
    this.#section.hidden = true;
  }

  /** Shows the choices made; what they lead to is not known yet. */
  expect({ kind, turns, ends }: MotionPlan): void {
    this.#section.hidden = false;
    this.#section.dataset.settled = 'false';
    this.#kind.value = kind;
    // While it is typed into, the field is its writer's.
    if (this.#turns !== document.activeElement) this.#turns.value = String(turns);
    this.#turns.disabled = kind !== 'linear';
    for (const slot of SLOTS) this.#moves[slot].checked = ends[slot] !== null;
  }

  /** `settled`: these are the motions as they are now. */
  show(encounter: Encounter, settled: boolean): void {
    const { status, toc, lower, upper, threshold, departing, iterations, contacts, motions, cost } = encounter;
    Object.assign(this.#section.dataset, {
      status,
      toc: String(toc),
      lower: String(lower),
      upper: String(upper),
      threshold: String(threshold),
      departing: String(departing),
      iterations: String(iterations),
      contacts: JSON.stringify(contacts),
      motionA: JSON.stringify(motions.a),
      motionB: JSON.stringify(motions.b),
      settled: String(settled),
    });
    this.#write(HEADINGS[status], toc === null || status === 'initially-in-contact' ? '' : toc.toPrecision(7));
    writeRows(elementOf('dl', HTMLElement, this.#section), [
      ['free before', String(lower)],
      ['contact by', upper === null ? '–' : String(upper)],
      ...(departing === null ? [] : [['they part at once', departing ? 'yes' : 'no'] as const]),
      ['threshold', String(threshold)],
      ['what touches', contacts.length === 0 ? '–' : featuresText(encounter)],
      ['steps, time', `${grouped(iterations)}, ${timeText(cost.microseconds)}`],
    ]);
  }

  /** There is no answer. */
  showNone(): void {
    for (const name of Object.keys(this.#section.dataset)) delete this.#section.dataset[name];
    this.#write('No answer', '');
    writeRows(elementOf('dl', HTMLElement, this.#section), []);
  }

  #write(heading: string, toc: string): void {
    elementOf('h2', HTMLElement, this.#section).textContent = heading;
    elementOf('#toc', HTMLElement).textContent = toc;
  }
}

/** What touches what, counted: "vertex–face 2, edge–edge 1". */
function featuresText({ contacts }: Encounter): string {
  const counts = new Map<string, number>();
  for (const { featureA, featureB } of contacts) {
    const name = [featureA, featureB].map(({ kind }: ContactFeature) => kind).join('–');
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => (count === 1 ? name : `${grouped(count)} ${name}`)).join(', ');
}
