// Panels of a page that are shown one at a time. The tabs are in the document: `aria-controls` names the panel of each.

import { elementOf } from '../element.ts';
import { TabList } from './tab-list.ts';

export class PanelTabs {
  readonly #list: TabList;
  readonly #panels = new Map<string, HTMLElement>();
  readonly #onShow: () => void;

  /** `panels` are the ids of those that this page has, the first shown; `onShow`: another panel is seen, and has its size. */
  constructor(panels: readonly string[], onShow: () => void = () => {}) {
    this.#onShow = onShow;
    const root = elementOf('.tabs', HTMLElement);
    for (const tab of root.querySelectorAll('button')) {
      const name = tab.getAttribute('aria-controls') ?? '';
      tab.hidden = !panels.includes(name);
      if (tab.hidden) continue;
      const panel = elementOf(`#${name}`, HTMLElement);
      panel.role = 'tabpanel';
      panel.setAttribute('aria-labelledby', tab.id);
      this.#panels.set(tab.id, panel);
    }
    this.#list = new TabList(root, (id) => this.#show(id));
    const [first = ''] = this.#panels.keys();
    this.#show(first);
  }

  #show(id: string): void {
    this.#list.mark(id);
    for (const [tab, panel] of this.#panels) panel.hidden = tab !== id;
    this.#onShow();
  }
}
