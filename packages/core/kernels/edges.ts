// Whether the welded edges of a mesh bound a solid, and its components: src/mesh/topology.ts and components.ts.

/**
 * Whether there are edges and each is used as often in one direction as in the other. `start` has an int for each vertex and one more,
 * `surplus` one for each, `other` one for each corner.
 */
export function isOriented(
  triangles: usize,
  corners: i32,
  weld: usize,
  vertices: i32,
  start: usize,
  surplus: usize,
  other: usize,
): bool {
  const ends = triangles + 4 * <usize>corners;
  for (let v: usize = 0; v <= 4 * <usize>vertices; v += 4) store<u32>(start + v, 0);
  for (let v: usize = 0; v < 4 * <usize>vertices; v += 4) store<i32>(surplus + v, 0);
  for (let k = triangles; k < ends; k += 12) {
    const a = weldedAt(k, weld);
    const b = weldedAt(k + 4, weld);
    const c = weldedAt(k + 8, weld);
    if (a === b || b === c || c === a) continue;
    count(start, min(a, b));
    count(start, min(b, c));
    count(start, min(c, a));
  }
  let sum: u32 = 0;
  for (let v: usize = 0; v <= 4 * <usize>vertices; v += 4) {
    sum += load<u32>(start + v);
    store<u32>(start + v, sum);
  }
  for (let k = ends - 12; k >= triangles; k -= 12) {
    const a = weldedAt(k, weld);
    const b = weldedAt(k + 4, weld);
    const c = weldedAt(k + 8, weld);
    if (a === b || b === c || c === a) continue;
    list(start, other, c, a);
    list(start, other, b, c);
    list(start, other, a, b);
  }
  for (let v: usize = 0; v < 4 * <usize>vertices; v += 4) {
    const from = other + 4 * <usize>load<u32>(start + v);
    const to = other + 4 * <usize>load<u32>(start + v, 4);
    for (let h = from; h < to; h += 4) {
      // −1 for its complement, and the vertex itself, without a branch.
      const w = load<i32>(h);
      const sign = w >> 31;
      const at = surplus + 4 * <usize>(w ^ sign);
      store<i32>(at, load<i32>(at) + 1 + 2 * sign);
    }
    let uneven = 0;
    for (let h = from; h < to; h += 4) {
      const w = load<i32>(h);
      uneven |= load<i32>(surplus + 4 * <usize>(w ^ (w >> 31)));
    }
    if (uneven !== 0) return false;
  }
  return sum > 0;
}

/** @inline */
function weldedAt(corner: usize, weld: usize): i32 {
  return load<i32>(weld + 4 * <usize>load<u32>(corner));
}

/** @inline */
function count(start: usize, v: i32): void {
  const at = start + 4 * <usize>v;
  store<u32>(at, load<u32>(at) + 1);
}

/** Lists the edge from a to b with its lower vertex. @inline */
function list(start: usize, other: usize, a: i32, b: i32): void {
  const at = start + 4 * <usize>min(a, b);
  const end = load<u32>(at) - 1;
  store<u32>(at, end);
  store<i32>(other + 4 * <usize>end, a < b ? b : ~a);
}

/**
 * Writes one vertex of each component to `anchors`, and returns their number. `parents` are the welded vertices; `numbers` one int for
 * each. A parent is never above its vertex, so that one pass leads all to their roots (Rem's algorithm: Dijkstra, "A Discipline of
 * Programming", 1976).
 */
export function findComponents(
  triangles: usize,
  corners: i32,
  parents: usize,
  vertices: i32,
  numbers: usize,
  anchors: usize,
): i32 {
  const ends = triangles + 4 * <usize>corners;
  for (let k = triangles; k < ends; k += 12) {
    unite(parents, load<u32>(k), load<u32>(k, 4));
    unite(parents, load<u32>(k), load<u32>(k, 8));
  }
  for (let v: usize = 0; v < 4 * <usize>vertices; v += 4) {
    store<u32>(parents + v, load<u32>(parents + 4 * <usize>load<u32>(parents + v)));
    store<u32>(numbers + v, 0);
  }
  let found = 0;
  for (let k = triangles; k < ends; k += 12) {
    const root = numbers + 4 * <usize>load<u32>(parents + 4 * <usize>load<u32>(k));
    if (load<u32>(root) !== 0) continue;
    store<u32>(root, 1);
    store<u32>(anchors + 4 * <usize>found, load<u32>(k));
    found++;
  }
  return found;
}

/** @inline */
function unite(parents: usize, a: u32, b: u32): void {
  let x = parents + 4 * <usize>a;
  let y = parents + 4 * <usize>b;
  for (;;) {
    let high = load<u32>(x);
    let low = load<u32>(y);
    if (high === low) break;
    if (high < low) {
      const z = x;
      x = y;
      y = z;
      const other = high;
      high = low;
      low = other;
    }
    store<u32>(x, low);
    const above = parents + 4 * <usize>high;
    if (above === x) break;
    x = above;
  }
}
