// The list of clashes with its filters and its order.

import { type Clash, DECISIONS } from '@nearmiss/clash';
import { elementOf } from '../element.ts';
import { type ClashFilter, classesOf, matches, statesOf, storeysOf, UNRESOLVED } from './clash-filter.ts';
import { detailsOf, namesOf, ORDERS, sorted } from './clash-order.ts';
import { isUnsure, sizeText } from './clash-sentence.ts';
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
  #details: (clash: Clash) => string = () => '';
  #chosen: string | null = null;
  #unit = '';

  constructor(decided: Decided, actions: ListActions) {
    this.#decided = decided;
    this.#actions = actions;
    this.#form.addEventListener('input', () => this.filter());
    this.#form.addEventListener('submit', (event) => event.preventDefault());
    elementOf('[name=order]', HTMLSelectElement, this.#form).replaceChildren(
      ...ORDERS.map((order) => new Option(order, order)),
    );
  }

  get clashes(): readonly Clash[] {
    return this.#clashes;
  }

  /** The clashes that pass the filters, in the order of the list. */
  get shown(): readonly Clash[] {
    return this.#shown;
  }

  open(clashes: readonly Clash[], unit: string): void {
    this.#clashes = clashes;
    this.#details = detailsOf(clashes);
    this.#unit = unit;
    this.#chosen = null;
    this.#fill('type', 'types', [...new Set(clashes.map(({ type }) => type))]);
    this.#fill('class', 'classes', [...new Set(clashes.flatMap(classesOf))].sort());
    this.#fill('storey', 'storeys', [...new Set(clashes.flatMap(storeysOf))].sort());
    const states = statesOf(clashes);
    const isResolved = states.includes('resolved');
    this.#fill('state', 'states', isResolved ? [UNRESOLVED, ...states] : states);
    if (isResolved) elementOf('[name=state]', HTMLSelectElement, this.#form).value = UNRESOLVED;
    this.#fill('decision', 'decisions', ['open', ...DECISIONS]);
    elementOf('[name=text]', HTMLInputElement, this.#form).value = '';
    this.#root.scrollTop = 0;
    this.filter();
  }

  choose(id: string | null): void {
    this.#chosen = id;
    for (const button of this.#root.querySelectorAll('button')) {
      button.setAttribute('aria-pressed', String(button.dataset.id === id));
      if (button.dataset.id === id) button.scrollIntoView({ block: 'nearest' });
    }
  }

  /** Shows what passes the filters, with what is decided about it by now. */
  filter(): void {
    const data = new FormData(this.#form);
    const value = (name: string): string => String(data.get(name) ?? '');
    const filter: ClashFilter = {
      type: value('type'),
      class: value('class'),
      storey: value('storey'),
      state: value('state'),
      decision: value('decision'),
      text: value('text').trim(),
    };
    const found = this.#clashes.filter((clash) => matches(clash, this.#decided.decisionOf(clash), filter));
    this.#shown = sorted(found, value('order'));
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
    const { id, type, state } = clash;
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.id = id;
    button.setAttribute('aria-pressed', String(id === this.#chosen));
    const decision = this.#decided.decisionOf(clash);
    const marks = [
      type,
      isUnsure(clash) && type !== 'undecided' ? 'not decided' : '',
      state === undefined || state === 'active' ? '' : state,
      decision === 'open' ? '' : decision,
    ];
    const texts = [
      ['kind', marks.filter((mark) => mark !== '').join(', ')],
      ['size', sizeText(clash, this.#unit)],
      ['names', namesOf(clash)],
      ['detail', this.#details(clash)],
    ] as const;
    for (const [className, textContent] of texts) {
      if (textContent === '' && className === 'detail') continue;
      button.append(Object.assign(document.createElement('span'), { className, textContent }));
    }
    button.dataset.type = type;
    if (state !== undefined) button.dataset.state = state;
    button.addEventListener('click', () => this.#actions.choose(clash));
    const item = document.createElement('li');
    item.append(button);
    return item;
  }

  /** A choice of values, and first of all of them; without values there is nothing to choose. */
  #fill(name: string, all: string, values: readonly string[]): void {
    const select = elementOf(`[name=${name}]`, HTMLSelectElement, this.#form);
    select.hidden = values.length === 0;
    select.replaceChildren(new Option(`all ${all}`, ''), ...values.map((value) => new Option(value, value)));
  }
}
