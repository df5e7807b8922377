import type { Mesh } from '../mesh/mesh.ts';
import { circle } from './circle.ts';
import { addLoft, type Loft, loftTriangleCount, loftVertexCount } from './loft.ts';
import {
  refuse,
  requireComparable,
  requireInteger,
  requireNotNegative,
  requireTriangleCount,
  resolveParameters,
} from './parameters.ts';
import { smoothStep } from './smooth-step.ts';
import { SurfaceBuilder } from './surface-builder.ts';

// A spoon is a flat body of elliptic cross-sections along x whose points are then shifted by a height that depends on x and y
// alone: down into the bowl, up along the handle. Upper and lower side have the same triangulation, so both are shifted equally
// between the vertices too: they keep their distance, and the surface cannot cross itself however thin it is.

/** Options of {@link spoon}. */
export interface SpoonOptions {
  /** Along x, bowl and handle. */
  readonly length?: number;
  /** Smaller than length. */
  readonly bowlLength?: number;
  readonly bowlWidth?: number;
  /** How far the middle of the bowl lies below its rim. */
  readonly bowlDepth?: number;
  /** Measured along z, where it is largest. */
  readonly thickness?: number;
  /** Width of the handle where it leaves the bowl. */
  readonly neckWidth?: number;
  /** Width of the handle at its end. */
  readonly endWidth?: number;
  /** How far the handle's end lies above the bowl's rim. */
  readonly rise?: number;
  /** Cross-sections along x, at least 8. */
  readonly rings?: number;
  /** Points a cross-section, even and at least 4: 2·rings·sides triangles. */
  readonly sides?: number;
}

/** Defaults of {@link SpoonOptions}. */
export const SPOON_DEFAULTS: Readonly<Required<SpoonOptions>> = Object.freeze({
  length: 1,
  bowlLength: 0.34,
  bowlWidth: 0.22,
  bowlDepth: 0.07,
  thickness: 0.025,
  neckWidth: 0.04,
  endWidth: 0.09,
  rise: 0.08,
  rings: 64,
  sides: 32,
});

/**
 * A spoon along x, its bowl towards −x and open towards +z; its bounding box is centred at the origin.
 *
 * @example
 * console.log(checkMesh(spoon()).closed); // true
 */
export function spoon(options: SpoonOptions = SPOON_DEFAULTS): Mesh {
  const o = resolveParameters('spoon', SPOON_DEFAULTS, options);
  requireSpoon(o);
  const { length, rings, sides } = o;
  const bowlRings = Math.floor(rings / 2);
  const turn = circle(2 * bowlRings);
  // Rings are denser towards the tip and the neck, where the outline bends most.
  const stationAt = (ring: number): number =>
    ring < bowlRings
      ? (o.bowlLength / 2) * (1 - turn[2 * (ring + 1)])
      : o.bowlLength + ((length - o.bowlLength) * (ring + 1 - bowlRings)) / (rings - bowlRings);

  const section = circle(sides);
  const loft: Loft = {
    rings,
    sides,
    point: (ring, side, out) => {
      const x = stationAt(ring);
      const y = halfWidth(o, x) * section[2 * side];
      out[0] = x;
      out[1] = y;
      out[2] = lift(o, x, y) + halfThickness(o, x) * section[2 * side + 1];
    },
    tips: [
      [0, 0, lift(o, 0, 0)],
      [length, 0, lift(o, length, 0)],
    ],
    flip: (_ring, side) => 2 * side >= sides,
  };
  const surface = new SurfaceBuilder(loftVertexCount(loft), loftTriangleCount(rings, sides));
  addLoft(surface, loft);
  surface.centre();
  return surface.build('spoon');
}

/** Position of x in the bowl: −1 at its tip, 1 at the neck; 1 all along the handle. */
function inBowl(o: Required<SpoonOptions>, x: number): number {
  return Math.min(1, (2 * x) / o.bowlLength - 1);
}

function halfWidth(o: Required<SpoonOptions>, x: number): number {
  const s = inBowl(o, x);
  const alongHandle = Math.max(0, (x - o.bowlLength) / (o.length - o.bowlLength));
  const handle = (smoothStep(s) * (o.neckWidth * (1 - alongHandle) + o.endWidth * alongHandle)) / 2;
  const bowl = (o.bowlWidth / 2) * Math.sqrt(1 - s * s);
  return Math.sqrt(bowl * bowl + handle * handle);
}

/** Full behind the middle of the bowl, rounded off towards its tip. */
function halfThickness(o: Required<SpoonOptions>, x: number): number {
  const s = Math.min(0, inBowl(o, x));
  return (o.thickness / 2) * Math.sqrt(1 - s * s);
}

function lift(o: Required<SpoonOptions>, x: number, y: number): number {
  const s = inBowl(o, x);
  const t = (2 * y) / o.bowlWidth;
  const sag = o.bowlDepth * Math.max(0, 1 - s * s - t * t);
  return o.rise * smoothStep((x - o.bowlLength) / (o.length - o.bowlLength)) - sag;
}

function requireSpoon(o: Required<SpoonOptions>): void {
  const { length, bowlLength, bowlWidth, thickness, neckWidth, endWidth, bowlDepth, rise } = o;
  requireComparable('spoon', { length, bowlLength, bowlWidth, thickness, neckWidth, endWidth });
  requireNotNegative('spoon', { bowlDepth, rise });
  // Either may be 0, but a large one must not absorb the thickness in rounding.
  requireComparable('spoon', { thickness, bowlDepth: Math.max(bowlDepth, thickness), rise: Math.max(rise, thickness) });
  requireInteger('spoon', 'rings', o.rings, 8);
  requireInteger('spoon', 'sides', o.sides, 4);
  requireTriangleCount('spoon', loftTriangleCount(o.rings, o.sides));
  if (o.sides % 2 !== 0) refuse('spoon', `sides must be even, not ${o.sides}.`);
  if (bowlLength >= length) refuse('spoon', `bowlLength must be smaller than length (${length}), not ${bowlLength}.`);
}
