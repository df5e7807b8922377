// The triangles of a mesh in the order of its tree, and lists of the vertices of its nodes: those of a block, a node of at most BLOCK
// triangles below a larger one, each once. The lists of all blocks of a node together have all its corners, a quarter as often as its
// triangles, and fit the same disc.

const LINKS: usize = 16;
const FIRST_TRIANGLE: usize = 4;
const TRIANGLE_COUNT: usize = 8;
const CHILD_END: usize = 12;
const TRIANGLE: usize = 72;
const VERTEX: usize = 24;

/** Triangles of a block; larger nodes read lists. */
export const BLOCK: i32 = 64;

// Of a model: an int for each slot and one more, an int for each vertex, and the lists with the capacity for them, in vertices.
let starts: usize = 0;
let stamps: usize = 0;
let lists: usize = 0;
let capacity: i32 = 0;

/** Where the lists go: an int for each slot and one more, an int for each vertex, and capacity for so many vertices. */
export function prepareLists(startsAt: usize, stampsAt: usize, vertices: i32, listsAt: usize, listCapacity: i32): void {
  starts = startsAt;
  stamps = stampsAt;
  lists = listsAt;
  capacity = listCapacity;
  for (let v: usize = 0; v < 4 * <usize>vertices; v += 4) store<i32>(stamps + v, 0);
}

/** Marks the first slot of each block. */
function markBlocks(links: usize, nodes: i32, count: i32): void {
  for (let k: usize = 0; k <= 4 * <usize>count; k += 4) store<u32>(starts + k, 0);
  for (let link = links, end = links + LINKS * <usize>nodes; link < end; link += LINKS) {
    if (load<i32>(link, TRIANGLE_COUNT) <= BLOCK) continue;
    for (let child = load<i32>(link), last = load<i32>(link, CHILD_END); child < last; child++) {
      const c = links + LINKS * <usize>child;
      if (load<i32>(c, TRIANGLE_COUNT) <= BLOCK) store<u32>(starts + 4 * <usize>load<u32>(c, FIRST_TRIANGLE), 1);
    }
  }
}

/**
 * Writes the corners of the triangles in the order of a tree, and the lists. False if there is no capacity for these; then there are
 * none.
 */
export function gatherFaces(
  links: usize,
  nodes: i32,
  vertices: usize,
  triangles: usize,
  order: usize,
  count: i32,
  out: usize,
): bool {
  markBlocks(links, nodes, count);
  let block = 0;
  let listed = 0;
  for (let slot: usize = 0; slot < <usize>count; slot++, out += TRIANGLE) {
    const face = triangles + 12 * <usize>load<u32>(order + 4 * slot);
    const start = starts + 4 * slot;
    if (load<u32>(start) !== 0) {
      block++;
      store<u32>(start, <u32>listed);
    }
    const hasCapacity = listed + 3 <= capacity;
    for (let k: usize = 0; k < 3; k++) {
      const v = <usize>load<u32>(face + 4 * k);
      const from = vertices + VERTEX * v;
      const to = out + VERTEX * k;
      const xy = v128.load(from);
      const z = load<f64>(from, 16);
      v128.store(to, xy);
      store<f64>(to, z, 16);
      if (!hasCapacity) continue;
      // Written in any case: whether it is new is what no processor can guess.
      const at = lists + VERTEX * <usize>listed;
      v128.store(at, xy);
      store<f64>(at, z, 16);
      const stamp = stamps + 4 * v;
      listed += <i32>(load<i32>(stamp) !== block);
      store<i32>(stamp, block);
    }
  }
  store<u32>(starts + 4 * <usize>count, <u32>listed);
  return listed + 3 <= capacity;
}
