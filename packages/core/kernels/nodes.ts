// Nodes as the searches read them.

import { LINKS_AT, NO_CHILD, NODE } from './layout';

/** What lies below a ref: a node, or ~pack. */
export function linkOf(nodes: usize, ref: i32): i32 {
  return load<i32>(nodes + NODE * (ref >> 2) + LINKS_AT + 4 * (ref & 3));
}

/** Which lanes of a node have a child: bits, from the lowest on. */
export function childrenOf(node: usize): i32 {
  return i32x4.bitmask(i32x4.ne(v128.load(node + LINKS_AT), i32x4.splat(NO_CHILD)));
}
