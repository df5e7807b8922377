// The steps from a mesh to the parts of its model.

import { buildRun } from '../bvh/build-tree.ts';
import { buildTreeBy, type Split } from '../bvh/rules.ts';
import type { SplitRule } from '../bvh/split.ts';
import { type Branching, gatherTriangles, type Tree } from '../bvh/tree.ts';
import { widenTree } from '../bvh/widen.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { type Frame, frameMesh, frameOf } from './model-frame.ts';
import { type SolidFacts, solidFacts, weldedFacts } from './solid.ts';

/** What a model derives from its mesh. */
export interface BuiltParts {
  readonly frame: Frame;
  readonly facts: SolidFacts;
  readonly tree: Tree;
  /** Discs on the nodes of the tree, where they are known. */
  readonly discs?: Float64Array | undefined;
}

/** A mesh in its frame, split down to large runs: its vertices there, the nodes above, and the triangles in their order. */
export interface SplitMesh {
  readonly frame: Frame;
  readonly vertices: Float64Array;
  readonly links: Int32Array;
  readonly faces: Uint32Array;
}

/** What kernels leave to the library. Handed over, so that a program with kernels alone does not carry it. */
export interface ModelSteps {
  readonly frameOf: typeof frameOf;
  readonly weldedFacts: typeof weldedFacts;
}

export const MODEL_STEPS: ModelSteps = { frameOf, weldedFacts };

export function buildParts(mesh: Mesh, split: Split, branching: Branching): BuiltParts {
  const corners = new Float64Array(9 * mesh.triangleCount);
  const frame = frameMesh(mesh, corners);
  const facts = solidFacts(mesh);
  const tree = widenTree(buildTreeBy(split, corners, facts.closed && facts.oriented), branching);
  return { frame, facts, tree };
}

/** Splits a mesh down to runs of at most `runSize` triangles. */
export function splitMesh(mesh: Mesh, split: SplitRule, runSize: number): SplitMesh {
  const corners = new Float64Array(9 * mesh.triangleCount);
  const frame = frameMesh(mesh, corners);
  const { centre, unit } = frame;
  const scale = 1 / unit; // exact, of a power of two
  const vertices = mesh.positions.map((x, k) => (x - centre[k % 3]) * scale);
  const { links, faces } = buildRun(corners, split, runSize, 0);
  return { frame, vertices, links, faces };
}

/** The same on the nodes of a tree of a mesh with the same triangles. */
export function refitParts(mesh: Mesh, old: Tree): BuiltParts {
  const corners = new Float64Array(9 * mesh.triangleCount);
  const frame = frameMesh(mesh, corners);
  return { frame, facts: solidFacts(mesh), tree: { ...old, triangles: gatherTriangles(corners, old.faces) } };
}
