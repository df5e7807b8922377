// Pairs of boxes that overlap, for many boxes at once: a grid whose cells are at least as large as all boxes but a few. Two of these overlap only if their
// least corners are in neighbouring cells. Cells are lists in buckets of a hash table. The few large boxes are compared with
// all. Boxes are rounded outwards to floats and only compared, so no pair is missed; the host compares the doubles of those found.

/** Kinds of numbers in a cell's fourth word. */
export const SMALL = 0;
export const LARGE = 1;
export const NO_BOX = 2;

export const BOX_PAIRS: string = /* wgsl */ `
struct Boxes { count: u32, larges: u32, mask: u32, capacity: u32, stamp: u32, spare0: u32, spare1: u32, spare2: u32 }
struct Found { count: atomic<u32>, stamp: u32, spare0: u32, spare1: u32 }

@group(0) @binding(0) var<uniform> boxes: Boxes;
/** Least corner and the kind of the box, as a float; greatest corner. */
@group(0) @binding(1) var<storage, read> bounds: array<vec4f>;
/** Cell of the least corner, and SMALL, LARGE or NO_BOX. */
@group(0) @binding(2) var<storage, read> cells: array<vec4i>;
@group(0) @binding(3) var<storage, read> larges: array<u32>;
/** One more than the first box of each bucket, and than the next of each box; 0 for none. */
@group(0) @binding(4) var<storage, read_write> heads: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> nexts: array<u32>;
@group(0) @binding(6) var<storage, read_write> found: Found;
@group(0) @binding(7) var<storage, read_write> pairs: array<vec2u>;

fn bucketOf(cell: vec3i) -> u32 {
  let c = vec3u(cell);
  let mixed = (c.x * 0x9e3779b1u) ^ (c.y * 0x85ebca77u) ^ (c.z * 0xc2b2ae3du);
  return (mixed ^ (mixed >> 15u)) & boxes.mask;
}

/** Compares two boxes, and lists the pair if they overlap and may form one: not both at rest, nor both of the other side. */
fn compare(i: u32, j: u32) {
  let low = bounds[2u * i];
  let otherLow = bounds[2u * j];
  if ((u32(low.w) & u32(otherLow.w)) >= 2u) { return; }
  if (any(low.xyz > bounds[2u * j + 1u].xyz) || any(otherLow.xyz > bounds[2u * i + 1u].xyz)) { return; }
  let at = atomicAdd(&found.count, 1u);
  if (at < boxes.capacity) { pairs[at] = vec2u(j, i); }
}

fn numberOf(id: vec3u, groups: vec3u) -> u32 { return id.x + id.y * groups.x * 64u; }

@compute @workgroup_size(64)
fn linkBoxes(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = numberOf(id, groups);
  if (i >= boxes.count || cells[i].w != ${SMALL}) { return; }
  nexts[i] = atomicExchange(&heads[bucketOf(cells[i].xyz)], i + 1u);
}

@compute @workgroup_size(64)
fn pairBoxes(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = numberOf(id, groups);
  if (i == 0u) { found.stamp = boxes.stamp; }
  if (i >= boxes.count || cells[i].w == ${NO_BOX}) { return; }
  let isLarge = cells[i].w == ${LARGE};
  for (var k = 0u; k < boxes.larges; k++) {
    // A large one is compared with all small ones, and with large ones of a lower number.
    if (!isLarge || larges[k] < i) { compare(i, larges[k]); }
  }
  if (isLarge) { return; }
  for (var n = 0u; n < 27u; n++) {
    let cell = cells[i].xyz + vec3i(vec3u(n % 3u, (n / 3u) % 3u, n / 9u)) - vec3i(1);
    var next = atomicLoad(&heads[bucketOf(cell)]);
    while (next > 0u) {
      let j = next - 1u;
      // Other cells are in the same bucket.
      if (j < i && all(cells[j].xyz == cell)) { compare(i, j); }
      next = nexts[j];
    }
  }
}
`;
