// A list of tabs, each of which has its panel. The pattern of the ARIA Authoring Practices: arrows move between tabs, and only the chosen one
// is in the order of the Tab key.

export class TabList {
  readonly #tabs: readonly HTMLButtonElement[];

  /** `onChoose`: the tab with this id was chosen by the user. */
  constructor(list: HTMLElement, onChoose: (id: string) => void) {
    this.#tabs = [...list.querySelectorAll('button')];
    for (const tab of this.#tabs) tab.addEventListener('click', () => onChoose(tab.id));
    list.addEventListener('keydown', (event) => {
      const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      if (step === 0) return;
      const shown = this.#tabs.filter((tab) => !tab.hidden);
      const current = shown.findIndex((tab) => tab.matches(':focus'));
      const next = shown[(current + step + shown.length) % shown.length];
      next?.focus();
      next?.click();
      event.preventDefault();
    });
  }

  /** Marks a tab as the chosen one. */
  mark(id: string): void {
    for (const tab of this.#tabs) {
      const isChosen = tab.id === id;
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
    }
  }
}
