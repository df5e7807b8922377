// The vertices of a mesh in the frame of its model: src/model/model-frame.ts, to the bit. Each is moved once, not once for each of its corners.

const VERTEX: usize = 24;

const box: usize = memory.data(8 * 6, 16);

/** The lowest and highest coordinates of the vertices that triangles use: where they are. */
export function boundVertices(positions: usize, triangles: usize, corners: i32): usize {
  let lowXY = f64x2.splat(Infinity);
  let highXY = f64x2.splat(-Infinity);
  let lowZ: f64 = Infinity;
  let highZ: f64 = -Infinity;
  for (let k = triangles, end = triangles + 4 * <usize>corners; k < end; k += 4) {
    const v = positions + VERTEX * <usize>load<u32>(k);
    const xy = v128.load(v);
    const z = load<f64>(v, 16);
    lowXY = f64x2.pmin(lowXY, xy);
    highXY = f64x2.pmax(highXY, xy);
    if (z < lowZ) lowZ = z;
    if (z > highZ) highZ = z;
  }
  v128.store(box, lowXY);
  store<f64>(box, lowZ, 16);
  v128.store(box, highXY, 24);
  store<f64>(box, highZ, 40);
  return box;
}

/** Moves all vertices, in place. */
export function moveVertices(positions: usize, count: i32, cx: f64, cy: f64, cz: f64, scale: f64): void {
  const centre = f64x2.replace_lane(f64x2.splat(cx), 1, cy);
  const scales = f64x2.splat(scale);
  for (let v = positions, end = positions + VERTEX * <usize>count; v < end; v += VERTEX) {
    v128.store(v, f64x2.mul(f64x2.sub(v128.load(v), centre), scales));
    store<f64>(v, (load<f64>(v, 16) - cz) * scale, 16);
  }
}

/** The largest square of a distance from the origin, of the moved vertices that triangles use. */
export function reachSq(positions: usize, triangles: usize, corners: i32): f64 {
  let most: f64 = 0;
  for (let k = triangles, end = triangles + 4 * <usize>corners; k < end; k += 4) {
    const v = positions + VERTEX * <usize>load<u32>(k);
    const x = load<f64>(v);
    const y = load<f64>(v, 8);
    const z = load<f64>(v, 16);
    const sq = x * x + y * y + z * z;
    if (sq > most) most = sq;
  }
  return most;
}
