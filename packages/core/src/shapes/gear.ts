import type { Mesh } from '../mesh/mesh.ts';
import { cosine, sine } from '../scalar/sin-cos.ts';
import { type Loft, loftMesh, loftTriangleCount } from './loft.ts';
import {
  refuse,
  requireComparable,
  requireInteger,
  requireNotNegative,
  requireTriangleCount,
  resolveParameters,
} from './parameters.ts';

/** Options of {@link gear}. */
export interface GearOptions {
  /** At least 3. */
  readonly teeth?: number;
  /** To the tips of the teeth. */
  readonly tipRadius?: number;
  /** To the gaps between the teeth; smaller than tipRadius. */
  readonly rootRadius?: number;
  /** Of the hole, which has 4·teeth corners; 0 for none. */
  readonly holeRadius?: number;
  /** Along the axis. */
  readonly thickness?: number;
}

/** Defaults of {@link GearOptions}. */
export const GEAR_DEFAULTS: Readonly<Required<GearOptions>> = Object.freeze({
  teeth: 16,
  tipRadius: 0.5,
  rootRadius: 0.4,
  holeRadius: 0.15,
  thickness: 0.2,
});

/** Corners of one tooth: where they are, as shares of the pitch from its middle, which are at the tip. */
const TOOTH_CORNERS: readonly (readonly [share: number, atTip: boolean])[] = [
  [-0.35, false],
  [-0.18, true],
  [0.18, true],
  [0.35, false],
];
/** Half the angle of a gap between two teeth, as a share of the pitch. */
const HALF_GAP_SHARE = 0.15;

/**
 * A gear with straight-flanked teeth about the z axis, centred at the origin, the first tooth on the x axis.
 *
 * @example
 * console.log(checkMesh(gear()).closed); // true
 */
export function gear(options: GearOptions = GEAR_DEFAULTS): Mesh {
  const { teeth, tipRadius, rootRadius, holeRadius, thickness } = resolveParameters('gear', GEAR_DEFAULTS, options);
  requireComparable('gear', { tipRadius, rootRadius, thickness });
  requireNotNegative('gear', { holeRadius });
  requireInteger('gear', 'teeth', teeth, 3);
  const corners = TOOTH_CORNERS.length * teeth;
  requireTriangleCount('gear', loftTriangleCount(holeRadius === 0 ? 2 : 4, corners));
  if (rootRadius >= tipRadius) {
    refuse('gear', `rootRadius must be smaller than tipRadius (${tipRadius}), not ${rootRadius}.`);
  }
  // The straight side across a gap comes nearer to the axis than its ends.
  const nearest = rootRadius * cosine((2 * Math.PI * HALF_GAP_SHARE) / teeth);
  if (holeRadius >= nearest) refuse('gear', `holeRadius must be smaller than ${nearest}, not ${holeRadius}.`);

  const top = thickness / 2;
  // Rings run up the outside and, where there is a hole, down the inside; hole corners face the outline's corners.
  const loft: Loft = {
    rings: holeRadius === 0 ? 2 : 4,
    sides: corners,
    point: (ring, side, out) => {
      const [share, atTip] = TOOTH_CORNERS[side % TOOTH_CORNERS.length];
      const angle = (2 * Math.PI * (Math.floor(side / TOOTH_CORNERS.length) + share)) / teeth;
      const radius = ring >= 2 ? holeRadius : atTip ? tipRadius : rootRadius;
      out[0] = radius * cosine(angle);
      out[1] = radius * sine(angle);
      out[2] = ring === 0 || ring === 3 ? -top : top;
    },
  };
  if (holeRadius > 0) return loftMesh('gear', loft);
  return loftMesh('gear', {
    ...loft,
    tips: [
      [0, 0, -top],
      [0, 0, top],
    ],
  });
}
