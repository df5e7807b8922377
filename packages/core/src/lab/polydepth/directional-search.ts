// Translational continuous collision detection by PolyDepth (Je, Tang, Lee, Lee, Kim 2012, §4.2): how far the query body can move
// along a direction before it touches the reference body, the minimal directional distance (MDD).
//
// Both trees of rectangle-swept spheres are searched together, as for the Euclidean distance, with the MDD of two nodes instead.
// Conservative advancement gives that of two volumes or two triangles (Eq. 6): at the distance d along n, the bodies may advance by
// d / (v·n), repeatedly. Every step is a lower bound for any n, because the slab between the two separates them: if v·n is not
// positive they never touch.
//
// Departures:
// - Triangles count as touching at a gap, so that the end is free. Volumes are advanced until a step is short for their size; the
//   paper does not state when it stops there.
// - The pair with the least MDD is opened first, the larger volume of the two.
//
// Plain doubles, in the reference frame: the caller confirms the result by the exact test.

import { rssVolume } from '../../bounds/rss.ts';
import { openLarger } from '../../bvh/open-nodes.ts';
import { FIRST_CHILD, FIRST_TRIANGLE, LINKS, TRIANGLE_COUNT } from '../../bvh/tree.ts';
import {
  distanceTriangleTriangle,
  WITNESS_LIMIT,
  WITNESS_SIZE,
  WITNESS_SQ,
} from '../../primitive/triangle-triangle-distance.ts';
import { PairQueue } from '../../query/advance/pair-queue.ts';
import { moveVolumeOf } from '../../query/moved-volumes.ts';
import { openedNodes } from '../../query/opened-nodes.ts';
import { moveLeaf, TRIANGLE_TESTS, VOLUME_TESTS, type Workspace } from '../../query/workspace.ts';
import { writeRectangleDirection } from './rectangle-direction.ts';

const RSS = rssVolume;
/** Position of the radius in a rectangle-swept sphere. */
const RADIUS = 14;
/** Number of steps after which the search gives up on an approach that is too flat to end: the bound still holds. */
const MOST_STEPS = 64;
/** Two volumes are advanced until a step is shorter than this part of their radii. */
const SHORT_STEP = 0.25;

export class DirectionalSearch {
  /** Pairs of volumes or triangles whose MDD was computed. */
  measured = 0;
  /** Steps of conservative advancement that took: the paper counts 1.7 a pair (§6.5). */
  steps = 0;
  readonly #queue = new PairQueue();
  readonly #bound = new Float64Array(1);
  /** The largest distance, and the gap at which to stop. */
  readonly #asked = new Float64Array(2);
  readonly #normal = new Float64Array(3);
  readonly #volume = new Float64Array(RSS.stride);
  readonly #triangle = new Float64Array(9);
  readonly #witness = new Float64Array(WITNESS_SIZE);

  /**
   * How far the query body, as prepared in `w` for rectangle-swept spheres, moves along the unit vector v of the reference frame
   * until the gap is `gap`; Infinity if it can move by `limit` or more, NaN if the budget is spent. Pairs that approach by less
   * than a quarter of `gap` over the whole path are left out: bodies that slide on each other do not block each other.
   */
  run(w: Workspace, v: Float64Array, limit: number, gap: number): number {
    const { queryBody, reference, counters, budget } = w;
    const queue = this.#queue;
    const opened = openedNodes(w);
    const linksQ = queryBody.tree.links;
    const linksR = reference.tree.links;
    const own = queryBody.volumes(rssVolume);
    const volumesR = reference.volumes(rssVolume);
    this.#asked[0] = limit;
    this.#asked[1] = gap;
    let best = limit;
    queue.clear();
    this.#bound[0] = 0;
    queue.push(this.#bound, 0, 0, 0);
    while (queue.length > 0 && queue.next[0] < best) {
      const nodeQ = queue.first;
      const nodeR = queue.second;
      queue.pop();
      if (counters[VOLUME_TESTS] >= budget.checkpoint[0] && !budget.mayGoOn(counters[VOLUME_TESTS] + 1))
        return Number.NaN;
      const childQ = linksQ[LINKS * nodeQ + FIRST_CHILD];
      const childR = linksR[LINKS * nodeR + FIRST_CHILD];
      if (childQ === 0 && childR === 0) {
        best = this.#searchLeaves(w, nodeQ, nodeR, v, best);
        continue;
      }
      openLarger(opened, linksQ, nodeQ, linksR, nodeR);
      const { firstA, endA, firstB, endB } = opened;
      for (let m = firstA; m < endA; m++) {
        moveVolumeOf(w, RSS, own, m);
        for (let r = firstB; r < endB; r++) {
          counters[VOLUME_TESTS]++;
          this.#bound[0] = this.#measureVolumes(w.movedVolumes, RSS.stride * m, volumesR, RSS.stride * r, v, best);
          if (this.#bound[0] < best) queue.push(this.#bound, 0, m, r);
        }
      }
    }
    return best < limit ? best : Infinity;
  }

  #searchLeaves(w: Workspace, leafQ: number, leafR: number, v: Float64Array, best: number): number {
    const { queryBody, reference } = w;
    const [limit, gap] = this.#asked;
    moveLeaf(w, queryBody.tree, leafQ);
    const firstQ = queryBody.tree.links[LINKS * leafQ + FIRST_TRIANGLE];
    const endQ = firstQ + queryBody.tree.links[LINKS * leafQ + TRIANGLE_COUNT];
    const firstR = reference.tree.links[LINKS * leafR + FIRST_TRIANGLE];
    const endR = firstR + reference.tree.links[LINKS * leafR + TRIANGLE_COUNT];
    let least = best;
    for (let i = firstQ; i < endQ; i++) {
      for (let j = firstR; j < endR; j++) {
        w.counters[TRIANGLE_TESTS]++;
        least = Math.min(
          least,
          this.#measureTriangles(w.movedCorners, 9 * i, reference.tree.triangles, 9 * j, v, least, limit, gap),
        );
      }
    }
    return least;
  }

  /** A lower bound of how far the volume a[i…] moves along v before it touches b[j…]; values not below `best` are not refined. */
  #measureVolumes(a: Float64Array, i: number, b: Float64Array, j: number, v: Float64Array, best: number): number {
    const moved = this.#volume;
    const n = this.#normal;
    for (let k = 0; k < RSS.stride; k++) moved[k] = a[i + k];
    const short = SHORT_STEP * (a[i + RADIUS] + a[i + RADIUS - 1] + a[i + RADIUS - 2]);
    let travel = 0;
    this.measured++;
    for (let step = 0; step < MOST_STEPS; step++) {
      this.steps++;
      for (let k = 0; k < 3; k++) moved[k] = a[i + k] + travel * v[k];
      if (!writeRectangleDirection(moved, 0, b, j, n)) return travel;
      const rate = v[0] * n[0] + v[1] * n[1] + v[2] * n[2];
      const gap =
        (b[j] - moved[0]) * n[0] +
        (b[j + 1] - moved[1]) * n[1] +
        (b[j + 2] - moved[2]) * n[2] -
        extentOf(moved, 0, n) -
        extentOf(b, j, n);
      if (!(gap > 0)) return travel;
      if (rate <= 0) return Infinity;
      travel += gap / rate;
      if (travel >= best || gap / rate <= short) return travel;
    }
    return travel;
  }

  /** The same for two triangles, which touch when less than `gap` is left. */
  #measureTriangles(
    a: Float64Array,
    i: number,
    b: Float64Array,
    j: number,
    v: Float64Array,
    best: number,
    limit: number,
    gap: number,
  ): number {
    const moved = this.#triangle;
    const witness = this.#witness;
    let travel = 0;
    this.measured++;
    for (let step = 0; step < MOST_STEPS; step++) {
      this.steps++;
      for (let k = 0; k < 9; k++) moved[k] = a[i + k] + travel * v[k % 3];
      witness[WITNESS_LIMIT] = Infinity;
      distanceTriangleTriangle(moved, 0, b, j, witness);
      const distance = Math.sqrt(witness[WITNESS_SQ]);
      if (!(distance > 0)) return travel;
      const along =
        v[0] * (witness[3] - witness[0]) + v[1] * (witness[4] - witness[1]) + v[2] * (witness[5] - witness[2]);
      const rate = along / distance;
      if (rate * limit <= gap / 4) return Infinity;
      const ahead = (distance - gap) / rate;
      if (!(ahead > 0)) return travel;
      travel += ahead;
      if (travel >= best || ahead <= gap / 4) return travel;
    }
    return travel;
  }
}

function extentOf(volumes: Float64Array, at: number, n: Float64Array): number {
  return RSS.extent === undefined ? Infinity : RSS.extent(volumes, at, n, 0);
}
