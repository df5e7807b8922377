// A copy of an array with a larger capacity.

export function grownInts(numbers: Int32Array, capacity: number): Int32Array {
  const grown = new Int32Array(capacity);
  grown.set(numbers);
  return grown;
}

export function grownBytes(numbers: Uint8Array, capacity: number): Uint8Array {
  const grown = new Uint8Array(capacity);
  grown.set(numbers);
  return grown;
}

export function grownDoubles(numbers: Float64Array, capacity: number): Float64Array {
  const grown = new Float64Array(capacity);
  grown.set(numbers);
  return grown;
}
