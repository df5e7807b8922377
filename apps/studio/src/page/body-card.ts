// What the panel says of one body: its name, its size, its pose to be typed, and the choice of another.

import { shapeNames } from 'nearmiss/shapes';
import type { Body, BodyPose, Slot } from './body.ts';
import { nameOf } from './body-name.ts';
import { splitScale } from './body-scale.ts';
import { elementOf } from './element.ts';
import { grouped } from './grouped.ts';
import { PoseFields } from './pose-fields.ts';
import { ScaleField } from './scale-field.ts';

export interface BodyCardActions {
  select(slot: Slot): void;
  chooseShape(slot: Slot, name: string): void;
  openFiles(slot: Slot, files: readonly File[]): void;
  /** The file is to be taken in another unit, by a factor, or as it is. */
  setScale?(slot: Slot, scale: string | null): void;
  /** A pose was typed. */
  move(slot: Slot, pose: BodyPose): void;
  /** A scrub of a field has begun, or is over. */
  hold?(isHeld: boolean): void;
}

export class BodyCard {
  readonly #root: HTMLElement;
  readonly #shapes: HTMLSelectElement;
  readonly #mark: HTMLInputElement;
  readonly #pose: PoseFields | null;
  readonly #scale: ScaleField | null;

  constructor(slot: Slot, actions: BodyCardActions) {
    const template = elementOf('#body-card', HTMLTemplateElement);
    elementOf('#bodies', HTMLElement).append(template.content.cloneNode(true));
    this.#root = elementOf('.body:last-of-type', HTMLElement);
    this.#root.dataset.slot = slot;
    const letter = slot.toUpperCase();
    this.#part('.letter').textContent = letter;

    this.#mark = elementOf('.title input', HTMLInputElement, this.#root);
    this.#mark.value = slot;
    this.#mark.addEventListener('change', () => actions.select(slot));

    this.#shapes = elementOf('select', HTMLSelectElement, this.#root);
    this.#shapes.setAttribute('aria-label', `Shape of ${letter}`);
    this.#shapes.addEventListener('change', () => actions.chooseShape(slot, this.#shapes.value));

    const fields = this.#root.querySelector('.pose');
    this.#pose =
      fields instanceof HTMLElement
        ? new PoseFields(fields, letter, {
            move: (pose) => actions.move(slot, pose),
            hold: (isHeld) => actions.hold?.(isHeld),
          })
        : null;

    const scale = this.#root.querySelector('.scale');
    this.#scale =
      scale instanceof HTMLElement ? new ScaleField(scale, letter, (text) => actions.setScale?.(slot, text)) : null;

    const files = elementOf('input[type=file]', HTMLInputElement, this.#root);
    files.setAttribute('aria-label', `Open a file as ${letter}`);
    files.addEventListener('change', () => {
      if (files.files !== null && files.files.length > 0) actions.openFiles(slot, [...files.files]);
      files.value = ''; // so that the same file may be chosen again
    });
  }

  setSelected(selected: boolean): void {
    this.#mark.checked = selected;
  }

  /** Another body is being opened. */
  expect(name: string): void {
    this.#part('.facts').textContent = `Opening ${name} …`;
  }

  show(body: Body): void {
    const { shape } = body;
    const name = nameOf(body);
    const interpretation = shape.solid ? 'solid' : 'open surface';
    this.#part('.name').textContent = name;
    this.#part('.name').title = name;
    const facts = [`${grouped(shape.triangleCount)} triangles, ${interpretation}`, ...shape.warnings];
    this.#part('.facts').textContent = facts.join('. ');
    this.#scale?.show(splitScale(body.word).scale, body.word.startsWith('file:'));
    const names = shapeNames.includes(name) ? shapeNames : [name, ...shapeNames];
    this.#shapes.replaceChildren(...names.map((text) => new Option(text, text, false, text === name)));
  }

  showPose({ pose, shape }: Body): void {
    this.#pose?.show(pose, shape.radius);
  }

  #part(selector: string): HTMLElement {
    return elementOf(selector, HTMLElement, this.#root);
  }
}
