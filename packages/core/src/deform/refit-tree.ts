// The second search method for deforming meshes: a tree that is built once and whose boxes are fitted to every new shape, from the
// leaves up. Nothing is sorted, so a step costs one pass over the leaves' vertices and one over the nodes.
//
// A tree that is good for one shape may be bad for another. Its quality is the search cost estimated by the surface-area heuristic:
// the areas of all nodes divided by the area of the root. When that has grown by REBUILD_AT since the tree was built, the tree is
// rebuilt.

import { buildTree } from '../bvh/build-tree.ts';
import { firstChild, firstTriangle, LINKS, type Tree, triangleCount } from '../bvh/tree.ts';
import { BOX, FACE, type FaceSource } from './face-table.ts';

/** A tree this much worse than when it was built is rebuilt, which costs as much as some thirty refits. Dimensionless. */
const REBUILD_AT = 1.5;

export class RefitTree {
  /** Nodes: bvh/tree.ts. */
  links: Int32Array = new Int32Array(0);
  /** Face number for each slot in tree order. */
  faces: Uint32Array = new Uint32Array(0);
  /** A box a node. */
  boxes: Float64Array = new Float64Array(0);
  /** Corners and box of each face in tree order, valid after `open` for its leaf. */
  readonly corners: Float64Array;
  readonly faceBoxes: Float64Array;
  depth = 0;
  /** How often it was built. */
  builds = 0;
  readonly #source: FaceSource;
  /** Offsets of the vertices of each leaf in the positions, every one once; and the start of each node's vertices here. */
  #slots: Int32Array = new Int32Array(0);
  #placesStart: Int32Array = new Int32Array(0);
  /** The shape for which a leaf's faces were last opened. */
  #opened: Uint32Array = new Uint32Array(0);
  #shape = 0;
  #costWhenBuilt = 0;

  constructor(source: FaceSource) {
    this.#source = source;
    this.corners = new Float64Array(3 * source.triangles.length);
    this.faceBoxes = new Float64Array((BOX / 3) * source.triangles.length);
    this.#build();
  }

  /** Fits the boxes to the current vertices. */
  refit(): void {
    this.#shape++;
    const cost = this.#fit();
    if (cost <= REBUILD_AT * this.#costWhenBuilt) return;
    this.#build();
  }

  /** Makes the corners and boxes of a leaf's faces ready. */
  open(leaf: number): void {
    if (this.#opened[leaf] === this.#shape) return;
    this.#opened[leaf] = this.#shape;
    const { corners, faceBoxes } = this;
    const { positions, triangles } = this.#source;
    const first = firstTriangle(this.links, leaf);
    const end = first + triangleCount(this.links, leaf);
    for (let slot = first; slot < end; slot++) {
      const t = 3 * this.faces[slot];
      const p = 3 * triangles[t];
      const q = 3 * triangles[t + 1];
      const r = 3 * triangles[t + 2];
      for (let axis = 0, c = FACE * slot, b = BOX * slot; axis < 3; axis++, c++, b++) {
        const x = positions[p + axis];
        const y = positions[q + axis];
        const z = positions[r + axis];
        corners[c] = x;
        corners[c + 3] = y;
        corners[c + 6] = z;
        faceBoxes[b] = x < y ? (x < z ? x : z) : y < z ? y : z;
        faceBoxes[b + 3] = x > y ? (x > z ? x : z) : y > z ? y : z;
      }
    }
  }

  #build(): void {
    const { positions, triangles } = this.#source;
    const inOrder = new Float64Array(3 * triangles.length);
    for (let k = 0; k < triangles.length; k++) {
      const v = 3 * triangles[k];
      inOrder[3 * k] = positions[v];
      inOrder[3 * k + 1] = positions[v + 1];
      inOrder[3 * k + 2] = positions[v + 2];
    }
    const tree = buildTree(inOrder, 'sah');
    this.links = tree.links;
    this.faces = tree.faces;
    this.depth = tree.depth;
    this.#listVertices(tree);
    const nodes = tree.links.length / LINKS;
    this.boxes = new Float64Array(BOX * nodes);
    this.#opened = new Uint32Array(nodes);
    this.#shape = 1;
    this.builds++;
    this.#costWhenBuilt = this.#fit();
  }

  #listVertices({ links, faces }: Tree): void {
    const { triangles } = this.#source;
    const nodes = links.length / LINKS;
    const starts = new Int32Array(nodes + 1);
    const slots: number[] = [];
    for (let node = 0; node < nodes; node++) {
      starts[node] = slots.length;
      if (firstChild(links, node) !== 0) continue;
      const first = firstTriangle(links, node);
      const run = faces.subarray(first, first + triangleCount(links, node));
      const own = new Set(Array.from(run).flatMap((face) => [...triangles.subarray(3 * face, 3 * face + 3)]));
      for (const v of own) slots.push(3 * v);
    }
    starts[nodes] = slots.length;
    this.#placesStart = starts;
    this.#slots = Int32Array.from(slots);
  }

  /** Children have higher numbers than their parents, so backwards every child is ready before it is needed. Returns the cost. */
  #fit(): number {
    const { links, boxes } = this;
    let areas = 0;
    for (let node = links.length / LINKS - 1, o = BOX * node; node >= 0; node--, o -= BOX) {
      const child = firstChild(links, node);
      if (child === 0) this.#fitLeaf(node);
      else joinBoxes(boxes, BOX * child, o);
      const x = boxes[o + 3] - boxes[o];
      const y = boxes[o + 4] - boxes[o + 1];
      const z = boxes[o + 5] - boxes[o + 2];
      areas += x * y + y * z + z * x;
    }
    const x = boxes[3] - boxes[0];
    const y = boxes[4] - boxes[1];
    const z = boxes[5] - boxes[2];
    const whole = x * y + y * z + z * x;
    // All points are on a line, or sizes are outside the range of areas: there is no cost to compare, and no rebuild.
    return whole > 0 && areas < Infinity ? areas / whole : 0;
  }

  #fitLeaf(leaf: number): void {
    const { boxes } = this;
    const { positions } = this.#source;
    const slots = this.#slots;
    let lowX = Infinity;
    let lowY = Infinity;
    let lowZ = Infinity;
    let highX = -Infinity;
    let highY = -Infinity;
    let highZ = -Infinity;
    const end = this.#placesStart[leaf + 1];
    for (let k = this.#placesStart[leaf]; k < end; k++) {
      const v = slots[k];
      const x = positions[v];
      const y = positions[v + 1];
      const z = positions[v + 2];
      if (x < lowX) lowX = x;
      if (y < lowY) lowY = y;
      if (z < lowZ) lowZ = z;
      if (x > highX) highX = x;
      if (y > highY) highY = y;
      if (z > highZ) highZ = z;
    }
    const o = BOX * leaf;
    boxes[o] = lowX;
    boxes[o + 1] = lowY;
    boxes[o + 2] = lowZ;
    boxes[o + 3] = highX;
    boxes[o + 4] = highY;
    boxes[o + 5] = highZ;
  }
}

/** The box around the two boxes from `i` on; a node of this tree has two children. */
function joinBoxes(boxes: Float64Array, i: number, o: number): void {
  const lowX = boxes[i];
  const lowY = boxes[i + 1];
  const lowZ = boxes[i + 2];
  const highX = boxes[i + 3];
  const highY = boxes[i + 4];
  const highZ = boxes[i + 5];
  const j = i + BOX;
  boxes[o] = lowX < boxes[j] ? lowX : boxes[j];
  boxes[o + 1] = lowY < boxes[j + 1] ? lowY : boxes[j + 1];
  boxes[o + 2] = lowZ < boxes[j + 2] ? lowZ : boxes[j + 2];
  boxes[o + 3] = highX > boxes[j + 3] ? highX : boxes[j + 3];
  boxes[o + 4] = highY > boxes[j + 4] ? highY : boxes[j + 4];
  boxes[o + 5] = highZ > boxes[j + 5] ? highZ : boxes[j + 5];
}
