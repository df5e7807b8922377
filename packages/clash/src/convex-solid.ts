import type { Model } from 'nearmiss';
import { isConvex } from 'nearmiss/convex';
import { cornerNumbers } from './corner-numbers.ts';

const known = new WeakMap<Model, boolean>();

/**
 * Whether a mesh is the boundary of a convex body, once. A mesh whose faces lie in the boundary of their own hull may go around it several times, as
 * one that has each of its faces twice; a single layer is a sphere, of which Euler's formula gives the number of faces. (Each further layer has faces
 * of its own, and corners that the hull needs are in all of them.)
 */
export function isConvexSolid(model: Model): boolean {
  let answer = known.get(model);
  if (answer === undefined) {
    answer = isConvex(model) && isSphere(model);
    known.set(model, answer);
  }
  return answer;
}

function isSphere(model: Model): boolean {
  const corners = cornerNumbers(model);
  const vertices = new Set<number>();
  let faces = 0;
  for (let k = 0; k < corners.length; k += 3) {
    const [p, q, r] = [corners[k], corners[k + 1], corners[k + 2]];
    if (p === q || q === r || r === p) continue;
    faces++;
    vertices.add(p).add(q).add(r);
  }
  return faces === 2 * vertices.size - 4;
}
