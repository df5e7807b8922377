// Where two surfaces cross, and whether one passes through the other.
//
// The edges of A that B crosses are taken away. The corners then fall into components, connected by the edges that are left. If two or more of them
// are outside of B, A sticks out on several sides: it pierces B. With one it protrudes into it. A pair pierces if either does, and has no kind where no corner
// is outside, as of the same body twice. An edge is crossed if a crossing of one of its faces ends on it.

import { closestPoint, contains } from 'nearmiss';
import { cornerNumbers } from './corner-numbers.ts';
import type { Crossings } from './crossings.ts';
import { commonBox, emptyBox, growBox, type PosedModel, worldBox, worldPoint } from './posed-model.ts';
import type { PairRelation } from './question.ts';

/** How far off an edge or a surface a point on it may be, in parts of the coordinates. */
const ON_EDGE = 2 ** -40;
/** Corners of a component that are examined until one is not on the surface. */
const TRIES = 8;

export interface CrossingRegion {
  /** Least and greatest corner; null where the surfaces do not cross. */
  readonly box: readonly number[] | null;
  readonly middle: readonly number[];
  /** Null where it cannot be told, of open meshes or with more contacts than are listed, and where neither body has a corner outside of the other. */
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
  const outside = componentsOutside(a, crossedEdges(a, crossings, 0), b);
  const most = outside > 1 ? outside : Math.max(outside, componentsOutside(b, crossedEdges(b, crossings, 1), a));
  return { ...around(box), kind: most > 1 ? 'pierces' : most === 1 ? 'protrudes' : null };
}

function around(box: readonly number[]): CrossingRegion {
  return { box, middle: [0, 1, 2].map((k) => (box[k] + box[k + 3]) / 2), kind: null };
}

/** The edges of one of the bodies on which crossings end, each as three times its face and the number of its first corner there. */
function crossedEdges(body: PosedModel, { pairs, segments }: Crossings, side: 0 | 1): ReadonlySet<number> {
  const { positions, triangles } = body.model.mesh;
  const crossed = new Set<number>();
  let last = -1;
  let corners: readonly (readonly number[])[] = [];
  for (let k = 0; k < pairs.length; k++) {
    const face = pairs[k][side];
    // Most pairs of a face follow each other.
    if (face !== last) {
      corners = [0, 1, 2].map((corner) => {
        const vertex = 3 * triangles[3 * face + corner];
        return worldPoint(body, positions.subarray(vertex, vertex + 3));
      });
      last = face;
    }
    const [start, end] = segments[k];
    for (let edge = 0; edge < 3; edge++) {
      const from = corners[edge];
      const to = corners[edge === 2 ? 0 : edge + 1];
      if (isOn(start, from, to) || isOn(end, from, to)) crossed.add(3 * face + edge);
    }
  }
  return crossed;
}

/** Whether a point is on an edge, up to the rounding of its coordinates. */
function isOn(point: readonly number[], from: readonly number[], to: readonly number[]): boolean {
  const ax = to[0] - from[0];
  const ay = to[1] - from[1];
  const az = to[2] - from[2];
  const bx = point[0] - from[0];
  const by = point[1] - from[1];
  const bz = point[2] - from[2];
  const length = norm(ax, ay, az);
  const cross = norm(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx);
  return cross <= ON_EDGE * length * (length + norm(point[0], point[1], point[2]));
}

function norm(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}

/** For each corner number, one that stands for its component: corners are joined by the edges that are not crossed. */
function components({ model }: PosedModel, crossed: ReadonlySet<number>): Int32Array {
  const corners = cornerNumbers(model);
  const { vertexCount } = model.mesh;
  const parent = new Int32Array(vertexCount);
  for (let k = 0; k < vertexCount; k++) parent[k] = k;
  const key = (one: number, other: number): number => Math.min(one, other) * vertexCount + Math.max(one, other);
  const endOf = (edge: number): number => corners[edge % 3 === 2 ? edge - 2 : edge + 1];
  // An edge is crossed for both of its faces, though its crossing may have been found to end on it with one of them only.
  const isCrossed = new Set<number>();
  const isEnd = new Uint8Array(vertexCount);
  for (const edge of crossed) {
    isEnd[corners[edge]] = 1;
    isEnd[endOf(edge)] = 1;
    isCrossed.add(key(corners[edge], endOf(edge)));
  }
  for (let edge = 0; edge < corners.length; edge++) {
    const one = corners[edge];
    const other = endOf(edge);
    if (isEnd[one] + isEnd[other] === 2 && isCrossed.has(key(one, other))) continue;
    const p = rootOf(parent, one);
    const q = rootOf(parent, other);
    if (p !== q) parent[p] = q;
  }
  return parent;
}

function rootOf(parent: Int32Array, k: number): number {
  let root = k;
  while (parent[root] !== root) {
    parent[root] = parent[parent[root]];
    root = parent[root];
  }
  return root;
}

/** Components of the corners of a model, joined by edges that are not crossed, that are outside of a solid; counting ends at two. */
function componentsOutside(body: PosedModel, crossed: ReadonlySet<number>, solid: PosedModel): number {
  const { positions, triangles } = body.model.mesh;
  const corners = cornerNumbers(body.model);
  const parent = components(body, crossed);
  const tries = new Uint8Array(parent.length);
  let outside = 0;
  for (let k = 0; k < corners.length && outside < 2; k++) {
    const component = rootOf(parent, corners[k]);
    if (tries[component] === TRIES) continue;
    const vertex = 3 * triangles[k];
    const point = worldPoint(body, positions.subarray(vertex, vertex + 3));
    const { status } = contains(solid.model, solid.pose, point);
    // A corner on the surface of the solid does not tell.
    const isOnSurface = status === 'boundary' || (status === 'outside' && isOnSurfaceOf(solid, point));
    if (status === 'outside' && !isOnSurface) outside++;
    if (isOnSurface) tries[component]++;
    else tries[component] = TRIES;
  }
  return outside;
}

/** Whether a point is on the surface of a solid, up to the rounding of its coordinates. */
function isOnSurfaceOf(solid: PosedModel, point: readonly [number, number, number]): boolean {
  const [x, y, z] = worldPoint(solid, [0, 0, 0]);
  const size = norm(x, y, z) + norm(point[0], point[1], point[2]);
  return closestPoint(solid.model, solid.pose, point).lower <= ON_EDGE * size;
}
