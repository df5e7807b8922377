// Pairs of faces of two trees, or of one with itself: both are searched together, the larger node is opened first.

import { childEnd, firstChild, firstTriangle, triangleCount } from '../bvh/tree.ts';
import { boxesOverlap } from '../space/box-set.ts';
import type { FaceJudge } from './face-octree.ts';
import { BOX } from './face-table.ts';
import type { PairKeys } from './pair-keys.ts';
import type { RefitTree } from './refit-tree.ts';

export class TreePairs {
  boxTests = 0;
  #waiting: Int32Array = new Int32Array(256);
  #top = 0;

  /**
   * The face pairs of two refitted trees that `judge`, called with slots in tree order, accepts. With `self` both are one tree:
   * each pair of its faces is then found once, with the lower number first.
   */
  search(a: RefitTree, b: RefitTree, self: boolean, judge: FaceJudge, found: PairKeys): void {
    this.#top = 0;
    this.#push(0, 0);
    while (this.#top > 0) {
      const nodeB = this.#waiting[--this.#top];
      const nodeA = this.#waiting[--this.#top];
      this.boxTests++;
      if (!boxesOverlap(a.boxes, BOX * nodeA, b.boxes, BOX * nodeB)) continue;
      const childA = firstChild(a.links, nodeA);
      const childB = firstChild(b.links, nodeB);
      if (childA === 0 && childB === 0) this.#compare(a, nodeA, b, nodeB, self, judge, found);
      else if (self && nodeA === nodeB) {
        const end = childEnd(a.links, nodeA);
        for (let one = childA; one < end; one++) for (let two = one; two < end; two++) this.#push(one, two);
      } else if (childB === 0 || (childA !== 0 && size(a.boxes, BOX * nodeA) >= size(b.boxes, BOX * nodeB))) {
        const end = childEnd(a.links, nodeA);
        for (let child = childA; child < end; child++) this.#push(child, nodeB);
      } else {
        const end = childEnd(b.links, nodeB);
        for (let child = childB; child < end; child++) this.#push(nodeA, child);
      }
    }
  }

  #compare(
    a: RefitTree,
    leafA: number,
    b: RefitTree,
    leafB: number,
    self: boolean,
    judge: FaceJudge,
    found: PairKeys,
  ): void {
    a.open(leafA);
    b.open(leafB);
    const isOneLeaf = self && leafA === leafB;
    const endA = firstTriangle(a.links, leafA) + triangleCount(a.links, leafA);
    const firstB = firstTriangle(b.links, leafB);
    const endB = firstB + triangleCount(b.links, leafB);
    for (let i = firstTriangle(a.links, leafA); i < endA; i++) {
      const start = isOneLeaf ? i + 1 : firstB;
      this.boxTests += endB - start;
      for (let j = start; j < endB; j++) {
        if (!boxesOverlap(a.faceBoxes, BOX * i, b.faceBoxes, BOX * j) || !judge(i, j)) continue;
        const faceA = a.faces[i];
        const faceB = b.faces[j];
        if (self && faceB < faceA) found.add(faceB, faceA);
        else found.add(faceA, faceB);
      }
    }
  }

  #push(nodeA: number, nodeB: number): void {
    if (this.#top + 2 > this.#waiting.length) {
      const grown = new Int32Array(2 * this.#waiting.length);
      grown.set(this.#waiting);
      this.#waiting = grown;
    }
    this.#waiting[this.#top++] = nodeA;
    this.#waiting[this.#top++] = nodeB;
  }
}

/** The size of a box for comparisons: the sum of its sides, which is positive for a flat box too. */
function size(boxes: Float64Array, o: number): number {
  return boxes[o + 3] - boxes[o] + (boxes[o + 4] - boxes[o + 1]) + (boxes[o + 5] - boxes[o + 2]);
}
