// CONTACT, the baseline of the FAST paper: bounding boxes over spans of time, by interval arithmetic (Redon, Kheddar &
// Coquillart 2002), on the library's own trees of oriented boxes. Plain, and never late: what is passed over is proven apart.
//
// Pairs of boxes are searched in the order in which their spans start; depth first, a body swept towards a large flat one took
// fifteen times as long. A pair that is not proven apart is split in time while it moves far for the size of its larger box, and
// in space after that: the intervals of a long span say nothing about small boxes. Bodies must be apart at time 0: one that
// starts inside another is not noticed.

import { LINKS } from '../core-internals.ts';
import { type Contact, NO_CONTACT } from '../time-of-contact/contact.ts';
import type { BodyMotion } from '../time-of-contact/motion.ts';
import type { OpenedModel } from '../traversal/opened-model.ts';
import { BOX_SIZE, PosedBody } from './posed-body.ts';
import { SPAN_SIZE, screwBetween, spanOver } from './screw.ts';
import { SpanQueue } from './span-queue.ts';
import { sweptBoxesOverlap } from './swept-boxes.ts';
import { firstTouch, type SweptPair } from './swept-triangles.ts';

/**
 * What rounding may add to a length, in parts of all lengths at play: every bound is a sum of at most eight products of two
 * or three of them, each a few roundings off, sine and cosine included. Dimensionless.
 */
const ROUNDING = 2 ** -44;

/**
 * The path that boxes may move in a span before it is split, by half the diagonal of the box that would be opened otherwise. On
 * W3, 1/4 and 1/2 are about equal and faster than 1/8, 1, 2 and 4. Dimensionless.
 */
const LARGEST_TRAVEL = 0.5;

export class ContactSearch {
  readonly #a: PosedBody;
  readonly #b: PosedBody;
  readonly #radii: number;
  readonly #span = new Float64Array(SPAN_SIZE);

  constructor(a: OpenedModel, b: OpenedModel) {
    this.#a = new PosedBody(a);
    this.#b = new PosedBody(b);
    this.#radii = reachOf(a) + reachOf(b);
  }

  /** The screw from `from` to `to`, B at the identity. `front` counts the pairs of boxes and spans where the search ended. */
  firstContact(motion: BodyMotion): Contact {
    const a = this.#a;
    const b = this.#b;
    const screw = screwBetween(motion);
    a.setPose(screw.poseA);
    b.setPose(screw.poseB);
    const lengths = this.#radii + screw.apart + Math.hypot(...motion.from.position) + Math.hypot(...motion.to.position);
    const guard = (ROUNDING + screw.neglected) * lengths;
    const pair: SweptPair = { a: a.corners, i: 0, b: b.corners, j: 0, screw, guard };
    let first = NO_CONTACT;
    let front = 0;

    const waiting = new SpanQueue();
    waiting.put(0, 0, 0, 1);
    for (let next = waiting.take(); next !== undefined && next.start < first; next = waiting.take()) {
      const { nodeA, nodeB, start } = next;
      const end = Math.min(next.end, first);
      const boxA = a.box(nodeA);
      const boxB = b.box(nodeB);
      spanOver(screw.angle, start, end, this.#span);
      if (!sweptBoxesOverlap(a.boxes, boxA, b.boxes, boxB, screw.slide, this.#span, guard)) {
        front++;
        continue;
      }
      const childA = a.links[LINKS * nodeA];
      const childB = b.links[LINKS * nodeB];
      if (childA === 0 && childB === 0) {
        front++;
        first = Math.min(first, this.#touchOfLeaves(pair, nodeA, nodeB, start, end));
        continue;
      }
      const sizeA = diagonal(a.boxes, boxA);
      const sizeB = diagonal(b.boxes, boxB);
      const opensA = childB === 0 || (childA !== 0 && sizeA >= sizeB);
      const x = a.boxes[boxA];
      const y = a.boxes[boxA + 1];
      const reach = Math.sqrt(x * x + y * y) + sizeA;
      const travel = (screw.angle * reach + Math.abs(screw.slide)) * (end - start);
      if (travel > LARGEST_TRAVEL * (opensA ? sizeA : sizeB)) {
        const middle = (start + end) / 2;
        waiting.put(nodeA, nodeB, start, middle);
        waiting.put(nodeA, nodeB, middle, end);
      } else if (opensA) {
        waiting.put(childA, nodeB, start, end);
        waiting.put(childA + 1, nodeB, start, end);
      } else {
        waiting.put(nodeA, childB, start, end);
        waiting.put(nodeA, childB + 1, start, end);
      }
    }
    return { toc: first, upper: Infinity, iterations: Number.NaN, front };
  }

  #touchOfLeaves(pair: SweptPair, nodeA: number, nodeB: number, start: number, end: number): number {
    this.#a.openLeaf(nodeA);
    this.#b.openLeaf(nodeB);
    const [beginA, endA] = runOf(this.#a.links, nodeA);
    const [beginB, endB] = runOf(this.#b.links, nodeB);
    let first = Infinity;
    for (pair.i = beginA; pair.i < endA; pair.i += 9) {
      for (pair.j = beginB; pair.j < endB; pair.j += 9) {
        first = Math.min(first, firstTouch(pair, start, Math.min(end, first)));
      }
    }
    return first;
  }
}

/** Where the corners of a leaf begin and end. */
function runOf(links: Int32Array, node: number): readonly [number, number] {
  const begin = 9 * links[LINKS * node + 1];
  return [begin, begin + 9 * links[LINKS * node + 2]];
}

/** No corner of the model is farther from its origin. */
function reachOf({ volumes, unit, centre }: OpenedModel): number {
  return Math.hypot(...centre) + unit * (Math.hypot(volumes[0], volumes[1], volumes[2]) + diagonal(volumes, 0));
}

/** Half of a box's diagonal. */
function diagonal(boxes: Float64Array, at: number): number {
  const half = at + BOX_SIZE - 3;
  const [x, y, z] = [boxes[half], boxes[half + 1], boxes[half + 2]];
  return Math.sqrt(x * x + y * y + z * z);
}
