/** Buffers of a chunk of queries, kept from one call to the next. */
export interface Slot {
  readonly uniforms: GPUBuffer;
  readonly inputs: GPUBuffer;
  readonly results: GPUBuffer;
  readonly readable: GPUBuffer;
  /** The number of the next query to take. */
  readonly next: GPUBuffer;
  readonly capacity: number;
}
