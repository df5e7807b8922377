// Wider trees: src/bvh/widen.ts, the same nodes in the same order.

const LINKS: usize = 16;
const CHILD_END: usize = 12;
const TRIANGLE_COUNT: usize = 8;
const MOST_CHILDREN: i32 = 8;

const children: usize = memory.data(4 * 8, 16);

/** Levels below the root of the tree that was widened last. */
let depth: i32 = 0;

export function widenedDepth(): i32 {
  return depth;
}

/**
 * Writes the tree with up to `branching` children a node, and returns the number of its nodes. `links` has as many nodes as
 * there are, `scratch` has three ints for each.
 */
export function widenTree(narrow: usize, count: i32, branching: i32, links: usize, scratch: usize): i32 {
  const origins = scratch;
  const depths = scratch + 4 * <usize>count;
  const open = depths + 4 * <usize>count;
  // The root.
  store<i32>(origins, 0);
  store<i32>(depths, 0);
  writeLeaf(links, narrow);
  let nodes = 1;
  depth = 0;
  store<i32>(open, 0);
  let top: usize = 1;
  while (top > 0) {
    const node = <usize>load<i32>(open + 4 * --top);
    const inside = gatherChildren(narrow, load<i32>(origins + 4 * node), branching);
    if (inside === 0) continue;
    const first = nodes;
    nodes += inside;
    store<i32>(links + LINKS * node, first);
    store<i32>(links + LINKS * node, nodes, CHILD_END);
    const level = load<i32>(depths + 4 * node) + 1;
    if (level > depth) depth = level;
    for (let k = 0; k < inside; k++) {
      const child = load<i32>(children + 4 * <usize>k);
      const at = <usize>(first + k);
      writeLeaf(links + LINKS * at, narrow + LINKS * <usize>child);
      store<i32>(origins + 4 * at, child);
      store<i32>(depths + 4 * at, level);
    }
    for (let k = nodes - 1; k >= first; k--) store<i32>(open + 4 * top++, k);
  }
  return nodes;
}

/** A node with the run of another, and no children yet. @inline */
function writeLeaf(link: usize, from: usize): void {
  store<i32>(link, 0);
  store<u64>(link, load<u64>(from, 4), 4);
  store<i32>(link, 0, CHILD_END);
}

function gatherChildren(narrow: usize, node: i32, branching: i32): i32 {
  const link = narrow + LINKS * <usize>node;
  let count = 0;
  const last = load<i32>(link, CHILD_END);
  for (let k = load<i32>(link); k < last; k++) {
    store<i32>(children + 4 * <usize>count, k);
    count++;
  }
  while (count < MOST_CHILDREN) {
    let largest = -1;
    let most = 0;
    for (let k = 0; k < count; k++) {
      const child = narrow + LINKS * <usize>load<i32>(children + 4 * <usize>k);
      const inside = load<i32>(child, CHILD_END) - load<i32>(child);
      if (inside === 0 || count - 1 + inside > branching) continue;
      const size = load<i32>(child, TRIANGLE_COUNT);
      if (size <= most) continue;
      most = size;
      largest = k;
    }
    if (largest < 0) break;
    const opened = narrow + LINKS * <usize>load<i32>(children + 4 * <usize>largest);
    const first = load<i32>(opened);
    const more = load<i32>(opened, CHILD_END) - first - 1;
    for (let k = count - 1; k > largest; k--) {
      store<i32>(children + 4 * <usize>(k + more), load<i32>(children + 4 * <usize>k));
    }
    for (let k = 0; k <= more; k++) store<i32>(children + 4 * <usize>(largest + k), first + k);
    count += more;
  }
  return count;
}
