// What threads do of one large model. Everything is read from shared memory and written to other shared memory, so that a thread that
// ends over a step can be replaced by another that does it again.

import { DISC } from '../bounds/disc.ts';
import { buildRun } from '../bvh/build-tree.ts';
import { fitDiscBy, fitDiscs, MOMENTS } from '../bvh/fit-discs.ts';
import { type JoinedNodes, joinTrees, partBelow } from '../bvh/join-trees.ts';
import type { SplitRule } from '../bvh/split.ts';
import { type Branching, firstChild, firstTriangle, LEAF_SIZE, triangleCount } from '../bvh/tree.ts';
import { widenTree } from '../bvh/widen.ts';
import { Mesh, requireSoundMesh } from '../mesh/mesh.ts';
import { MODEL_STEPS, type SplitMesh, splitMesh } from '../model/build-parts.ts';
import { modelKernels } from '../model/model-kernels.ts';
import { type SolidFacts, solidFacts } from '../model/solid.ts';

/** A mesh in shared memory. */
export interface SharedMesh {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
}

/** A run to build, and where its triangles and their numbers go. */
export interface RunToBuild {
  readonly first: number;
  readonly count: number;
  readonly level: number;
  readonly split: SplitRule;
  /** Vertices in the frame, and three of them for each face. */
  readonly vertices: Float64Array;
  readonly corners: Uint32Array;
  readonly faces: Uint32Array;
  readonly to: { readonly triangles: Float64Array; readonly faces: Uint32Array };
}

/** A node whose discs are to be fitted, with all below it or, with its moments, alone. */
export interface NodeToFit {
  readonly node: number;
  readonly links: Int32Array;
  readonly triangles: Float64Array;
  readonly discs: Float64Array;
  readonly moments: Float64Array | null;
}

/** Zeros in shared memory. */
export const sharedDoubles = (length: number): Float64Array => new Float64Array(new SharedArrayBuffer(8 * length));
export const sharedInts = (length: number): Uint32Array => new Uint32Array(new SharedArrayBuffer(4 * length));

/** Checks a mesh, chooses its frame, and splits it down to runs of at most `runSize` triangles. */
export function splitTask(input: { mesh: SharedMesh; split: SplitRule; runSize: number }): SplitMesh {
  const { split, runSize } = input;
  const mesh = Mesh.adopt(input.mesh.positions, input.mesh.triangles);
  requireSoundMesh('buildModels', mesh);
  const built = split === 'sah' ? modelKernels.kernels?.splitMesh(mesh, runSize, MODEL_STEPS) : null;
  const { frame, links, ...rest } = built ?? splitMesh(mesh, split, runSize);
  const vertices = sharedDoubles(rest.vertices.length);
  vertices.set(rest.vertices);
  const faces = sharedInts(rest.faces.length);
  faces.set(rest.faces);
  return { frame, links, vertices, faces };
}

export function factsTask({ positions, triangles }: SharedMesh): SolidFacts {
  const mesh = Mesh.adopt(positions, triangles);
  requireSoundMesh('buildModels', mesh);
  return solidFacts(mesh);
}

/** Builds the tree of a run. */
export function runTask({ first, count, level, split, vertices, corners, faces, to }: RunToBuild): JoinedNodes {
  const run = new Float64Array(9 * count);
  for (let slot = first, k = 0; slot < first + count; slot++) {
    for (let c = 3 * faces[slot], end = c + 3; c < end; c++) {
      const v = 3 * corners[c];
      run[k++] = vertices[v];
      run[k++] = vertices[v + 1];
      run[k++] = vertices[v + 2];
    }
  }
  const tree = buildRun(run, split, LEAF_SIZE, level);
  to.triangles.set(tree.triangles, 9 * first);
  for (let k = 0; k < count; k++) to.faces[first + k] = faces[first + tree.faces[k]];
  return { links: tree.links, depth: tree.depth };
}

/** Joins the trees of runs, and widens them. */
export function joinTask(input: {
  readonly above: Int32Array;
  readonly parts: readonly JoinedNodes[];
  readonly branching: Branching;
}): JoinedNodes {
  const { links, depth } = joinTrees(input.above, input.parts);
  const narrow = { links, depth, faces: new Uint32Array(0), triangles: new Float64Array(0), branching: 2 as const };
  const wide = widenTree(narrow, input.branching);
  const out = new Int32Array(new SharedArrayBuffer(4 * wide.links.length));
  out.set(wide.links);
  // The root is over all triangles, which are elsewhere.
  out[2] = links[2];
  return { links: out, depth: wide.depth };
}

/** Fits discs; the moments of the node, unless they are known. */
export function discsTask({ node, links, triangles, discs, moments }: NodeToFit): Float64Array | null {
  const first = firstTriangle(links, node);
  const count = triangleCount(links, node);
  if (moments !== null) {
    fitDiscBy(moments, 0, triangles, first, count, discs, DISC * node);
    return null;
  }
  const part = partBelow(links, node);
  const out = new Float64Array((DISC * part.length) / 4);
  const own = new Float64Array(MOMENTS);
  fitDiscs(part, triangles.subarray(9 * first, 9 * (first + count)), out, own);
  discs.set(out.subarray(0, DISC), DISC * node);
  discs.set(out.subarray(DISC), DISC * firstChild(links, node));
  return own;
}
