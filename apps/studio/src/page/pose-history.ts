// Undo and redo of poses, by buttons and keys. Poses are taken in once they are at rest; a drag is one step however often it pauses.

import { elementOf } from './element.ts';
import { UndoHistory } from './undo-history.ts';
import type { Poses } from './worker/messages.ts';

/** How long poses have to rest before they are taken in: browsers allow an address to be written a few times a second only. */
const REST_TIME = 250;

export interface HistoryActions {
  /** The poses as they are; null while there are none. */
  poses(): Poses | null;
  /** The poses are at rest. */
  rest(): void;
  restore(poses: Poses): void;
  /** What moves by itself is to be where it goes: that is what is gone back from. */
  finish(): void;
}

export class PoseHistory {
  readonly #states = new UndoHistory<Poses>();
  readonly #actions: HistoryActions;
  readonly #undo: HTMLButtonElement = elementOf('#undo', HTMLButtonElement);
  readonly #redo: HTMLButtonElement = elementOf('#redo', HTMLButtonElement);
  #timer = 0;
  #isHeld = false;

  constructor(actions: HistoryActions) {
    this.#actions = actions;
    this.#undo.addEventListener('click', () => this.#step('undo'));
    this.#redo.addEventListener('click', () => this.#step('redo'));
    addEventListener('keydown', (event) => {
      const isField = event.target instanceof HTMLInputElement && event.target.type !== 'range';
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || isField) return;
      event.preventDefault();
      this.#step(event.shiftKey ? 'redo' : 'undo');
    });
  }

  /** Other bodies: there is nothing to go back to. */
  clear(): void {
    this.#states.clear();
    this.#show();
  }

  /** A drag has begun, or is over. What was before it is one to go back to, though it may not have rested for long. */
  hold(isHeld: boolean): void {
    if (isHeld) this.#record();
    this.#isHeld = isHeld;
    if (!isHeld) this.recordSoon();
  }

  recordSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#isHeld) return;
      this.#actions.rest();
      this.#record();
    }, REST_TIME);
  }

  #record(): void {
    const poses = this.#actions.poses();
    if (poses === null || this.#isHeld) return;
    this.#states.record(poses);
    this.#show();
  }

  #step(kind: 'undo' | 'redo'): void {
    this.#actions.finish();
    this.#record();
    const poses = this.#states[kind]();
    if (poses === null) return;
    this.#actions.restore(poses);
    this.#show();
  }

  #show(): void {
    this.#undo.disabled = !this.#states.canUndo;
    this.#redo.disabled = !this.#states.canRedo;
  }
}
