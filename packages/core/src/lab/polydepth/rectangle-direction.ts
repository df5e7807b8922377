// The direction between the closest points of the rectangles of two rectangle-swept spheres, by alternating projections: from a
// point of one to the nearest point of the other and back. An early end gives a less good direction, along which the gap is still a
// bound.

/** Number of projections; nearly all pairs converge before. */
const MOST_TURNS = 12;
/** Points that move by less than this part of their distance, squared, have converged. */
const SETTLED_SQ = 1e-6;

/** Writes the unit vector from the rectangle of a[i…] to that of b[j…]; false where they touch. */
export function writeRectangleDirection(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  out: Float64Array,
): boolean {
  let px = b[j];
  let py = b[j + 1];
  let pz = b[j + 2];
  let qx = 0;
  let qy = 0;
  let qz = 0;
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    let u = clampedAlong(a, i, 3, 12, px, py, pz);
    let v = clampedAlong(a, i, 6, 13, px, py, pz);
    qx = a[i] + u * a[i + 3] + v * a[i + 6];
    qy = a[i + 1] + u * a[i + 4] + v * a[i + 7];
    qz = a[i + 2] + u * a[i + 5] + v * a[i + 8];
    u = clampedAlong(b, j, 3, 12, qx, qy, qz);
    v = clampedAlong(b, j, 6, 13, qx, qy, qz);
    const x = b[j] + u * b[j + 3] + v * b[j + 6];
    const y = b[j + 1] + u * b[j + 4] + v * b[j + 7];
    const z = b[j + 2] + u * b[j + 5] + v * b[j + 8];
    const movedSq = (x - px) * (x - px) + (y - py) * (y - py) + (z - pz) * (z - pz);
    px = x;
    py = y;
    pz = z;
    const apartSq = (px - qx) * (px - qx) + (py - qy) * (py - qy) + (pz - qz) * (pz - qz);
    if (movedSq <= SETTLED_SQ * apartSq) break;
  }
  const dx = px - qx;
  const dy = py - qy;
  const dz = pz - qz;
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (!(length > 0)) return false;
  out[0] = dx / length;
  out[1] = dy / length;
  out[2] = dz / length;
  return true;
}

/** How far along the side at `axis` of a rectangle the point is, no farther than its half length at `half`. */
function clampedAlong(
  r: Float64Array,
  at: number,
  axis: number,
  half: number,
  x: number,
  y: number,
  z: number,
): number {
  const along = (x - r[at]) * r[at + axis] + (y - r[at + 1]) * r[at + axis + 1] + (z - r[at + 2]) * r[at + axis + 2];
  const most = r[at + half];
  return along > most ? most : along < -most ? -most : along;
}
