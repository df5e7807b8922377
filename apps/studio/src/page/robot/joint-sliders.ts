// A slider for each joint.

import { elementOf } from '../element.ts';
import type { Joint } from './messages.ts';

export class JointSliders {
  readonly #root: HTMLElement = elementOf('#joints .sliders', HTMLElement);
  readonly #moved: (values: readonly number[]) => void;
  #inputs: HTMLInputElement[] = [];

  constructor(moved: (values: readonly number[]) => void) {
    this.#moved = moved;
  }

  build(joints: readonly Joint[]): void {
    this.#inputs = joints.map(({ name, lower, upper }) =>
      Object.assign(document.createElement('input'), {
        type: 'range',
        min: String(lower),
        max: String(upper),
        step: 'any',
        ariaLabel: name,
      }),
    );
    this.#root.replaceChildren(
      ...joints.map(({ name }, k) => {
        const label = document.createElement('label');
        const title = Object.assign(document.createElement('span'), { textContent: name.replaceAll('_', ' ') });
        label.append(title, this.#inputs[k] ?? '', document.createElement('output'));
        return label;
      }),
    );
    for (const input of this.#inputs) {
      input.addEventListener('input', () => {
        this.#writeNumbers();
        this.#moved(this.#inputs.map(({ valueAsNumber }) => valueAsNumber));
      });
    }
  }

  show(values: readonly number[]): void {
    for (const [k, input] of this.#inputs.entries()) input.valueAsNumber = values[k] ?? 0;
    this.#writeNumbers();
  }

  #writeNumbers(): void {
    const outputs = this.#root.querySelectorAll('output');
    for (const [k, { valueAsNumber }] of this.#inputs.entries()) {
      const output = outputs[k];
      if (output !== undefined) output.textContent = valueAsNumber.toFixed(3);
    }
  }
}
