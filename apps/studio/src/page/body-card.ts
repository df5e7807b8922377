// What the panel says of one body, and the ways to put another in its place.

import { shapeNames } from 'nearmiss/shapes';
import { type Body, nameOf, type Slot } from './body.ts';
import { elementOf } from './element.ts';
import { grouped } from './grouped.ts';

export interface BodyCardActions {
  select(slot: Slot): void;
  chooseShape(slot: Slot, name: string): void;
  openFiles(slot: Slot, files: readonly File[]): void;
}

export class BodyCard {
  readonly #root: HTMLElement;
  readonly #shapes: HTMLSelectElement;
  readonly #mark: HTMLInputElement;

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
    const reading = shape.solid ? 'solid' : 'open surface';
    this.#part('.name').textContent = name;
    this.#part('.name').title = name;
    const facts = [`${grouped(shape.triangleCount)} triangles, ${reading}`, ...shape.warnings];
    this.#part('.facts').textContent = facts.join('. ');
    const names = shapeNames.includes(name) ? shapeNames : [name, ...shapeNames];
    this.#shapes.replaceChildren(...names.map((text) => new Option(text, text, false, text === name)));
  }

  place({ pose }: Body): void {
    this.#part('.position').textContent = pose.position.map((x) => String(Number(x.toPrecision(4)))).join(', ');
    this.#part('.rotation').textContent = pose.rotation.map((x) => String(Number(x.toFixed(3)))).join(', ');
  }

  #part(selector: string): HTMLElement {
    return elementOf(selector, HTMLElement, this.#root);
  }
}
