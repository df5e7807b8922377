import type { VolumeTree } from '../../bounds/volume.ts';
import { firstTriangle, LINKS, triangleCount } from '../../bvh/tree.ts';
import { buildHullGraphs, type HullGraphs } from '../../convex/hull-graph.ts';

const known: WeakMap<VolumeTree, HullGraphs> = /* @__PURE__ */ new WeakMap();

/**
 * The convex hull of every node of a tree, hull h that of node h; made when first asked for. Hulls are not saved: they follow from the
 * corners, they remember where climbs ended, which shared memory must not, and what is not read need not be checked.
 */
export function nodeHulls(tree: VolumeTree): HullGraphs {
  let hulls = known.get(tree);
  if (hulls === undefined) {
    hulls = buildHulls(tree);
    known.set(tree, hulls);
  }
  return hulls;
}

function buildHulls({ links, triangles }: VolumeTree): HullGraphs {
  const nodes = links.length / LINKS;
  const firsts = new Int32Array(nodes);
  const counts = new Int32Array(nodes);
  for (let node = 0; node < nodes; node++) {
    firsts[node] = 3 * firstTriangle(links, node);
    counts[node] = 3 * triangleCount(links, node);
  }
  return buildHullGraphs(triangles, firsts, counts);
}
