// Where the sections of a model start in its bytes (core: model/bytes.ts): kernels read these bytes as they are.

const HEADER = 32;
const ENTRY = 24;
const NAME_LENGTH = 12;
const SECTION_COUNT = 12;

/** A stretch of the bytes of a model: its first byte, and how many numbers it has. */
export interface ModelSection {
  readonly at: number;
  readonly count: number;
}

export function sectionsOf(bytes: Uint8Array): Map<string, ModelSection> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sections = new Map<string, ModelSection>();
  for (let k = 0; k < view.getUint32(SECTION_COUNT, true); k++) {
    const entry = HEADER + ENTRY * k;
    const name = String.fromCharCode(...bytes.subarray(entry, entry + NAME_LENGTH)).replaceAll('\0', '');
    sections.set(name, { at: 8 * view.getUint32(entry + 20, true), count: view.getUint32(entry + 16, true) });
  }
  return sections;
}

export function doublesOf(bytes: Uint8Array, { at, count }: ModelSection): Float64Array {
  return new Float64Array(bytes.buffer, bytes.byteOffset + at, count);
}

export function wholeNumbersOf(bytes: Uint8Array, { at, count }: ModelSection): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset + at, count);
}
