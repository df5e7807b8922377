// Simpler hulls for a body with many vertices, coarse to fine, for marching that starts far away (Ehmann & Lin, "Accelerated
// proximity queries between convex polyhedra by multi-level Voronoi marching", IROS 2000; the nesting is that of Dobkin &
// Kirkpatrick, "Determining the separation of preprocessed polyhedra", 1990).
//
// A level keeps a maximal independent set of the finer level's vertices: no two kept are neighbours, and each dropped vertex has a
// neighbour that is kept. So levels shrink by a factor of three to four, and the nearest feature on one level is a step or two from
// that on the next. Kept vertices remain extreme; every level lies within the finer one.

import { buildConvexBody, type ConvexBody } from './convex-body.ts';

/** Number of vertices at which a body is simple enough. */
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

/** Greedy, vertices with few neighbours first: otherwise the apex of a cone would represent all of it. Ascending. */
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
