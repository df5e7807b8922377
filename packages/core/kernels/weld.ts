// Vertices that are one point, the same as in src/mesh/weld.ts: the hash is another one, but decides nothing.

const VERTEX: usize = 24;

/** Maps each vertex to the lowest one at the same point. `slots` are a power of two ints, at least twice as many as vertices. */
export function weldVertices(positions: usize, count: i32, slots: usize, slotCount: i32, weld: usize): void {
  const mask = <u64>(slotCount - 1);
  for (let s: usize = 0; s < 4 * <usize>slotCount; s += 16) v128.store(slots + s, i32x4.splat(0));
  for (let v = 0, p = positions; v < count; v++, p += VERTEX) {
    const x = load<f64>(p);
    const y = load<f64>(p, 8);
    const z = load<f64>(p, 16);
    let slot = slots + 4 * <usize>(hashOf(x, y, z) & mask);
    let first = v;
    for (;;) {
      const other = load<i32>(slot) - 1;
      if (other < 0) {
        store<i32>(slot, v + 1);
        break;
      }
      const o = positions + VERTEX * <usize>other;
      if (load<f64>(o) === x && load<f64>(o, 8) === y && load<f64>(o, 16) === z) {
        first = other;
        break;
      }
      slot = slots + ((slot - slots + 4) & (4 * <usize>mask + 3));
    }
    store<i32>(weld + 4 * <usize>v, first);
  }
}

/** Multiplications mix upwards alone, so that high bits are folded down after each. */
function hashOf(x: f64, y: f64, z: f64): u64 {
  // + 0: −0 and 0 are one number.
  let h = reinterpret<u64>(x + 0) * (((<u64>0x9e3779b9) << 32) | 0x7f4a7c15);
  h = ((h ^ (h >> 32)) + reinterpret<u64>(y + 0)) * (((<u64>0xc2b2ae3d) << 32) | 0x27d4eb4f);
  h = ((h ^ (h >> 29)) + reinterpret<u64>(z + 0)) * (((<u64>0x165667b1) << 32) | 0x9e3779f9);
  return h ^ (h >> 32);
}
