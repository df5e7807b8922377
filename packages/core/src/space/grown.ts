// The same numbers with room for more.

export function grownInts(numbers: Int32Array, room: number): Int32Array {
  const grown = new Int32Array(room);
  grown.set(numbers);
  return grown;
}

export function grownBytes(numbers: Uint8Array, room: number): Uint8Array {
  const grown = new Uint8Array(room);
  grown.set(numbers);
  return grown;
}

export function grownDoubles(numbers: Float64Array, room: number): Float64Array {
  const grown = new Float64Array(room);
  grown.set(numbers);
  return grown;
}
