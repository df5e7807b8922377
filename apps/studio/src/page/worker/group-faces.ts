import type { Model } from 'nearmiss';
import { convexPatches, hullNodes } from 'nearmiss/convex';
import type { Shown } from '../shown.ts';
import type { FaceGroups } from './messages.ts';

/** With more hulls than this, their edges would cover the body. */
const MOST_DRAWN_HULLS = 64;

/** A body's faces by the convex patch, or by the hull of a level, that they belong to. */
export function groupFaces(model: Model, { show, level }: Shown): FaceGroups {
  if (show === 'patches') {
    const patches = convexPatches(model);
    const filled = Uint8Array.from(patches, (patch) => Number(patch.filled));
    return { ...grouped(model, patches), filled, depth: 0, hullEdges: new Uint32Array() };
  }
  const nodes = hullNodes(model, level);
  const drawn = nodes.length <= MOST_DRAWN_HULLS ? nodes : [];
  return {
    ...grouped(model, nodes),
    filled: new Uint8Array(nodes.length).fill(1),
    depth: depthOf(model),
    hullEdges: Uint32Array.from(drawn.flatMap(({ triangles }) => edgesOf(triangles))),
  };
}

function grouped(
  { triangleCount }: Model,
  groups: readonly { readonly faces: Uint32Array }[],
): Pick<FaceGroups, 'count' | 'groupOf'> {
  const groupOf = new Uint32Array(triangleCount);
  groups.forEach(({ faces }, group) => {
    for (const face of faces) groupOf[face] = group;
  });
  return { count: groups.length, groupOf };
}

const depths = new WeakMap<Model, number>();

/** How far below the root the deepest hull is. */
function depthOf(model: Model): number {
  const known = depths.get(model);
  if (known !== undefined) return known;
  const depth = hullNodes(model).reduce((deepest, { level }) => Math.max(deepest, level), 0);
  depths.set(model, depth);
  return depth;
}

/** Every edge of a closed surface is used once in each direction: taken is the one from the lower vertex. */
function edgesOf(triangles: Uint32Array): number[] {
  const edges: number[] = [];
  for (let k = 0; k < triangles.length; k += 3) {
    const [u = 0, v = 0, w = 0] = triangles.subarray(k, k + 3);
    for (const [from, to] of [[u, v] as const, [v, w] as const, [w, u] as const]) if (from < to) edges.push(from, to);
  }
  return edges;
}
