import type { Model } from '../../model/model.ts';
import { writeFaceNormal } from '../../primitive/face-normal.ts';

const known = new WeakMap<Model, Float64Array>();

/** The centroid of a model's surface, relative to the origin of its frame and in its unit; computed on first use. */
export function centroidOf(model: Model): Float64Array {
  let centroid = known.get(model);
  if (centroid === undefined) {
    centroid = surfaceCentroid(model.tree.triangles);
    known.set(model, centroid);
  }
  return centroid;
}

function surfaceCentroid(triangles: Float64Array): Float64Array {
  const normal = new Float64Array(3);
  const sum = new Float64Array(3);
  let areas = 0;
  for (let i = 0; i < triangles.length; i += 9) {
    writeFaceNormal(triangles, i, normal, 0);
    const area = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    areas += area;
    for (let k = 0; k < 3; k++) sum[k] += (area * (triangles[i + k] + triangles[i + 3 + k] + triangles[i + 6 + k])) / 3;
  }
  // A mesh without area uses the origin of its frame.
  for (let k = 0; k < 3; k++) sum[k] = areas > 0 ? sum[k] / areas : 0;
  return sum;
}
