/** Idle objects, kept to be used again: what was taken belongs to the taker until it is given back. */
export class Pool<T> {
  readonly #idle: T[] = [];
  readonly #make: () => T;

  constructor(make: () => T) {
    this.#make = make;
  }

  /** An idle object, or a new one. */
  take(): T {
    return this.#idle.pop() ?? this.#make();
  }

  giveBack(object: T): void {
    this.#idle.push(object);
  }
}
