// Pairwise advancement (query/advance/advance-pairs.ts) with a record. The search is the library's own: it works on a queue and a node block that
// note what is done to them.

import { NodeBlock } from '../../bounds/node-block.ts';
import { Advance, type AdvanceEnd, type PairMotion } from '../../query/advance/advance.ts';
import { advanceTogether } from '../../query/advance/advance-together.ts';
import type { AdvanceMethod } from '../../query/advance/methods.ts';
import { areNodes, slotOf } from '../../query/advance/pair-kinds.ts';
import { PairQueue } from '../../query/advance/pair-queue.ts';
import { TRIANGLE_TESTS, VOLUME_TESTS, type Workspace } from '../../query/workspace.ts';
import { type TracedTree, tracedTree } from './traced-tree.ts';

/**
 * What a step of an advancement is about.
 * - `nodes`: a pair of nodes is opened; what it opens into is proven apart until later times.
 * - `faces`: a pair of faces is advanced.
 * - `end`: the answer.
 *
 * @see {@link traceTimeOfContact}
 */
export type AdvanceStepKind = 'nodes' | 'faces' | 'end';

/** One step of an advancement. See {@link traceTimeOfContact}. */
export interface AdvanceStep {
  readonly kind: AdvanceStepKind;
  /** Numbers of the nodes or faces of A and B; of an `end`, the faces in contact, or −1. */
  readonly a: number;
  readonly b: number;
  /** The step proves that nothing touches from `from` to `until`. Steps follow each other from time 0 on. */
  readonly from: number;
  readonly until: number;
  /** Pairs that wait for a later time. */
  readonly waiting: number;
  /** Tests made so far, before this step. */
  readonly volumeTests: number;
  readonly triangleTests: number;
}

/** A pair of nodes or faces that is proven apart for a time, and is not tested before. See {@link traceTimeOfContact}. */
export interface WaitingPair {
  readonly kind: 'nodes' | 'faces';
  readonly a: number;
  readonly b: number;
  /** The pair is proven apart over [0, until). */
  readonly until: number;
  /** It waits from the end of one step to the beginning of another; to the number of steps where it waits to the end. */
  readonly sinceStep: number;
  readonly toStep: number;
}

/** The same while it waits. */
type OpenPair = { -readonly [Key in keyof WaitingPair]: WaitingPair[Key] };

class RecordingQueue extends PairQueue {
  readonly #recorder: AdvanceRecorder;

  constructor(recorder: AdvanceRecorder) {
    super();
    this.#recorder = recorder;
  }

  override push(at: Float64Array, k: number, first: number, second: number): void {
    super.push(at, k, first, second);
    this.#recorder.queued(at[k], first, second);
  }

  override replace(at: Float64Array, k: number, first: number, second: number): void {
    const [oldFirst, oldSecond] = [this.first, this.second];
    super.replace(at, k, first, second);
    this.#recorder.queued(at[k], first, second);
    this.#recorder.taken(oldFirst, oldSecond);
  }

  override pop(): void {
    const [first, second] = [this.first, this.second];
    super.pop();
    this.#recorder.taken(first, second);
  }

  override clear(): void {
    super.clear();
    this.#recorder.cleared();
  }
}

class RecordingBlock extends NodeBlock {
  readonly #recorder: AdvanceRecorder;

  constructor(recorder: AdvanceRecorder) {
    super();
    this.#recorder = recorder;
  }

  override set(firstA: number, endA: number, firstB: number, endB: number): this {
    super.set(firstA, endA, firstB, endB);
    this.#recorder.opened(this);
    return this;
  }
}

class RecordedAdvance extends Advance {
  override readonly queue: PairQueue;
  override readonly opened: NodeBlock;

  constructor(recorder: AdvanceRecorder) {
    super();
    this.queue = new RecordingQueue(recorder);
    this.opened = new RecordingBlock(recorder);
  }
}

/** Advances as a query does by pairs, and keeps the first steps. One for each query. */
export class AdvanceRecorder implements AdvanceMethod {
  readonly name = 'trace';
  readonly answers = { timeOfContact: true } as const;
  readonly steps: AdvanceStep[] = [];
  readonly pairs: WaitingPair[] = [];
  /** All steps, those included that were not kept. */
  stepCount = 0;
  readonly #limit: number;
  readonly #open = new Map<string, OpenPair>();
  readonly #work: Advance;
  #w: Workspace | null = null;
  #parents: { readonly q: TracedTree; readonly r: TracedTree } | null = null;
  #lower = 0;

  /** `limit`: the most steps that are kept. */
  constructor(limit: number) {
    this.#limit = limit;
    this.#work = new RecordedAdvance(this);
  }

  /** @internal */
  advance(w: Workspace, pairMotion: PairMotion, rounding: number, asked: Advance): AdvanceEnd {
    const work = this.#work;
    this.#w = w;
    this.#parents = { q: tracedTree(w.queryBody.tree), r: tracedTree(w.reference.tree) };
    work.wanted.set(asked.wanted);
    work.state.set(asked.state);
    const end = advanceTogether(w, pairMotion, rounding, work);
    // What the proof of a contact and the result are made of.
    asked.found.set(work.found);
    asked.points.set(work.points);
    asked.time.set(work.time);
    asked.state.set(work.state);
    asked.slotQuery = work.slotQuery;
    asked.slotReference = work.slotReference;
    asked.iterations = work.iterations;
    asked.calls = work.calls;
    this.#w = null;
    return end;
  }

  /** @internal */
  frontSize(): number {
    return this.#work.queue.length;
  }

  /** Closes the record: nothing touches before `lower`. */
  finish(lower: number, faceA: number, faceB: number, tests: Pick<AdvanceStep, 'volumeTests' | 'triangleTests'>): void {
    const waiting = this.#work.queue.length;
    this.steps.push({ kind: 'end', a: faceA, b: faceB, from: this.#lower, until: lower, waiting, ...tests });
    this.stepCount++;
    this.cleared();
  }

  /** A pair begins to wait. */
  queued(until: number, first: number, second: number): void {
    if (this.#isFull) return;
    const { kind, a, b } = this.#named(first, second);
    const sinceStep = Math.max(0, this.steps.length - 1);
    this.#open.set(`${first} ${second}`, { kind, a, b, until, sinceStep, toStep: Infinity });
  }

  /** The pair on top of the queue has its turn. Pairs of nodes are recorded where they are opened. */
  taken(first: number, second: number): void {
    const key = `${first} ${second}`;
    const pair = this.#open.get(key);
    if (pair !== undefined) {
      this.#open.delete(key);
      this.#close(pair);
    }
    if (!areNodes(first)) this.#add(first, second);
  }

  /** All pairs are dropped: the search starts again at the roots. */
  cleared(): void {
    for (const pair of this.#open.values()) this.#close(pair);
    this.#open.clear();
  }

  /** A pair of nodes is opened. */
  opened({ firstA, endA, firstB, endB }: NodeBlock): void {
    if (this.#parents === null) return;
    const { q, r } = this.#parents;
    // A block of one node is the node itself: no node has a single child.
    this.#add(endA - firstA === 1 ? firstA : q.parents[firstA], endB - firstB === 1 ? firstB : r.parents[firstB]);
  }

  /** A pair waits no longer. The roots, which wait before the first step, are not kept. */
  #close(pair: OpenPair): void {
    pair.toStep = this.steps.length;
    if (pair.toStep > pair.sinceStep) this.pairs.push(pair);
  }

  get #isFull(): boolean {
    return this.steps.length >= this.#limit;
  }

  #add(first: number, second: number): void {
    if (this.#w === null) return;
    this.stepCount++;
    const { time, floor, queue } = this.#work;
    const { counters } = this.#w;
    const from = this.#lower;
    this.#lower = Math.max(from, Math.min(1, Math.max(time[0], floor[0])));
    if (this.#isFull) return;
    this.steps.push({
      ...this.#named(first, second),
      from,
      until: this.#lower,
      waiting: queue.length,
      volumeTests: counters[VOLUME_TESTS],
      triangleTests: counters[TRIANGLE_TESTS],
    });
  }

  /** A pair by the numbers of the caller. */
  #named(first: number, second: number): Pick<WaitingPair, 'kind' | 'a' | 'b'> {
    if (this.#w === null || areNodes(first)) return this.#ordered('nodes', first, second);
    const { queryBody, reference } = this.#w;
    const slotR = second < 0 ? slotOf(second) : second;
    return this.#ordered('faces', queryBody.tree.faces[slotOf(first)], reference.tree.faces[slotR]);
  }

  #ordered(kind: 'nodes' | 'faces', q: number, r: number): Pick<WaitingPair, 'kind' | 'a' | 'b'> {
    return this.#w?.swapped === true ? { kind, a: r, b: q } : { kind, a: q, b: r };
  }
}
