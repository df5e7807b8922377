// Where two surfaces cross, and whether one passes through the other.
//
// The edges of A that B crosses are taken away. The corners then fall into components, connected by the edges that are left. If two or more of them
// are outside of B, A sticks out on several sides: it pierces B. Otherwise it protrudes into it. A pair pierces if either does. An edge is crossed
// if a crossing of one of its faces ends on it.

import { contains } from 'nearmiss';
import { cornerNumbers } from './corner-numbers.ts';
import type { Crossings } from './crossings.ts';
import { commonBox, emptyBox, growBox, type PosedModel, worldBox, worldPoint } from './posed-model.ts';
import type { PairRelation } from './question.ts';

/** How far off an edge a point on it may be, in parts of the coordinates. */
const ON_EDGE = 2 ** -40;
/** Corners of a component that are examined until one is not on the surface. */
const TRIES = 8;

export interface CrossingRegion {
  /** Least and greatest corner; null where the surfaces do not cross. */
  readonly box: readonly number[] | null;
  readonly middle: readonly number[];
  /** Null where it cannot be told: of open meshes, or with more contacts than are listed. */
  readonly kind: 'pierces' | 'protrudes' | null;
}

export function crossingRegion(crossings: Crossings, relation: PairRelation): CrossingRegion {
  const { a, b } = crossings;
  if (relation === 'a-inside-b') return around(worldBox(a));
  if (relation === 'b-inside-a') return around(worldBox(b));
  const { segments, isWhole } = crossings;
  const box = emptyBox();
  for (const segment of segments) for (const point of segment) growBox(box, point);
  if (!isWhole || box[0] > box[3]) return around(commonBox(worldBox(a), worldBox(b)));
  if (!a.model.closed || !b.model.closed) return { ...around(box), kind: null };
  const pierces =
    componentsOutside(a, crossedEdges(a, crossings, 0), b) > 1 ||
    componentsOutside(b, crossedEdges(b, crossings, 1), a) > 1;
  return { ...around(box), kind: pierces ? 'pierces' : 'protrudes' };
}

function around(box: readonly number[]): CrossingRegion {
  return { box, middle: [0, 1, 2].map((k) => (box[k] + box[k + 3]) / 2), kind: null };
}

/** The edges of one of the bodies on which crossings end, each as three times its face and the number of its first corner there. */
function crossedEdges(body: PosedModel, { pairs, segments }: Crossings, side: 0 | 1): ReadonlySet<number> {
  const { positions, triangles } = body.model.mesh;
  const crossed = new Set<number>();
  for (const [k, pair] of pairs.entries()) {
    const face = pair[side];
    const corners = [0, 1, 2].map((corner) => {
      const vertex = 3 * triangles[3 * face + corner];
      return worldPoint(body, positions.subarray(vertex, vertex + 3));
    });
    for (let edge = 0; edge < 3; edge++) {
      const [from, to] = [corners[edge], corners[(edge + 1) % 3]];
      if (segments[k].some((point) => isOn(point, from, to))) crossed.add(3 * face + edge);
    }
  }
  return crossed;
}

/** Whether a point is on an edge, up to the rounding of its coordinates. */
function isOn(point: readonly number[], from: readonly number[], to: readonly number[]): boolean {
  const along = to.map((x, k) => x - from[k]);
  const off = point.map((x, k) => x - from[k]);
  const length = Math.hypot(...along);
  const cross = [
    along[1] * off[2] - along[2] * off[1],
    along[2] * off[0] - along[0] * off[2],
    along[0] * off[1] - along[1] * off[0],
  ];
  return Math.hypot(...cross) <= ON_EDGE * length * (length + Math.hypot(...point));
}

/** Components of the corners of a model, joined by edges that are not crossed, that are outside of a solid; counting ends at two. */
function componentsOutside(body: PosedModel, crossed: ReadonlySet<number>, solid: PosedModel): number {
  const { positions, triangles } = body.model.mesh;
  const corners = cornerNumbers(body.model);
  const parent = Int32Array.from({ length: body.model.mesh.vertexCount }, (_, k) => k);
  const find = (k: number): number => {
    let root = k;
    while (parent[root] !== root) {
      parent[root] = parent[parent[root]];
      root = parent[root];
    }
    return root;
  };
  // An edge is crossed for both of its faces, though its crossing may have been found to end on it with one of them only.
  const isCrossed = new Set<number>();
  const ends = (edge: number): [number, number] => {
    const next = edge % 3 === 2 ? edge - 2 : edge + 1;
    return [corners[edge], corners[next]];
  };
  const key = ([one, other]: [number, number]): number => Math.min(one, other) * parent.length + Math.max(one, other);
  const hasCrossed = new Uint8Array(body.model.triangleCount);
  for (const edge of crossed) {
    hasCrossed[Math.floor(edge / 3)] = 1;
    isCrossed.add(key(ends(edge)));
  }
  for (let edge = 0; edge < corners.length; edge++) {
    const both = ends(edge);
    if (hasCrossed[Math.floor(edge / 3)] === 0 || !isCrossed.has(key(both))) parent[find(both[0])] = find(both[1]);
  }
  const tries = new Map<number, number>();
  let outside = 0;
  for (let k = 0; k < corners.length && outside < 2; k++) {
    const component = find(corners[k]);
    const tried = tries.get(component) ?? 0;
    if (tried === TRIES) continue;
    const vertex = 3 * triangles[k];
    const { status } = contains(solid.model, solid.pose, worldPoint(body, positions.subarray(vertex, vertex + 3)));
    if (status === 'outside') outside++;
    // A corner on the surface of the solid does not tell.
    tries.set(component, status === 'outside' || status === 'inside' ? TRIES : tried + 1);
  }
  return outside;
}
