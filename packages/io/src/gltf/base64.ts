import { refuse } from '../refuse.ts';

const VALUES: Int8Array = new Int8Array(128).fill(-1);
for (const [value, letter] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries()) {
  VALUES[letter.charCodeAt(0)] = value;
}

/** The bytes of a text in base 64; `path` is its position. */
export function decodeBase64(text: string, path: string): Uint8Array<ArrayBuffer> {
  let length = text.length;
  while (length > 0 && text.charCodeAt(length - 1) === 61) length--;
  if (text.length - length > 2 || length % 4 === 1) refuse('io/damaged', path, 'The base 64 data is cut short.');

  const bytes = new Uint8Array(Math.floor((length * 3) / 4));
  let bits = 0;
  let held = 0;
  let written = 0;
  for (let i = 0; i < length; i++) {
    const letter = text.charCodeAt(i);
    const value = letter < 128 ? VALUES[letter] : -1;
    if (value < 0) refuse('io/damaged', path, `Character ${i} of the data is not base 64.`);
    held = ((held << 6) | value) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[written++] = (held >> bits) & 0xff;
    }
  }
  return bytes;
}
