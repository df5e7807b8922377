// The steps from a mesh to the parts of its model.

import { buildTreeBy, type Split } from '../bvh/rules.ts';
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

/** The same on the nodes of a tree of a mesh with the same triangles. */
export function refitParts(mesh: Mesh, old: Tree): BuiltParts {
  const corners = new Float64Array(9 * mesh.triangleCount);
  const frame = frameMesh(mesh, corners);
  return { frame, facts: solidFacts(mesh), tree: { ...old, triangles: gatherTriangles(corners, old.faces) } };
}
