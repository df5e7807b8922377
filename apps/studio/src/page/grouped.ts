/** A count with its thousands set apart. */
export function grouped(count: number): string {
  return count.toLocaleString('en');
}
