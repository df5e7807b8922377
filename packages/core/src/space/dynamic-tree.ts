// Boxes with margins, so that most bodies stay within theirs from one update to the next, and a tree of these for searches (Catto,
// "Dynamic bounding volume hierarchies", 2019).
//
// Pairs of boxes with margins that overlap are watched; the boxes themselves decide in every update which of them are pairs. A body that
// has left its margin gets a new one, and is tested against all others. Departures:
// - Pairs are not found by the tree. If many bodies have left their margins since, all get new ones, and the pairs of these are found by
//   sorting (box-rows.ts), in a fifth of the time of a tree against itself; a single body is tested against the same rows, and against
//   those that left them after they were made.
// - The tree is made when it is first searched, and kept up to date until all margins are new.
// - The margin extends ahead: by the distance that the body moves in some updates at its velocity since it got it.
//
// Cost of an update: linear in the moved bodies and the watched pairs; a body that leaves its margin costs the rows that it reaches.

import { BoxRows } from './box-rows.ts';
import { ABSENT, BOX, boxesOverlap, mayPair } from './box-set.ts';
import { BoxTree } from './box-tree.ts';
import type { BroadPhase, BroadPhaseKind, Probe } from './broad-phase.ts';
import { type CrowdKernel, crowdKernels } from './crowd-kernels.ts';
import { grownBytes, grownDoubles, grownInts } from './grown.ts';
import { IntList } from './int-list.ts';
import { WaitingBoxes } from './waiting-boxes.ts';
import { WatchedPairs } from './watched-pairs.ts';

/** The update of a body that has no margin. */
const NEVER = -1;
/** The margin all around, in parts of the longest side. */
const MARGIN = 1 / 24;
/** The margin ahead lasts for this many further updates at the measured velocity. */
const MARGIN_UPDATES = 18;
/** Speed, in sides per update, from which a body gets no margin: it would overlap everything on its path. */
const TOO_FAST = 1 / 12;
/** Bodies that leave their margins before all get new ones, in parts of all bodies. */
const ONE_BY_ONE = 1 / 16;
/** Where more reports of moves than this come in an update, in parts of all bodies, all are tested in a row. */
const FEW_MOVES = 1 / 4;
/** Crowds smaller than this are tested before they would be copied for a kernel. */
const KERNEL_COUNT = 256;

export class DynamicTree extends WaitingBoxes implements BroadPhase {
  /** For each body its box with the margin; the update in which it got it, or NEVER; and its centre then. */
  #wide: Float64Array = new Float64Array(0);
  #since: Int32Array = new Int32Array(0);
  #middles: Float64Array = new Float64Array(0);
  #bodyCount = 0;
  #updates = 0;
  /** Reports of bodies that have moved since the last update; the bodies, where these are few. */
  #moves = 0;
  #moved: Int32Array = new Int32Array(0);
  #mostMoved = 0;
  /** The copy of the crowd that a kernel tests, and the kernels that have it. */
  #kernel: CrowdKernel | null = null;
  #kernels: object | null = null;
  /** New margins since all were new. */
  #renewals = 0;
  readonly #watched = new WatchedPairs();
  /** All boxes with margins at the time when all were new. */
  readonly #rows = new BoxRows();
  /** Bodies that have got another one since, each once, and whether one is among them. */
  readonly #apart: IntList = new IntList();
  #isApart: Uint8Array = new Uint8Array(0);
  readonly #tree = new BoxTree();
  #isTreeMade = false;
  readonly #leaving: IntList = new IntList();
  readonly #all: IntList = new IntList();
  readonly #found: IntList = new IntList();

  override move(id: number): void {
    if (id >= this.#since.length || this.#since[id] === NEVER) this.wait(id);
    else {
      if (this.#moves < this.#mostMoved) this.#moved[this.#moves] = id;
      this.#moves++;
    }
  }

  update(): void {
    this.#updates++;
    this.pairs.start();
    if (this.#moves > 0 || this.waiting.count > 0) {
      const kernel = this.#moves > this.#mostMoved ? this.#openKernel() : null;
      this.#testMoved(kernel);
      this.#findLeaving();
      this.#watched.decide(this.boxes.bounds, this.pairs, kernel);
      this.#renewals += this.#leaving.count;
      if (this.#renewals > ONE_BY_ONE * this.#bodyCount) this.#renewAll(kernel);
      else this.#renewLeaving();
      this.#moves = 0;
      this.#mostMoved = Math.floor(FEW_MOVES * this.#bodyCount);
    }
    this.pairs.finish();
  }

  search(probe: Probe): void {
    if (!this.#isTreeMade) {
      const all = this.#listAll();
      this.#tree.build(all.items, all.count, this.boxes.end, this.#wide);
      this.#isTreeMade = true;
    }
    this.#tree.search(probe, this.boxes.bounds);
  }

  protected override wait(id: number): void {
    if (id >= this.#since.length) this.#growBodies(2 * (id + 1));
    super.wait(id);
  }

  /** A kernel with a copy of the crowd, if there is one for it. */
  #openKernel(): CrowdKernel | null {
    const { kernels } = crowdKernels;
    if (kernels !== this.#kernels || this.#bodyCount < KERNEL_COUNT) this.#closeKernel();
    if (this.#kernel !== null || kernels === null || this.#bodyCount < KERNEL_COUNT) return this.#kernel;
    const kernel = kernels.openCrowd(this);
    this.#kernels = kernels;
    if (kernel === null || !kernel.writeAll(this.#wide, this.#since, this.boxes.end)) return null;
    this.#watched.changedFrom = 0;
    this.#kernel = kernel;
    return kernel;
  }

  #closeKernel(): void {
    this.#kernel?.close();
    this.#kernel = null;
  }

  /** Lets those bodies wait that have left their margins. */
  #testMoved(kernel: CrowdKernel | null): void {
    const { bounds, end } = this.boxes;
    const leaving = this.#leaving;
    if (kernel !== null) {
      kernel.follow(bounds, Math.min(end, this.#since.length), leaving);
      for (let k = 0; k < leaving.count; k++) super.wait(leaving.items[k]);
    } else if (this.#moves > this.#mostMoved) {
      for (let id = 0; id < end; id++) this.#testMargin(id);
    } else for (let k = 0; k < this.#moves; k++) this.#testMargin(this.#moved[k]);
  }

  #testMargin(id: number): void {
    if (this.#since[id] !== NEVER && !isWithin(this.boxes.bounds, BOX * id, this.#wide)) super.wait(id);
  }

  /** Lists the changed bodies that have no margin or have left it; forgets those that are gone. */
  #findLeaving(): void {
    const { bounds, kinds } = this.boxes;
    const { items, count } = this.waiting;
    const leaving = this.#leaving;
    leaving.count = 0;
    let hasRemoved = false;
    for (let k = 0; k < count; k++) {
      const id = items[k];
      const isNew = this.#since[id] === NEVER;
      if (kinds[id] === ABSENT) {
        hasRemoved = true;
        if (!isNew) this.#forget(id);
      } else if (isNew || !isWithin(bounds, BOX * id, this.#wide)) {
        if (isNew) this.#bodyCount++;
        leaving.push(id);
      }
    }
    this.stopWaiting();
    if (!hasRemoved) return;
    this.#watched.dropAbsent(kinds);
    this.pairs.dropAbsent(kinds);
  }

  #forget(id: number): void {
    this.#since[id] = NEVER;
    this.#bodyCount--;
    this.#kernel?.remove(id);
    if (this.#isTreeMade) this.#tree.remove(id);
  }

  #watch(a: number, b: number): void {
    const { bounds, kinds } = this.boxes;
    if (mayPair(kinds[a], kinds[b]) && this.#watched.add(a, b, bounds)) this.pairs.put(a, b);
  }

  /**
   * Gives new margins to all bodies, and watches the pairs of these that overlap. Of two bodies that have not left their old margins the pair was
   * watched if it overlaps, and is in the set: no search for it there.
   */
  #renewAll(kernel: CrowdKernel | null): void {
    const all = this.#listAll();
    for (let k = 0; k < all.count; k++) this.#widen(all.items[k]);
    this.#kernel?.writeAll(this.#wide, this.#since, this.boxes.end);
    for (let k = 0; k < this.#apart.count; k++) this.#isApart[this.#apart.items[k]] = 0;
    this.#apart.count = 0;
    this.#renewals = 0;
    this.#isTreeMade = false;
    this.#rows.fill(this.#wide, all.items, all.count);
    const found = this.#found;
    found.count = 0;
    this.#rows.findPairs(this.#wide, found);
    this.#watchFound(kernel);
  }

  #watchFound(kernel: CrowdKernel | null): void {
    const { bounds, kinds } = this.boxes;
    const { items, count } = this.#found;
    const leaving = this.#leaving;
    const isLeaving = this.#isApart;
    const watched = this.#watched;
    watched.clear();
    watched.reserve(count / 2);
    for (let k = 0; k < count; k += 2) {
      if (mayPair(kinds[items[k]], kinds[items[k + 1]])) watched.push(items[k], items[k + 1]);
    }
    for (let k = 0; k < leaving.count; k++) isLeaving[leaving.items[k]] = 1;
    watched.decideNew(bounds, this.pairs, kernel, isLeaving);
    for (let k = 0; k < leaving.count; k++) isLeaving[leaving.items[k]] = 0;
  }

  /** Gives new margins to the bodies that have left theirs, and watches their pairs. */
  #renewLeaving(): void {
    const { items, count } = this.#leaving;
    for (let k = 0; k < count; k++) {
      const id = items[k];
      this.#widen(id);
      this.#kernel?.write(id, this.#wide);
      if (this.#isTreeMade) this.#tree.insert(id, this.#wide);
      if (this.#isApart[id] === 1) continue;
      this.#isApart[id] = 1;
      this.#apart.push(id);
    }
    for (let k = 0; k < count; k++) this.#watchAround(items[k]);
  }

  /** Watches the pairs of a body that is apart from the rows: with those in the rows, and with the others that are not. */
  #watchAround(id: number): void {
    const { kinds } = this.boxes;
    const found = this.#found;
    const wide = this.#wide;
    found.count = 0;
    this.#rows.findAround(wide, BOX * id, found);
    for (let k = 0; k < found.count; k++) {
      const other = found.items[k];
      if (this.#isApart[other] === 0 && kinds[other] !== ABSENT) this.#watch(id, other);
    }
    const { items, count } = this.#apart;
    for (let k = 0; k < count; k++) {
      const other = items[k];
      if (other === id || kinds[other] === ABSENT) continue;
      if (boxesOverlap(wide, BOX * id, wide, BOX * other)) this.#watch(id, other);
    }
  }

  /** The numbers of all bodies. */
  #listAll(): IntList {
    const { kinds, end } = this.boxes;
    const all = this.#all;
    all.count = 0;
    for (let id = 0; id < end; id++) if (kinds[id] !== ABSENT) all.push(id);
    return all;
  }

  /** Computes a body's margin: small on all sides, and ahead as far as it moves in some updates. */
  #widen(id: number): void {
    const { bounds } = this.boxes;
    const at = BOX * id;
    const x = bounds[at + 3] - bounds[at];
    const y = bounds[at + 4] - bounds[at + 1];
    const z = bounds[at + 5] - bounds[at + 2];
    const xy = x > y ? x : y;
    const side = xy > z ? xy : z;
    const middles = this.#middles;
    const middleX = (bounds[at] + bounds[at + 3]) / 2;
    const middleY = (bounds[at + 1] + bounds[at + 4]) / 2;
    const middleZ = (bounds[at + 2] + bounds[at + 5]) / 2;
    const updates = this.#since[id] === NEVER ? Infinity : this.#updates - this.#since[id];
    const movedX = (middleX - middles[3 * id]) / updates;
    const movedY = (middleY - middles[3 * id + 1]) / updates;
    const movedZ = (middleZ - middles[3 * id + 2]) / updates;
    const fastest = Math.max(Math.abs(movedX), Math.abs(movedY), Math.abs(movedZ));
    const isTooFast = fastest > TOO_FAST * side;
    const margin = isTooFast ? 0 : MARGIN * side;
    const lasting = isTooFast ? 0 : MARGIN_UPDATES;
    this.#extend(at, margin, lasting * movedX);
    this.#extend(at + 1, margin, lasting * movedY);
    this.#extend(at + 2, margin, lasting * movedZ);
    middles[3 * id] = middleX;
    middles[3 * id + 1] = middleY;
    middles[3 * id + 2] = middleZ;
    this.#since[id] = this.#updates;
  }

  /** Writes the ends of a box with the margin along one axis; without a branch, since no processor can guess the sign. */
  #extend(at: number, margin: number, ahead: number): void {
    const { bounds } = this.boxes;
    const far = Math.abs(ahead);
    this.#wide[at] = bounds[at] - (margin + (far - ahead) / 2);
    this.#wide[at + 3] = bounds[at + 3] + (margin + (far + ahead) / 2);
  }

  #growBodies(capacity: number): void {
    const known = this.#since.length;
    this.#since = grownInts(this.#since, capacity).fill(NEVER, known);
    this.#wide = grownDoubles(this.#wide, BOX * capacity);
    this.#middles = grownDoubles(this.#middles, 3 * capacity);
    this.#isApart = grownBytes(this.#isApart, capacity);
    this.#moved = grownInts(this.#moved, capacity);
    this.#closeKernel();
  }
}

/** Whether the box at `at` lies in the box at the same slot of `wide`. */
function isWithin(bounds: Float64Array, at: number, wide: Float64Array): boolean {
  return (
    wide[at] <= bounds[at] &&
    wide[at + 1] <= bounds[at + 1] &&
    wide[at + 2] <= bounds[at + 2] &&
    bounds[at + 3] <= wide[at + 3] &&
    bounds[at + 4] <= wide[at + 4] &&
    bounds[at + 5] <= wide[at + 5]
  );
}

/**
 * A tree of boxes that is updated as they move: the default.
 *
 * @example
 * const world = new World({ broadPhase: dynamicTree });
 * const cube = Model.build(box());
 * world.add(cube);
 * world.add(cube, { position: [0.5, 0, 0] });
 * console.log(world.step().begin.length); // 1
 */
export const dynamicTree: BroadPhaseKind = { name: 'dynamic-tree', create: (boxes) => new DynamicTree(boxes) };
