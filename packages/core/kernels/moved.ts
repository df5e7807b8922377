// Nodes and packs of the query body in the reference frame, brought there when first needed.

import {
  CACHED_NODES,
  CACHED_PACKS,
  COUNT_AT,
  F64_AT,
  MOVED_NODES_AT,
  MOVED_PACKS_AT,
  NODE,
  NODES_Q_AT,
  PACK,
  PACKS_Q_AT,
  POSE_AT,
  POSE32_AT,
  STAMP_AT,
} from './layout';

// Behind each cached node or pack: which it is, and of which query. Of a pack also of which query its doubles are.
const TAG_AT: usize = 128;
const NODE_STAMP_AT: usize = 132;
const PACK_TAG_AT: usize = 432;
const PACK_STAMP_AT: usize = 436;
const DOUBLES_STAMP_AT: usize = 440;

function pose32(q: usize, k: usize): v128 {
  return v128.load32_splat(q + POSE32_AT + 4 * k);
}

function turned(q: usize, row: usize, x: v128, y: v128, z: v128): v128 {
  return f32x4.add(
    f32x4.add(f32x4.mul(pose32(q, 3 * row), x), f32x4.mul(pose32(q, 3 * row + 1), y)),
    f32x4.mul(pose32(q, 3 * row + 2), z),
  );
}

/** The discs of a node, moved. Valid until another node is asked for. */
export function movedNode(q: usize, node: i32): usize {
  const slot = q + MOVED_NODES_AT + NODE * (node & (CACHED_NODES - 1));
  const stamp = load<i32>(q + STAMP_AT);
  if (load<i32>(slot + TAG_AT) === node && load<i32>(slot + NODE_STAMP_AT) === stamp) return slot;
  store<i32>(slot + TAG_AT, node);
  store<i32>(slot + NODE_STAMP_AT, stamp);
  const from = <usize>load<i32>(q + NODES_Q_AT) + NODE * node;
  const unit = pose32(q, 12);
  const x = f32x4.mul(v128.load(from), unit);
  const y = f32x4.mul(v128.load(from + 16), unit);
  const z = f32x4.mul(v128.load(from + 32), unit);
  const mx = v128.load(from + 48);
  const my = v128.load(from + 64);
  const mz = v128.load(from + 80);
  for (let row: usize = 0; row < 3; row++) {
    v128.store(slot + 16 * row, f32x4.add(turned(q, row, x, y, z), pose32(q, 9 + row)));
    v128.store(slot + 48 + 16 * row, turned(q, row, mx, my, mz));
  }
  v128.store(slot + 96, f32x4.mul(v128.load(from + 96), unit));
  v128.store(slot + 112, f32x4.mul(v128.load(from + 112), unit));
  return slot;
}

/** The triangles of a pack, moved, as f32. Valid until another pack is asked for. */
export function movedPack(q: usize, pack: i32): usize {
  const slot = q + MOVED_PACKS_AT + PACK * (pack & (CACHED_PACKS - 1));
  const stamp = load<i32>(q + STAMP_AT);
  if (load<i32>(slot + PACK_TAG_AT) === pack && load<i32>(slot + PACK_STAMP_AT) === stamp) return slot;
  store<i32>(slot + PACK_TAG_AT, pack);
  store<i32>(slot + PACK_STAMP_AT, stamp);
  store<i32>(slot + DOUBLES_STAMP_AT, 0);
  const from = <usize>load<i32>(q + PACKS_Q_AT) + PACK * pack;
  const unit = pose32(q, 12);
  for (let corner: usize = 0; corner < 144; corner += 48) {
    const x = f32x4.mul(v128.load(from + corner), unit);
    const y = f32x4.mul(v128.load(from + corner + 16), unit);
    const z = f32x4.mul(v128.load(from + corner + 32), unit);
    for (let row: usize = 0; row < 3; row++) {
      v128.store(slot + corner + 16 * row, f32x4.add(turned(q, row, x, y, z), pose32(q, 9 + row)));
    }
  }
  return slot;
}

/** Writes, where they are missing, the doubles of a pack just asked for: as `moveLeaf` of the host, to the bit. */
export function moveDoubles(q: usize, pack: i32, slot: usize): void {
  const stamp = load<i32>(q + STAMP_AT);
  if (load<i32>(slot + DOUBLES_STAMP_AT) === stamp) return;
  store<i32>(slot + DOUBLES_STAMP_AT, stamp);
  const from = <usize>load<i32>(q + PACKS_Q_AT) + PACK * pack;
  const end = <usize>load<i32>(from + COUNT_AT) * 72;
  const p = q + POSE_AT;
  const unit = load<f64>(p + 96);
  for (let k: usize = 0; k < end; k += 24) {
    const x = load<f64>(from + F64_AT + k) * unit;
    const y = load<f64>(from + F64_AT + k + 8) * unit;
    const z = load<f64>(from + F64_AT + k + 16) * unit;
    const to = slot + F64_AT + k;
    store<f64>(to, load<f64>(p) * x + load<f64>(p + 8) * y + load<f64>(p + 16) * z + load<f64>(p + 72));
    store<f64>(to + 8, load<f64>(p + 24) * x + load<f64>(p + 32) * y + load<f64>(p + 40) * z + load<f64>(p + 80));
    store<f64>(to + 16, load<f64>(p + 48) * x + load<f64>(p + 56) * y + load<f64>(p + 64) * z + load<f64>(p + 88));
  }
}
