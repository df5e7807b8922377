// The exact depth of bodies made of few convex patches.
//
// Part P of A, moved by x, overlaps part Q of B while x is inside the convex polytope Q ⊖ P. A free x is outside all of these
// polytopes, so it is beyond some facet of each. Branch and bound chooses the facets: a node of the search has chosen a facet of
// some of the polytopes, and its key is the length of the shortest x beyond those facets (three unknowns and a few planes,
// in-projection.ts). The node with the least key is opened. If its x is inside a polytope, it gets a child for each facet of that
// polytope. If its x is inside none, no free translation is shorter; and if the parts make up the whole solids, x itself is free.
// Keys only grow, so the least key is a lower bound of the depth at any time.
//
// All in the reference frame: displacements of the query body, in its unit.

import { convexHull } from '../../convex/quickhull.ts';
import { MinHeap } from '../../scalar/min-heap.ts';
import { RELATIVE_SCALE } from '../../scalar/pose.ts';
import { UNIT_ROUNDOFF } from '../../scalar/tolerances.ts';
import { length } from './descent.ts';
import { PLANE, projectIn } from './in-projection.ts';
import { faceNormal } from './overlap-side.ts';
import type { Search } from './penetration-search.ts';
import { partsOfBoth, type SolidPart } from './solid-parts.ts';
import { TUNING } from './tuning.ts';

const { MOST_PART_FACES, SAME_FACET, INSIDE_FACETS: INSIDE, MOST_CHOSEN, NODE_COST } = TUNING.lower;

/** Error bound of computed facets, and of the shortest displacement beyond them, in parts of S. */
const FACET_ROUNDING: number = 256 * UNIT_ROUNDOFF;
export interface Obstacle {
  readonly partQ: SolidPart;
  readonly partR: SolidPart;
  /** A ball around it: centre, radius. */
  readonly ball: Float64Array;
  /** PLANE doubles a facet, inside is n·x < c; null until the displacement of a node comes near. */
  facets: Float64Array | null;
}

export interface FacetNode {
  readonly key: number;
  readonly x: Float64Array;
  readonly parent: FacetNode | null;
  readonly obstacle: Obstacle | null;
  readonly facet: number;
  readonly depth: number;
}

export interface FacetSearchEnd {
  /** No translation shorter than this, in world units, is free. */
  readonly lower: number;
  /** The displacement at which the search ended: the parts leave it free. */
  readonly free: FacetNode | null;
}

export class FacetSearch {
  readonly #obstacles: Obstacle[] = [];
  readonly #pose: Float64Array;
  readonly #scale: number;
  readonly #search: Search;
  readonly #chosen: Float64Array = new Float64Array(PLANE * (MOST_CHOSEN + 1));

  /** The workspace of the search's probe is prepared for A in its pose; bodies with more faces than `mostFaces` have no parts. */
  constructor(search: Search, mostFaces: number = MOST_PART_FACES) {
    const { w } = search.probe;
    this.#search = search;
    this.#pose = w.pose.slice();
    this.#scale = w.scale[0];
    const [queryParts, referenceParts] = partsOfBoth(w.queryBody, w.reference, mostFaces);
    for (const partQ of queryParts) {
      for (const partR of referenceParts) {
        this.#obstacles.push({ partQ, partR, ball: this.#ballOf(partQ, partR), facets: null });
      }
    }
  }

  /** Number of pairs of parts. */
  get pairs(): number {
    return this.#obstacles.length;
  }

  /** Opens at most `most` nodes, none with a key beyond the length of the search's best. */
  run(most: number): FacetSearchEnd {
    const { bestLength, frame, probe } = this.#search;
    const limit = bestLength / frame.unit;
    const errorBound = FACET_ROUNDING * this.#scale;
    const queue = new NodeQueue();
    queue.push({ key: 0, x: new Float64Array(3), parent: null, obstacle: null, facet: 0, depth: 0 });
    for (let opened = 0; opened < most && !probe.exhausted; opened++) {
      probe.charge(NODE_COST);
      const node = queue.pop();
      if (node === undefined || node.key >= limit)
        return { lower: Math.max(0, limit - errorBound) * frame.unit, free: null };
      const lower = Math.max(0, node.key - errorBound) * frame.unit;
      const deepest = this.#deepestAround(node.x);
      if (deepest === null) return { lower, free: node };
      if (node.depth === MOST_CHOSEN) return { lower, free: null };
      this.#branch(node, deepest, limit, queue);
    }
    const next = queue.first;
    return { lower: Math.max(0, (next === undefined ? limit : next.key) - errorBound) * frame.unit, free: null };
  }

  /** The displacement of a node, kept off the facets chosen by a margin. */
  displace(node: FacetNode, margin: number, out: Float64Array): boolean {
    return projectIn(this.#chosen, this.#writeChosen(node, 0, margin), out);
  }

  /** Writes the facets that a node has chosen, from slot `first` on; returns the end. */
  #writeChosen(node: FacetNode, first: number, margin: number): number {
    let count = first;
    for (let n: FacetNode | null = node; n?.obstacle != null; n = n.parent) {
      writeBeyond(this.#facetsOf(n.obstacle), n.facet, margin, this.#chosen, PLANE * count++);
    }
    return count;
  }

  /** A child for each facet of `obstacle`. */
  #branch(node: FacetNode, obstacle: Obstacle, limit: number, queue: NodeQueue): void {
    const facets = this.#facetsOf(obstacle);
    const chosen = this.#chosen;
    // The newest facet is tested first: the previous point violates it.
    const count = this.#writeChosen(node, 1, 0);
    for (let facet = 0; facet < facets.length; facet += PLANE) {
      writeBeyond(facets, facet, 0, chosen, 0);
      const x = new Float64Array(3);
      if (!projectIn(chosen, count, x)) continue;
      // A child's key is at least its parent's, except for rounding.
      const key = Math.max(node.key, length(x));
      if (key < limit) queue.push({ key, x, parent: node, obstacle, facet, depth: node.depth + 1 });
    }
  }

  /** The obstacle that x is deepest inside, or null. */
  #deepestAround(x: Float64Array): Obstacle | null {
    let most = INSIDE * this.#scale;
    let deepest: Obstacle | null = null;
    for (const obstacle of this.#obstacles) {
      const { ball } = obstacle;
      const dx = x[0] - ball[0];
      const dy = x[1] - ball[1];
      const dz = x[2] - ball[2];
      const clearance = ball[3] - most;
      if (clearance <= 0 || dx * dx + dy * dy + dz * dz >= clearance * clearance) continue;
      const facets = this.#facetsOf(obstacle);
      let depth = Infinity;
      for (let o = 0; o < facets.length && depth > most; o += PLANE) {
        depth = Math.min(depth, facets[o + 3] - facets[o] * x[0] - facets[o + 1] * x[1] - facets[o + 2] * x[2]);
      }
      if (!(depth > most)) continue;
      most = depth;
      deepest = obstacle;
    }
    return deepest;
  }

  #facetsOf(obstacle: Obstacle): Float64Array {
    obstacle.facets ??= facetsAround(this.#differences(obstacle), 2 * this.#scale);
    return obstacle.facets;
  }

  /** Corners of the reference part less corners of the query body. */
  #differences({ partQ, partR }: Obstacle): Float64Array {
    const pose = this.#pose;
    const scale = pose[RELATIVE_SCALE];
    const a = partQ.body.vertices;
    const b = partR.body.vertices;
    const points = new Float64Array((a.length * b.length) / 3);
    let at = 0;
    for (let i = 0; i < a.length; i += 3) {
      for (let c = 0; c < 3; c++) {
        const own =
          (pose[3 * c] * a[i] + pose[3 * c + 1] * a[i + 1] + pose[3 * c + 2] * a[i + 2]) * scale + pose[9 + c];
        for (let j = 0; j < b.length; j += 3) points[at + j + c] = b[j + c] - own;
      }
      at += b.length;
    }
    return points;
  }

  #ballOf(partQ: SolidPart, partR: SolidPart): Float64Array {
    const pose = this.#pose;
    const scale = pose[RELATIVE_SCALE];
    const a = partQ.ball;
    const out = new Float64Array(4);
    for (let c = 0; c < 3; c++) {
      const own = (pose[3 * c] * a[0] + pose[3 * c + 1] * a[1] + pose[3 * c + 2] * a[2]) * scale + pose[9 + c];
      out[c] = partR.ball[c] - own;
    }
    out[3] = (a[3] * scale + partR.ball[3]) * (1 + INSIDE);
    return out;
  }
}

/** The half-space beyond a facet by a margin, as `projectIn` takes it. */
function writeBeyond(facets: Float64Array, facet: number, margin: number, out: Float64Array, at: number): void {
  for (let k = 0; k < PLANE; k++) out[at + k] = -facets[facet + k];
  out[at + 3] -= margin;
}

/**
 * The facets of the convex hull of points, each once. No point exceeds their bounds. Every x outside the hull and within `farthest`
 * of the origin exceeds at least one of them.
 */
function facetsAround(points: Float64Array, farthest: number): Float64Array {
  const { triangles } = convexHull(points);
  const facets: number[] = [];
  const normal = new Float64Array(3);
  for (let t = 0; t < triangles.length; t += 3) {
    if (faceNormal(points, triangles, t / 3, normal)) addFacet(facets, points, normal, farthest);
  }
  return Float64Array.from(facets);
}

/**
 * Adds a facet. If its normal n is nearly that of an earlier facet, m, it is merged: a point beyond n·x = c is beyond m·x = c − |n
 * − m||x|, so the bound of m is lowered to this. Otherwise points between the two planes would count as inside.
 */
function addFacet(facets: number[], points: Float64Array, [x, y, z]: Float64Array, farthest: number): void {
  let reach = -Infinity;
  for (let p = 0; p < points.length; p += 3)
    reach = Math.max(reach, points[p] * x + points[p + 1] * y + points[p + 2] * z);
  for (let o = 0; o < facets.length; o += PLANE) {
    const dx = facets[o] - x;
    const dy = facets[o + 1] - y;
    const dz = facets[o + 2] - z;
    const off = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (off > SAME_FACET) continue;
    facets[o + 3] = Math.min(facets[o + 3], reach - off * farthest);
    return;
  }
  facets.push(x, y, z, reach);
}

/** The queue of nodes, the least key first. A node that is removed keeps its slot: most have children, which refer to them. */
class NodeQueue {
  readonly #nodes: FacetNode[] = [];
  readonly #heap: MinHeap = new MinHeap(64);
  readonly #key: Float64Array = new Float64Array(1);

  /** The node of least key. */
  get first(): FacetNode | undefined {
    return this.#heap.count === 0 ? undefined : this.#nodes[this.#heap.items[0]];
  }

  push(node: FacetNode): void {
    this.#key[0] = node.key;
    this.#heap.push(this.#key, 0, this.#nodes.push(node) - 1, 0);
  }

  /** Removes the node of least key. */
  pop(): FacetNode | undefined {
    const { first } = this;
    if (first !== undefined) this.#heap.pop();
    return first;
  }
}
