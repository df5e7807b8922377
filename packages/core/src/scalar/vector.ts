import { type ErrorCode, NearmissError, textOf } from '../error.ts';

/** x · x by multiplication: ECMAScript leaves `**` to the engine. */
export function square(x: number): number {
  return x * x;
}

/** The length of a vector of any size, with the same bits on every engine: ECMAScript leaves `Math.hypot` to the engine. */
export function lengthOf(x: number, y: number, z: number): number {
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (largest === 0 || largest === Infinity) return largest;
  const u = x / largest;
  const v = y / largest;
  const w = z / largest;
  return largest * Math.sqrt(u * u + v * v + w * w);
}

/** (0, 0, 0). It is never written to. */
export const ORIGIN: Float64Array = new Float64Array(3);

/** Checks that `value` is three finite numbers, each read once, and writes them to `out` at `at`; nothing is written when it is refused. */
export function readVector(
  value: ArrayLike<number>,
  out: Float64Array,
  at: number,
  code: ErrorCode,
  what: string,
  field = '',
): void {
  if (value === null || typeof value !== 'object' || value.length !== 3) {
    throw new NearmissError(code, `${nameOf(what, field)} must be three numbers [x, y, z].`);
  }
  let x: number;
  let y: number;
  let z: number;
  // Read one by one, the numbers of a Float64Array are not boxed.
  if (value instanceof Float64Array) {
    x = value[0];
    y = value[1];
    z = value[2];
  } else {
    x = value[0];
    y = value[1];
    z = value[2];
  }
  if (!Number.isFinite(x)) refuseNumber(x, 0, code, what, field);
  if (!Number.isFinite(y)) refuseNumber(y, 1, code, what, field);
  if (!Number.isFinite(z)) refuseNumber(z, 2, code, what, field);
  out[at] = x;
  out[at + 1] = y;
  out[at + 2] = z;
}

function nameOf(what: string, field: string): string {
  return field === '' ? what : `${what}.${field}`;
}

function refuseNumber(value: unknown, k: number, code: ErrorCode, what: string, field: string): never {
  throw new NearmissError(code, `${nameOf(what, field)}[${k}] is ${textOf(value)}, not a finite number.`);
}
