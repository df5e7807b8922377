// SHA-256 (FIPS 180-4, section 6.2), so that ids and content hashes are the same in every environment without waiting for one.

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes, and of the square roots of the first eight. */
const [ROUND_CONSTANTS, START] = fractions();

function fractions(): [Uint32Array, Uint32Array] {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p !== 0)) primes.push(n);
  return [
    Uint32Array.from(primes, (p) => fractionOfRoot(BigInt(p), 3)),
    Uint32Array.from(primes.slice(0, 8), (p) => fractionOfRoot(BigInt(p), 2)),
  ];
}

/** 32 bits behind the point of the square or cube root, by bisection of whole numbers. */
function fractionOfRoot(n: bigint, degree: 2 | 3): number {
  const scaled = n << BigInt(32 * degree);
  let low = 0n;
  let high = 1n << 40n;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle ** BigInt(degree) <= scaled) low = middle;
    else high = middle;
  }
  return Number(low & 0xffffffffn);
}

/** SHA-256 of some bytes one after another, as 64 hexadecimal digits. See {@link sha256}. */
export type Sha256 = (...parts: readonly Uint8Array[]) => string;

/**
 * The SHA-256 of some bytes, as 64 hexadecimal digits.
 *
 * @example
 * console.log(sha256(new TextEncoder().encode('abc')).slice(0, 8)); // ba7816bf
 */
export function sha256(...parts: readonly Uint8Array[]): string {
  let length = 0;
  for (const part of parts) length += part.length;
  const state = START.slice();
  const block = new Uint8Array(64);
  const words = new Uint32Array(64);
  let filled = 0;
  for (const part of parts) {
    for (let at = 0; at < part.length; ) {
      const taken = Math.min(64 - filled, part.length - at);
      block.set(part.subarray(at, at + taken), filled);
      filled += taken;
      at += taken;
      if (filled < 64) break;
      compress(state, block, words);
      filled = 0;
    }
  }
  block.fill(0, filled);
  block[filled] = 0x80;
  if (filled >= 56) {
    compress(state, block, words);
    block.fill(0);
  }
  const view = new DataView(block.buffer);
  view.setUint32(56, Math.floor(length / 2 ** 29));
  view.setUint32(60, (length * 8) % 2 ** 32);
  compress(state, block, words);
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
}

/** The SHA-256 of a text in UTF-8. See {@link sha256}. */
export function sha256Text(text: string): string {
  return sha256(new TextEncoder().encode(text));
}

function compress(state: Uint32Array, block: Uint8Array, w: Uint32Array): void {
  for (let i = 0; i < 16; i++) {
    w[i] = (block[4 * i] << 24) | (block[4 * i + 1] << 16) | (block[4 * i + 2] << 8) | block[4 * i + 3];
  }
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15];
    const y = w[i - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + ROUND_CONSTANTS[i] + w[i]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}
