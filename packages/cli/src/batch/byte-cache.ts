/** Least-recently-used cache, limited in bytes and in entries. */
export class ByteCache<T> {
  readonly #maxBytes: number;
  readonly #maxEntries: number;
  // A Map keeps the order of insertion: the oldest is first.
  readonly #entries = new Map<string, { readonly value: T; readonly bytes: number }>();
  readonly #onRemoval: (value: T) => void;
  #bytes = 0;

  constructor(maxBytes: number, maxEntries: number, onRemoval: (value: T) => void = () => {}) {
    this.#maxBytes = maxBytes;
    this.#maxEntries = maxEntries;
    this.#onRemoval = onRemoval;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Adds an entry; one that is larger than the whole cache is not kept. */
  set(key: string, value: T, bytes: number): void {
    this.#remove(key);
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes && this.#entries.size <= this.#maxEntries) break;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
    this.#onRemoval(entry.value);
  }
}
