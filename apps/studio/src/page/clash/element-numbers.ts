// Which element of the files is meant by one of a result, whose models may have other names.

import type { ElementName } from '@nearmiss/clash';

type Key = Pick<ElementName, 'model' | 'id'>;

export class ElementNumbers {
  readonly #numbers = new Map<string, number>();
  readonly #counts = new Map<string, number>();

  constructor(elements: readonly Key[]) {
    for (const { id } of elements) this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1);
    for (const [number, element] of elements.entries()) {
      this.#numbers.set(keyOf(element), number);
      if (this.#counts.get(element.id) === 1) this.#numbers.set(element.id, number);
    }
  }

  /** By model and id; by id alone where only one element has it. */
  of({ model, id }: Key): number | null {
    return this.#numbers.get(keyOf({ model, id })) ?? this.#numbers.get(id) ?? null;
  }

  /** Whether any model has an element with the id. */
  hasId(id: string): boolean {
    return this.#counts.has(id);
  }
}

export function keyOf({ model, id }: Key): string {
  return `${model}\n${id}`;
}
