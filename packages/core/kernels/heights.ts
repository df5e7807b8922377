// The highest parts of a body along a normal, which is four f32: x, y, z in the body's own frame, and its squared length.

import { NODE, ORIGIN_AT, PACK } from './layout';
import { childrenOf, linkOf } from './nodes';

const RAISE: f32 = 1.0000038146972656; // 1 + 2⁻¹⁸, as for discs

/** Refs that wait in a search, with their heights: up to three for each level of the tree. */
const waiting: usize = memory.data(8 * 512);
const lanes: usize = memory.data(16);

/** A corner found, the highest so far: its height, x, y, z as f32, and the ref of its leaf. */
export const HIGHEST: usize = memory.data(24);
export const HIGHEST_REF: usize = 16;
/** Nodes read since it was cleared. */
export let visits: i32 = 0;

export function clearVisits(): void {
  visits = 0;
}

/** The heights of four discs. */
function discHeights(node: usize, x: v128, y: v128, z: v128, raised: v128): v128 {
  const centre = cornerHeights(node, x, y, z);
  const lean = f32x4.abs(cornerHeights(node + 48, x, y, z));
  const side = f32x4.sqrt(f32x4.sub(raised, f32x4.mul(lean, lean)));
  return f32x4.add(centre, f32x4.add(f32x4.mul(v128.load(node + 96), lean), f32x4.mul(v128.load(node + 112), side)));
}

/** The heights of four points. */
function cornerHeights(at: usize, x: v128, y: v128, z: v128): v128 {
  return f32x4.add(
    f32x4.add(f32x4.mul(v128.load(at), x), f32x4.mul(v128.load(at + 16), y)),
    f32x4.mul(v128.load(at + 32), z),
  );
}

/** The largest of four, in all lanes. */
function largestOf(numbers: v128): v128 {
  const halves = f32x4.pmax(numbers, v128.shuffle<f32>(numbers, numbers, 1, 0, 3, 2));
  return f32x4.pmax(halves, v128.shuffle<f32>(halves, halves, 2, 3, 0, 1));
}

/** The height of the highest corner of a leaf. */
function packHeight(pack: usize, n: usize, x: v128, y: v128, z: v128): f32 {
  const all = f32x4.pmax(
    f32x4.pmax(cornerHeights(pack, x, y, z), cornerHeights(pack + 48, x, y, z)),
    cornerHeights(pack + 96, x, y, z),
  );
  const origin =
    load<f32>(pack + ORIGIN_AT) * load<f32>(n) +
    load<f32>(pack + ORIGIN_AT + 4) * load<f32>(n + 4) +
    load<f32>(pack + ORIGIN_AT + 8) * load<f32>(n + 8);
  return f32x4.extract_lane(largestOf(all), 0) + origin;
}

/** Makes the highest corner of a leaf the one found. */
function takeCorner(pack: usize, ref: i32, height: f32, x: v128, y: v128, z: v128): void {
  store<f32>(HIGHEST, height);
  store<i32>(HIGHEST + HIGHEST_REF, ref);
  let most: f32 = -Infinity;
  for (let corner: usize = 0; corner < 144; corner += 48) {
    const all = cornerHeights(pack + corner, x, y, z);
    const largest = largestOf(all);
    if (!(f32x4.extract_lane(largest, 0) > most)) continue;
    most = f32x4.extract_lane(largest, 0);
    const at = pack + corner + 4 * ctz(i32x4.bitmask(f32x4.eq(all, largest)));
    for (let k: usize = 0; k < 3; k++) {
      store<f32>(HIGHEST + 4 + 4 * k, load<f32>(at + 16 * k) + load<f32>(pack + ORIGIN_AT + 4 * k));
    }
  }
}

/** Searches a body for a corner higher than the one found. */
export function findHighest(nodes: usize, links: usize, packs: usize, n: usize): void {
  const x = v128.load32_splat(n);
  const y = v128.load32_splat(n + 4);
  const z = v128.load32_splat(n + 8);
  const raised = f32x4.mul(v128.load32_splat(n + 12), f32x4.splat(RAISE));
  let best = load<f32>(HIGHEST);
  let bestRef = -1;
  let ref = 0;
  let top: usize = 0;
  while (true) {
    const link = linkOf(links, ref);
    if (link < 0) {
      const height = packHeight(packs + PACK * ~link, n, x, y, z);
      if (height > best) {
        best = height;
        bestRef = ref;
      }
    } else {
      visits++;
      const high = discHeights(nodes + NODE * link, x, y, z, raised);
      const above = i32x4.bitmask(f32x4.gt(high, f32x4.splat(best))) & childrenOf(links, link);
      if (above !== 0) {
        const isAbove = i32x4.ne(v128.and(i32x4.splat(above), i32x4(1, 2, 4, 8)), i32x4.splat(0));
        const kept = v128.bitselect(high, f32x4.splat(-Infinity), isAbove);
        const next = ctz(i32x4.bitmask(f32x4.eq(kept, largestOf(kept))));
        v128.store(lanes, high);
        for (let rest = above & ~(1 << next); rest !== 0; rest &= rest - 1) {
          store<i32>(waiting + top, 4 * link + ctz(rest));
          store<f32>(waiting + top + 4, load<f32>(lanes + 4 * ctz(rest)));
          top += 8;
        }
        ref = 4 * link + next;
        continue;
      }
    }
    while (top > 0 && !(load<f32>(waiting + top - 4) > best)) top -= 8;
    if (top === 0) break;
    top -= 8;
    ref = load<i32>(waiting + top);
  }
  if (bestRef >= 0) takeCorner(packs + PACK * ~linkOf(links, bestRef), bestRef, best, x, y, z);
}

// Extreme corners of a model, along normals in all directions: their number, then from 64 bytes on four together, x, y, z and their leaves.
const EXTREMES: i32 = 512;
const FOUR: usize = 64;
/** From one normal to the next the longitude grows by the golden angle: cosine and sine of it. */
const GOLDEN_COS: f64 = -0.7373688780783197;
const GOLDEN_SIN: f64 = 0.6754902942615238;
const normal: usize = memory.data(16);

export function extremesSize(): usize {
  return FOUR + (FOUR / 4) * EXTREMES;
}

/** Writes the extreme corners of a model. */
export function writeExtremes(nodes: usize, links: usize, packs: usize, to: usize): void {
  let count = 0;
  let cos: f64 = 1;
  let sin: f64 = 0;
  for (let k = 0; k < EXTREMES; k++) {
    const z = 1 - (2 * <f64>k + 1) / <f64>EXTREMES;
    const around = Math.sqrt(1 - z * z);
    store<f32>(normal, <f32>(around * cos));
    store<f32>(normal + 4, <f32>(around * sin));
    store<f32>(normal + 8, <f32>z);
    store<f32>(normal + 12, 1);
    const turned = cos * GOLDEN_COS - sin * GOLDEN_SIN;
    sin = cos * GOLDEN_SIN + sin * GOLDEN_COS;
    cos = turned;
    store<f32>(HIGHEST, -Infinity);
    findHighest(nodes, links, packs, normal);
    let at = 0;
    while (at < count && !isExtreme(to, at)) at++;
    if (at === count) putExtreme(to, count++);
  }
  // The rest of the last four repeats the last.
  const all = (count + 3) & ~3;
  for (let k = count; k < all; k++) putExtreme(to, k);
  store<i32>(to, all);
}

function extremeAt(table: usize, k: i32): usize {
  return table + FOUR + FOUR * (k >> 2) + 4 * (k & 3);
}

function isExtreme(table: usize, k: i32): bool {
  const at = extremeAt(table, k);
  return (
    load<f32>(at) === load<f32>(HIGHEST + 4) &&
    load<f32>(at + 16) === load<f32>(HIGHEST + 8) &&
    load<f32>(at + 32) === load<f32>(HIGHEST + 12)
  );
}

function putExtreme(table: usize, k: i32): void {
  const at = extremeAt(table, k);
  store<f32>(at, load<f32>(HIGHEST + 4));
  store<f32>(at + 16, load<f32>(HIGHEST + 8));
  store<f32>(at + 32, load<f32>(HIGHEST + 12));
  store<i32>(at + 48, load<i32>(HIGHEST + HIGHEST_REF));
}

/** Makes the highest of the extreme corners the one found. */
export function findExtreme(table: usize, n: usize): void {
  const x = v128.load32_splat(n);
  const y = v128.load32_splat(n + 4);
  const z = v128.load32_splat(n + 8);
  const end = load<i32>(table) >> 2;
  let best = f32x4.splat(-Infinity);
  let where = i32x4.splat(0);
  for (let k = 0; k < end; k++) {
    const high = cornerHeights(table + FOUR + FOUR * k, x, y, z);
    where = v128.bitselect(i32x4.splat(k), where, f32x4.gt(high, best));
    best = f32x4.pmax(best, high);
  }
  const most = largestOf(best);
  const lane = ctz(i32x4.bitmask(f32x4.eq(best, most)));
  v128.store(lanes, where);
  const at = extremeAt(table, 4 * load<i32>(lanes + 4 * lane) + lane);
  store<f32>(HIGHEST, f32x4.extract_lane(most, 0));
  store<f32>(HIGHEST + 4, load<f32>(at));
  store<f32>(HIGHEST + 8, load<f32>(at + 16));
  store<f32>(HIGHEST + 12, load<f32>(at + 32));
  store<i32>(HIGHEST + HIGHEST_REF, load<i32>(at + 48));
}

/** Nodes that wait to be opened, in order of arrival. */
const QUEUE: i32 = 128;
const queue: usize = memory.data(8 * 128);
/** A front opens its nodes while it has fewer; opening one adds up to three. */
const FRONT_ENOUGH: i32 = 40;

/**
 * Writes a front of the part of a body that is at least as high as `threshold`: refs and their heights. All of that part is below them. Returns their number.
 */
export function writeFront(
  nodes: usize,
  links: usize,
  packs: usize,
  n: usize,
  threshold: f32,
  to: usize,
  toHeights: usize,
): i32 {
  const x = v128.load32_splat(n);
  const y = v128.load32_splat(n + 4);
  const z = v128.load32_splat(n + 8);
  const raised = f32x4.mul(v128.load32_splat(n + 12), f32x4.splat(RAISE));
  const least = f32x4.splat(threshold);
  let count = 0;
  let first = 0;
  let end = 1;
  store<i32>(queue, 0);
  store<f32>(queue + 4, Infinity);
  for (; first < end; first++) {
    const entry = queue + 8 * (first & (QUEUE - 1));
    const ref = load<i32>(entry);
    const link = linkOf(links, ref);
    if (link < 0 || count + end - first > FRONT_ENOUGH) {
      const height = link < 0 ? packHeight(packs + PACK * ~link, n, x, y, z) : load<f32>(entry + 4);
      store<i32>(to + 4 * count, ref);
      store<f32>(toHeights + 4 * count, height);
      count += <i32>(height >= threshold);
      continue;
    }
    visits++;
    const high = discHeights(nodes + NODE * link, x, y, z, raised);
    v128.store(lanes, high);
    let rest = i32x4.bitmask(f32x4.ge(high, least)) & childrenOf(links, link);
    for (; rest !== 0; rest &= rest - 1, end++) {
      const at = queue + 8 * (end & (QUEUE - 1));
      store<i32>(at, 4 * link + ctz(rest));
      store<f32>(at + 4, load<f32>(lanes + 4 * ctz(rest)));
    }
  }
  return count;
}
