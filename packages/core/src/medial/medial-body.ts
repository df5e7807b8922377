// A medial mesh made ready for queries: its primitives, dilated so that they hold the surface, below a tree of slabs.
//
// Nodes and primitives have one row of numbers, nodes first: a leaf opens into its primitives as any node opens into its
// children, so that a search knows one kind of thing, and only what does not open is looked at more closely.

import { buildTree } from '../bvh/build.ts';
import { LINKS, nodeCount } from '../bvh/tree.ts';
import { widenTree } from '../bvh/widen.ts';
import { BALL } from './closest-balls.ts';
import { encloseInSlab } from './enclosing-slab.ts';
import { type MedialMesh, primitiveCount } from './medial-mesh.ts';

/** Doubles a primitive: three balls, of which the last ones stand in for those it does not have. */
export const PRIMITIVE: number = 3 * BALL;

/** Children a node has at most: as many as a leaf has primitives. */
export const MEDIAL_BRANCHING = 4;

export interface MedialBody {
  /** Number of nodes; from here on numbers are those of primitives. */
  readonly nodes: number;
  /** First child and one past the last, of every node and primitive; both 0 for primitives. */
  readonly children: Int32Array;
  /** Of each three balls, PRIMITIVE doubles, whose hull is the primitive, or holds all primitives below the node. */
  readonly balls: Float64Array;
  /** How far each reaches from its first ball's centre, at most. */
  readonly sizes: Float64Array;
  /** Of how many balls primitive `nodes` + k is the hull, 1 to 3. */
  readonly counts: Uint8Array;
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
  const order = Uint32Array.from({ length: total }, (_, primitive) => primitive);
  const inOrder = new Float64Array(PRIMITIVE * total);
  const centres = new Float64Array(9 * total);
  for (let primitive = 0; primitive < total; primitive++) {
    for (let k = 0; k < 3; k++) {
      const from = BALL * ballOf(mesh, primitive, k);
      const to = PRIMITIVE * primitive + BALL * k;
      for (let c = 0; c < 3; c++) {
        inOrder[to + c] = mesh.spheres[from + c];
        centres[9 * primitive + 3 * k + c] = mesh.spheres[from + c];
      }
      inOrder[to + 3] = mesh.spheres[from + 3] + dilation;
    }
  }
  const tree = widenTree(buildTree(centres, order, 'sah'), MEDIAL_BRANCHING);
  const nodes = nodeCount(tree);
  const counts = Uint8Array.from(tree.faces, (primitive) => ballCount(mesh, primitive));
  const placed = new Float64Array(PRIMITIVE * total);
  tree.faces.forEach((primitive, place) => {
    placed.set(inOrder.subarray(PRIMITIVE * primitive, PRIMITIVE * primitive + PRIMITIVE), PRIMITIVE * place);
  });
  const children = new Int32Array(2 * (nodes + total));
  const balls = new Float64Array(PRIMITIVE * (nodes + total));
  balls.set(placed, PRIMITIVE * nodes);
  for (let node = 0; node < nodes; node++) {
    const first = tree.links[LINKS * node + 1];
    const end = first + tree.links[LINKS * node + 2];
    const child = tree.links[LINKS * node];
    children[2 * node] = child === 0 ? nodes + first : child;
    children[2 * node + 1] = child === 0 ? nodes + end : tree.links[LINKS * node + 3];
    encloseInSlab(placed, 3 * first, 3 * end, balls, PRIMITIVE * node);
  }
  const sizes = Float64Array.from({ length: nodes + total }, (_, number) => sizeOf(balls, PRIMITIVE * number));
  let reach = 0;
  for (let k = 0; k < balls.length; k += BALL) {
    reach = Math.max(reach, Math.sqrt(balls[k] ** 2 + balls[k + 1] ** 2 + balls[k + 2] ** 2) + balls[k + 3]);
  }
  return { nodes, children, balls, sizes, counts, primitives: tree.faces, reach, error };
}

function sizeOf(balls: Float64Array, i: number): number {
  let size = 0;
  for (let k = i; k < i + PRIMITIVE; k += BALL) {
    const away = Math.sqrt(
      (balls[k] - balls[i]) ** 2 + (balls[k + 1] - balls[i + 1]) ** 2 + (balls[k + 2] - balls[i + 2]) ** 2,
    );
    size = Math.max(size, away + balls[k + 3]);
  }
  return size;
}

/** Ball 0, 1 or 2 of a primitive; the last of a cone is its second again. */
function ballOf({ cones, slabs }: MedialMesh, primitive: number, k: number): number {
  const slab = primitive - cones.length / 2;
  return slab < 0 ? cones[2 * primitive + Math.min(k, 1)] : slabs[3 * slab + k];
}

function ballCount(mesh: MedialMesh, primitive: number): number {
  if (primitive >= mesh.cones.length / 2) return 3;
  return ballOf(mesh, primitive, 0) === ballOf(mesh, primitive, 1) ? 1 : 2;
}
