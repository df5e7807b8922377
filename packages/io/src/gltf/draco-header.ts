// The header of a Draco bitstream (version 2.2, the only one glTF allows): its numbers of faces and points. The decoder allocates
// memory for them before it checks the data, and an entropy decoder never runs out of input, so a few hostile bytes would occupy it
// for minutes. The counts are therefore compared with the limits first.

import { refuse } from '../refuse.ts';

const TRIANGULAR_MESH = 1;
const EDGEBREAKER = 1;
const METADATA_FLAG = 0x8000;
/** "DRACO", two bytes of version, type, method, two bytes of flags. */
const HEADER_BYTES = 11;

class DracoBytes {
  readonly #bytes: Uint8Array;
  readonly #path: string;
  #at = HEADER_BYTES;

  constructor(bytes: Uint8Array, path: string) {
    this.#bytes = bytes;
    this.#path = path;
  }

  byte(): number {
    if (this.#at >= this.#bytes.length) refuse('io/truncated', this.#path, 'The Draco data is cut short.');
    return this.#bytes[this.#at++];
  }

  /** Seven bits a byte, the low ones first; the top bit marks that more follow. */
  varint(): number {
    let value = 0;
    for (let scale = 1; scale <= 2 ** 28; scale *= 128) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
    return refuse('io/damaged', this.#path, 'A number in the Draco data does not end.');
  }

  skip(count: number): void {
    this.#at = Math.min(this.#at + count, this.#bytes.length);
  }
}

export interface DracoCounts {
  readonly faces: number;
  readonly points: number;
}

export function readDracoCounts(bytes: Uint8Array, path: string): DracoCounts {
  const magic = String.fromCharCode(...bytes.subarray(0, 5));
  if (magic !== 'DRACO' || bytes.length < HEADER_BYTES) refuse('io/damaged', path, 'This is no Draco data.');
  const version = `${bytes[5]}.${bytes[6]}`;
  if (version !== '2.2') refuse('io/unsupported', path, `Draco data of version ${version} is not read, only 2.2.`);
  if (bytes[7] !== TRIANGULAR_MESH) refuse('io/unsupported', path, 'The Draco data is not a triangle mesh.');

  const data = new DracoBytes(bytes, path);
  if (((bytes[9] | (bytes[10] << 8)) & METADATA_FLAG) !== 0) skipMetadata(data);
  if (bytes[8] === EDGEBREAKER) {
    data.byte(); // how the traversal is coded
    const points = data.varint();
    return { points, faces: data.varint() };
  }
  const faces = data.varint();
  return { faces, points: data.varint() };
}

/** Named entries, and named groups of the same form; first those of attributes, then those of the whole. */
function skipMetadata(data: DracoBytes): void {
  let groups = data.varint() + 1;
  for (let attributes = groups - 1; groups > 0; groups--, attributes--) {
    if (attributes > 0) data.varint(); // the attribute's number
    skipGroup(data);
  }
}

function skipGroup(data: DracoBytes): void {
  // Nested groups are counted instead of recursion.
  let open = 1;
  let named = false;
  while (open > 0) {
    if (named) data.skip(data.byte());
    for (let entries = data.varint(); entries > 0; entries--) {
      data.skip(data.byte());
      data.skip(data.varint());
    }
    open += data.varint() - 1;
    named = true;
  }
}
