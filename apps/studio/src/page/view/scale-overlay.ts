// The axes of the world and a bar of a round length, over a corner of the picture.

import { Vector3 } from 'three';
import { svg } from './arrow.ts';
import { niceLength } from './nice-length.ts';
import type { Stage } from './stage.ts';

/** The longest the bar may be, and the length of an axis. CSS pixels. */
const LONGEST_BAR = 110;
const AXIS = 22;
const AXES: readonly (readonly [name: string, direction: Vector3])[] = [
  ['x', new Vector3(1, 0, 0)],
  ['y', new Vector3(0, 1, 0)],
  ['z', new Vector3(0, 0, 1)],
];

export class ScaleOverlay {
  readonly #root: HTMLElement = Object.assign(document.createElement('div'), { id: 'scale' });
  readonly #axes: SVGElement = svg('svg', { viewBox: '-34 -34 68 68', width: '68', height: '68' });
  readonly #bar: SVGElement = svg('path', {});
  readonly #text: SVGElement = svg('text', { x: '1', y: '24' });
  #unit = '';

  constructor(parent: HTMLElement) {
    this.#root.ariaHidden = 'true';
    const scale = svg('svg', { class: 'length', width: String(LONGEST_BAR + 2), height: '38' });
    scale.append(this.#bar, this.#text);
    this.#root.append(this.#axes, scale);
    parent.append(this.#root);
  }

  /** The unit of the world, such as `m`; empty where there is none. */
  setUnit(unit: string): void {
    this.#unit = unit;
  }

  draw(stage: Stage): void {
    const perPixel = stage.unitsPerPixel;
    if (!(perPixel > 0)) return; // nothing has been framed yet
    const length = niceLength(LONGEST_BAR * perPixel);
    const end = (1 + length / perPixel).toFixed(1);
    this.#bar.setAttribute('d', `M1 1V7H${end}V1`);
    this.#text.textContent = this.#unit === '' ? String(length) : `${length} ${this.#unit}`;
    const toCamera = stage.camera.quaternion.clone().invert();
    const axes = AXES.map(([name, direction]) => ({ name, at: direction.clone().applyQuaternion(toCamera) }));
    // The one that points away is drawn first.
    axes.sort((p, q) => p.at.z - q.at.z);
    this.#axes.replaceChildren(...axes.flatMap(({ name, at }) => axisMarks(name, AXIS * at.x, -AXIS * at.y)));
  }
}

function axisMarks(name: string, x: number, y: number): SVGElement[] {
  const letter = svg('text', { class: name, x: (1.35 * x).toFixed(1), y: (1.35 * y + 4).toFixed(1) });
  letter.textContent = name;
  return [svg('path', { class: name, d: `M0 0L${x.toFixed(1)} ${y.toFixed(1)}` }), letter];
}
