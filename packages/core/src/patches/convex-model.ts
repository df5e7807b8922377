// A model as one convex body, if it is convex, for GJK.

import type { ConvexBody } from '../convex/convex-body.ts';
import type { Model } from '../model/model.ts';
import { perModel } from '../model/per-model.ts';
import { requireModel } from '../model/require-model.ts';
import { type ConvexFaces, convexFaces } from './convex-faces.ts';
import { convexMeshBody, mayBeConvexMesh } from './convex-mesh.ts';

/** The corners of a mesh that may be convex; null for nearly all others. */
const candidateOf: (model: Model) => Float64Array | null = /* @__PURE__ */ perModel(({ facts, tree, round }) =>
  round === null && mayBeConvexMesh(facts, tree.triangles) ? tree.triangles : null,
);

/** False for nearly all models that are no convex meshes. To prove that one is convex takes as long as a hundred queries. */
export function mayBeConvex(model: Model): boolean {
  return candidateOf(model) !== null;
}

/** The body a convex mesh bounds, in the model's frame; null for all others. */
export const convexBodyOf: (model: Model) => ConvexBody | null = /* @__PURE__ */ perModel((model) => {
  const corners = candidateOf(model);
  return corners === null ? null : convexMeshBody(model.mesh, model.frame, corners);
});

/**
 * The same for queries that have another method: null also for a refitted mesh. Its convexity would need a proof for every
 * deformation, which takes longer than most queries.
 */
export function quickBodyOf(model: Model): ConvexBody | null {
  return model.isRefitted ? null : convexBodyOf(model);
}

/** Whether both are convex bodies with queries of their own. Neither is proven convex for one that is not. */
export function areConvex(a: Model, b: Model): boolean {
  if (a.isRefitted || b.isRefitted || !mayBeConvex(a) || !mayBeConvex(b)) return false;
  return convexBodyOf(a) !== null && convexBodyOf(b) !== null;
}

const NO_FACES: ConvexFaces = {
  starts: /* @__PURE__ */ new Uint32Array(1),
  around: /* @__PURE__ */ new Uint32Array(0),
  corners: /* @__PURE__ */ new Int32Array(0),
};

/** The faces around the vertices of the convex body; empty where there is none. */
export const convexFacesOf: (model: Model) => ConvexFaces = /* @__PURE__ */ perModel((model) => {
  const body = convexBodyOf(model);
  return body === null ? NO_FACES : convexFaces(model.mesh, model.tree, body);
});

/**
 * Whether a body is proven to be convex: a round shape, or a closed mesh that is the boundary of its own hull.
 *
 * @example
 * console.log(isConvex(Model.build(box())), isConvex(Model.build(torus()))); // true false
 */
export function isConvex(model: Model): boolean {
  requireModel(model, 'The body');
  return model.round !== null || convexBodyOf(model) !== null;
}
