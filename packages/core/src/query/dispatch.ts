// Which code answers a query about two bodies. Every query has one strategy for each kind of pair, in a file that is named by the query and
// the pair: `distance-convex-convex.ts`, `distance-round-mesh.ts`, `distance-mesh-mesh.ts`. A method that the caller brings along, such as
// that on medial axes, replaces the last two. The strategies of a query write to the same result; this chooses among them.

import type { VolumeKind } from '../bounds/volume.ts';
import { isRound } from './posed-pair.ts';
import type { Workspace } from './workspace.ts';

/** Answers for the pair posed in `w`, as asked for. */
export type Strategy<Ask, Out> = (w: Workspace, ask: Ask, out: Out) => void;

/**
 * Answers for the pair posed in `w`, by the strategy for it:
 * - `convexConvex`, two convex bodies as a whole, by GJK. False where that settles nothing: triangles or cores are then searched. Null
 *   where the caller has chosen what to search on.
 * - `roundMesh`, a round body and a mesh, or two round bodies.
 * - `meshMesh`, two meshes.
 *
 * (As a table, their names would be in every bundle.)
 */
export function dispatch<Ask extends { readonly volume: VolumeKind }, Out>(
  w: Workspace,
  ask: Ask,
  out: Out,
  convexConvex: ((w: Workspace, ask: Ask, out: Out) => boolean) | null,
  roundMesh: Strategy<Ask, Out>,
  meshMesh: Strategy<Ask, Out>,
): void {
  if (convexConvex?.(w, ask, out) === true) return;
  w.reserve(ask.volume);
  (isRound(w) ? roundMesh : meshMesh)(w, ask, out);
}
