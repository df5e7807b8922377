/** A duration in the unit that fits it: ns, µs, ms or s, to two or three digits. */
export function timeText(microseconds: number): string {
  if (!(microseconds > 0)) return '0 µs';
  const [last] = UNITS.slice(-1);
  const [unit, size] = UNITS.find(([, length]) => Number((microseconds / length).toPrecision(3)) < 1000) ??
    last ?? ['', 1];
  const value = microseconds / size;
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

/** Units with their length in microseconds. */
const UNITS: readonly (readonly [string, number])[] = [
  ['ns', 1e-3],
  ['µs', 1],
  ['ms', 1e3],
  ['s', 1e6],
];
