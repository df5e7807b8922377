import { type ErrorCode, NearmissError } from '../error.ts';

/** Checks that `value` is three finite numbers and writes them to `out` at `at`; nothing is written when it is refused. */
export function readVector(
  value: ArrayLike<number>,
  out: Float64Array,
  at: number,
  code: ErrorCode,
  what: string,
  field = '',
): void {
  const name = field === '' ? what : `${what}.${field}`;
  if (value === null || typeof value !== 'object' || value.length !== 3) {
    throw new NearmissError(code, `${name} must be three numbers [x, y, z].`);
  }
  for (let k = 0; k < 3; k++) {
    const x: unknown = value[k];
    if (typeof x !== 'number' || !Number.isFinite(x)) {
      throw new NearmissError(code, `${name}[${k}] is ${String(x)}, not a finite number.`);
    }
  }
  out[at] = value[0];
  out[at + 1] = value[1];
  out[at + 2] = value[2];
}
