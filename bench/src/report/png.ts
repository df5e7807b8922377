// A picture as the bytes of a PNG file: eight bits of red, green, blue and opacity a pixel, rows unfiltered (flat colours pack well).

import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const EIGHT_BITS = 8;
const RED_GREEN_BLUE_OPACITY = 6;

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Four bytes a pixel, row by row from the top. */
  readonly pixels: Uint8ClampedArray;
}

export function encodePng({ width, height, pixels }: Picture): Buffer {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([EIGHT_BITS, RED_GREEN_BLUE_OPACITY], 8);
  // Each row is led by the number of its filter, 0 for none.
  const rows = new Uint8Array(height * (1 + 4 * width));
  for (let y = 0; y < height; y++) {
    rows.set(pixels.subarray(4 * width * y, 4 * width * (y + 1)), (1 + 4 * width) * y + 1);
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', new Uint8Array(0)),
  ]);
}

function chunk(name: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const bytes = Buffer.alloc(named.length + 8);
  bytes.writeUInt32BE(data.length, 0);
  bytes.set(named, 4);
  bytes.writeUInt32BE(crc32(named), named.length + 4);
  return bytes;
}
