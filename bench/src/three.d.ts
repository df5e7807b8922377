// three ships no types. These are the few declarations that the benchmark uses.

declare module 'three' {
  export class BufferAttribute {
    constructor(array: Float32Array | Float64Array | Uint32Array, itemSize: number);
  }

  export class BufferGeometry {
    setAttribute(name: string, attribute: BufferAttribute): this;
    setIndex(index: BufferAttribute): this;
  }

  export class Matrix4 {
    /** Row by row. */
    set(...elements: readonly number[]): this;
  }
}
