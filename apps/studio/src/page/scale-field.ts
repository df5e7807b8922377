// The unit that a file was made in, or a factor of one's own: a choice on the card of a body that comes from a file.

import { isScale, UNITS, unitOf } from './body-scale.ts';
import { elementOf } from './element.ts';

const NONE = 'none';
const FACTOR = 'factor';

export class ScaleField {
  readonly #root: HTMLElement;
  readonly #unit: HTMLSelectElement;
  readonly #factor: HTMLInputElement;

  /** `onChoose`: a unit, a factor, or null for the file as it is. */
  constructor(root: HTMLElement, letter: string, onChoose: (scale: string | null) => void) {
    this.#root = root;
    this.#unit = elementOf('select', HTMLSelectElement, root);
    this.#factor = elementOf('input', HTMLInputElement, root);
    this.#unit.ariaLabel = `Unit of the file of ${letter}`;
    this.#factor.ariaLabel = `Factor of the file of ${letter}`;
    this.#unit.replaceChildren(
      new Option('as it is', NONE),
      ...UNITS.map(([unit, name]) => new Option(`in ${name}`, unit)),
      new Option('times', FACTOR),
    );
    this.#unit.addEventListener('change', () => {
      const { value } = this.#unit;
      this.#factor.hidden = value !== FACTOR;
      if (value === FACTOR) this.#factor.focus();
      else onChoose(value === NONE ? null : value);
    });
    this.#factor.addEventListener('change', () => {
      const scale = this.#factor.value.trim().replace(',', '.');
      this.#factor.ariaInvalid = String(!isScale(scale));
      if (isScale(scale)) onChoose(scale);
    });
  }

  /** Null for a body that is no file, and has no unit to choose. */
  show(scale: string | null, isFile: boolean): void {
    this.#root.hidden = !isFile;
    const unit = scale === null ? NONE : unitOf(scale);
    this.#unit.value = unit ?? FACTOR;
    // A unit that is not on the list is shown by its factor.
    if (this.#unit.value === '') this.#unit.value = FACTOR;
    this.#factor.hidden = this.#unit.value !== FACTOR;
    this.#factor.value = this.#factor.hidden ? '1' : (scale ?? '1');
  }
}
