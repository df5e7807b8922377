/**
 * Area-weighted covariance of the triangles [first, first + count), six numbers xx xy xz yy yz zz.
 *
 * Integrating over the surface instead of counting vertices keeps clusters of small triangles from turning the frame
 * (lectures: "integrate over facets"). ∫xxᵀ over a triangle of area a and centroid g is a/12 · (9ggᵀ + Σ vvᵀ). A run whose
 * total area is zero falls back to its corners.
 */
export function surfaceCovariance(triangles: Float64Array, first: number, count: number, out: Float64Array): void {
  // Relative to the first corner, so that a small run far from the centre keeps its digits.
  const ox = triangles[9 * first];
  const oy = triangles[9 * first + 1];
  const oz = triangles[9 * first + 2];
  let weight = 0;
  let mx = 0;
  let my = 0;
  let mz = 0;
  let xx = 0;
  let xy = 0;
  let xz = 0;
  let yy = 0;
  let yz = 0;
  let zz = 0;
  for (let pass = 0; pass < 2 && weight === 0; pass++) {
    for (let k = 9 * first, end = 9 * (first + count); k < end; k += 9) {
      const ax = triangles[k] - ox;
      const ay = triangles[k + 1] - oy;
      const az = triangles[k + 2] - oz;
      const bx = triangles[k + 3] - ox;
      const by = triangles[k + 4] - oy;
      const bz = triangles[k + 5] - oz;
      const cx = triangles[k + 6] - ox;
      const cy = triangles[k + 7] - oy;
      const cz = triangles[k + 8] - oz;
      const nx = (by - ay) * (cz - az) - (bz - az) * (cy - ay);
      const ny = (bz - az) * (cx - ax) - (bx - ax) * (cz - az);
      const nz = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
      const area = pass === 1 ? 1 : Math.sqrt(nx * nx + ny * ny + nz * nz);
      const gx = ax + bx + cx; // three times the centroid
      const gy = ay + by + cy;
      const gz = az + bz + cz;
      weight += area;
      mx += area * gx;
      my += area * gy;
      mz += area * gz;
      xx += area * (gx * gx + ax * ax + bx * bx + cx * cx);
      xy += area * (gx * gy + ax * ay + bx * by + cx * cy);
      xz += area * (gx * gz + ax * az + bx * bz + cx * cz);
      yy += area * (gy * gy + ay * ay + by * by + cy * cy);
      yz += area * (gy * gz + ay * az + by * bz + cy * cz);
      zz += area * (gz * gz + az * az + bz * bz + cz * cz);
    }
  }
  mx /= 3 * weight;
  my /= 3 * weight;
  mz /= 3 * weight;
  const w = 1 / (12 * weight);
  out[0] = xx * w - mx * mx;
  out[1] = xy * w - mx * my;
  out[2] = xz * w - mx * mz;
  out[3] = yy * w - my * my;
  out[4] = yz * w - my * mz;
  out[5] = zz * w - mz * mz;
}
