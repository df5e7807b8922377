// The list of clashes with its filters.

import { type Clash, DECISIONS } from '@nearmiss/clash';
import { elementOf } from '../element.ts';
import { type ClashFilter, classesOf, matches, statesOf } from './clash-filter.ts';
import { length, nameOf } from './clash-sentence.ts';
import type { Decided } from './decided.ts';

/** Rows that a list shows; what is beyond is found by filters. */
const MOST_ROWS = 300;

export interface ListActions {
  readonly choose: (clash: Clash) => void;
  /** Others are shown than before. */
  readonly filtered: () => void;
}

export class ClashList {
  readonly #root: HTMLElement = elementOf('#clashes', HTMLElement);
  readonly #form: HTMLFormElement = elementOf('#filters', HTMLFormElement);
  readonly #decided: Decided;
  readonly #actions: ListActions;
  #clashes: readonly Clash[] = [];
  #shown: readonly Clash[] = [];
  #chosen: string | null = null;
  #unit = '';

  constructor(decided: Decided, actions: ListActions) {
    this.#decided = decided;
    this.#actions = actions;
    this.#form.addEventListener('input', () => this.filter());
    this.#form.addEventListener('submit', (event) => event.preventDefault());
  }

  get clashes(): readonly Clash[] {
    return this.#clashes;
  }

  /** The clashes that pass the filters. */
  get shown(): readonly Clash[] {
    return this.#shown;
  }

  open(clashes: readonly Clash[], unit: string): void {
    this.#clashes = clashes;
    this.#unit = unit;
    this.#chosen = null;
    this.#fill('type', [...new Set(clashes.map(({ type }) => type))]);
    this.#fill('class', [...new Set(clashes.flatMap(classesOf))].sort());
    const states = statesOf(clashes);
    this.#fill('state', states);
    elementOf('#states', HTMLElement).hidden = states.length === 0;
    this.#fill('decision', ['open', ...DECISIONS]);
    elementOf('[name=text]', HTMLInputElement, this.#form).value = '';
    this.filter();
  }

  choose(id: string | null): void {
    this.#chosen = id;
    for (const button of this.#root.querySelectorAll('button')) {
      button.setAttribute('aria-pressed', String(button.dataset.id === id));
    }
  }

  /** Shows what passes the filters, with what is decided about it by now. */
  filter(): void {
    const data = new FormData(this.#form);
    const value = (name: string): string => String(data.get(name) ?? '');
    const filter: ClashFilter = {
      type: value('type'),
      class: value('class'),
      state: value('state'),
      decision: value('decision'),
      text: value('text').trim(),
    };
    this.#shown = this.#clashes.filter((clash) => matches(clash, this.#decided.decisionOf(clash), filter));
    this.#root.replaceChildren(...this.#shown.slice(0, MOST_ROWS).map((clash) => this.#row(clash)));
    this.#root.dataset.shown = String(this.#shown.length);
    elementOf('#shown', HTMLElement).textContent = this.#countText();
    this.#actions.filtered();
  }

  #countText(): string {
    const [shown, all] = [this.#shown.length, this.#clashes.length];
    if (all === 0) return '';
    const rest = shown > MOST_ROWS ? `, the first ${MOST_ROWS} listed` : '';
    return `${shown.toLocaleString('en')} of ${all.toLocaleString('en')} shown${rest}`;
  }

  #row(clash: Clash): HTMLElement {
    const { id, type, a, b, depth, distance } = clash;
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.id = id;
    button.setAttribute('aria-pressed', String(id === this.#chosen));
    const size = depth?.upper ?? distance?.upper ?? null;
    const decision = this.#decided.decisionOf(clash);
    const texts = [
      ['kind', decision === 'open' ? type : `${type}, ${decision}`],
      ['size', size === null || type === 'duplicate' ? '' : length(size, this.#unit)],
      ['names', `${nameOf(a)} – ${nameOf(b)}`],
    ] as const;
    for (const [className, textContent] of texts) {
      button.append(Object.assign(document.createElement('span'), { className, textContent }));
    }
    button.dataset.type = type;
    button.addEventListener('click', () => this.#actions.choose(clash));
    const item = document.createElement('li');
    item.append(button);
    return item;
  }

  #fill(name: string, values: readonly string[]): void {
    const select = elementOf(`[name=${name}]`, HTMLSelectElement, this.#form);
    select.replaceChildren(new Option('all', ''), ...values.map((value) => new Option(value, value)));
  }
}
