// Round convex shapes, exactly: a frustum about the z axis, dilated by a ball. A point, a segment, a cylinder and a cone are all
// frustums, so four numbers define each of them:
//
//             base  top   half  skin
//   sphere     0     0     0     r      a point
//   capsule    0     0    l/2    r      a segment
//   cylinder   r     r    h/2    0
//   cone       r     0    h/2    0      the tip up
//
// All distances are computed for the frustum, the core, and `skin` is subtracted: dilation by a ball reduces distances by its
// radius.

/** Lengths in any one unit; a shape with a skin has a core without width. */
export interface RoundShape {
  /** Radius of the core at z = −half. */
  readonly base: number;
  /** Radius of the core at z = half. */
  readonly top: number;
  readonly half: number;
  readonly skin: number;
}

/** Result of `nearestOnRound`: a point of the surface, the outward normal there, the signed distance. */
export const ROUND_NORMAL = 3;
export const ROUND_DISTANCE = 6;
export const ROUND_SIZE = 7;

/** [0], [1]: ρ and z of the nearest point of the profile so far; [2]: its distance. */
const foot = new Float64Array(3);

export function scaledRound({ base, top, half, skin }: RoundShape, scale: number): RoundShape {
  return { base: base * scale, top: top * scale, half: half * scale, skin: skin * scale };
}

/** Reach of a shape from its centre: to a rim, or to the end of a skin. */
export function roundRadius({ base, top, half, skin }: RoundShape): number {
  const rim = Math.max(base, top);
  return Math.sqrt(rim * rim + half * half) + skin;
}

/**
 * The point of the surface nearest to p[k..k+2], with the outward normal and the distance, negative inside. In the plane
 * of p and the axis the core is a polygon of three edges: from outside the nearest point is on one of them; from inside it
 * is the foot on the nearest of their lines.
 */
export function nearestOnRound(shape: RoundShape, p: Float64Array, k: number, out: Float64Array): void {
  const { base, top, half, skin } = shape;
  const x = p[k];
  const y = p[k + 1];
  const z = p[k + 2];
  const aside = Math.sqrt(x * x + y * y);
  // On the axis every orthogonal direction is equivalent.
  const ux = aside > 0 ? x / aside : 1;
  const uy = aside > 0 ? y / aside : 0;

  const slant = Math.sqrt(4 * half * half + (base - top) * (base - top));
  const sideAside = slant > 0 ? (2 * half) / slant : 0;
  const sideUp = slant > 0 ? (base - top) / slant : 0;
  const beyondSide = (aside - base) * sideAside + (z + half) * sideUp;
  let distance = Math.max(z - half, -half - z, beyondSide);
  let normalAside = 0;
  let normalUp = 0;
  if (distance < 0) {
    if (distance === beyondSide) {
      normalAside = sideAside;
      normalUp = sideUp;
    } else normalUp = distance === z - half ? 1 : -1;
  } else {
    foot[2] = Infinity;
    tryEdge(aside, z, 0, -half, base, -half);
    tryEdge(aside, z, base, -half, top, half);
    tryEdge(aside, z, top, half, 0, half);
    distance = foot[2];
    // On the core itself the outward direction is the normal of the side or of the end.
    if (distance > 0) {
      normalAside = (aside - foot[0]) / distance;
      normalUp = (z - foot[1]) / distance;
    } else if (slant > 0 && beyondSide >= 0) {
      normalAside = sideAside;
      normalUp = sideUp;
    } else normalUp = z < 0 ? -1 : 1;
  }
  distance -= skin;
  const surfaceAside = aside - distance * normalAside;
  out[0] = ux * surfaceAside;
  out[1] = uy * surfaceAside;
  out[2] = z - distance * normalUp;
  out[ROUND_NORMAL] = ux * normalAside;
  out[ROUND_NORMAL + 1] = uy * normalAside;
  out[ROUND_NORMAL + 2] = normalUp;
  out[ROUND_DISTANCE] = distance;
}

/** Takes the point of an edge of the profile nearest to (aside, z) if it is the nearest yet. */
function tryEdge(aside: number, z: number, fromAside: number, fromZ: number, toAside: number, toZ: number): void {
  const ex = toAside - fromAside;
  const ez = toZ - fromZ;
  const sq = ex * ex + ez * ez;
  const s = sq > 0 ? Math.max(0, Math.min(1, ((aside - fromAside) * ex + (z - fromZ) * ez) / sq)) : 0;
  const x = fromAside + s * ex;
  const y = fromZ + s * ez;
  const distance = Math.sqrt((aside - x) * (aside - x) + (z - y) * (z - y));
  if (!(distance < foot[2])) return;
  foot[0] = x;
  foot[1] = y;
  foot[2] = distance;
}
