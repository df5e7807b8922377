// The values of a PLY file one after the other, whether they stand there as text or in binary.

import { refuse } from '../refuse.ts';
import { TextCursor } from '../text/text-cursor.ts';
import { type PlyHeader, SCALAR_BYTES, type ScalarType } from './header.ts';

export interface ValueSource {
  readonly unit: 'line' | 'byte';
  /** The line or byte of what comes next. */
  position(): number;
  /** The next value, which may be infinite or NaN. */
  next(type: ScalarType): number;
  /** The next value as a whole number. */
  nextInteger(type: ScalarType): number;
  skip(type: ScalarType, count: number): void;
  /** Bytes not read yet. */
  remaining(): number;
  /** The fewest bytes a value takes. */
  leastBytes(type: ScalarType): number;
}

export function openValues(bytes: Uint8Array, header: PlyHeader): ValueSource {
  if (header.format === 'ascii') return new TextValues(bytes, header.dataStart, header.dataLine);
  return new BinaryValues(bytes, header.dataStart, header.format === 'binary-little-endian');
}

class TextValues implements ValueSource {
  readonly unit = 'line';
  readonly #cursor: TextCursor;

  constructor(bytes: Uint8Array, start: number, line: number) {
    this.#cursor = new TextCursor(bytes, { comments: false, continuation: false }, start, line);
  }

  position(): number {
    this.#cursor.toWordAnywhere();
    return this.#cursor.line;
  }

  next(_type: ScalarType): number {
    this.#cursor.needWord('a value');
    return this.#cursor.number();
  }

  nextInteger(_type: ScalarType): number {
    this.#cursor.needWord('a whole number');
    return this.#cursor.integer();
  }

  skip(_type: ScalarType, count: number): void {
    for (let i = 0; i < count; i++) {
      this.#cursor.needWord('a value');
      this.#cursor.skipWord();
    }
  }

  remaining(): number {
    return this.#cursor.remaining + 1; // the last value needs no blank behind it
  }

  leastBytes(_type: ScalarType): number {
    return 2; // a digit and a blank
  }
}

class BinaryValues implements ValueSource {
  readonly unit = 'byte';
  readonly #view: DataView;
  readonly #littleEndian: boolean;
  #at: number;

  constructor(bytes: Uint8Array, start: number, littleEndian: boolean) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#littleEndian = littleEndian;
    this.#at = start;
  }

  position(): number {
    return this.#at;
  }

  next(type: ScalarType): number {
    const at = this.#at;
    this.#advance(SCALAR_BYTES[type]);
    switch (type) {
      case 'int8':
        return this.#view.getInt8(at);
      case 'uint8':
        return this.#view.getUint8(at);
      case 'int16':
        return this.#view.getInt16(at, this.#littleEndian);
      case 'uint16':
        return this.#view.getUint16(at, this.#littleEndian);
      case 'int32':
        return this.#view.getInt32(at, this.#littleEndian);
      case 'uint32':
        return this.#view.getUint32(at, this.#littleEndian);
      case 'float32':
        return this.#view.getFloat32(at, this.#littleEndian);
      case 'float64':
        return this.#view.getFloat64(at, this.#littleEndian);
    }
  }

  nextInteger(type: ScalarType): number {
    const at = this.#at;
    const value = this.next(type);
    if (Number.isSafeInteger(value)) return value;
    return refuse('io/bad-number', `byte ${at}`, `Expected a whole number, found ${value}.`);
  }

  skip(type: ScalarType, count: number): void {
    this.#advance(count * SCALAR_BYTES[type]);
  }

  remaining(): number {
    return this.#view.byteLength - this.#at;
  }

  leastBytes(type: ScalarType): number {
    return SCALAR_BYTES[type];
  }

  #advance(bytes: number): void {
    if (this.#at + bytes > this.#view.byteLength) {
      refuse('io/truncated', `byte ${this.#at}`, `Expected ${bytes} more bytes, but ${this.remaining()} are left.`);
    }
    this.#at += bytes;
  }
}
