/** A duration in the unit that fits it: ns, µs, ms or s, to two or three digits. */
export function timeText(microseconds: number): string {
  if (!(microseconds > 0)) return '0 µs';
  const [unit, size] =
    microseconds < 1
      ? (['ns', 1e-3] as const)
      : microseconds < 1e3
        ? (['µs', 1] as const)
        : microseconds < 1e6
          ? (['ms', 1e3] as const)
          : (['s', 1e6] as const);
  const value = microseconds / size;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}
