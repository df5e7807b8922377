// Nodes and packs of the query body in the reference frame, brought there when first needed.

import {
  BOXES_AT,
  CORNERS_Q_AT,
  EXTENT_AT,
  MOVED_EXTENT_AT,
  MOVED_NODES_AT,
  MOVED_ORIGIN_AT,
  MOVED_PACK,
  MOVED_PACKS_AT,
  NODE,
  NODE_TAGS_AT,
  NODES_Q_AT,
  ORIGIN_AT,
  PACK,
  PACK_TAGS_AT,
  PACKS_Q_AT,
  POSE_AT,
  POSE32_AT,
  STAMP_AT,
  TRIANGLE,
} from './layout';

/** Writes the pose as f32: before anything is moved. */
export function narrowPose(q: usize): void {
  for (let k: usize = 0; k < 13; k++) store<f32>(q + POSE32_AT + 4 * k, <f32>load<f64>(q + POSE_AT + 8 * k));
}

function pose32(q: usize, k: usize): v128 {
  return v128.load32_splat(q + POSE32_AT + 4 * k);
}

function turned(q: usize, row: usize, x: v128, y: v128, z: v128): v128 {
  return f32x4.add(
    f32x4.add(f32x4.mul(pose32(q, 3 * row), x), f32x4.mul(pose32(q, 3 * row + 1), y)),
    f32x4.mul(pose32(q, 3 * row + 2), z),
  );
}

/** The discs of a node, moved, in a cache of so many. Valid until another node is asked for. @inline */
export function movedNode(q: usize, node: i32, cached: i32): usize {
  const at = node & (cached - 1);
  const slot = q + MOVED_NODES_AT + NODE * at;
  const tag = ((<u64>load<u32>(q + STAMP_AT)) << 32) | <u64>(<u32>node);
  if (load<u64>(q + NODE_TAGS_AT + 8 * at) === tag) return slot;
  store<u64>(q + NODE_TAGS_AT + 8 * at, tag);
  moveNode(q, node, slot);
  return slot;
}

/** Brings the discs of a node into the reference frame, to `slot`. */
export function moveNode(q: usize, node: i32, slot: usize): void {
  const from = <usize>load<i32>(q + NODES_Q_AT) + NODE * node;
  const unit = pose32(q, 12);
  const x = f32x4.mul(v128.load(from), unit);
  const y = f32x4.mul(v128.load(from + 16), unit);
  const z = f32x4.mul(v128.load(from + 32), unit);
  const mx = v128.load(from + 48);
  const my = v128.load(from + 64);
  const mz = v128.load(from + 80);
  v128.store(slot, f32x4.add(turned(q, 0, x, y, z), pose32(q, 9)));
  v128.store(slot + 16, f32x4.add(turned(q, 1, x, y, z), pose32(q, 10)));
  v128.store(slot + 32, f32x4.add(turned(q, 2, x, y, z), pose32(q, 11)));
  v128.store(slot + 48, turned(q, 0, mx, my, mz));
  v128.store(slot + 64, turned(q, 1, mx, my, mz));
  v128.store(slot + 80, turned(q, 2, mx, my, mz));
  v128.store(slot + 96, f32x4.mul(v128.load(from + 96), unit));
  v128.store(slot + 112, f32x4.mul(v128.load(from + 112), unit));
}

/** The triangles of a pack, turned, and their boxes, relative to the moved origin, in a cache of so many. Valid until another is asked for. @inline */
export function movedPack(q: usize, pack: i32, cached: i32): usize {
  const at = pack & (cached - 1);
  const slot = q + MOVED_PACKS_AT + MOVED_PACK * at;
  const tag = ((<u64>load<u32>(q + STAMP_AT)) << 32) | <u64>(<u32>pack);
  if (load<u64>(q + PACK_TAGS_AT + 8 * at) === tag) return slot;
  store<u64>(q + PACK_TAGS_AT + 8 * at, tag);
  movePack(q, pack, slot);
  return slot;
}

function movePack(q: usize, pack: i32, slot: usize): void {
  const from = <usize>load<i32>(q + PACKS_Q_AT) + PACK * pack;
  const unit = pose32(q, 12);
  for (let corner: usize = 0; corner < 144; corner += 48) {
    const x = f32x4.mul(v128.load(from + corner), unit);
    const y = f32x4.mul(v128.load(from + corner + 16), unit);
    const z = f32x4.mul(v128.load(from + corner + 32), unit);
    v128.store(slot + corner, turned(q, 0, x, y, z));
    v128.store(slot + corner + 16, turned(q, 1, x, y, z));
    v128.store(slot + corner + 32, turned(q, 2, x, y, z));
  }
  const p = q + POSE_AT;
  const scale = load<f64>(p + 96);
  const x = <f64>load<f32>(from + ORIGIN_AT) * scale;
  const y = <f64>load<f32>(from + ORIGIN_AT + 4) * scale;
  const z = <f64>load<f32>(from + ORIGIN_AT + 8) * scale;
  for (let row: usize = 0; row < 3; row++) {
    const m = p + 24 * row;
    const moved = load<f64>(m) * x + load<f64>(m + 8) * y + load<f64>(m + 16) * z + load<f64>(p + 72 + 8 * row);
    store<f64>(slot + MOVED_ORIGIN_AT + 8 * row, moved);
  }
  store<f32>(slot + MOVED_EXTENT_AT, load<f32>(from + EXTENT_AT) * <f32>scale);
  for (let c: usize = 0; c < 48; c += 16) {
    const x = v128.load(slot + c);
    const y = v128.load(slot + c + 48);
    const z = v128.load(slot + c + 96);
    v128.store(slot + BOXES_AT + c, f32x4.pmin(f32x4.pmin(x, y), z));
    v128.store(slot + BOXES_AT + 48 + c, f32x4.pmax(f32x4.pmax(x, y), z));
  }
}

/** From the origin of a pack of the reference body to that of a moved one, along axis `k`. */
export function originGap(slot: usize, other: usize, k: usize): f64 {
  return load<f64>(slot + MOVED_ORIGIN_AT + 8 * k) - <f64>load<f32>(other + ORIGIN_AT + 4 * k);
}

/** Writes the corners of a triangle of the query body in the reference frame, as doubles: as `moveFace` of the host, to the bit. */
export function moveTriangle(q: usize, slot: i32, to: usize): void {
  const from = <usize>load<i32>(q + CORNERS_Q_AT) + TRIANGLE * slot;
  const p = q + POSE_AT;
  const unit = load<f64>(p + 96);
  for (let k: usize = 0; k < TRIANGLE; k += 24) {
    const x = load<f64>(from + k) * unit;
    const y = load<f64>(from + k + 8) * unit;
    const z = load<f64>(from + k + 16) * unit;
    store<f64>(to + k, load<f64>(p) * x + load<f64>(p + 8) * y + load<f64>(p + 16) * z + load<f64>(p + 72));
    store<f64>(to + k + 8, load<f64>(p + 24) * x + load<f64>(p + 32) * y + load<f64>(p + 40) * z + load<f64>(p + 80));
    store<f64>(to + k + 16, load<f64>(p + 48) * x + load<f64>(p + 56) * y + load<f64>(p + 64) * z + load<f64>(p + 88));
  }
}
