// The container of a saved model, read and sealed by tests: written anew, after the layout in src/model/bytes.ts.

import { type ErrorCode, Model, type ModelPart, NearmissError } from '../../src/index.ts';

export const HEADER = 32;
const ENTRY = 24;

/** FNV-1a, turned by 13 bits a word, over the words from the end of the header on, then 2 to 5: written anew. */
export function seal(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let hash = 2166136261n;
  const take = (at: number): void => {
    const product = BigInt.asUintN(32, (hash ^ BigInt(view.getUint32(at, true))) * 16777619n);
    hash = BigInt.asUintN(32, product << 13n) | (product >> 19n);
  };
  for (let at = HEADER; at + 4 <= bytes.length; at += 4) take(at);
  for (let at = 8; at < 24; at += 4) take(at);
  view.setUint32(24, Number(hash), true);
  return bytes;
}

interface Entry {
  readonly name: string;
  /** Where its directory entry is, and where its data. */
  readonly at: number;
  readonly kind: number;
  readonly count: number;
  readonly offset: number;
}

export function directory(bytes: Uint8Array): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return Array.from({ length: view.getUint32(12, true) }, (_, k) => {
    const at = HEADER + ENTRY * k;
    const name = String.fromCharCode(...bytes.subarray(at, at + 12).filter((byte) => byte !== 0));
    return {
      name,
      at,
      kind: view.getUint32(at + 12, true),
      count: view.getUint32(at + 16, true),
      offset: 8 * view.getUint32(at + 20, true),
    };
  });
}

export function entryOf(bytes: Uint8Array, name: string): Entry {
  const entry = directory(bytes).find((e) => e.name === name);
  if (entry === undefined) throw new Error(`There is no section ${name}.`);
  return entry;
}

/** What loading with these parts says: null, or the code and the sentence. Anything but a NearmissError is a failure of the test. */
export function refusal(
  bytes: unknown,
  parts: readonly ModelPart[] = [],
): { readonly code: ErrorCode; readonly message: string } | null {
  try {
    Model.fromBytes(bytes as Uint8Array, { with: parts });
    return null;
  } catch (error) {
    if (error instanceof NearmissError) return { code: error.code, message: error.message };
    throw error;
  }
}
