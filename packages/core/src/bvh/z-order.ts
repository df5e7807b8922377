/** Bits per coordinate of a Morton code: 3 · 17 = 51 bits are exact in a double. */
const BITS = 17;
const CELLS: number = 1 << BITS;

/** The least corner and the side of a cube around points, 3 doubles each. */
export function cubeAround(points: Float64Array): { low: number[]; side: number } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < points.length; k++) {
    low[k % 3] = Math.min(low[k % 3], points[k]);
    high[k % 3] = Math.max(high[k % 3], points[k]);
  }
  return { low, side: Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]) };
}

/**
 * The points (3 doubles each) in the order of a Z-shaped space-filling curve through their bounding cube (Morton 1966),
 * so that neighbours in the order are mostly neighbours in space. Points in one cell of the curve keep their order.
 */
export function zOrder(points: Float64Array): Uint32Array {
  const { low, side } = cubeAround(points);
  const count = points.length / 3;
  const codes = new Float64Array(count);
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const x = cell(points[3 * i] - low[0], side);
    const y = cell(points[3 * i + 1] - low[1], side);
    const z = cell(points[3 * i + 2] - low[2], side);
    let code = 0;
    for (let bit = BITS - 1; bit >= 0; bit--) {
      code = 8 * code + 4 * ((x >> bit) & 1) + 2 * ((y >> bit) & 1) + ((z >> bit) & 1);
    }
    codes[i] = code;
    order[i] = i;
  }
  return order.sort((a, b) => codes[a] - codes[b] || a - b);
}

/** Cell of an offset along a side; 0 on a side without length, or one beyond doubles. */
function cell(offset: number, side: number): number {
  const part = side > 0 ? offset / side : 0;
  return Math.min(Math.floor(part * CELLS), CELLS - 1) | 0;
}
