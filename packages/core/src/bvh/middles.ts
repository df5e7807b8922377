/** Centroids of triangles, 3 doubles each. */
export function middles(triangles: Float64Array): Float64Array {
  const out = new Float64Array(triangles.length / 3);
  for (let k = 0; k < out.length; k++) {
    const c = 9 * Math.floor(k / 3) + (k % 3);
    out[k] = triangles[c] / 3 + triangles[c + 3] / 3 + triangles[c + 6] / 3;
  }
  return out;
}
