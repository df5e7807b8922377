// Makes PLY files out of plain values, apart from the library's own writer.

import { utf8 } from '../help.ts';

export type PlyEncoding = 'ascii' | 'binary_little_endian' | 'binary_big_endian';

const WRITERS = {
  char: [1, 'setInt8'],
  int8: [1, 'setInt8'],
  uchar: [1, 'setUint8'],
  uint8: [1, 'setUint8'],
  short: [2, 'setInt16'],
  int16: [2, 'setInt16'],
  ushort: [2, 'setUint16'],
  uint16: [2, 'setUint16'],
  int: [4, 'setInt32'],
  int32: [4, 'setInt32'],
  uint: [4, 'setUint32'],
  uint32: [4, 'setUint32'],
  float: [4, 'setFloat32'],
  double: [8, 'setFloat64'],
} as const;

export type PlyType = keyof typeof WRITERS;

/** A name, properties as in the header, and for each item the values in that order. */
export type PlyElementData = readonly [
  name: string,
  properties: readonly string[],
  items: readonly (readonly (number | readonly number[])[])[],
];

export function plyFile(
  encoding: PlyEncoding,
  elements: readonly PlyElementData[],
  edit: (header: string) => string = (header) => header,
): Uint8Array {
  let header = `ply\nformat ${encoding} 1.0\n`;
  const values: { type: PlyType; value: number }[] = [];
  let text = '';
  for (const [name, properties, items] of elements) {
    header += `element ${name} ${items.length}\n${properties.map((property) => `property ${property}\n`).join('')}`;
    for (const item of items) {
      const line: number[] = [];
      for (const [i, value] of item.entries()) {
        const words = properties[i].split(' ') as PlyType[];
        const flat = typeof value === 'number' ? [value] : [value.length, ...value];
        for (const [k, number] of flat.entries()) {
          values.push({ type: typeof value === 'number' ? words[0] : words[k === 0 ? 1 : 2], value: number });
          line.push(number);
        }
      }
      text += `${line.join(' ')}\n`;
    }
  }
  const head = utf8(edit(`${header}end_header\n`));
  return concat(head, encoding === 'ascii' ? utf8(text) : encode(values, encoding === 'binary_little_endian'));
}

function encode(values: readonly { type: PlyType; value: number }[], littleEndian: boolean): Uint8Array {
  const bytes = new Uint8Array(values.reduce((sum, { type }) => sum + WRITERS[type][0], 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const { type, value } of values) {
    const [size, method] = WRITERS[type];
    view[method](at, value, littleEndian);
    at += size;
  }
  return bytes;
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
