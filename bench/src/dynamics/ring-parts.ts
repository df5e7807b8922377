// Rings as convex parts and as medial enclosures, and how far each is from the ring: its shape error.

import { closestPoint, contains, type Mesh, Model } from 'nearmiss';
import { hull } from 'nearmiss/convex';
import { medialAxis } from 'nearmiss/medial';

/** Convex parts of a ring. */
export const PARTS = 12;
/** Points a side of a face at which the parts are measured. */
const POINTS = 8;

/** The vertices of a torus about the z axis by convex parts; neighbours share those between them. */
export function ringParts({ positions }: Mesh): Float64Array[] {
  const points = Array.from({ length: positions.length / 3 }, (_, k) => [...positions.slice(3 * k, 3 * k + 3)]);
  const angle = ([x, y]: readonly number[]): number => (Math.atan2(y, x) + 2 * Math.PI) % (2 * Math.PI);
  const width = (2 * Math.PI) / PARTS;
  return Array.from({ length: PARTS }, (_, part) => {
    const inPart = points.filter((point) => {
      const from = (angle(point) - part * width + 2 * Math.PI + 1e-9) % (2 * Math.PI);
      return from <= width + 2e-9;
    });
    return Float64Array.from(inPart.flat());
  });
}

/** The largest distance found of a point of the parts' hulls outside the ring. */
export function partsError(mesh: Mesh): number {
  const ring = Model.build(mesh);
  let worst = 0;
  for (const points of ringParts(mesh)) {
    const { positions, triangles } = hull(points).mesh;
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => positions.slice(3 * triangles[t + k], 3 * triangles[t + k] + 3));
      for (let u = 0; u <= POINTS; u++) {
        for (let v = 0; u + v <= POINTS; v++) {
          const point = [0, 1, 2].map((d) => a[d] + ((b[d] - a[d]) * u + (c[d] - a[d]) * v) / POINTS);
          if (contains(ring, {}, point).status === 'inside') continue;
          worst = Math.max(worst, closestPoint(ring, {}, point).upper);
        }
      }
    }
  }
  return worst;
}

/** A proven bound of the distance of points of the medial enclosure, with as many primitives, from the ring. */
export function medialError(model: Model): number {
  const { dilation, overhangBound } = medialAxis(model);
  return dilation + overhangBound;
}
