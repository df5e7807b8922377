import { elementOf } from '../element.ts';
import { type Enclosure, enclosureNamed, MEDIAL_KINDS, type ShownAxis } from './shown-axis.ts';

/** The choice of what the picture shows of the axes. */
export class AxisControls {
  readonly #reading: HTMLElement = elementOf('#reading', HTMLElement);
  readonly #kinds: HTMLElement = elementOf('#kinds', HTMLElement);

  constructor(onChange: () => void) {
    this.#reading.addEventListener('change', () => {
      this.choose(this.#chosen);
      onChange();
    });
    this.#kinds.addEventListener('change', onChange);
  }

  get shown(): ShownAxis {
    const kinds = MEDIAL_KINDS.filter((kind) => this.#box(kind).checked);
    return {
      reading: this.#chosen,
      kinds: new Set(kinds),
      surface: this.#box('surface').checked,
      skeleton: this.#box('skeleton').checked,
    };
  }

  /** Inner balls have neither cones nor slabs. */
  choose(reading: Enclosure): void {
    elementOf(`[value=${reading}]`, HTMLInputElement, this.#reading).checked = true;
    for (const kind of MEDIAL_KINDS) this.#box(kind).disabled = reading === 'inner';
  }

  get #chosen(): Enclosure {
    return enclosureNamed(elementOf(':checked', HTMLInputElement, this.#reading).value);
  }

  #box(value: string): HTMLInputElement {
    return elementOf(`[value=${value}]`, HTMLInputElement, this.#kinds);
  }
}
