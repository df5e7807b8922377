// What the panel says of the depth, and the choice of where its search starts. Every number is also a data attribute of the
// section.

import type { PenetrationCertificate, PenetrationStart, PenetrationStatus, Point } from 'nearmiss';
import { START_NAMES, startNamed } from './depth-start.ts';
import { isDeep } from './depth-steps.ts';
import { elementOf } from './element.ts';
import { grouped } from './grouped.ts';
import { type Row, writeRows } from './rows.ts';
import { timeText } from './time-text.ts';
import type { Depth } from './worker/messages.ts';

/** Digits of the large number; the rows below have them all. */
const DIGITS = 7;
const VECTOR_DIGITS = 5;
/** Depths of regions that are listed. */
const MOST_REGIONS = 4;

const HEADINGS: Readonly<Record<PenetrationStatus, string>> = {
  separated: 'Separated',
  touching: 'Touching',
  overlapping: 'Depth',
  'iteration-limit': 'Depth, at most',
};

const NOTES: Readonly<Record<PenetrationStatus, string>> = {
  separated: 'They share no point: the depth is 0.',
  touching: 'They share no inner point: the depth is 0.',
  overlapping: '',
  'iteration-limit': '',
};

/** What proves that no shorter translation separates. */
const PROOFS: Readonly<Record<PenetrationCertificate['kind'], string>> = {
  balls: 'by a ball in each',
  convex: 'both being convex',
  patches: 'by convex patches',
  cubes: 'by cubes of translations',
  round: 'by a mesh inside the round shape',
};

export class DepthCard {
  readonly #section: HTMLElement = elementOf('#depth', HTMLElement);
  readonly #start: HTMLSelectElement = elementOf('#start', HTMLSelectElement);
  readonly #bracket: HTMLElement = elementOf('#depth .bracket', HTMLElement);

  constructor(onStart: (start: PenetrationStart) => void) {
    this.#start.replaceChildren(...Object.entries(START_NAMES).map(([start, name]) => new Option(name, start)));
    this.#start.addEventListener('change', () => onStart(startNamed(this.#start.value)));
  }

  hide(): void {
    this.#section.hidden = true;
  }

  /** A new result will soon replace what is shown. */
  expect(start: PenetrationStart): void {
    this.#section.hidden = false;
    this.#section.dataset.settled = 'false';
    this.#start.value = start;
  }

  /** `settled`: these are the poses as they are now. */
  show(depth: Depth, settled: boolean): void {
    const { status, lower, upper, translation, certified, certificate, local, iterations, isLed, verdict } = depth;
    Object.assign(this.#section.dataset, {
      status,
      depth: String(depth.depth),
      lower: String(lower),
      upper: String(upper),
      translation: JSON.stringify(translation),
      certified: String(certified),
      certificate: String(certificate),
      local: JSON.stringify(local),
      iterations: String(iterations),
      led: String(isLed),
      verified: String(verdict?.ok ?? null),
      poseA: JSON.stringify(depth.poses.a),
      poseB: JSON.stringify(depth.poses.b),
      settled: String(settled),
    });
    delete this.#section.dataset.bound;
    const deep = isDeep(depth);
    this.#write(HEADINGS[status], deep ? String(Number(upper.toPrecision(DIGITS))) : '', NOTES[status]);
    this.#bracket.hidden = !deep;
    this.#bracket.style.setProperty('--proven', String(deep ? lower / upper : 0));
    this.#bracket.ariaLabel = `The depth is proven to be between ${lower} and ${upper}.`;
    this.#rows(deep ? deepRows(depth) : []);
  }

  /** A first bracket: from 0 to this. */
  showBound(upper: number): void {
    this.#section.dataset.bound = String(upper);
    this.#write(
      'Depth, at most',
      String(Number(upper.toPrecision(DIGITS))),
      'By the boxes around the bodies. Searching …',
    );
    this.#bracket.hidden = false;
    this.#bracket.style.setProperty('--proven', '0');
    this.#bracket.ariaLabel = `The depth is proven to be at most ${upper}.`;
    this.#rows([]);
  }

  /** There is no answer. */
  showNone(): void {
    for (const name of Object.keys(this.#section.dataset)) delete this.#section.dataset[name];
    this.#write('No answer', '', '');
    this.#bracket.hidden = true;
    this.#rows([]);
  }

  #write(heading: string, depth: string, note: string): void {
    elementOf('h2', HTMLElement, this.#section).textContent = heading;
    elementOf('output', HTMLOutputElement, this.#section).textContent = depth;
    elementOf('.note', HTMLElement, this.#section).textContent = note;
  }

  #rows(rows: readonly Row[]): void {
    writeRows(elementOf('dl', HTMLElement, this.#section), rows);
  }
}

function deepRows(depth: Depth): Row[] {
  const { lower, upper, translation, local, iterations, isLed, verdict, cost } = depth;
  const rows: Row[] = [
    ['at most', String(upper)],
    ['at least', String(lower)],
    ['proven', provenText(depth)],
  ];
  if (verdict !== null) rows.push(['checked again', verdict.ok ? 'both bounds hold' : verdict.checked]);
  rows.push(['translation', vectorText(translation, upper)]);
  if (local.length > 1) rows.push([`${grouped(local.length)} regions`, regionsText(local)]);
  rows.push(['search', isLed ? 'started from the last result' : 'without memory']);
  rows.push(['steps, time', `${grouped(iterations)}, ${timeText(cost.microseconds)}`]);
  return rows;
}

/** How much of the depth is proven, and by what. */
function provenText({ lower, upper, certified, certificate }: Depth): string {
  if (certificate === null) return 'that this translation separates';
  // Rounded down, so that a partial proof never shows 100 %.
  const part = certified ? 'all of it' : `${Math.floor((1000 * lower) / upper) / 10} %`;
  return `${part}, ${PROOFS[certificate]}`;
}

/** A vector rounded to VECTOR_DIGITS significant digits of its length. */
function vectorText(vector: Point, length: number): string {
  const places = Math.min(100, Math.max(0, VECTOR_DIGITS - Math.ceil(Math.log10(length))));
  return vector.map((x) => String(Number(x.toFixed(places)))).join(', ');
}

/** How deep each region is, the deepest first. */
function regionsText(local: Depth['local']): string {
  const depths = local.slice(0, MOST_REGIONS).map(({ depth }) => String(Number(depth.toPrecision(3))));
  return depths.join(', ') + (local.length > MOST_REGIONS ? ' …' : '');
}
