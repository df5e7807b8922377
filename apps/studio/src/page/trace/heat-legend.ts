// The legend of a heat map, where one chooses what it shows: how deep the nodes above each face were tested, or how often.

import { grouped } from '../grouped.ts';

export type HeatKind = 'deep' | 'often';

export class HeatLegend {
  readonly root: HTMLElement = document.createElement('p');
  readonly #select = document.createElement('select');
  readonly #least = document.createElement('span');
  readonly #most = document.createElement('span');

  constructor(onChange: () => void) {
    this.root.className = 'heat-legend';
    this.#select.ariaLabel = 'What the colours show';
    this.#select.append(new Option('how deep', 'deep'), new Option('how often', 'often'));
    this.#select.addEventListener('change', onChange);
    const scale = Object.assign(document.createElement('i'), { className: 'scale' });
    this.#most.className = 'most';
    this.root.append(this.#select, this.#least, scale, this.#most);
  }

  get kind(): HeatKind {
    return this.#select.value === 'often' ? 'often' : 'deep';
  }

  /** Names the ends of the scale: the deepest level, or the most tests of nodes above one face. */
  show(most: number): void {
    const isDeep = this.kind === 'deep';
    this.#least.textContent = isDeep ? 'the root' : 'never';
    this.#most.textContent = isDeep ? `level ${most}` : `${grouped(most)} tests`;
  }
}
