import type { Mesh } from '../mesh/mesh.ts';
import { cellSurface } from './cell-surface.ts';
import { refuse, requireInteger, requirePositive, requireTriangleCount, resolveParameters } from './parameters.ts';

/** Options of {@link grate}. */
export interface GrateOptions {
  /** Extents along x, y and z. */
  readonly size?: readonly [number, number, number];
  /** Holes along x and along y, at least 1 each. */
  readonly holes?: readonly [number, number];
  /** Width of the bars between and around the holes. */
  readonly bar?: number;
}

/** Defaults of {@link GrateOptions}. */
export const GRATE_DEFAULTS: Readonly<Required<GrateOptions>> = Object.freeze({
  size: Object.freeze([1, 1, 0.1] as const),
  holes: Object.freeze([4, 4] as const),
  bar: 0.05,
});

/**
 * A plate about the origin, flat in z, with a grid of equal rectangular holes through it. Its genus is their number.
 *
 * @example
 * console.log(checkMesh(grate()).closed); // true
 */
export function grate(options: GrateOptions = GRATE_DEFAULTS): Mesh {
  const { size, holes, bar } = resolveParameters('grate', GRATE_DEFAULTS, options);
  requirePositive('grate', { 'size[0]': size[0], 'size[1]': size[1], 'size[2]': size[2], bar });
  const [nx, ny] = holes;
  requireInteger('grate', 'holes[0]', nx, 1);
  requireInteger('grate', 'holes[1]', ny, 1);
  const columns = 2 * nx + 1;
  const rows = 2 * ny + 1;
  const faces = 2 * (columns * rows - nx * ny) + 2 * (columns + rows) + 4 * nx * ny;
  requireTriangleCount('grate', 2 * faces);
  const xs = barEdges(size[0], nx, bar);
  const ys = barEdges(size[1], ny, bar);
  const zs = Float64Array.of(-size[2] / 2, size[2] / 2);
  return cellSurface('grate', xs, ys, zs, (i, j) => i % 2 === 0 || j % 2 === 0);
}

/** Where bars and holes begin along one side: bar, hole, bar, …, bar. */
function barEdges(length: number, holes: number, bar: number): Float64Array {
  const hole = (length - (holes + 1) * bar) / holes;
  if (!(hole > 0)) refuse('grate', `${holes + 1} bars of width ${bar} leave no space for holes in ${length}.`);
  const edges = new Float64Array(2 * holes + 2);
  for (let i = 0; i <= holes; i++) {
    const left = i * (bar + hole) - length / 2;
    edges[2 * i] = left;
    edges[2 * i + 1] = left + bar;
  }
  edges[2 * holes + 1] = length / 2;
  return edges;
}
