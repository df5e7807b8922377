// PNG (ISO/IEC 15948): a signature, then chunks, each with its length, its name, its data and a check sum.

import { zlibSync } from 'fflate';

const SIGNATURE = Object.freeze([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Bits of a channel; three channels without alpha. */
const BITS = 8;
const RGB = 2;
/** The polynomial of the check sum, with its bits in reverse. */
const POLYNOMIAL = 0xedb88320;

/** Pixels by rows, three bytes each, as a PNG file. */
export function encodePng(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const head = new DataView(new ArrayBuffer(13));
  head.setUint32(0, width);
  head.setUint32(4, height);
  head.setUint8(8, BITS);
  head.setUint8(9, RGB);
  // Each row starts with its filter: 0 for none.
  const rows = new Uint8Array(height * (3 * width + 1));
  for (let y = 0; y < height; y++) {
    rows.set(pixels.subarray(3 * width * y, 3 * width * (y + 1)), y * (3 * width + 1) + 1);
  }
  const parts = [
    Uint8Array.from(SIGNATURE),
    chunk('IHDR', new Uint8Array(head.buffer)),
    chunk('IDAT', zlibSync(rows, { level: 9 })),
    chunk('IEND', new Uint8Array(0)),
  ];
  const file = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  for (let k = 0; k < 4; k++) bytes[4 + k] = name.charCodeAt(k);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, checkSum(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

function checkSum(bytes: Uint8Array): number {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? POLYNOMIAL : 0);
  }
  return ~sum >>> 0;
}
