// The boxes around the components of a mesh: a solid can be inside another one only as a whole component.

import type { Mesh } from 'nearmiss';
import { weldedVertices } from './welded-vertices.ts';

/** A part by which boxes are reduced for rounding: the component reaches at least that far. Dimensionless. */
const SHRUNK: number = 1 - 2 ** -46;

/** Six numbers a component: the middle of its box, from `centre`, and half its sides. Corners in the same position are one. */
export function componentBoxes({ positions, triangles }: Mesh, centre: Float64Array): Float64Array {
  const vertices = weldedVertices(positions);
  const parents = vertices.slice();
  const rootOf = (vertex: number): number => {
    let at = vertex;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]];
      at = parents[at];
    }
    return at;
  };
  for (let k = 0; k < triangles.length; k++) {
    const first = rootOf(vertices[triangles[k - (k % 3)]]);
    parents[rootOf(vertices[triangles[k]])] = first;
  }
  const boxes = new Map<number, { low: number[]; high: number[] }>();
  for (const vertex of triangles) {
    const root = rootOf(vertices[vertex]);
    const box = boxes.get(root) ?? { low: [Infinity, Infinity, Infinity], high: [-Infinity, -Infinity, -Infinity] };
    for (let c = 0; c < 3; c++) {
      box.low[c] = Math.min(box.low[c], positions[3 * vertex + c]);
      box.high[c] = Math.max(box.high[c], positions[3 * vertex + c]);
    }
    boxes.set(root, box);
  }
  return Float64Array.from(
    [...boxes.values()].flatMap(({ low, high }) => [
      ...low.map((least, c) => (least + high[c]) / 2 - centre[c]),
      ...low.map((least, c) => ((high[c] - least) / 2) * SHRUNK),
    ]),
  );
}
