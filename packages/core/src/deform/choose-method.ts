// Subdivision of space sorts the faces in the overlap regions again each time. Trees are fitted to all faces, and a search then
// costs less. So the faster method depends on the share of the bodies that is in the regions, and a sample of the vertices
// estimates it cheaply. The plot in docs/lab/deforming.md has the times of both.

import type { DeformingMesh } from './deforming-mesh.ts';
import type { SubdivisionOptions } from './face-octree.ts';
import type { BodyOverlap } from './overlap-regions.ts';

/** From this share on trees are faster. Dimensionless; measured. */
const TREE_SHARE = 0.22;
/** One vertex in this many is tested. */
const SAMPLE = 8;

export function chooseMethod(
  bodies: readonly DeformingMesh[],
  overlaps: readonly BodyOverlap[],
  { kind, parts, clip, depth, root }: SubdivisionOptions,
): 'octree' | 'bintree' | 'refit' {
  // Parts, clipping, a depth or a root are options of subdivision only.
  if (parts > 1 || clip || depth !== 'auto' || root !== null) return kind;
  let inside = 0;
  let all = 0;
  for (const { a, b, region } of overlaps) {
    for (const { positions } of [bodies[a], bodies[b]]) {
      inside += countInside(positions, region);
      all += Math.ceil(positions.length / (3 * SAMPLE));
    }
  }
  if (inside <= TREE_SHARE * all) return kind;
  let isWanted = true;
  // Each body counts the request, even if an earlier one has declined.
  for (const { a, b } of overlaps) for (const body of [a, b]) isWanted = bodies[body].wantsTree() && isWanted;
  return isWanted ? 'refit' : kind;
}

function countInside(positions: Float64Array, region: Float64Array): number {
  const [lowX, lowY, lowZ, highX, highY, highZ] = region;
  let inside = 0;
  for (let k = 0; k < positions.length; k += 3 * SAMPLE) {
    const x = positions[k];
    const y = positions[k + 1];
    const z = positions[k + 2];
    if (x >= lowX && x <= highX && y >= lowY && y <= highY && z >= lowZ && z <= highZ) inside++;
  }
  return inside;
}
