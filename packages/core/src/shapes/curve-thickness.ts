import { FRAME_STRIDE } from './sweep.ts';

// How thick a tube about a closed curve may be before it touches itself. Gonzalez and Maddocks, "Global curvature,
// thickness, and the ideal shapes of knots" (1999): the thickness of a smooth curve is the infimum, over all pairs of
// its points x ≠ y, of the radius of the circle through y that touches the curve at x. The formula covers both causes
// of self-contact: high curvature, and two strands that pass close to each other.

/**
 * Share of the sampled thickness that is used. Dimensionless. The infimum is taken over samples and is too large by
 * O(1/samples²), under 1% for the curves made here; the rest keeps strands visibly apart.
 */
const THICKNESS_SHARE = 0.95;

/** The smallest touching-circle radius over all pairs of samples. Points and unit tangents are three doubles each. */
function sampledThickness(points: Float64Array, tangents: Float64Array): number {
  let least = Infinity;
  for (let x = 0; x < points.length; x += 3) {
    const tx = tangents[x];
    const ty = tangents[x + 1];
    const tz = tangents[x + 2];
    for (let y = 0; y < points.length; y += 3) {
      if (y === x) continue;
      const dx = points[y] - points[x];
      const dy = points[y + 1] - points[x + 1];
      const dz = points[y + 2] - points[x + 2];
      const cx = dy * tz - dz * ty;
      const cy = dz * tx - dx * tz;
      const cz = dx * ty - dy * tx;
      // A point on the tangent line has an infinite circle: the division gives Infinity and the minimum ignores it.
      const radius = (dx * dx + dy * dy + dz * dz) / (2 * Math.sqrt(cx * cx + cy * cy + cz * cz));
      if (radius < least) least = radius;
    }
  }
  return least;
}

/**
 * The largest radius a tube along the closed path of `frames` may have, by samples of the smooth curve it follows.
 *
 * The tube follows chords: they leave the curve by at most chord²/(8·thickness), which is taken off.
 */
export function largestTubeRadius(points: Float64Array, tangents: Float64Array, frames: Float64Array): number {
  let chordSq = 0;
  for (let at = 0; at < frames.length; at += FRAME_STRIDE) {
    const next = (at + FRAME_STRIDE) % frames.length;
    const dx = frames[next] - frames[at];
    const dy = frames[next + 1] - frames[at + 1];
    const dz = frames[next + 2] - frames[at + 2];
    chordSq = Math.max(chordSq, dx * dx + dy * dy + dz * dz);
  }
  const thickness = sampledThickness(points, tangents);
  return THICKNESS_SHARE * thickness - chordSq / (8 * thickness);
}
