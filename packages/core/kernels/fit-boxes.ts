// Aligned boxes on all nodes of a tree, from the leaves up: src/bvh/fit-boxes.ts, to the bit.

const LINKS: usize = 16;
const BOX: usize = 48;
const TRIANGLE: usize = 72;
const ENLARGED: f64 = 1 + 4 * 1.1102230246251565e-16;

export function fitBoxes(links: usize, nodes: i32, triangles: usize, boxes: usize): void {
  for (let node = nodes - 1; node >= 0; node--) {
    const link = links + LINKS * <usize>node;
    const child = load<u32>(link);
    const box = boxes + BOX * <usize>node;
    let low = f64x2.splat(Infinity);
    let high = f64x2.splat(-Infinity);
    let lowZ: f64 = Infinity;
    let highZ: f64 = -Infinity;
    if (child === 0) {
      const start = triangles + TRIANGLE * <usize>load<u32>(link, 4);
      for (let k = start, end = start + TRIANGLE * <usize>load<u32>(link, 8); k < end; k += 24) {
        const xy = v128.load(k);
        low = f64x2.min(low, xy);
        high = f64x2.max(high, xy);
        lowZ = Math.min(lowZ, load<f64>(k, 16));
        highZ = Math.max(highZ, load<f64>(k, 16));
      }
    } else {
      for (let k = boxes + BOX * <usize>child, end = boxes + BOX * <usize>load<u32>(link, 12); k < end; k += BOX) {
        low = f64x2.min(low, v128.load(k));
        lowZ = Math.min(lowZ, load<f64>(k, 16));
        high = f64x2.max(high, v128.load(k, 24));
        highZ = Math.max(highZ, load<f64>(k, 40));
      }
    }
    v128.store(box, low);
    store<f64>(box, lowZ, 16);
    v128.store(box, high, 24);
    store<f64>(box, highZ, 40);
  }
  for (let k = boxes, end = boxes + BOX * <usize>nodes; k < end; k += BOX) {
    for (let at = k; at < k + 24; at += 8) {
      const low = load<f64>(at);
      const high = load<f64>(at, 24);
      const centre = low / 2 + high / 2;
      store<f64>(at, centre);
      store<f64>(at, Math.max(high - centre, centre - low) * ENLARGED, 24);
    }
  }
}
