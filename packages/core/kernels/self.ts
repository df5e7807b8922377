// Pairs of faces of one mesh in a cell, and the decision on them: src/deform/cell-boxes.ts and src/deform/self-judge.ts, where the
// method and its error bounds are. Doubles are rounded as there; what they leave open is listed for the host.

import { flatAxis, relateFlat } from './flat-faces';
import { filterTriangleTriangle } from './triangle-filter';

// A search: f64 …
const CELL_AT: usize = 0; // the box of the cell, 6
const COORDINATE_ERROR_AT: usize = 48; // of the filter; infinite where doubles may not decide
// … and i32: where arrays lie,
const FACES_AT: usize = 56; // three vertices each
const POSITIONS_AT: usize = 60;
const PLANES_AT: usize = 64;
const BOXES_AT: usize = 68;
const LIST_AT: usize = 72; // faces of the cell
const LOWS_AT: usize = 76;
const HIGHS_AT: usize = 80;
const BELOW_AT: usize = 84;
const FOUND_AT: usize = 88; // pairs that intersect
const OPEN_AT: usize = 92; // pairs that are not decided, with the order of their corners
const RECORDS_AT: usize = 96; // of the faces of the cell
// and how many pairs there are.
const FOUND_COUNT_AT: usize = 100;
const OPEN_COUNT_AT: usize = 104;
const CAPACITY_AT: usize = 108; // entries that both hold, no fewer than there are faces: a row of a cell adds as many at most
const IN_RANGE_AT: usize = 112; // 1 where no product of two differences underflows
/** Of 512 numbers of nine bits, the orders of corners (src/deform/shared-corners.ts), u16 each. */
const ORDERS_AT: usize = 116;
const SEARCH_SIZE: usize = 116 + 1024;

const FOUND: usize = 8;
const OPEN: usize = 12;

/** A face of the cell, so that deciding a pair loads two blocks of memory: three vertices, its number, plane, corners and the axis it
 * is across. */
const RECORD: usize = 128;
const NUMBER_AT: usize = 12;
const PLANE_AT: usize = 16;
const CORNERS_AT: usize = 48;
const FLAT_AT: usize = 120; // flat-faces.ts

const PLANE: usize = 40;
const PLANE_FLAT_AT: usize = 32;
const BOX: usize = 48;
const VERTEX: usize = 24;
const SIDE_ROUNDING: f64 = 10 / 9007199254740992;
const SIDE_UNDERFLOW: f64 = 1e-260;

const FIELD: i32 = 10;
const LAST_STEP: f64 = 511;
const FREE_X: i32 = 1 << 9;
const FREE_Y: i32 = FREE_X << 10;
const FREE_Z: i32 = FREE_Y << 10;
const FREE: i32 = FREE_X | FREE_Y | FREE_Z;

export function selfSearchSize(): usize {
  return SEARCH_SIZE;
}

/** @inline */
function ptr(s: usize, at: usize): usize {
  return <usize>load<u32>(s + at);
}

/** Where the k-th vertex of a face is. @inline */
function vertexOf(s: usize, face: i32, k: i32): usize {
  return ptr(s, POSITIONS_AT) + VERTEX * <usize>load<u32>(ptr(s, FACES_AT) + 4 * <usize>(3 * face + k));
}

/** Boxes and planes of all faces. */
export function prepareSelf(s: usize, count: i32): void {
  const rounding = load<f64>(s, COORDINATE_ERROR_AT) < Infinity ? SIDE_ROUNDING : Infinity;
  const isInRange = load<i32>(s, IN_RANGE_AT) !== 0;
  let plane = ptr(s, PLANES_AT);
  let box = ptr(s, BOXES_AT);
  for (let face = 0; face < count; face++, plane += PLANE, box += BOX) {
    const a = vertexOf(s, face, 0);
    const b = vertexOf(s, face, 1);
    const c = vertexOf(s, face, 2);
    for (let axis: usize = 0; axis < 24; axis += 8) {
      const x = load<f64>(a + axis);
      const y = load<f64>(b + axis);
      const z = load<f64>(c + axis);
      store<f64>(box + axis, Math.min(x, Math.min(y, z)));
      store<f64>(box + axis + 24, Math.max(x, Math.max(y, z)));
    }
    const ux = load<f64>(b) - load<f64>(a);
    const uy = load<f64>(b, 8) - load<f64>(a, 8);
    const uz = load<f64>(b, 16) - load<f64>(a, 16);
    const vx = load<f64>(c) - load<f64>(a);
    const vy = load<f64>(c, 8) - load<f64>(a, 8);
    const vz = load<f64>(c, 16) - load<f64>(a, 16);
    store<f64>(plane, uy * vz - uz * vy);
    store<f64>(plane, uz * vx - ux * vz, 8);
    store<f64>(plane, ux * vy - uy * vx, 16);
    const x = Math.abs(uy * vz) + Math.abs(uz * vy);
    const y = Math.abs(uz * vx) + Math.abs(ux * vz);
    const z = Math.abs(ux * vy) + Math.abs(uy * vx);
    store<f64>(plane, rounding * Math.max(x, Math.max(y, z)), 24);
    store<i32>(plane, isInRange ? flatAxis(a, b, c) : 0, PLANE_FLAT_AT);
  }
}

/** @inline */
function step(x: f64): i32 {
  return x > 0 ? (x < LAST_STEP ? <i32>x : <i32>LAST_STEP) : 0;
}

/** The faces that are listed, in steps of the cell. */
export function fitCell(s: usize, count: i32): void {
  const lowX = load<f64>(s, CELL_AT);
  const lowY = load<f64>(s, CELL_AT + 8);
  const lowZ = load<f64>(s, CELL_AT + 16);
  const scaleX = LAST_STEP / (load<f64>(s, CELL_AT + 24) - lowX);
  const scaleY = LAST_STEP / (load<f64>(s, CELL_AT + 32) - lowY);
  const scaleZ = LAST_STEP / (load<f64>(s, CELL_AT + 40) - lowZ);
  const list = ptr(s, LIST_AT);
  const lows = ptr(s, LOWS_AT);
  const highs = ptr(s, HIGHS_AT);
  const below = ptr(s, BELOW_AT);
  let record = ptr(s, RECORDS_AT);
  for (let k: usize = 0; k < 4 * <usize>count; k += 4, record += RECORD) {
    const face = load<i32>(list + k);
    writeRecord(s, face, record);
    const box = ptr(s, BOXES_AT) + BOX * <usize>face;
    const x = load<f64>(box);
    const y = load<f64>(box, 8);
    const z = load<f64>(box, 16);
    const x1 = load<f64>(box, 24);
    const y1 = load<f64>(box, 32);
    const z1 = load<f64>(box, 40);
    const low = step((x - lowX) * scaleX) | (step((y - lowY) * scaleY) << FIELD) | (step((z - lowZ) * scaleZ) << 20);
    const high =
      step((x1 - lowX) * scaleX) | (step((y1 - lowY) * scaleY) << FIELD) | (step((z1 - lowZ) * scaleZ) << 20);
    store<i32>(lows + k, low);
    store<i32>(highs + k, FREE | high);
    store<i32>(below + k, (x < lowX ? FREE_X : 0) | (y < lowY ? FREE_Y : 0) | (z < lowZ ? FREE_Z : 0));
  }
}

function writeRecord(s: usize, face: i32, record: usize): void {
  const vertices = ptr(s, FACES_AT) + 12 * <usize>face;
  store<u64>(record, load<u64>(vertices));
  store<i32>(record, load<i32>(vertices, 8), 8);
  store<i32>(record, face, NUMBER_AT);
  const plane = ptr(s, PLANES_AT) + PLANE * <usize>face;
  v128.store(record, v128.load(plane), PLANE_AT);
  v128.store(record, v128.load(plane, 16), PLANE_AT + 16);
  store<i32>(record, load<i32>(plane, PLANE_FLAT_AT), FLAT_AT);
  for (let k = 0; k < 3; k++) {
    const corner = vertexOf(s, face, k);
    const to = record + CORNERS_AT + VERTEX * <usize>k;
    v128.store(to, v128.load(corner));
    store<f64>(to, load<f64>(corner, 16), 16);
  }
}

/**
 * Decides the pairs of the cell's faces from row `first` on. Returns the row at which the lists are full, or the number of
 * faces.
 */
export function searchCell(s: usize, count: i32, first: i32): i32 {
  const records = ptr(s, RECORDS_AT);
  const lows = ptr(s, LOWS_AT);
  const highs = ptr(s, HIGHS_AT);
  const below = ptr(s, BELOW_AT);
  const free = i32x4.splat(FREE);
  const last = load<i32>(s, CAPACITY_AT) - count;
  for (let k = first; k < count; k++) {
    if (load<i32>(s, FOUND_COUNT_AT) > last || load<i32>(s, OPEN_COUNT_AT) > last) return k;
    const at: usize = 4 * <usize>k;
    const low = i32x4.splat(load<i32>(lows + at));
    const high = i32x4.splat(load<i32>(highs + at));
    const isBelow = i32x4.splat(load<i32>(below + at));
    const record = records + RECORD * <usize>k;
    for (let m = (k + 1) & ~3; m < count; m += 4) {
      const n: usize = 4 * <usize>m;
      const together = v128.and(
        i32x4.sub(high, v128.load(lows + n)),
        v128.andnot(i32x4.sub(v128.load(highs + n), low), v128.and(isBelow, v128.load(below + n))),
      );
      let lanes = i32x4.bitmask(i32x4.eq(v128.and(together, free), free));
      if (m <= k) lanes &= -1 << (k + 1 - m);
      if (m + 4 > count) lanes &= (1 << (count - m)) - 1;
      while (lanes !== 0) {
        decide(s, record, records + RECORD * <usize>(m + ctz(lanes)));
        lanes &= lanes - 1;
      }
    }
  }
  return count;
}

/** @inline */
function isZero(x: i32): i32 {
  return (x - 1) >>> 31;
}

/** Two records. */
function decide(s: usize, a: usize, b: usize): void {
  const a0 = load<i32>(a);
  const a1 = load<i32>(a, 4);
  const a2 = load<i32>(a, 8);
  const b0 = load<i32>(b);
  const b1 = load<i32>(b, 4);
  const b2 = load<i32>(b, 8);
  const equal =
    isZero(a0 ^ b0) |
    (isZero(a0 ^ b1) << 1) |
    (isZero(a0 ^ b2) << 2) |
    (isZero(a1 ^ b0) << 3) |
    (isZero(a1 ^ b1) << 4) |
    (isZero(a1 ^ b2) << 5) |
    (isZero(a2 ^ b0) << 6) |
    (isZero(a2 ^ b1) << 7) |
    (isZero(a2 ^ b2) << 8);
  const order = <i32>load<u16>(s + ORDERS_AT + 2 * <usize>equal);
  const shared = order & 3;
  if ((load<i32>(a, FLAT_AT) | load<i32>(b, FLAT_AT)) !== 0 && shared !== 3) {
    const verdict = decideFlat(a, b, order);
    if (verdict > 0) find(s, a, b);
    if (verdict !== 0) return;
  }
  if (shared === 1) decideCorner(s, a, b, order);
  else if (shared === 2) decideEdge(s, a, b, order);
  else if (shared === 0) decideApart(s, a, b, order);
}

/** A record of a face across an axis, and another. */
function decideFlat(a: usize, b: usize, order: i32): i32 {
  const flatA = load<i32>(a, FLAT_AT);
  const flatB = load<i32>(b, FLAT_AT);
  if (flatA !== 0) {
    const verdict = relateFlat(a + CORNERS_AT, flatA, b + CORNERS_AT, flatB, order);
    if (verdict !== 0 || flatB === 0) return verdict;
  }
  const swapped = (order & 3) | ((order >> 6) & 0xfc) | ((order & 0xfc) << 6);
  return relateFlat(b + CORNERS_AT, flatB, a + CORNERS_AT, flatA, swapped);
}

/** A corner of a record. @inline */
function cornerOf(record: usize, k: i32): usize {
  return record + CORNERS_AT + VERTEX * <usize>(k & 3);
}

/** The side of a face's plane on which a point is, seen from one of its corners; 0 where rounding leaves it open. @inline */
function sideOf(face: usize, corner: usize, point: usize): i32 {
  const x = load<f64>(point) - load<f64>(corner);
  const y = load<f64>(point, 8) - load<f64>(corner, 8);
  const z = load<f64>(point, 16) - load<f64>(corner, 16);
  const product =
    load<f64>(face, PLANE_AT) * x + load<f64>(face, PLANE_AT + 8) * y + load<f64>(face, PLANE_AT + 16) * z;
  const error = load<f64>(face, PLANE_AT + 24) * (Math.abs(x) + Math.abs(y) + Math.abs(z)) + SIDE_UNDERFLOW;
  return i32(product > error) - i32(product < -error);
}

function decideCorner(s: usize, a: usize, b: usize, order: i32): void {
  const corner = cornerOf(a, order >> 2);
  const s1 = sideOf(a, corner, cornerOf(b, order >> 10));
  const s2 = sideOf(a, corner, cornerOf(b, order >> 12));
  if (s1 * s2 > 0) return;
  const t1 = sideOf(b, corner, cornerOf(a, order >> 4));
  const t2 = sideOf(b, corner, cornerOf(a, order >> 6));
  if (t1 * t2 > 0) return;
  if (s1 * s2 * t1 * t2 === 0) leaveOpen(s, a, b, order);
  else if (s1 === t2) find(s, a, b);
}

function decideEdge(s: usize, a: usize, b: usize, order: i32): void {
  if (sideOf(a, cornerOf(a, order >> 2), cornerOf(b, order >> 12)) === 0) leaveOpen(s, a, b, order);
}

function decideApart(s: usize, a: usize, b: usize, order: i32): void {
  const a0 = cornerOf(a, 0);
  const b0 = cornerOf(b, 0);
  const sidesB = sideOf(a, a0, b0) + sideOf(a, a0, cornerOf(b, 1)) + sideOf(a, a0, cornerOf(b, 2));
  if (sidesB === 3 || sidesB === -3) return;
  const sidesA = sideOf(b, b0, a0) + sideOf(b, b0, cornerOf(a, 1)) + sideOf(b, b0, cornerOf(a, 2));
  if (sidesA === 3 || sidesA === -3) return;
  const verdict = filterTriangleTriangle(a0, b0, load<f64>(s, COORDINATE_ERROR_AT));
  if (verdict > 0) find(s, a, b);
  else if (verdict === 0) leaveOpen(s, a, b, order);
}

function find(s: usize, a: usize, b: usize): void {
  const count = load<i32>(s, FOUND_COUNT_AT);
  const at = ptr(s, FOUND_AT) + FOUND * <usize>count;
  store<i32>(at, load<i32>(a, NUMBER_AT));
  store<i32>(at, load<i32>(b, NUMBER_AT), 4);
  store<i32>(s, count + 1, FOUND_COUNT_AT);
}

function leaveOpen(s: usize, a: usize, b: usize, order: i32): void {
  const count = load<i32>(s, OPEN_COUNT_AT);
  const at = ptr(s, OPEN_AT) + OPEN * <usize>count;
  store<i32>(at, load<i32>(a, NUMBER_AT));
  store<i32>(at, load<i32>(b, NUMBER_AT), 4);
  store<i32>(at, order, 8);
  store<i32>(s, count + 1, OPEN_COUNT_AT);
}
