// Chooses the code that answers a query about two bodies. Every query has one strategy for each kind of pair, in a file named by
// the query and the pair: `distance-convex-convex.ts`, `distance-round-mesh.ts`, `distance-mesh-mesh.ts`. A method of the caller,
// such as that on medial axes, replaces the last two. The strategies of a query write to the same result.

import type { VolumeKind } from '../bounds/volume.ts';
import { isRound } from './posed-pair.ts';
import type { Workspace } from './workspace.ts';

/** Answers the query for the pair posed in `w`. */
export type Strategy<Request, Out> = (w: Workspace, request: Request, out: Out) => void;

/**
 * Answers the query for the pair posed in `w`, by its strategy:
 * - `convexConvex`: two convex bodies as a whole, by GJK. False where that decides nothing; triangles or cores are then searched.
 *   Null where the caller has chosen what to search.
 * - `roundMesh`: a round body and a mesh, or two round bodies.
 * - `meshMesh`: two meshes.
 *
 * (As a table, their names would be in every bundle.)
 */
export function dispatch<Request extends { readonly volume: VolumeKind }, Out>(
  w: Workspace,
  request: Request,
  out: Out,
  convexConvex: ((w: Workspace, request: Request, out: Out) => boolean) | null,
  roundMesh: Strategy<Request, Out>,
  meshMesh: Strategy<Request, Out>,
): void {
  if (convexConvex?.(w, request, out) === true) return;
  w.reserve(request.volume);
  (isRound(w) ? roundMesh : meshMesh)(w, request, out);
}
