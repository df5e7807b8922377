// How far a point is outside a cone or a slab of balls: the least of |p − c| − r over all its balls (c, r).
//
// That is the distance of an outside point, and minus the depth of an inside point. It is the minimum, over the balls' parameters,
// of a function that is convex in point and parameters together, so it is a convex function of the point: on a segment or a
// triangle it is largest at a corner. The bounds of medial/dilation.ts rely on that.
//
// Each candidate is the value of an actual ball, so a computed distance is never below the true one by more than the
// rounding of its evaluation, 16u·S for coordinates and radii up to S.

/** A slab is treated by its sides alone when the squared height of its triangle of centres is this part of its sides'. */
const THIN_SQ = 2 ** -60;

/** How far the point p[k..k+2] is outside the cone between balls i and j; negative inside. */
export function distancePointCone(p: Float64Array, k: number, spheres: Float64Array, i: number, j: number): number {
  const a = 4 * i;
  const b = 4 * j;
  const wx = p[k] - spheres[a];
  const wy = p[k + 1] - spheres[a + 1];
  const wz = p[k + 2] - spheres[a + 2];
  const r = spheres[a + 3];
  const dx = spheres[b] - spheres[a];
  const dy = spheres[b + 1] - spheres[a + 1];
  const dz = spheres[b + 2] - spheres[a + 2];
  const dr = spheres[b + 3] - r;
  const dd = dx * dx + dy * dy + dz * dz;
  const ww = wx * wx + wy * wy + wz * wz;
  let t = dr > 0 ? 1 : 0;
  // Otherwise one ball is inside the other, and the cone is the larger ball.
  if (dd > dr * dr) {
    const along = wx * dx + wy * dy + wz * dz;
    const aside = Math.sqrt(Math.max(0, ww * dd - along * along));
    // Shifted towards the larger ball by the slope of the radius.
    t = (along + (aside * dr) / Math.sqrt(dd - dr * dr)) / dd;
    t = t > 0 ? (t < 1 ? t : 1) : 0;
  }
  const x = wx - t * dx;
  const y = wy - t * dy;
  const z = wz - t * dz;
  return Math.sqrt(x * x + y * y + z * z) - (r + t * dr);
}

/** How far the point p[k..k+2] is outside the slab between balls h, i and j; negative inside. */
export function distancePointSlab(
  p: Float64Array,
  k: number,
  spheres: Float64Array,
  h: number,
  i: number,
  j: number,
): number {
  const a = 4 * h;
  const b = 4 * i;
  const c = 4 * j;
  const r = spheres[a + 3];
  const ux = spheres[b] - spheres[a];
  const uy = spheres[b + 1] - spheres[a + 1];
  const uz = spheres[b + 2] - spheres[a + 2];
  const ur = spheres[b + 3] - r;
  const vx = spheres[c] - spheres[a];
  const vy = spheres[c + 1] - spheres[a + 1];
  const vz = spheres[c + 2] - spheres[a + 2];
  const vr = spheres[c + 3] - r;
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const det = uu * vv - uv * uv;
  if (det > THIN_SQ * uu * vv) {
    // The gradient of the radius over the triangle is slopeU·u + slopeV·v.
    const slopeU = (vv * ur - uv * vr) / det;
    const slopeV = (uu * vr - uv * ur) / det;
    const slopeSq = slopeU * ur + slopeV * vr;
    if (slopeSq < 1) {
      const wx = p[k] - spheres[a];
      const wy = p[k + 1] - spheres[a + 1];
      const wz = p[k + 2] - spheres[a + 2];
      const wu = wx * ux + wy * uy + wz * uz;
      const wv = wx * vx + wy * vy + wz * vz;
      const footU = (vv * wu - uv * wv) / det;
      const footV = (uu * wv - uv * wu) / det;
      const heightSq = wx * wx + wy * wy + wz * wz - footU * wu - footV * wv;
      const lean = Math.sqrt(Math.max(0, heightSq) / (1 - slopeSq));
      const s = footU + lean * slopeU;
      const t = footV + lean * slopeV;
      if (s >= 0 && t >= 0 && s + t <= 1) {
        const x = wx - s * ux - t * vx;
        const y = wy - s * uy - t * vy;
        const z = wz - s * uz - t * vz;
        return Math.sqrt(x * x + y * y + z * z) - (r + s * ur + t * vr);
      }
    }
  }
  // If the minimum of a convex function is not inside the triangle, it is on a side.
  return Math.min(
    distancePointCone(p, k, spheres, h, i),
    distancePointCone(p, k, spheres, i, j),
    distancePointCone(p, k, spheres, j, h),
  );
}
