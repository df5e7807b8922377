import { buildHullGraphs, type HullGraphs } from '../convex/hull-graph.ts';
import { firstTriangle, nodeCount, type Tree, triangleCount } from './tree.ts';

/** The hull of every node, hull h that of node h. */
export function nodeHulls(tree: Tree): HullGraphs {
  const nodes = nodeCount(tree);
  const firsts = new Int32Array(nodes);
  const counts = new Int32Array(nodes);
  for (let node = 0; node < nodes; node++) {
    firsts[node] = 3 * firstTriangle(tree.links, node);
    counts[node] = 3 * triangleCount(tree.links, node);
  }
  return buildHullGraphs(tree.triangles, firsts, counts);
}
