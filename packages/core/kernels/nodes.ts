// Nodes as the searches read them.

import { LINKS, NO_CHILD } from './layout';

/** What lies below a ref: a node, or ~pack. */
export function linkOf(links: usize, ref: i32): i32 {
  return load<i32>(links + 4 * ref);
}

/** Which lanes of a node have a child: bits, from the lowest on. */
export function childrenOf(links: usize, node: i32): i32 {
  return i32x4.bitmask(i32x4.ne(v128.load(links + LINKS * node), i32x4.splat(NO_CHILD)));
}

/** Which lanes of a node are leaves: bits. */
export function leavesOf(links: usize, node: i32): i32 {
  return i32x4.bitmask(v128.load(links + LINKS * node));
}

/** All pairs of the lanes of two nodes, from which lanes of each: bit 4·i + j for lane i of the first and j of the second. */
export function pairsOf(lanes: i32, others: i32): i32 {
  // Bit i moves to 4·i.
  return ((lanes | (lanes << 3) | (lanes << 6) | (lanes << 9)) & 0x1111) * others;
}
