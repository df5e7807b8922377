// Which feature of a triangle a point of it is on.

import { UNIT_ROUNDOFF } from '../../scalar/tolerances.ts';
import type { FeatureKind } from './listed-pairs.ts';

/** Barycentric coordinates below this are rounding: the point is on the opposite edge. Dimensionless. */
const ON_EDGE: number = 2 ** 14 * UNIT_ROUNDOFF;

/** The feature of the triangle t[i…] that the point p[o…], one of its points to rounding, is on. */
export function featureKindOf(t: Float64Array, i: number, p: Float64Array, o: number): FeatureKind {
  const ux = t[i + 3] - t[i];
  const uy = t[i + 4] - t[i + 1];
  const uz = t[i + 5] - t[i + 2];
  const vx = t[i + 6] - t[i];
  const vy = t[i + 7] - t[i + 1];
  const vz = t[i + 8] - t[i + 2];
  const wx = p[o] - t[i];
  const wy = p[o + 1] - t[i + 1];
  const wz = p[o + 2] - t[i + 2];
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const wu = wx * ux + wy * uy + wz * uz;
  const wv = wx * vx + wy * vy + wz * vz;
  const area = uu * vv - uv * uv;
  if (!(area > 0)) return 'edge';
  const b = (vv * wu - uv * wv) / area;
  const c = (uu * wv - uv * wu) / area;
  const zeros = [1 - b - c, b, c].filter((x) => x <= ON_EDGE).length;
  return zeros === 0 ? 'face' : zeros === 1 ? 'edge' : 'vertex';
}
