// The numbers beside the picture. Everything shown is also there in full, as data attributes of the section: what a script
// reads from them is what the library answered, to the last bit.

import { elementOf } from './element.ts';
import { grouped } from './grouped.ts';
import { timeText } from './time-text.ts';
import { type Answer, PAIRS_LISTED } from './worker/messages.ts';

/** Digits of the large number; the bracket below it has them all. */
const DIGITS = 7;
/** How long nothing has to change before the answer is spoken. Milliseconds. */
const SPEAK_AFTER = 600;

const HEADINGS: Readonly<Record<Answer['status'], string>> = {
  separated: 'Separated',
  touching: 'Touching',
  intersecting: 'Intersecting',
  'a-inside-b': 'A inside B',
  'b-inside-a': 'B inside A',
  beyond: 'Beyond',
  near: 'Near',
  'iteration-limit': 'Not decided',
};

export class Panel {
  readonly #section: HTMLElement = elementOf('#answer', HTMLElement);
  #speaking = 0;

  /** `settled`: no later question waits. */
  show(answer: Answer, settled: boolean): void {
    const { status, distance, lower, upper, surfaceDistance, pairCount, poses, cost } = answer;
    const inside = status === 'a-inside-b' || status === 'b-inside-a';
    Object.assign(this.#section.dataset, {
      status,
      colliding: String(distance === 0),
      distance: String(distance),
      lower: String(lower),
      upper: String(upper),
      surfaceDistance: String(surfaceDistance),
      pairs: String(pairCount),
      poseA: JSON.stringify(poses.a),
      poseB: JSON.stringify(poses.b),
      settled: String(settled),
    });
    write('#status', HEADINGS[status]);
    write('#distance', shorten(distance));
    writeBracket(String(upper), String(lower));
    elementOf('#surface-row', HTMLElement).hidden = !inside;
    write('#surface', String(surfaceDistance));
    write('#pairs', pairCount < PAIRS_LISTED ? grouped(pairCount) : `${grouped(pairCount)} or more`);
    writeCost('#cost-distance', cost.distance);
    writeCost('#cost-collide', cost.collide);
    this.#speakSoon(`${HEADINGS[status]}, distance ${shorten(distance)}`);
  }

  /** There is no answer; what was shown is not one either. */
  showNone(): void {
    for (const name of Object.keys(this.#section.dataset)) delete this.#section.dataset[name];
    write('#status', 'No answer');
    for (const selector of ['#distance', '#upper', '#lower', '#surface', '#pairs']) write(selector, '–');
    this.#speakSoon('No answer');
  }

  /** The answer shown is about to be overtaken. */
  expectAnother(): void {
    this.#section.dataset.settled = 'false';
  }

  /** A screen reader is told how things stand, not every step. */
  #speakSoon(sentence: string): void {
    clearTimeout(this.#speaking);
    this.#speaking = setTimeout(() => write('#spoken', sentence), SPEAK_AFTER);
  }
}

function shorten(value: number): string {
  return String(Number(value.toPrecision(DIGITS)));
}

function write(selector: string, text: string): void {
  const element = elementOf(selector, HTMLElement);
  if (element.textContent !== text) element.textContent = text;
}

/** Both ends of the bracket, with what they do not agree on set apart. */
function writeBracket(upper: string, lower: string): void {
  let same = 0;
  while (same < upper.length && upper[same] === lower[same]) same++;
  for (const [selector, text] of [['#upper', upper] as const, ['#lower', lower] as const]) {
    const tail = document.createElement('i');
    tail.textContent = text.slice(same);
    elementOf(selector, HTMLElement).replaceChildren(text.slice(0, same), tail);
  }
}

function writeCost(row: string, { volumeTests, microseconds }: Answer['cost']['distance']): void {
  write(`${row} td:nth-of-type(1)`, grouped(volumeTests));
  write(`${row} td:nth-of-type(2)`, timeText(microseconds));
}
