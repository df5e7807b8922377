import type { Mesh } from '../mesh/mesh.ts';
import { requireInteger, requirePositive, requireTriangleCount, resolveParameters } from './parameters.ts';
import { SurfaceBuilder } from './surface-builder.ts';

/** Options of {@link box}. */
export interface BoxOptions {
  /** Extents along x, y and z. */
  readonly size?: readonly [number, number, number];
  /** Each of the six sides is split into segments × segments rectangles: 12·segments² triangles. */
  readonly segments?: number;
}

/** Defaults of {@link BoxOptions}. */
export const BOX_DEFAULTS: Readonly<Required<BoxOptions>> = Object.freeze({
  size: Object.freeze([1, 1, 1] as const),
  segments: 1,
});

/**
 * A box about the origin, from −size/2 to size/2.
 *
 * @example
 * console.log(checkMesh(box()).closed); // true
 */
export function box(options: BoxOptions = BOX_DEFAULTS): Mesh {
  const { size, segments } = resolveParameters('box', BOX_DEFAULTS, options);
  return boxMesh('box', size, segments);
}

/** Options of {@link plate}. */
export interface PlateOptions {
  /** Extents along x, y and z. */
  readonly size?: readonly [number, number, number];
  /** Each of the six sides is split into segments × segments rectangles: 12·segments² triangles. */
  readonly segments?: number;
}

/** Defaults of {@link PlateOptions}. */
export const PLATE_DEFAULTS: Readonly<Required<PlateOptions>> = Object.freeze({
  size: Object.freeze([1, 1, 0.02] as const),
  segments: 1,
});

/**
 * A thin box about the origin, flat in z.
 *
 * @example
 * console.log(checkMesh(plate()).closed); // true
 */
export function plate(options: PlateOptions = PLATE_DEFAULTS): Mesh {
  const { size, segments } = resolveParameters('plate', PLATE_DEFAULTS, options);
  return boxMesh('plate', size, segments);
}

function boxMesh(shape: string, size: readonly [number, number, number], segments: number): Mesh {
  const n = segments;
  requirePositive(shape, { 'size[0]': size[0], 'size[1]': size[1], 'size[2]': size[2] });
  requireInteger(shape, 'segments', n, 1);
  requireTriangleCount(shape, 12 * n * n);
  const surface = new SurfaceBuilder(6 * n * n + 2, 12 * n * n);
  addLatticePoints(surface, size, n);

  const at = [0, 0, 0];
  const corner = (axis: number, u: number, v: number): number => {
    at[(axis + 1) % 3] = u;
    at[(axis + 2) % 3] = v;
    return latticeNumber(n, at[0], at[1], at[2]);
  };
  for (let axis = 0; axis < 3; axis++) {
    for (let u = 0; u < n; u++) {
      for (let v = 0; v < n; v++) {
        at[axis] = 0;
        surface.quad(corner(axis, u, v), corner(axis, u, v + 1), corner(axis, u + 1, v + 1), corner(axis, u + 1, v));
        at[axis] = n;
        surface.quad(corner(axis, u, v), corner(axis, u + 1, v), corner(axis, u + 1, v + 1), corner(axis, u, v + 1));
      }
    }
  }
  return surface.build(shape);
}

/** Adds the surface points of an n × n × n lattice in the order of `latticeNumber`. */
function addLatticePoints(surface: SurfaceBuilder, size: readonly [number, number, number], n: number): void {
  const add = (i: number, j: number, k: number): void => {
    surface.vertex((i / n - 0.5) * size[0], (j / n - 0.5) * size[1], (k / n - 0.5) * size[2]);
  };
  const addLayer = (k: number): void => {
    for (let j = 0; j <= n; j++) for (let i = 0; i <= n; i++) add(i, j, k);
  };
  addLayer(0);
  for (let k = 1; k < n; k++) {
    for (let i = 0; i < n; i++) add(i, 0, k);
    for (let j = 0; j < n; j++) add(n, j, k);
    for (let i = n; i > 0; i--) add(i, n, k);
    for (let j = n; j > 0; j--) add(0, j, k);
  }
  addLayer(n);
}

/** Number of a lattice point on the surface: the bottom layer, the rims of the layers between, the top layer. */
function latticeNumber(n: number, i: number, j: number, k: number): number {
  const layer = (n + 1) * (n + 1);
  if (k === 0) return j * (n + 1) + i;
  if (k === n) return layer + 4 * n * (n - 1) + j * (n + 1) + i;
  const rim = layer + 4 * n * (k - 1);
  if (j === 0) return rim + i;
  if (i === n) return rim + n + j;
  if (j === n) return rim + 3 * n - i;
  return rim + 4 * n - j;
}
