/** Writes to out[at…] the normal of the triangle t[i…], twice its area long. */
export function writeFaceNormal(t: Float64Array, i: number, out: Float64Array, at: number): void {
  const ux = t[i + 3] - t[i];
  const uy = t[i + 4] - t[i + 1];
  const uz = t[i + 5] - t[i + 2];
  const vx = t[i + 6] - t[i];
  const vy = t[i + 7] - t[i + 1];
  const vz = t[i + 8] - t[i + 2];
  out[at] = uy * vz - uz * vy;
  out[at + 1] = uz * vx - ux * vz;
  out[at + 2] = ux * vy - uy * vx;
}

/** The same of length 1; zero, and false, for a triangle that has none. */
export function writeUnitNormal(t: Float64Array, i: number, out: Float64Array, at: number): boolean {
  writeFaceNormal(t, i, out, at);
  const length = Math.sqrt(out[at] * out[at] + out[at + 1] * out[at + 1] + out[at + 2] * out[at + 2]);
  const hasNormal = length > 0;
  for (let k = at; k < at + 3; k++) out[k] = hasNormal ? out[k] / length : 0;
  return hasNormal;
}

const normal = new Float64Array(3);

/** The area of the triangle t[i…]. */
export function areaOfTriangle(t: Float64Array, i: number): number {
  writeFaceNormal(t, i, normal, 0);
  return Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]) / 2;
}
