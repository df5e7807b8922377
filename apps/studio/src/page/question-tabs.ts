// The questions as tabs: one panel each. The last tab shows the inside of the library and has a list of what it shows.

import { elementOf } from './element.ts';
import { TabList } from './shell/tab-list.ts';
import { writeTerms } from './shell/terms.ts';
import { type Show, showNamed } from './shown.ts';

/** What the id of a tab begins with; the question follows. */
const TAB = 'tab-';

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
  readonly #list: TabList;
  readonly #inside: HTMLSelectElement = elementOf('#show', HTMLSelectElement);
  readonly #panel: HTMLElement = elementOf('#question', HTMLElement);

  /** `onChoose`: another question was chosen. */
  constructor(onChoose: (show: Show) => void) {
    this.#list = new TabList(elementOf('.tabs', HTMLElement), (id) => {
      const question = id.slice(TAB.length);
      onChoose(question === 'inside' ? showNamed(this.#inside.value) : (TABS[question] ?? 'answer'));
    });
    this.#inside.addEventListener('change', () => onChoose(showNamed(this.#inside.value)));
  }

  show(show: Show): void {
    const chosen = tabOf(show);
    this.#list.mark(TAB + chosen);
    this.#panel.setAttribute('aria-labelledby', TAB + chosen);
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
