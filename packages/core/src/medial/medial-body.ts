// A medial mesh prepared for queries: its primitives, dilated so that they enclose the surface, below a tree of hulls of balls.
//
// Nodes and primitives share one numbering, nodes first: a leaf opens into its primitives as any node opens into its children, so
// that a search handles one kind of item, and only items without children get the finer test.

import { buildTree } from '../bvh/build-tree.ts';
import { CHILD_END, FIRST_CHILD, FIRST_TRIANGLE, LINKS, nodeCount, TRIANGLE_COUNT } from '../bvh/tree.ts';
import { widenTree } from '../bvh/widen.ts';
import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import { square } from '../scalar/vector.ts';
import { BALL } from './closest-balls.ts';
import { encloseInBalls, MOST_ENCLOSING } from './enclosing-balls.ts';
import { type MedialMesh, primitiveCount } from './medial-mesh.ts';

/** Children a node has at most: as many as a leaf has primitives. */
export const MEDIAL_BRANCHING = 4;

export interface MedialBody {
  /** Number of nodes; from here on numbers are those of primitives. */
  readonly nodes: number;
  /** First child and one past the last, for every node and primitive; both 0 for primitives. */
  readonly children: Int32Array;
  /** The hull of the balls [firsts[k], firsts[k + 1]) is primitive k, or holds all primitives below node k. Those of siblings follow each other. */
  readonly firsts: Int32Array;
  readonly balls: Float64Array;
  /** For each node and primitive a ball that holds all of it. */
  readonly spans: Float64Array;
  /** Which of the medial mesh's primitives primitive `nodes` + k is. */
  readonly primitives: Uint32Array;
  /** No ball reaches farther from the origin. */
  readonly reach: number;
  /** No point of the primitives is farther than this from the solid; infinite where that is not known. */
  readonly error: number;
}

/** The primitives of a medial mesh, every radius enlarged by `dilation`, and the tree above them. */
export function medialBody(mesh: MedialMesh, dilation: number, error: number): MedialBody {
  const total = primitiveCount(mesh);
  const centres = new Float64Array(9 * total);
  for (let corner = 0; corner < 3 * total; corner++) {
    const ball = ballOf(mesh, Math.floor(corner / 3), corner % 3);
    for (let c = 0; c < 3; c++) centres[3 * corner + c] = mesh.spheres[BALL * ball + c];
  }
  const tree = widenTree(buildTree(centres, 'sah'), MEDIAL_BRANCHING);
  const nodes = nodeCount(tree);

  // The balls of the primitives in the order of the tree, as they will stand behind those of the nodes.
  const own = new Float64Array(3 * BALL * total);
  const ends = new Int32Array(total + 1);
  tree.faces.forEach((primitive, slot) => {
    const count = ballCount(mesh, primitive);
    for (let k = 0; k < count; k++) {
      const from = BALL * ballOf(mesh, primitive, k);
      const to = BALL * (ends[slot] + k);
      for (let c = 0; c < 3; c++) own[to + c] = mesh.spheres[from + c];
      own[to + 3] = mesh.spheres[from + 3] + dilation;
    }
    ends[slot + 1] = ends[slot] + count;
  });

  const children = new Int32Array(2 * (nodes + total));
  const firsts = new Int32Array(nodes + total + 1);
  const enclosing = new Float64Array(MOST_ENCLOSING * BALL * nodes);
  for (let node = 0; node < nodes; node++) {
    const first = tree.links[LINKS * node + FIRST_TRIANGLE];
    const end = first + tree.links[LINKS * node + TRIANGLE_COUNT];
    const child = tree.links[LINKS * node + FIRST_CHILD];
    children[2 * node] = child === 0 ? nodes + first : child;
    children[2 * node + 1] = child === 0 ? nodes + end : tree.links[LINKS * node + CHILD_END];
    firsts[node + 1] = firsts[node] + encloseInBalls(own, ends[first], ends[end], enclosing, firsts[node]);
  }
  for (let slot = 0; slot < total; slot++) firsts[nodes + slot + 1] = firsts[nodes] + ends[slot + 1];
  const balls = new Float64Array(BALL * firsts[nodes + total]);
  balls.set(enclosing.subarray(0, BALL * firsts[nodes]));
  balls.set(own.subarray(0, BALL * ends[total]), BALL * firsts[nodes]);

  const spans = new Float64Array(BALL * (nodes + total));
  for (let k = 0; k < nodes + total; k++) writeSpan(balls, firsts[k], firsts[k + 1], spans, BALL * k);
  let reach = 0;
  for (let k = 0; k < balls.length; k += BALL) {
    reach = Math.max(
      reach,
      Math.sqrt(balls[k] * balls[k] + balls[k + 1] * balls[k + 1] + balls[k + 2] * balls[k + 2]) + balls[k + 3],
    );
  }
  return { nodes, children, firsts, balls, spans, primitives: tree.faces, reach, error };
}

/** The number of balls of primitive or node k. */
export function ballsOf({ firsts }: MedialBody, k: number): number {
  return firsts[k + 1] - firsts[k];
}

/** Writes to out[at…] the ball around the balls [first, end) from the middle of the box around them. */
function writeSpan(balls: Float64Array, first: number, end: number, out: Float64Array, at: number): void {
  for (let c = 0; c < 3; c++) {
    let low = Infinity;
    let high = -Infinity;
    for (let k = BALL * first; k < BALL * end; k += BALL) {
      low = Math.min(low, balls[k + c] - balls[k + 3]);
      high = Math.max(high, balls[k + c] + balls[k + 3]);
    }
    out[at + c] = low + (high - low) / 2;
  }
  let radius = 0;
  for (let k = BALL * first; k < BALL * end; k += BALL) {
    const away = Math.sqrt(
      square(balls[k] - out[at]) + square(balls[k + 1] - out[at + 1]) + square(balls[k + 2] - out[at + 2]),
    );
    radius = Math.max(radius, (away + balls[k + 3]) * SPAN_ROUNDING);
  }
  out[at + 3] = radius;
}

/** Raises a computed distance above the true one. Dimensionless. */
const SPAN_ROUNDING: number = 1 + 8 * UNIT_ROUNDOFF;

/** Ball 0, 1 or 2 of a primitive; the last of a cone is its second again. */
function ballOf({ cones, slabs }: MedialMesh, primitive: number, k: number): number {
  const slab = primitive - cones.length / 2;
  return slab < 0 ? cones[2 * primitive + Math.min(k, 1)] : slabs[3 * slab + k];
}

function ballCount(mesh: MedialMesh, primitive: number): number {
  if (primitive >= mesh.cones.length / 2) return 3;
  return ballOf(mesh, primitive, 0) === ballOf(mesh, primitive, 1) ? 1 : 2;
}
