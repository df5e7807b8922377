import { aabbFit } from '../bounds/aabb.ts';
import { fitDisc } from '../bounds/disc.ts';
import type { VolumeFit } from '../bounds/volume.ts';
import { fitBoxes } from './fit-boxes.ts';
import { fitDiscs } from './fit-discs.ts';
import { TILE_ROUNDING, tileCorners } from './tiles.ts';
import { firstTriangle, nodeCount, type Tree, triangleCount } from './tree.ts';

/**
 * Fits one volume to every node, each to its triangles, so that a parent is as tight as a leaf. Also the refit:
 * after the corners of a tree have moved, the same call puts fitting volumes on the old topology.
 */
export function fitVolumes(tree: Tree, kind: VolumeFit, out?: Float64Array): Float64Array {
  const nodes = nodeCount(tree);
  const volumes = out ?? new Float64Array(kind.stride * nodes);
  const { links, triangles, tiles } = tree;
  const corners = tiles === undefined ? triangles : tileCorners(triangles, tiles);
  if (kind.fit === fitDisc) fitDiscs(links, corners, volumes);
  else if (kind.fit === aabbFit.fit) fitBoxes(links, corners, volumes);
  else {
    for (let node = 0; node < nodes; node++) {
      kind.fit(corners, firstTriangle(links, node), triangleCount(links, node), volumes, kind.stride * node);
    }
  }
  if (tiles !== undefined) {
    const margin = TILE_ROUNDING * largestCoordinate(triangles);
    for (let node = 0; node < nodes; node++) kind.inflate(volumes, kind.stride * node, margin);
  }
  return volumes;
}

function largestCoordinate(triangles: Float64Array): number {
  let largest = 0;
  for (const x of triangles) largest = Math.max(largest, Math.abs(x));
  return largest;
}
