// A plane that clips the assembly, across an axis of the world.

import { Plane, Vector3 } from 'three';
import { elementOf } from '../element.ts';
import type { AssemblyView } from '../view/assembly-view.ts';

const AXES: Readonly<Record<string, Vector3>> = {
  x: new Vector3(1, 0, 0),
  y: new Vector3(0, 1, 0),
  z: new Vector3(0, 0, 1),
};

export class Section {
  readonly #axis: HTMLSelectElement = elementOf('#section', HTMLSelectElement);
  readonly #position: HTMLInputElement = elementOf('#section-position', HTMLInputElement);

  constructor(onChange: () => void) {
    for (const input of [this.#axis, this.#position]) {
      input.addEventListener('input', () => {
        this.#position.hidden = this.#axis.value === '';
        onChange();
      });
    }
  }

  /** What is beyond the plane along its axis is clipped. */
  apply(view: AssemblyView): void {
    const axis = AXES[this.#axis.value];
    if (axis === undefined) {
      view.clip([]);
      return;
    }
    // An assembly is a ball of radius 1 in the view.
    const at = 2 * (Number(this.#position.value) / Number(this.#position.max)) - 1;
    view.clip([new Plane(view.directionInView(axis).negate(), at)]);
  }
}
