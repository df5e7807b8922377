// The bounding volume traversal tree of two hull trees (FAST: Zhang, Lee and Kim, 2006, §5.1): the pairs of nodes that a
// search has tested. Its leaves are the front: together they cover all pairs of leaves of the two trees.
//
// Every pair has a proven lower bound b of its distance and the odometer value o at which it was computed. Bodies move, so at the
// value p the bound is b − (p − o), and a pair whose distance was b is at most b + (p − o) apart. The first shows which pairs need
// no test; the second, which need no second test because they cannot have become far enough apart. A pair that was opened and whose
// own bound is large enough again is closed: the front rises (Ehmann and Lin 2001). Bounds hold however a search ended, so a tree
// left by a spent budget remains valid.

import { FEATURE_STRIDE } from '../convex/gjk.ts';
import type { FrontVisitor } from './front.ts';
import { Odometer } from './odometer.ts';

/** Initial capacity, in pairs. */
const FIRST_CAPACITY = 256;

export class Bvtt {
  /** Nodes of the pairs. Pair 0 is that of the roots. */
  nodeQuery: Int32Array = new Int32Array(FIRST_CAPACITY);
  nodeReference: Int32Array = new Int32Array(FIRST_CAPACITY);
  /** The first of a pair's two children, which are neighbours; 0 on the front. */
  child: Int32Array = new Int32Array(FIRST_CAPACITY);
  /** Lower bound of the distance, in the reference unit, as proven at `odometerValues`. */
  bounds: Float64Array = new Float64Array(FIRST_CAPACITY);
  odometerValues: Float64Array = new Float64Array(FIRST_CAPACITY);
  /** Unit vector of the plane that proved it, in the reference frame. */
  normals: Float64Array = new Float64Array(3 * FIRST_CAPACITY);
  /** The last nearest features of its hulls (`saveFeature`); none where planes have always been enough. */
  features: Int32Array = new Int32Array(FEATURE_STRIDE * FIRST_CAPACITY);
  /** Number of pairs on the front; 0 before the first search. */
  frontSize = 0;
  /** The pair of leaves that was nearest, or −1. */
  nearestQuery = -1;
  nearestReference = -1;
  readonly nearestNormal: Float64Array = new Float64Array(3);
  readonly nearestFeature: Int32Array = new Int32Array(FEATURE_STRIDE);
  /** A search is in progress: a nested query from its abort signal cannot use the tree. */
  busy = false;
  readonly odometer: Odometer = new Odometer();
  /** The stack of pairs to be tested. */
  stack: Int32Array = new Int32Array(64);
  #count = 0;
  /** Freed children, linked by `child`; 0 ends the list. */
  #free = 0;
  /** Children about to be freed. */
  readonly #freed: number[] = [];

  /** Resets the tree to the roots, with only a direction to project along. */
  startOver(x: number, y: number, z: number): void {
    this.odometer.restart();
    this.#count = 1;
    this.#free = 0;
    this.frontSize = 1;
    this.nodeQuery[0] = 0;
    this.nodeReference[0] = 0;
    this.child[0] = 0;
    this.bounds[0] = 0;
    this.odometerValues[0] = -Infinity;
    this.features[0] = 0;
    this.normals[0] = x;
    this.normals[1] = y;
    this.normals[2] = z;
  }

  /** Clears the tree. */
  clear(): void {
    this.frontSize = 0;
    this.nearestQuery = -1;
    this.nearestReference = -1;
    this.odometer.clear();
  }

  /** Gives a pair two children with the given nodes and returns the first. Nothing is proven about them yet. */
  open(pair: number, queryLeft: number, referenceLeft: number, queryRight: number, referenceRight: number): number {
    let first = this.#free;
    if (first !== 0) this.#free = this.child[first];
    else {
      first = this.#count;
      this.#count += 2;
      if (this.#count > this.child.length) this.#grow();
    }
    const { nodeQuery, nodeReference, child, bounds, odometerValues, normals, features } = this;
    nodeQuery[first] = queryLeft;
    nodeReference[first] = referenceLeft;
    nodeQuery[first + 1] = queryRight;
    nodeReference[first + 1] = referenceRight;
    for (let k = first; k < first + 2; k++) {
      child[k] = 0;
      features[FEATURE_STRIDE * k] = 0;
      // The separating plane of a pair is one of its children too.
      bounds[k] = bounds[pair];
      odometerValues[k] = odometerValues[pair];
      for (let axis = 0; axis < 3; axis++) normals[3 * k + axis] = normals[3 * pair + axis];
    }
    child[pair] = first;
    this.frontSize++;
    return first;
  }

  /** Removes the descendants of a pair: the front rises to it. */
  close(pair: number): void {
    const waiting = [pair];
    for (let above = waiting.pop(); above !== undefined; above = waiting.pop()) {
      const first = this.child[above];
      if (first === 0) continue;
      this.child[above] = 0;
      if (this.child[first] !== 0) waiting.push(first);
      if (this.child[first + 1] !== 0) waiting.push(first + 1);
      this.#freed.push(first);
    }
    for (let first = this.#freed.pop(); first !== undefined; first = this.#freed.pop()) {
      this.child[first] = this.#free;
      this.#free = first;
      this.frontSize--;
    }
  }

  /** Calls back for every pair on the front, with the lower bound that is proven now; it may be negative. */
  forEachOnFront(visit: FrontVisitor): void {
    if (this.frontSize === 0) return;
    const waiting = [0];
    for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
      const first = this.child[pair];
      if (first !== 0) waiting.push(first + 1, first);
      else visit(this.nodeQuery[pair], this.nodeReference[pair], this.boundNow(pair));
    }
  }

  /** Pushes a pair onto the stack at `top`, and returns the new top. */
  wait(pair: number, top: number): number {
    if (top === this.stack.length) this.stack = doubled(this.stack);
    this.stack[top] = pair;
    return top + 1;
  }

  /** The current lower bound of a pair's distance; may be negative. */
  boundNow(pair: number): number {
    return this.bounds[pair] - this.age(pair);
  }

  /** How far the query body has travelled since a pair was measured. */
  age(pair: number): number {
    return this.odometer.travel[0] - this.odometerValues[pair];
  }

  #grow(): void {
    this.nodeQuery = doubled(this.nodeQuery);
    this.nodeReference = doubled(this.nodeReference);
    this.child = doubled(this.child);
    this.bounds = doubledNumbers(this.bounds);
    this.odometerValues = doubledNumbers(this.odometerValues);
    this.normals = doubledNumbers(this.normals);
    this.features = doubled(this.features);
  }
}

function doubled(from: Int32Array): Int32Array {
  const to = new Int32Array(2 * from.length);
  to.set(from);
  return to;
}

function doubledNumbers(from: Float64Array): Float64Array {
  const to = new Float64Array(2 * from.length);
  to.set(from);
  return to;
}
