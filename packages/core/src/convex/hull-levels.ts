// Simpler hulls for a body with many vertices, coarse to fine, for marching that starts far away (Ehmann & Lin, "Accelerated
// proximity queries between convex polyhedra by multi-level Voronoi marching", IROS 2000; the nesting is that of Dobkin &
// Kirkpatrick, "Determining the separation of preprocessed polyhedra", 1990).
//
// A level keeps an independent set of the finer one's vertices that no other could join: no two kept are neighbours, and
// each one dropped has a neighbour that is kept. So levels shrink by a factor of three to four, and what is nearest on one
// is a step or two from what is nearest on the next. Kept vertices are extreme still; every level lies within the finer.

import { buildConvexBody, type ConvexBody } from './convex-body.ts';

/** Vertices of a body that is simple enough. */
const COARSEST = 16;

/** The body, with its coarser levels. */
export function withLevels(body: ConvexBody): ConvexBody {
  const coarser: ConvexBody[] = [];
  for (let finer = body; finer.vertexCount > COARSEST; finer = coarser[coarser.length - 1]) {
    const kept = independentVertices(finer);
    const points = Float64Array.from({ length: 3 * kept.length }, (_, k) => {
      return finer.vertices[3 * kept[Math.floor(k / 3)] + (k % 3)];
    });
    const level = buildConvexBody(points);
    coarser.push({ ...level, source: level.source.map((i) => kept[i]) });
  }
  return { ...body, coarser };
}

/** Greedy, those with few neighbours first: the tip of a cone would otherwise stand for all of it. Ascending. */
function independentVertices({ vertexCount, neighbourStart, neighbours }: ConvexBody): Uint32Array {
  const degree = (v: number): number => neighbourStart[v + 1] - neighbourStart[v];
  const order = Uint32Array.from({ length: vertexCount }, (_, v) => v).sort((v, w) => degree(v) - degree(w) || v - w);
  const isTaken = new Uint8Array(vertexCount);
  return order
    .filter((v) => {
      if (isTaken[v] === 1) return false;
      for (const w of neighbours.subarray(neighbourStart[v], neighbourStart[v + 1])) isTaken[w] = 1;
      return true;
    })
    .sort();
}
