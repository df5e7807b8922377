import { elementOf } from './element.ts';
import type { Refusal } from './worker/messages.ts';

/** Says what went wrong. */
export class Notice {
  readonly #root: HTMLElement = elementOf('#notice', HTMLElement);

  constructor() {
    elementOf('button', HTMLButtonElement, this.#root).addEventListener('click', () => this.hide());
  }

  show({ code, message }: Refusal): void {
    elementOf('code', HTMLElement, this.#root).textContent = code;
    elementOf('span', HTMLElement, this.#root).textContent = message;
    this.#root.hidden = false;
  }

  /** Says this too, after what is said already. */
  add({ code, message }: Refusal): void {
    const told = elementOf('span', HTMLElement, this.#root).textContent;
    this.show({ code, message: this.#root.hidden || told === '' ? message : `${told} ${message}` });
  }

  hide(): void {
    this.#root.hidden = true;
  }
}
