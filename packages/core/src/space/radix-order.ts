// The order of many numbers in single precision: sorted by their bits, eleven at a time, the lowest first (radix sort). Equal numbers stay as
// they are.

const DIGIT_BITS = 11;
const DIGITS: number = 1 << DIGIT_BITS;
const DIGIT: number = DIGITS - 1;
const SIGN = 0x80000000;

export class RadixOrder {
  /** The numbers; sorting destroys them. */
  keys: Float32Array = new Float32Array(0);
  #bits: Uint32Array = new Uint32Array(0);
  #moved: Uint32Array = new Uint32Array(0);
  #order: Int32Array = new Int32Array(0);
  #other: Int32Array = new Int32Array(0);
  readonly #counts: Int32Array = new Int32Array(3 * DIGITS);

  reserve(capacity: number): void {
    this.keys = new Float32Array(capacity);
    this.#bits = new Uint32Array(this.keys.buffer);
    this.#moved = new Uint32Array(capacity);
    this.#order = new Int32Array(capacity);
    this.#other = new Int32Array(capacity);
  }

  /** Where the first `count` numbers are in ascending order. */
  sort(count: number): Int32Array {
    const bits = this.#bits;
    const moved = this.#moved;
    const counts = this.#counts;
    const order = this.#order;
    const other = this.#other;
    counts.fill(0);
    for (let k = 0; k < count; k++) {
      // Bits of positive numbers are in their order, those of negative ones in the opposite.
      const key = bits[k] & SIGN ? ~bits[k] : bits[k] | SIGN;
      bits[k] = key;
      counts[key & DIGIT]++;
      counts[DIGITS + ((key >>> DIGIT_BITS) & DIGIT)]++;
      counts[2 * DIGITS + (key >>> (2 * DIGIT_BITS))]++;
    }
    sumUp(counts);
    for (let k = 0; k < count; k++) {
      const slot = counts[bits[k] & DIGIT]++;
      moved[slot] = bits[k];
      order[slot] = k;
    }
    for (let k = 0; k < count; k++) {
      const slot = counts[DIGITS + ((moved[k] >>> DIGIT_BITS) & DIGIT)]++;
      bits[slot] = moved[k];
      other[slot] = order[k];
    }
    for (let k = 0; k < count; k++) order[counts[2 * DIGITS + (bits[k] >>> (2 * DIGIT_BITS))]++] = other[k];
    return order;
  }
}

/** Replaces the counts of each of three digits by the first slot of their numbers. */
function sumUp(counts: Int32Array): void {
  for (let first = 0; first < counts.length; first += DIGITS) {
    let slot = 0;
    for (let k = first; k < first + DIGITS; k++) {
      const count = counts[k];
      counts[k] = slot;
      slot += count;
    }
  }
}
