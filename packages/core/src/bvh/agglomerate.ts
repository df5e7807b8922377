// Bottom-up building: pairs of clusters with a small common sphere are merged until one is left.
//
// Repeatedly merging the best of all pairs gives the best trees (Walter et al., "Fast agglomerative clustering for rendering",
// 2008) but needs a dynamic search structure. This is the method of Meister and Bittner ("Parallel locally-ordered clustering",
// 2018): clusters are kept in the order of a space-filling curve. Each searches for its best partner among WINDOW neighbours on
// either side. All pairs that chose each other are merged at once and keep the slot of the first. A round costs WINDOW tests a
// cluster and merges about a third of them, so all rounds together take O(n · WINDOW).
//
// Departure: which of equally good partners is chosen. Pairs are ordered by cost, then "clusters 2k and 2k + 1 first",
// then by distance along the order, then by slot. The best pair in this order chose each other, so every round merges;
// and coincident triangles, whose costs are all alike, merge pairwise instead of one a round.

import type { ClusterSpheres } from './cluster-spheres.ts';

/** Binary trees over elements 0 … n − 1; merged clusters are numbered from n on. */
export interface Forest {
  /** Two clusters each, or −1 for an element. */
  readonly children: Int32Array;
  /** Number of elements below each cluster. */
  readonly sizes: Int32Array;
  /** Number of clusters so far, elements included. */
  count: number;
}

/** Neighbours tested on either side: 32 instead of 16 save 3 to 14 % of the volume tests (docs/lab/volumes-sphere-trees.md). */
const WINDOW = 32;

/**
 * Rounds in which partners are chosen. A regular input of a billion triangles needs fewer. Sizes that grow exponentially merge one
 * pair a round and would make a list. After these rounds neighbours in the order are merged, which halves their number each time.
 */
const FREE_ROUNDS = 48;

export function createForest(elements: number): Forest {
  const children = new Int32Array(2 * (2 * elements - 1)).fill(-1);
  const sizes = new Int32Array(2 * elements - 1).fill(1, 0, elements);
  return { children, sizes, count: elements };
}

/**
 * Merges the clusters `members`, given in spatial order, to one and returns it. Its height above the highest of them
 * is at most FREE_ROUNDS + ⌈log₂ of their number⌉.
 */
export function agglomerate(forest: Forest, spheres: ClusterSpheres, members: ArrayLike<number>): number {
  const { children, sizes } = forest;
  const clusters = Int32Array.from(members);
  const partners = new Int32Array(clusters.length);
  const costs = new Float64Array(clusters.length);
  let active = clusters.length;
  for (let round = 0; active > 1; round++) {
    if (round < FREE_ROUNDS) choosePartners(spheres, clusters, active, partners, costs);
    else for (let i = 0; i < active; i++) partners[i] = i ^ 1;
    let kept = 0;
    for (let i = 0; i < active; i++) {
      const j = partners[i];
      const agreed = j < active && partners[j] === i;
      if (agreed && j < i) continue;
      let cluster = clusters[i];
      if (agreed) {
        const other = clusters[j];
        cluster = forest.count++;
        children[2 * cluster] = clusters[i];
        children[2 * cluster + 1] = other;
        sizes[cluster] = sizes[clusters[i]] + sizes[other];
        spheres.merge(clusters[i], other, cluster);
      }
      clusters[kept++] = cluster;
    }
    active = kept;
  }
  return clusters[0];
}

function choosePartners(
  spheres: ClusterSpheres,
  clusters: Int32Array,
  active: number,
  partners: Int32Array,
  costs: Float64Array,
): void {
  partners.fill(-1, 0, active);
  for (let i = 0; i < active; i++) {
    const end = Math.min(i + WINDOW + 1, active);
    for (let j = i + 1; j < end; j++) {
      const cost = spheres.cost(clusters[i], clusters[j]);
      if (isBetter(cost, i, j, costs, partners)) {
        costs[i] = cost;
        partners[i] = j;
      }
      if (isBetter(cost, j, i, costs, partners)) {
        costs[j] = cost;
        partners[j] = i;
      }
    }
  }
}

/** Whether j is a better partner of i than its current one: one order over all pairs, the same for both clusters of a pair. */
function isBetter(cost: number, i: number, j: number, costs: Float64Array, partners: Int32Array): boolean {
  const present = partners[i];
  if (present < 0 || cost < costs[i]) return true;
  if (cost > costs[i] || present === (i ^ 1)) return false;
  if (j === (i ^ 1)) return true;
  const farther = Math.abs(j - i) - Math.abs(present - i);
  return farther < 0 || (farther === 0 && j < present);
}
