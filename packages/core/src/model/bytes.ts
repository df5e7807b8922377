// The container a model is saved in: named sections of numbers in one buffer, little endian, each aligned to 8 bytes, so
// that a loaded model is views on the buffer and nothing is converted.
//
//   0   8 bytes  "nearmiss"
//   8   u32      format version
//   12  u32      number of sections
//   16  f64      length of the whole in bytes
//   24  u32      checksum of all bytes from 32 on
//   28  u32      0
//   32  sections' directory, 24 bytes each: name (12 bytes ASCII, zero padded), u32 element kind, u32 count, u32 offset / 8
//   …   the data

import { NearmissError } from '../error.ts';

/** Increased with every change that older readers would misread. */
const FORMAT_VERSION = 3;
const MAGIC = 'nearmiss';
const HEADER = 32;
const ENTRY = 24;
const NAME_LENGTH = 12;
/** A name that fits into its entry and is read back unchanged. */
const NAME = new RegExp(`^[!-~]{1,${NAME_LENGTH}}$`);
/** The largest number of sections; a directory with more is damaged. */
const MAX_SECTIONS = 256;

/** A named stretch of the bytes of a model, for {@link StructureReader}. */
export type Section = Float64Array | Uint32Array | Int32Array;
type SectionConstructor = {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): Section;
};
const KINDS: readonly SectionConstructor[] = [Float64Array, Uint32Array, Int32Array];

/** Lays the sections out in one buffer, an ordinary or a shared one. Refuses what could not be read back. */
export function packSections(sections: ReadonlyMap<string, Section>, shared: boolean): Uint8Array {
  if (sections.size > MAX_SECTIONS) {
    throw new NearmissError('model/bad-argument', `A saved model has up to ${MAX_SECTIONS} sections.`);
  }
  for (const [name, data] of sections) requireSection(name, data);
  let end = HEADER + ENTRY * sections.size;
  const offsets: number[] = [];
  for (const data of sections.values()) {
    end = alignUp(end);
    offsets.push(end);
    end += data.byteLength;
  }
  end = alignUp(end);
  const buffer = shared ? new SharedArrayBuffer(end) : new ArrayBuffer(end);
  const bytes = new Uint8Array(buffer);
  const view = new DataView(buffer);
  writeText(bytes, 0, MAGIC);
  view.setUint32(8, FORMAT_VERSION, true);
  view.setUint32(12, sections.size, true);
  view.setFloat64(16, end, true);
  let index = 0;
  for (const [name, data] of sections) {
    const at = HEADER + ENTRY * index;
    writeText(bytes, at, name);
    view.setUint32(
      at + 12,
      KINDS.findIndex((kind) => data instanceof kind),
      true,
    );
    view.setUint32(at + 16, data.length, true);
    view.setUint32(at + 20, offsets[index] / 8, true);
    bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), offsets[index]);
    index++;
  }
  view.setUint32(24, checksum(buffer, 0, end), true);
  return bytes;
}

/** Refuses a section that could not be read back. */
export function requireSection(name: string, data: Section): void {
  if (!NAME.test(name)) {
    const rule = `is named by 1 to ${NAME_LENGTH} ASCII characters without blanks`;
    throw new NearmissError('model/bad-argument', `A section of a saved model ${rule}, not "${name}".`);
  }
  if (!KINDS.some((kind) => data instanceof kind)) {
    const rule = 'is a Float64Array, a Uint32Array or an Int32Array';
    throw new NearmissError('model/bad-argument', `A section of a saved model ${rule}; "${name}" is not.`);
  }
}

/** Reads the directory back; the sections are views on the buffer. Refuses anything that was not written by `packSections`. */
export function unpackSections(given: ArrayBufferLike | ArrayBufferView): Map<string, Section> {
  const [buffer, start, length] = alignedBuffer(given);
  if (length < HEADER || readText(buffer, start, MAGIC.length) !== MAGIC) {
    throw new NearmissError('model/not-a-model', 'These bytes are no nearmiss model.');
  }
  const view = new DataView(buffer, start, length);
  const version = view.getUint32(8, true);
  if (version !== FORMAT_VERSION) {
    throw new NearmissError(
      'model/bad-version',
      `The model has format ${version}; this library reads ${FORMAT_VERSION}. Build it again.`,
    );
  }
  const count = view.getUint32(12, true);
  const expected = view.getFloat64(16, true);
  if (!(expected <= length)) {
    throw new NearmissError('model/truncated', `The model is ${expected} bytes long, but only ${length} are here.`);
  }
  if (
    view.getUint32(28, true) !== 0 ||
    expected !== length ||
    count > MAX_SECTIONS ||
    HEADER + ENTRY * count > length
  ) {
    throw new NearmissError('model/damaged', 'The header of the model contradicts its length.');
  }
  if (checksum(buffer, start, length) !== view.getUint32(24, true)) {
    throw new NearmissError('model/damaged', 'The bytes of the model do not match their checksum.');
  }
  const sections = new Map<string, Section>();
  for (let index = 0; index < count; index++) {
    const at = HEADER + ENTRY * index;
    const name = readText(buffer, start + at, NAME_LENGTH);
    const Kind = KINDS[view.getUint32(at + 12, true)];
    const elements = view.getUint32(at + 16, true);
    const offset = 8 * view.getUint32(at + 20, true);
    if (!NAME.test(name) || sections.has(name)) {
      throw new NearmissError('model/damaged', `Section ${index} of the model has no name of its own.`);
    }
    if (Kind === undefined || offset + elements * Kind.BYTES_PER_ELEMENT > length) {
      throw new NearmissError('model/damaged', `Section "${name}" of the model reaches beyond its end.`);
    }
    sections.set(name, new Kind(buffer, start + offset, elements));
  }
  return sections;
}

/** The bytes at an address that doubles can be read from: the caller's own where that allows it, else a copy. */
function alignedBuffer(given: ArrayBufferLike | ArrayBufferView): [ArrayBufferLike, number, number] {
  if (ArrayBuffer.isView(given)) {
    if (given.byteOffset % 8 === 0) return [given.buffer, given.byteOffset, given.byteLength];
    const copy = new Uint8Array(given.byteLength);
    copy.set(new Uint8Array(given.buffer, given.byteOffset, given.byteLength));
    return [copy.buffer, 0, copy.byteLength];
  }
  const shared = typeof SharedArrayBuffer !== 'undefined' && given instanceof SharedArrayBuffer;
  if (shared || given instanceof ArrayBuffer) return [given, 0, given.byteLength];
  throw new NearmissError('model/not-a-model', 'A saved model is a Uint8Array or an (optionally shared) array buffer.');
}

/**
 * FNV-1a over 32-bit words, rotated by 13 bits after each: a product leaves a change of the highest bit in that bit, so without the
 * rotation two changed signs, as of two swapped numbers, would cancel. Every step is invertible, so one changed word always changes
 * the result. It guards against damage, not against malice.
 */
function checksum(buffer: ArrayBufferLike, start: number, length: number): number {
  const words = new Uint32Array(buffer, start, length >> 2);
  let hash = 0x811c9dc5;
  for (let k = HEADER / 4; k < words.length; k++) hash = mix(hash, words[k]);
  // Header fields other than the checksum are part of it too.
  for (let k = 2; k < 6; k++) hash = mix(hash, words[k]);
  return hash >>> 0;
}

function mix(hash: number, word: number): number {
  const product = Math.imul(hash ^ word, 0x01000193);
  return (product << 13) | (product >>> 19);
}

function alignUp(offset: number): number {
  return Math.ceil(offset / 8) * 8;
}

function writeText(bytes: Uint8Array, at: number, text: string): void {
  for (let k = 0; k < text.length; k++) bytes[at + k] = text.charCodeAt(k);
}

function readText(buffer: ArrayBufferLike, at: number, length: number): string {
  let text = '';
  for (const byte of new Uint8Array(buffer, at, length)) if (byte !== 0) text += String.fromCharCode(byte);
  return text;
}
