import type { VolumeKind } from '../bounds/volume.ts';
import { firstTriangle, nodeCount, type Tree, triangleCount } from './tree.ts';

/**
 * Fits one volume to every node, each directly to its triangles, so that a parent is as tight as a leaf. Also the refit:
 * after the corners of a tree have moved, the same call puts fitting volumes on the old topology.
 */
export function fitVolumes(tree: Tree, kind: VolumeKind, out?: Float64Array): Float64Array {
  const nodes = nodeCount(tree);
  const volumes = out ?? new Float64Array(kind.stride * nodes);
  const { links, triangles } = tree;
  for (let node = 0; node < nodes; node++) {
    kind.fit(triangles, firstTriangle(links, node), triangleCount(links, node), volumes, kind.stride * node);
  }
  return volumes;
}
