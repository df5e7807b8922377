/** States to go back to and forward again. A new state after going back drops those ahead of it. */
export class UndoHistory<T> {
  readonly #states: T[] = [];
  readonly #most: number;
  #current = -1;

  /** Keeps no more than `most` states. */
  constructor(most = 200) {
    this.#most = most;
  }

  get canUndo(): boolean {
    return this.#current > 0;
  }

  get canRedo(): boolean {
    return this.#current < this.#states.length - 1;
  }

  /** A state that has come to rest. The same as the current one is no new state. */
  record(state: T): void {
    if (JSON.stringify(state) === JSON.stringify(this.#states[this.#current])) return;
    this.#states.splice(this.#current + 1, Infinity, state);
    if (this.#states.length > this.#most) this.#states.shift();
    this.#current = this.#states.length - 1;
  }

  /** The state before, or null. */
  undo(): T | null {
    return this.canUndo ? (this.#states[--this.#current] ?? null) : null;
  }

  /** The state after, or null. */
  redo(): T | null {
    return this.canRedo ? (this.#states[++this.#current] ?? null) : null;
  }

  clear(): void {
    this.#states.length = 0;
    this.#current = -1;
  }
}
