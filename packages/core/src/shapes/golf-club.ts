import type { Mesh } from '../mesh/mesh.ts';
import { cosine, sine } from '../scalar/sin-cos.ts';
import { circle } from './circle.ts';
import { addLoft, loftTriangleCount, loftVertexCount } from './loft.ts';
import { refuse, requireComparable, requireInteger, requireTriangleCount, resolveParameters } from './parameters.ts';
import { smoothStep } from './smooth-step.ts';
import { SurfaceBuilder } from './surface-builder.ts';
import { FRAME_STRIDE, sweep, writeFrame } from './sweep.ts';

// One tube along a path in the x-z plane: down the shaft, a quarter turn, out along the head. Shaft, bend and head lie in
// three boxes that only touch (z above the bend; x and z within it; x beyond it), and within each of them the rings lie
// in planes that do not meet inside the tube. So the surface does not cross itself as long as the grip and the bend's
// tube are thinner than the bend.

/** Options of {@link golfClub}. */
export interface GolfClubOptions {
  /** From the end of the grip to the axis of the head. */
  readonly length?: number;
  /** The grip is 1.4 times as thick. */
  readonly shaftRadius?: number;
  /** Radius of the bend's middle line; more than 1.4·shaftRadius and less than length. */
  readonly bendRadius?: number;
  /** From the bend to the toe. */
  readonly headLength?: number;
  /** Along z. */
  readonly headHeight?: number;
  /** Along y. */
  readonly headThickness?: number;
  /** Cross-sections along the path, at least 16. */
  readonly rings?: number;
  /** Points a cross-section, at least 3: 2·rings·sides triangles. */
  readonly sides?: number;
}

/** Defaults of {@link GolfClubOptions}. */
export const GOLF_CLUB_DEFAULTS: Readonly<Required<GolfClubOptions>> = Object.freeze({
  length: 1,
  shaftRadius: 0.012,
  bendRadius: 0.03,
  headLength: 0.12,
  headHeight: 0.07,
  headThickness: 0.035,
  rings: 64,
  sides: 24,
});

/** The grip's radius over the shaft's. Dimensionless. */
const GRIP_RATIO = 1.4;
/** Share of the shaft over which the grip thins to it; shares of the head where its full size and its toe begin. */
const GRIP_SHARE = 0.3;
const HEAD_GROWTH_SHARE = 0.4;
const TOE_SHARE = 0.75;

/**
 * A golf club, the shaft along z and the head at its lower end towards +x; its bounding box is centred at the origin.
 *
 * @example
 * console.log(checkMesh(golfClub()).closed); // true
 */
export function golfClub(options: GolfClubOptions = GOLF_CLUB_DEFAULTS): Mesh {
  const o = resolveParameters('golf-club', GOLF_CLUB_DEFAULTS, options);
  requireGolfClub(o);
  const { length, shaftRadius, bendRadius, headLength, rings, sides } = o;
  const bendRings = Math.floor(rings / 4);
  const shaftRings = Math.floor((rings - bendRings) / 2);
  const headRings = rings - bendRings - shaftRings;

  const frames = new Float64Array(FRAME_STRIDE * rings);
  // Half the section's extent along the normal (in the x-z plane) and along y.
  const extents = new Float64Array(2 * rings);
  for (let ring = 0; ring < rings; ring++) {
    if (ring < shaftRings) {
      const part = ring / shaftRings;
      const radius = shaftRadius * (GRIP_RATIO + (1 - GRIP_RATIO) * smoothStep(part / GRIP_SHARE));
      writeFrame(frames, ring, [0, 0, length - part * (length - bendRadius)], [0, 0, -1], [-1, 0, 0]);
      extents.set([radius, radius], 2 * ring);
    } else if (ring < shaftRings + bendRings) {
      const angle = (Math.PI / 2) * ((ring - shaftRings) / bendRings);
      const cos = cosine(angle);
      const sin = sine(angle);
      writeFrame(frames, ring, [bendRadius * (1 - cos), 0, bendRadius * (1 - sin)], [sin, 0, -cos], [-cos, 0, -sin]);
      extents.set([shaftRadius, shaftRadius], 2 * ring);
    } else {
      const part = (ring - shaftRings - bendRings) / (headRings - 1);
      writeFrame(frames, ring, [bendRadius + part * headLength, 0, 0], [1, 0, 0], [0, 0, -1]);
      extents.set([headExtent(o, part, o.headHeight / 2), headExtent(o, part, o.headThickness / 2)], 2 * ring);
    }
  }

  const turn = circle(sides);
  const section = (ring: number, side: number, out: Float64Array): void => {
    out[0] = extents[2 * ring] * turn[2 * side];
    out[1] = extents[2 * ring + 1] * turn[2 * side + 1];
  };
  const loft = sweep(frames, sides, section, [
    [0, 0, length],
    [bendRadius + headLength, 0, 0],
  ]);
  const surface = new SurfaceBuilder(loftVertexCount(loft), loftTriangleCount(rings, sides));
  addLoft(surface, loft);
  surface.centre();
  return surface.build('golf-club');
}

/** From the shaft's radius to the head's full extent, then rounded off to half of it at the toe. */
function headExtent(o: Required<GolfClubOptions>, part: number, full: number): number {
  const grown = o.shaftRadius + (full - o.shaftRadius) * smoothStep(part / HEAD_GROWTH_SHARE);
  const toe = Math.max(0, (part - TOE_SHARE) / (1 - TOE_SHARE));
  return grown * Math.sqrt(1 - 0.75 * toe * toe);
}

function requireGolfClub(o: Required<GolfClubOptions>): void {
  const { length, shaftRadius, bendRadius, headLength, headHeight, headThickness } = o;
  requireComparable('golf-club', { length, shaftRadius, bendRadius, headLength, headHeight, headThickness });
  requireInteger('golf-club', 'rings', o.rings, 16);
  requireInteger('golf-club', 'sides', o.sides, 3);
  requireTriangleCount('golf-club', loftTriangleCount(o.rings, o.sides));
  const grip = GRIP_RATIO * shaftRadius;
  if (bendRadius <= grip) refuse('golf-club', `bendRadius must be more than the grip's ${grip}, not ${bendRadius}.`);
  if (bendRadius >= length) refuse('golf-club', `bendRadius must be less than length (${length}), not ${bendRadius}.`);
}
