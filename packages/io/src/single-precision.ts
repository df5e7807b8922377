import { refuse } from './refuse.ts';

/** A coordinate as f32, which some formats demand; refused beyond what f32 holds. */
export function toSingle(value: number, vertex: number): number {
  const single = Math.fround(value);
  if (Number.isFinite(single)) return single;
  return refuse('io/bad-number', `vertex ${vertex}`, `${value} does not fit the 32-bit numbers of the format.`);
}
