// The clash that is chosen: what it is, its numbers, and what is decided about it.

import type { Clash, GivenDecision } from '@nearmiss/clash';
import { elementOf } from '../element.ts';
import { type Row, writeRows } from '../rows.ts';
import { clashSentence, isUnsure, length } from './clash-sentence.ts';
import type { Decided } from './decided.ts';

/** What a clash is shown with. */
export interface ShownWith {
  readonly unit: string;
  readonly isOfFiles: boolean;
  readonly finding: number;
}

export class ClashCard {
  readonly #root: HTMLElement = elementOf('#clash', HTMLElement);
  readonly #comment: HTMLTextAreaElement = elementOf('#comment', HTMLTextAreaElement);
  readonly #decided: Decided;
  #clash: Clash | null = null;

  /** `onDecide`: something was decided here. */
  constructor(decided: Decided, onDecide: () => void) {
    this.#decided = decided;
    for (const input of this.#inputs()) {
      input.addEventListener('change', () => {
        if (this.#clash === null) return;
        decided.decide(this.#clash.id, decisionNamed(input.value));
        onDecide();
      });
    }
    this.#comment.addEventListener('input', () => {
      if (this.#clash === null) return;
      decided.comment(this.#clash.id, this.#comment.value);
      onDecide();
    });
  }

  /** `isOfFiles`: the result was made from the files that are shown. `finding`: how many clashes are one finding with it. */
  show(clash: Clash | null, { unit, isOfFiles, finding }: ShownWith): void {
    this.#clash = clash;
    this.#root.hidden = clash === null;
    this.#root.dataset.id = clash?.id ?? '';
    if (clash === null) return;
    elementOf('#clash-sentence', HTMLElement).textContent = clashSentence(clash, unit, isOfFiles);
    writeRows(elementOf('dl', HTMLElement, this.#root), rowsOf(clash, unit, finding));
    const decision = this.#decided.decisionOf(clash);
    for (const input of this.#inputs()) input.checked = input.value === decision;
    this.#comment.value = this.#decided.commentOf(clash.id);
  }

  #inputs(): NodeListOf<HTMLInputElement> {
    return this.#root.querySelectorAll<HTMLInputElement>('input[name=decision]');
  }
}

function decisionNamed(name: string): GivenDecision {
  return name === 'approved' || name === 'ignored' ? name : 'open';
}

function rowsOf(clash: Clash, unit: string, finding: number): Row[] {
  const { test, type, kind, depth, distance, translation, point, volume, state, a, b } = clash;
  const cubic = unit === '' ? '' : `${unit}³`;
  const rows: (Row | null)[] = [
    ['test', test],
    [
      'type',
      [type, kind, isUnsure(clash) && type !== 'undecided' ? 'not decided' : undefined]
        .filter((part) => part !== undefined)
        .join(', '),
    ],
    depth === undefined ? null : ['depth at most', bound(depth.upper, unit)],
    depth === undefined ? null : ['depth at least', bound(depth.lower, unit)],
    type !== 'clearance' || distance === undefined ? null : ['distance', bound(distance.upper, unit)],
    translation === undefined ? null : ['translation', triple(translation)],
    point === undefined ? null : ['point', triple(point)],
    volume === undefined ? null : ['volume at most', bound(volume.upper, cubic)],
    state === undefined ? null : ['state', state],
    finding < 2 ? null : ['finding', `of ${finding} clashes`],
    ['A', elementText(a)],
    ['B', elementText(b)],
  ];
  return rows.filter((row) => row !== null);
}

function elementText({ model, id, name, class: own, storey }: Clash['a']): string {
  return [own, name, storey, `${model} ${id}`].filter((part) => part !== undefined && part !== '').join(' · ');
}

/** A result that was read from a file has null for infinite. */
function bound(value: number | null, unit: string): string {
  return value === null || !Number.isFinite(value) ? 'unknown' : length(value, unit);
}

function triple(values: readonly number[]): string {
  return values.map((value) => String(Number(value.toPrecision(4)))).join(', ');
}
