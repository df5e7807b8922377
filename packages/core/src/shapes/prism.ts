import type { Mesh } from '../mesh/mesh.ts';
import { refuse, requirePositive, resolveParameters } from './parameters.ts';
import { SurfaceBuilder } from './surface-builder.ts';
import { isSimplePolygon, MAX_OUTLINE_POINTS, polygonDirection, triangulatePolygon } from './triangulate-polygon.ts';

/** Options of {@link prism}. */
export interface PrismOptions {
  /** Corners of a simple polygon, x₀, y₀, x₁, y₁, …, in either direction; at most 2,048 of them. */
  readonly outline?: readonly number[];
  /** Along z. */
  readonly height?: number;
}

/** Defaults of {@link PrismOptions}. */
export const PRISM_DEFAULTS: Readonly<Required<PrismOptions>> = Object.freeze({
  outline: Object.freeze([-0.5, -0.5, 0.5, -0.5, 0, 0.5]),
  height: 1,
});

/**
 * The polygon, where it lies in the x-y plane, extruded from z = −height/2 to height/2: 4·corners − 4 triangles.
 *
 * @example
 * console.log(checkMesh(prism()).closed); // true
 */
export function prism(options: PrismOptions = PRISM_DEFAULTS): Mesh {
  const { outline, height } = resolveParameters('prism', PRISM_DEFAULTS, options, ['outline']);
  requirePositive('prism', { height });
  const corners = outline.length / 2;
  if (!Number.isInteger(corners) || corners < 3 || corners > MAX_OUTLINE_POINTS) {
    refuse('prism', `outline must be 3 to ${MAX_OUTLINE_POINTS} pairs of numbers, not ${outline.length} numbers.`);
  }
  let polygon = Float64Array.from(outline);
  if (!isSimplePolygon(polygon)) refuse('prism', 'the outline crosses or touches itself.');
  if (polygonDirection(polygon) < 0) polygon = reversed(polygon);
  return extrude('prism', polygon, height);
}

/** The prism over a simple counter-clockwise polygon (x₀, y₀, x₁, y₁, …), from z = −height/2 to height/2. */
export function extrude(shape: string, polygon: Float64Array, height: number): Mesh {
  const n = polygon.length / 2;
  const caps = triangulatePolygon(shape, polygon);
  const surface = new SurfaceBuilder(2 * n, 4 * n - 4);
  for (let i = 0; i < n; i++) surface.vertex(polygon[2 * i], polygon[2 * i + 1], -height / 2);
  for (let i = 0; i < n; i++) surface.vertex(polygon[2 * i], polygon[2 * i + 1], height / 2);
  for (let i = 0; i < n; i++) {
    const right = (i + 1) % n;
    surface.quad(i, right, n + right, n + i);
  }
  for (let at = 0; at < caps.length; at += 3) {
    const [a, b, c] = caps.slice(at, at + 3);
    surface.triangle(c, b, a);
    surface.triangle(n + a, n + b, n + c);
  }
  return surface.build(shape);
}

function reversed(polygon: Float64Array): Float64Array<ArrayBuffer> {
  const n = polygon.length / 2;
  const out = new Float64Array(2 * n);
  for (let i = 0; i < n; i++) {
    out[2 * i] = polygon[2 * (n - 1 - i)];
    out[2 * i + 1] = polygon[2 * (n - 1 - i) + 1];
  }
  return out;
}
