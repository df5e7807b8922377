// The questions as tabs: one panel each. The last tab shows the inside of the library and has a list of what it shows.

import { elementOf } from './element.ts';
import { writeTerms } from './shell/terms.ts';
import { type Show, showNamed } from './shown.ts';

/** What a tab shows; the last has several views. */
const TABS: Readonly<Record<string, Show>> = {
  touch: 'touch',
  distance: 'answer',
  depth: 'depth',
  'first-contact': 'motion',
  inside: 'front-volumes',
};

/** Which page of the menu each tab is. */
function tabOf(show: Show): string {
  return Object.keys(TABS).find((tab) => TABS[tab] === show) ?? 'inside';
}

export class QuestionTabs {
  readonly #list: HTMLElement = elementOf('#questions', HTMLElement);
  readonly #tabs: readonly HTMLButtonElement[] = [...this.#list.querySelectorAll('button')];
  readonly #inside: HTMLSelectElement = elementOf('#show', HTMLSelectElement);
  readonly #panel: HTMLElement = elementOf('#question', HTMLElement);

  /** `onChoose`: another question was chosen. */
  constructor(onChoose: (show: Show) => void) {
    for (const tab of this.#tabs) {
      tab.addEventListener('click', () => {
        const { question = '' } = tab.dataset;
        onChoose(question === 'inside' ? showNamed(this.#inside.value) : (TABS[question] ?? 'answer'));
      });
    }
    this.#inside.addEventListener('change', () => onChoose(showNamed(this.#inside.value)));
    // The pattern of tabs: arrows move between them, and only the chosen one is in the order of the Tab key.
    this.#list.addEventListener('keydown', (event) => {
      const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      if (step === 0) return;
      const current = this.#tabs.findIndex((tab) => tab.matches(':focus'));
      const next = this.#tabs[(current + step + this.#tabs.length) % this.#tabs.length];
      next?.focus();
      next?.click();
      event.preventDefault();
    });
  }

  show(show: Show): void {
    const chosen = tabOf(show);
    for (const tab of this.#tabs) {
      const isChosen = tab.dataset.question === chosen;
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      if (isChosen) this.#panel.setAttribute('aria-labelledby', tab.id);
    }
    this.#panel.dataset.show = show;
    writeTerms(elementOf('#terms', HTMLElement), chosen);
    // A depth and a time of contact have sections of their own.
    elementOf('#answer', HTMLElement).hidden = show === 'depth' || show === 'motion';
    elementOf('#inside-row', HTMLElement).hidden = chosen !== 'inside';
    if (chosen === 'inside') this.#inside.value = show;
  }

  /** The id of the page of the menu that is shown. */
  static pageOf(show: Show): string {
    const tab = tabOf(show);
    return tab === 'inside' ? 'distance' : tab;
  }
}
