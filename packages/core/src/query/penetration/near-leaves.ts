// The pairs of leaves that are near each other at a translation x₀: all pairs that can touch while A stays within `reach` of it.
// One search of both trees finds them, at little more than the cost of a probe that finds A free. Every probe around x₀ then tests
// only these pairs, and is as exact as one that searches the trees.

import { DISC, DISC_RADIUS, discVolume, lowerBoundDiscDisc, pushNearDiscs } from '../../bounds/disc.ts';
import { areLeaves } from '../../bvh/open-nodes.ts';
import { FIRST_CHILD, LINKS } from '../../bvh/tree.ts';
import type { Model } from '../../model/model.ts';
import { TRAVEL_ROUNDING } from '../../scalar/tolerances.ts';
import { type Acceleration, installed } from '../acceleration.ts';
import type { ContactSearch } from '../collide/collide.ts';
import { searchContactsDiscs } from '../collide/collide-discs.ts';
import { collideLeafPair } from '../collide/collide-leaf-pair.ts';
import { moveDiscOf } from '../moved-volumes.ts';
import type { NearSearch } from '../near-search.ts';
import { openAlike } from '../open-alike.ts';
import { openedNodes } from '../opened-nodes.ts';
import type { PosedPair } from '../posed-pair.ts';
import { VOLUME_TESTS, type Workspace } from '../workspace.ts';
import { Neighbourhood } from './neighbourhood.ts';
import type { Cover, Probe } from './probe.ts';
import { TUNING } from './tuning.ts';

const { FIRST_PAIRS } = TUNING.descent;

export class NearLeaves extends Neighbourhood implements Cover {
  readonly #pruningBound: Float64Array = new Float64Array(1);
  #unit = 1;
  /**
   * Leaves of the query body and the reference body alternating, and a lower bound of the distance of each pair at x₀, in the
   * reference unit.
   */
  #leaves: Int32Array = new Int32Array(2 * FIRST_PAIRS);
  #gaps: Float64Array = new Float64Array(FIRST_PAIRS);
  /** Kernels that hold the pairs in their own memory instead, once they were installed. */
  #kernels: NearSearch | null = null;
  #acceleration: Acceleration | null = null;
  /** Whether the pairs are theirs. */
  #isAccelerated = false;
  /** The origin of the query body's frame at x₀, in the reference frame, and the scale of rounding there. */
  readonly #origin: Float64Array = new Float64Array(3);
  #scale = 0;

  /** Finds the pairs nearer than `reach` with A moved by `x`. */
  collect(probe: Probe, x: Float64Array, reach: number): void {
    const { w } = probe;
    this.settleAt(probe, x, reach);
    this.#unit = w.unit[0];
    this.#scale = w.scale[0];
    for (let k = 0; k < 3; k++) this.#origin[k] = w.pose[9 + k];
    this.#isAccelerated = this.#open()?.collect(w, reach / this.#unit) === true;
    if (!this.#isAccelerated) this.#search(w);
    else this.count = this.#kernels?.count ?? 0;
    probe.settle();
  }

  /** The kernels that hold the pairs; null if the pairs are here. */
  get kernels(): NearSearch | null {
    return this.#isAccelerated ? this.#kernels : null;
  }

  #open(): NearSearch | null {
    const { kernels } = installed;
    if (kernels === null) return null;
    if (this.#acceleration !== kernels) {
      this.#acceleration = kernels;
      this.#kernels = kernels.openNearSearch();
    }
    return this.#kernels;
  }

  /** Pairs with a larger gap at x₀ are farther than `near` apart, with the bodies as prepared in `w`. */
  within(w: PosedPair, near: number): number {
    return near + this.#travel(w);
  }

  covers(w: Workspace): boolean {
    return this.#travel(w) < this.reach / this.#unit;
  }

  readonly searchContacts: ContactSearch = (w, contacts, budget) => {
    if (this.kernels !== null) {
      return (
        this.kernels.searchContacts(w, contacts, this.within(w, w.contactThreshold[0])) ??
        searchContactsDiscs(w, contacts, budget)
      );
    }
    let isStopped = false;
    this.visit(w, w.contactThreshold[0], (leafQ, leafR) => {
      isStopped = collideLeafPair(w, leafQ, leafR, contacts);
      return isStopped;
    });
    return isStopped ? 'stopped' : 'done';
  };

  /**
   * Visits the pairs whose discs are not proven farther apart than `near`, in the reference unit, with the bodies as prepared in
   * `w`, from the pair `first` on, until a callback ends it; returns the number of the pair that did, or of all pairs.
   */
  visit(w: Workspace, near: number, testPair: (leafQ: number, leafR: number) => boolean, first = 0): number {
    const { queryBody, reference, stack, counters, movedVolumes } = w;
    const pruningBound = this.#pruningBound;
    const opened = openedNodes(w);
    const own = queryBody.volumes(discVolume);
    const discsR = reference.volumes(discVolume);
    const within = this.within(w, near);
    for (let k = first; k < this.count; k++) {
      if (this.#gaps[k] > within) continue;
      const leafQ = this.#leaves[2 * k];
      const leafR = this.#leaves[2 * k + 1];
      moveDiscOf(w, own, leafQ);
      counters[VOLUME_TESTS]++;
      pruningBound[0] = near;
      if (pushNearDiscs(movedVolumes, discsR, opened.pair(leafQ, leafR), pruningBound, stack, 0) === 0) continue;
      if (testPair(leafQ, leafR)) return k;
    }
    return this.count;
  }

  /** Upper bound of the displacement of the query body from x₀, and of the change of its gaps, in the reference unit. */
  #travel({ pose, scale }: PosedPair): number {
    const dx = pose[9] - this.#origin[0];
    const dy = pose[10] - this.#origin[1];
    const dz = pose[11] - this.#origin[2];
    return Math.sqrt(dx * dx + dy * dy + dz * dz) + TRAVEL_ROUNDING * Math.max(scale[0], this.#scale);
  }

  #search(w: Workspace): void {
    const { queryBody, reference, stack, volumeStamps, stamp, counters, movedVolumes } = w;
    const pruningBound = this.#pruningBound;
    const opened = openedNodes(w);
    const linksQ = queryBody.tree.links;
    const linksR = reference.tree.links;
    const own = queryBody.volumes(discVolume);
    const discsR = reference.volumes(discVolume);
    this.count = 0;
    pruningBound[0] = this.reach / this.#unit;
    let top = 0;
    moveDiscOf(w, own, 0);
    top = pushNearDiscs(movedVolumes, discsR, opened.pair(0, 0), pruningBound, stack, top);
    while (top > 0) {
      const nodeR = stack[--top];
      const nodeQ = stack[--top];
      if (areLeaves(linksQ, nodeQ, linksR, nodeR)) {
        this.#add(nodeQ, nodeR, lowerBoundDiscDisc(movedVolumes, DISC * nodeQ, discsR, DISC * nodeR));
        continue;
      }
      openAlike(opened, w, linksQ, nodeQ, own, linksR, nodeR, discsR);
      const { firstA, endA, firstB, endB } = opened;
      for (let k = firstA; k < endA; k++) if (volumeStamps[k] !== stamp) moveDiscOf(w, own, k);
      counters[VOLUME_TESTS] += (endA - firstA) * (endB - firstB);
      top = pushNearDiscs(movedVolumes, discsR, opened, pruningBound, stack, top);
    }
  }

  #add(leafQ: number, leafR: number, gap: number): void {
    const count = this.count++;
    if (count === this.#gaps.length) {
      const leaves = new Int32Array(4 * count);
      const gaps = new Float64Array(2 * count);
      leaves.set(this.#leaves);
      gaps.set(this.#gaps);
      this.#leaves = leaves;
      this.#gaps = gaps;
    }
    this.#leaves[2 * count] = leafQ;
    this.#leaves[2 * count + 1] = leafR;
    this.#gaps[count] = gap;
  }
}

const radii = new WeakMap<Model, number>();

/** The mean radius of a model's leaves, in world units. */
export function leafRadius(model: Model): number {
  let radius = radii.get(model);
  if (radius === undefined) {
    const { links } = model.tree;
    const discs = model.volumes(discVolume);
    let sum = 0;
    let leaves = 0;
    for (let node = 0; LINKS * node < links.length; node++) {
      if (links[LINKS * node + FIRST_CHILD] !== 0) continue;
      sum += discs[DISC * node + DISC_RADIUS];
      leaves++;
    }
    radius = (model.frame.unit * sum) / leaves;
    radii.set(model, radius);
  }
  return radius;
}
