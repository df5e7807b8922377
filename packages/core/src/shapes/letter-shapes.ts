import type { Mesh } from '../mesh/mesh.ts';
import { refuse, requirePositive, resolveParameters } from './parameters.ts';
import { extrude } from './prism.ts';

/** Options of {@link lShape}. */
export interface LShapeOptions {
  /** Extents along x, y and z. */
  readonly size?: readonly [number, number, number];
  /** Width of both arms; smaller than the extents along x and y. */
  readonly arm?: number;
}

/** Defaults of {@link LShapeOptions}. */
export const L_SHAPE_DEFAULTS: Readonly<Required<LShapeOptions>> = Object.freeze({
  size: Object.freeze([1, 1, 0.3] as const),
  arm: 0.3,
});

/**
 * An L in the x-y plane, extruded along z; its bounding box is centred at the origin.
 *
 * @example
 * console.log(checkMesh(lShape()).closed); // true
 */
export function lShape(options: LShapeOptions = L_SHAPE_DEFAULTS): Mesh {
  const { size, arm } = resolveParameters('l-shape', L_SHAPE_DEFAULTS, options);
  requireArm('l-shape', size, arm, Math.min(size[0], size[1]));
  const x = size[0] / 2;
  const y = size[1] / 2;
  return extrude('l-shape', Float64Array.of(-x, -y, x, -y, x, arm - y, arm - x, arm - y, arm - x, y, -x, y), size[2]);
}

/** Options of {@link uShape}. */
export interface UShapeOptions {
  /** Extents along x, y and z. */
  readonly size?: readonly [number, number, number];
  /** Width of the three arms; smaller than half the extent along x and than that along y. */
  readonly arm?: number;
}

/** Defaults of {@link UShapeOptions}. */
export const U_SHAPE_DEFAULTS: Readonly<Required<UShapeOptions>> = Object.freeze({
  size: Object.freeze([1, 1, 0.3] as const),
  arm: 0.25,
});

/**
 * A U in the x-y plane, open towards +y, extruded along z; its bounding box is centred at the origin.
 *
 * @example
 * console.log(checkMesh(uShape()).closed); // true
 */
export function uShape(options: UShapeOptions = U_SHAPE_DEFAULTS): Mesh {
  const { size, arm } = resolveParameters('u-shape', U_SHAPE_DEFAULTS, options);
  requireArm('u-shape', size, arm, Math.min(size[0] / 2, size[1]));
  const x = size[0] / 2;
  const y = size[1] / 2;
  const right = [x, -y, x, y, x - arm, y, x - arm, arm - y];
  const left = [arm - x, arm - y, arm - x, y, -x, y, -x, -y];
  return extrude('u-shape', Float64Array.of(...right, ...left), size[2]);
}

function requireArm(shape: string, size: readonly [number, number, number], arm: number, limit: number): void {
  requirePositive(shape, { 'size[0]': size[0], 'size[1]': size[1], 'size[2]': size[2], arm });
  if (arm >= limit) refuse(shape, `arm must be smaller than ${limit}, not ${arm}.`);
}
