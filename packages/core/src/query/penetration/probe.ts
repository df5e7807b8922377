// The contact status of A, moved by a translation, and B: the test that every search for a separating translation repeats.
//
// Results are those of `collide`, exact for the rounded sum of position and translation. So if a probe reports a translation as
// free, it is free for a caller who adds it to A's position. The work of all probes is counted as that of one query.

import { discVolume } from '../../bounds/disc.ts';
import type { Model } from '../../model/model.ts';
import type { Interpretation } from '../../model/solid.ts';
import { POSE_SIZE, type Pose } from '../../scalar/pose.ts';
import { installed } from '../acceleration.ts';
import type { BudgetOptions } from '../budget.ts';
import type { CollideStatus, ContactSearch } from '../collide/collide.ts';
import { decideContact } from '../collide/collide-mesh-mesh.ts';
import { type QueryStats, readStats } from '../stats.ts';
import { VOLUME_TESTS, type Workspace } from '../workspace.ts';

/** Faces known to be all that can touch around some translation. */
export interface Cover {
  /** Whether that holds for the bodies as prepared. */
  covers(w: Workspace): boolean;
  readonly searchContacts: ContactSearch;
}

export class Probe {
  readonly w: Workspace;
  readonly a: Model;
  readonly b: Model;
  /** Whether both bodies are interpreted as solids. */
  readonly isSolid: boolean;
  /** The counters so far, as in a workspace. */
  readonly counters: Float64Array = new Float64Array(4);
  /** The part of the tests that was charged by others. */
  charged = 0;
  /** Probes and searches for planes so far. */
  asked = 0;
  /** Whether the budget is spent: no further tests are possible. */
  exhausted = false;
  readonly #interpretationA: Interpretation;
  readonly #interpretationB: Interpretation;
  readonly #start: Float64Array = new Float64Array(POSE_SIZE);
  readonly #position: Float64Array = new Float64Array(3);
  readonly #poseA: Pose;
  readonly #poseB: Pose;
  readonly #budget: number;
  /** The remaining budget. */
  readonly #allowance: { budget: number; readonly signal: BudgetOptions['signal'] };
  readonly #memory = { leafQuery: -1, leafReference: -1 };
  /** How far A can move from where it shared no inner point with B, and be neither inside B nor around it (inner-reach.ts); 0 if unknown. */
  innerReach = 0;
  /** A position where it shared none. */
  readonly #free: Float64Array = new Float64Array(3).fill(Infinity);

  /** Reads the pair as posed and interpreted in `w`. */
  constructor(w: Workspace, options: BudgetOptions) {
    const { a, b, interpretationA, interpretationB, poseA, poseB } = w;
    this.w = w;
    this.a = a;
    this.b = b;
    this.#interpretationA = interpretationA;
    this.#interpretationB = interpretationB;
    this.isSolid = interpretationA === 'solid' && interpretationB === 'solid';
    this.#start.set(poseA);
    this.#poseA = { position: this.#position, rotation: this.#start.slice(3) };
    this.#poseB = { position: poseB.slice(0, 3), rotation: poseB.slice(3) };
    const { budget = Infinity, signal } = options;
    this.#budget = budget;
    this.#allowance = { budget, signal };
  }

  /**
   * The sum of all lengths that round when a translation is added to a position: lengths `along` it, and the offset and positions
   * of the bodies.
   */
  sizeOfTranslation(along: number, offset: Float64Array): number {
    const { poseA, poseB } = this.w;
    let far = along;
    for (let k = 0; k < 3; k++) far += Math.abs(offset[k]) + Math.abs(poseA[k]) + Math.abs(poseB[k]);
    return far;
  }

  /** Prepares the workspace for A moved by `x`, three numbers in the world. */
  moveTo(x: Float64Array): void {
    for (let k = 0; k < 3; k++) this.#position[k] = this.#start[k] + x[k];
    this.#allowance.budget = Math.max(0, this.#budget - this.counters[VOLUME_TESTS]);
    this.w.budget.start(this.#allowance);
    this.w.prepare(this.a, this.#poseA, this.b, this.#poseB, discVolume);
    this.w.interpretationA = this.#interpretationA;
    this.w.interpretationB = this.#interpretationB;
  }

  /** Adds the work done on the workspace since `innerPoint` to the counters. */
  settle(): void {
    this.asked++;
    for (let k = 0; k < this.counters.length; k++) this.counters[k] += this.w.counters[k];
    if (this.counters[VOLUME_TESTS] > this.#budget) this.exhausted = true;
  }

  /** Counts work done elsewhere for the same query, in volume tests; throws if the query was aborted. */
  charge(tests: number): void {
    this.counters[VOLUME_TESTS] += tests;
    this.charged += tests;
    this.w.budget.mayGoOn(0);
    if (this.counters[VOLUME_TESTS] > this.#budget) this.exhausted = true;
  }

  /** The work of all probes. */
  stats(): QueryStats {
    this.w.counters.set(this.counters);
    return readStats(this.w);
  }

  /** The contact status of A, moved by `x`, and B. */
  status(x: Float64Array, cover: Cover | null = null): CollideStatus {
    this.moveTo(x);
    const { w } = this;
    const search = cover?.covers(w) === true ? cover.searchContacts : null;
    // (The kernels search both trees as fast as this tests two leaves.)
    const memory = installed.kernels?.readyFor(w) === true ? null : this.#memory;
    let status = decideContact(w, search ?? discVolume, true, memory, !this.#isNearFree());
    // Whether touching bodies overlap is tested at some of the contacts, so all contacts are searched for, as in `collide`.
    if (search !== null && status === 'touching') {
      status = decideContact(w, discVolume, true, memory);
    }
    this.settle();
    if (status === 'iteration-limit') this.exhausted = true;
    // (That touching bodies do not overlap is not proven.)
    if (status === 'separated') this.#free.set(this.#position);
    return status;
  }

  /** Whether A is so near to a free position that neither body can be inside the other unless their faces touch. */
  #isNearFree(): boolean {
    const dx = this.#position[0] - this.#free[0];
    const dy = this.#position[1] - this.#free[1];
    const dz = this.#position[2] - this.#free[2];
    return dx * dx + dy * dy + dz * dz < this.innerReach * this.innerReach;
  }

  /** Lists the pairs of faces that touch with A moved by `x`, up to `limit`, in the contacts of the workspace. */
  collideAll(x: Float64Array, limit: number): void {
    this.moveTo(x);
    const { w } = this;
    w.contacts.limit[0] = limit;
    decideContact(w, discVolume, false, null);
    this.settle();
  }

  /** Whether A moved by `x` shares no inner point with B. */
  isFree(x: Float64Array, cover: Cover | null = null): boolean {
    const status = this.status(x, cover);
    return status === 'separated' || status === 'touching';
  }
}
