/**
 * Pushes the two children `child` and `child + 1` of a node, which are `left` and `right` away, onto a stack with their distances, the
 * nearer on top.
 */
export function pushNearerLast(
  stack: Int32Array,
  bounds: Float64Array,
  top: number,
  child: number,
  left: number,
  right: number,
): void {
  const nearer = left <= right ? child : child + 1;
  stack[top] = 2 * child + 1 - nearer;
  bounds[top] = Math.max(left, right);
  stack[top + 1] = nearer;
  bounds[top + 1] = Math.min(left, right);
}
