import type { VolumeTree } from '../../bounds/volume.ts';
import { firstTriangle, LINKS, triangleCount } from '../../bvh/tree.ts';
import { buildHullGraphs, type HullGraphs } from '../../convex/hull-graph.ts';

const known: WeakMap<VolumeTree, HullGraphs> = /* @__PURE__ */ new WeakMap();

/**
 * The convex hull of every node of a tree, hull h for node h; computed on first use. Hulls are not saved: they follow from the
 * corners, they store the ends of climbs, which shared memory must not contain, and they need no validation.
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
