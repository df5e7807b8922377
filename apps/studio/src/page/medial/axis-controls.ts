import { elementOf } from '../element.ts';
import { type Enclosure, enclosureNamed, MEDIAL_KINDS, type ShownAxis } from './shown-axis.ts';

/** The choice of what the picture shows of the axes. */
export class AxisControls {
  readonly #enclosure: HTMLElement = elementOf('#enclosure', HTMLElement);
  readonly #kinds: HTMLElement = elementOf('#kinds', HTMLElement);

  readonly #wipe: HTMLInputElement = elementOf('#wipe input', HTMLInputElement);

  constructor(onChange: () => void) {
    this.#enclosure.addEventListener('change', () => {
      this.choose(this.#chosen);
      onChange();
    });
    this.#kinds.addEventListener('change', onChange);
    this.#wipe.addEventListener('input', onChange);
  }

  get shown(): ShownAxis {
    const kinds = MEDIAL_KINDS.filter((kind) => this.#box(kind).checked);
    return {
      enclosure: this.#chosen,
      kinds: new Set(kinds),
      surface: this.#box('surface').checked,
      skeleton: this.#box('skeleton').checked,
      wipe: this.#wipe.valueAsNumber,
    };
  }

  /** Inner balls have neither cones nor slabs. */
  choose(enclosure: Enclosure): void {
    elementOf(`[value=${enclosure}]`, HTMLInputElement, this.#enclosure).checked = true;
    for (const kind of MEDIAL_KINDS) this.#box(kind).disabled = enclosure === 'inner';
  }

  get #chosen(): Enclosure {
    return enclosureNamed(elementOf(':checked', HTMLInputElement, this.#enclosure).value);
  }

  #box(value: string): HTMLInputElement {
    return elementOf(`[value=${value}]`, HTMLInputElement, this.#kinds);
  }
}
