import type { Mesh } from '../mesh/mesh.ts';
import { circle } from './circle.ts';
import { loftMesh, loftTriangleCount } from './loft.ts';
import {
  refuse,
  requireComparable,
  requireInteger,
  requireNotNegative,
  requireTriangleCount,
  resolveParameters,
} from './parameters.ts';
import { revolveSolid } from './revolve.ts';

/** Options of {@link pillar}. */
export interface PillarOptions {
  /** Along z, with base and capital. */
  readonly height?: number;
  /** Of the shaft at its foot. */
  readonly radius?: number;
  /** Of the shaft at its head. */
  readonly topRadius?: number;
  /** Larger than radius. */
  readonly baseRadius?: number;
  readonly baseHeight?: number;
  /** Larger than topRadius. */
  readonly capitalRadius?: number;
  readonly capitalHeight?: number;
  /** Grooves around the shaft; 0 for a plain one. */
  readonly flutes?: number;
  /** Depth of the grooves as a share of the shaft's radius, in [0, 1). */
  readonly fluteDepth?: number;
  /** Around the axis, at least 3, and at least 4 a flute. */
  readonly slices?: number;
  /** Bands along the shaft, at least 1: 2·slices·(rings + 7) triangles. */
  readonly rings?: number;
}

/** Defaults of {@link PillarOptions}. */
export const PILLAR_DEFAULTS: Readonly<Required<PillarOptions>> = Object.freeze({
  height: 1,
  radius: 0.11,
  topRadius: 0.09,
  baseRadius: 0.17,
  baseHeight: 0.08,
  capitalRadius: 0.15,
  capitalHeight: 0.08,
  flutes: 16,
  fluteDepth: 0.12,
  slices: 96,
  rings: 16,
});

/** Share of its height over which base and capital are straight before they slope to the shaft. Dimensionless. */
const SLAB_SHARE = 0.6;

/**
 * A column along z, centred at the origin: a stepped base, a tapering shaft and a stepped capital.
 *
 * @example
 * console.log(checkMesh(pillar()).closed); // true
 */
export function pillar(options: PillarOptions = PILLAR_DEFAULTS): Mesh {
  const o = resolveParameters('pillar', PILLAR_DEFAULTS, options);
  const { flutes, fluteDepth, slices, rings } = o;
  requirePillar(o);

  const foot = -o.height / 2;
  const head = o.height / 2;
  const shaftFoot = foot + o.baseHeight;
  const shaftHead = head - o.capitalHeight;
  const profile: number[] = [o.baseRadius, foot, o.baseRadius, foot + SLAB_SHARE * o.baseHeight];
  profile.push((o.baseRadius + o.radius) / 2, shaftFoot);
  const firstShaftRing = profile.length / 2;
  for (let ring = 0; ring <= rings; ring++) {
    const part = ring / rings;
    profile.push(o.radius * (1 - part) + o.topRadius * part, shaftFoot * (1 - part) + shaftHead * part);
  }
  profile.push((o.capitalRadius + o.topRadius) / 2, shaftHead);
  profile.push(o.capitalRadius, head - SLAB_SHARE * o.capitalHeight, o.capitalRadius, head);

  const turn = circle(slices);
  const grooved = (ring: number, side: number): number => {
    if (ring < firstShaftRing || ring > firstShaftRing + rings) return 1;
    return 1 - (fluteDepth / 2) * (1 - turn[2 * ((flutes * side) % slices)]);
  };
  return loftMesh('pillar', revolveSolid(Float64Array.from(profile), foot, head, slices, grooved));
}

function requirePillar(o: Required<PillarOptions>): void {
  const { height, radius, topRadius, baseRadius, baseHeight, capitalRadius, capitalHeight } = o;
  requireComparable('pillar', { height, radius, topRadius, baseRadius, baseHeight, capitalRadius, capitalHeight });
  requireNotNegative('pillar', { fluteDepth: o.fluteDepth });
  requireInteger('pillar', 'flutes', o.flutes, 0);
  requireInteger('pillar', 'slices', o.slices, 3);
  requireInteger('pillar', 'rings', o.rings, 1);
  requireTriangleCount('pillar', loftTriangleCount(o.rings + 7, o.slices));
  if (o.fluteDepth >= 1) refuse('pillar', `fluteDepth must be smaller than 1, not ${o.fluteDepth}.`);
  if (o.slices < 4 * o.flutes) {
    refuse('pillar', `${o.flutes} flutes need at least ${4 * o.flutes} slices, not ${o.slices}.`);
  }
  if (baseRadius <= radius) refuse('pillar', `baseRadius must be larger than radius (${radius}), not ${baseRadius}.`);
  if (capitalRadius <= topRadius) {
    refuse('pillar', `capitalRadius must be larger than topRadius (${topRadius}), not ${capitalRadius}.`);
  }
  if (baseHeight + capitalHeight >= height) {
    refuse('pillar', `height must be more than baseHeight and capitalHeight together, not ${height}.`);
  }
}
