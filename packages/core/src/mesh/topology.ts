// How the welded edges of a mesh are used. As chains: the boundary of the triangles modulo 2 is zero ⇔ `closed`; over
// the integers, with direction, it is zero ⇔ `oriented`, and only then is the winding number of every point off the
// surface an integer. Oriented implies closed.
//
// Half-edges are grouped by their lower vertex (counting sort); within a group, one array over the vertices finds the
// edge by its upper vertex. Linear whatever the mesh, a fan of 10⁵ triangles around one vertex included, and without a
// hash.

import { isCollinear } from './collinear.ts';
import type { Mesh } from './mesh.ts';
import { weldVertices } from './weld.ts';

/** The distinct welded edges of a mesh and how often triangles use each. */
export interface EdgeTally {
  readonly count: number;
  /** The ends of each edge, as welded vertices, lower < upper. Longer than `count`. */
  readonly lower: Uint32Array;
  readonly upper: Uint32Array;
  /** How many triangles use the edge from its lower to its upper end, and in the opposite direction. */
  readonly forward: Uint32Array;
  readonly backward: Uint32Array;
}

/** The properties that decide whether a mesh can be interpreted as a solid. */
export interface Solidity {
  /** Every edge is used an even number of times, by all triangles or by those with an area: the surface has no border. */
  readonly closed: boolean;
  /** Every edge is used as often in one direction as in the other, likewise, so winding numbers are integers. Implies `closed`. */
  readonly oriented: boolean;
}

/**
 * Whether the mesh bounds a solid: by all its triangles, or by those that have an area. Triangles without area enclose nothing, but
 * they can close the slit between faces cut at different positions. Those with two equal welded corners have no edges and are
 * ignored; a mesh of only such triangles encloses nothing and is neither closed nor oriented.
 */
export function solidity(mesh: Mesh, weld: Uint32Array = weldVertices(mesh.positions)): Solidity {
  if (isOriented(mesh, weld)) return { closed: true, oriented: true };
  const all = tallySolidity(tallyEdges(mesh, weld));
  if (all.oriented) return all;
  const triangles = withArea(mesh, weld);
  if (triangles.length === mesh.triangles.length) return all;
  const some = tallySolidity(tallyEdges({ triangles, vertexCount: mesh.vertexCount }, weld));
  return { closed: all.closed || some.closed, oriented: some.oriented };
}

/** Whether there are edges and each is used as often in one direction as in the other: most solids, and no edge needs to be listed. */
function isOriented({ triangles, vertexCount }: Mesh, weld: Uint32Array): boolean {
  const { start, other } = halfEdgesByLowerVertex(triangles, weld, vertexCount);
  // Uses upwards less those downwards, by upper vertex.
  const surplus = new Int32Array(vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    const end = start[v + 1];
    for (let h = start[v]; h < end; h++) {
      const w = other[h];
      if (w >= 0) surplus[w]++;
      else surplus[~w]--;
    }
    for (let h = start[v]; h < end; h++) {
      const w = other[h];
      if (surplus[w >= 0 ? w : ~w] !== 0) return false;
    }
  }
  return other.length > 0;
}

/** The triangles whose corners are not on one line, exactly. */
function withArea({ positions, triangles }: Mesh, weld: Uint32Array): Uint32Array {
  const kept = new Uint32Array(triangles.length);
  let count = 0;
  for (let t = 0; t < triangles.length / 3; t++) {
    const [a, b, c] = [triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]];
    if (isCollapsed(triangles, weld, t) || isCollinear(positions, a, b, c)) continue;
    kept[count++] = a;
    kept[count++] = b;
    kept[count++] = c;
  }
  return kept.subarray(0, count);
}

/** `solidity` for edges already tallied. */
function tallySolidity(edges: EdgeTally): Solidity {
  const { count, forward, backward } = edges;
  let oriented = count > 0;
  for (let e = 0; e < count; e++) {
    if (forward[e] === backward[e]) continue;
    oriented = false;
    if (((forward[e] + backward[e]) & 1) === 1) return { closed: false, oriented: false };
  }
  return { closed: count > 0, oriented };
}

/** True when two corners of triangle `t` are one point, so that it is a segment or a point. */
export function isCollapsed(triangles: Uint32Array, weld: Uint32Array, t: number): boolean {
  const a = weld[triangles[3 * t]];
  const b = weld[triangles[3 * t + 1]];
  const c = weld[triangles[3 * t + 2]];
  return a === b || b === c || c === a;
}

/** Edges come ordered by lower end, then by first use. */
export function tallyEdges(mesh: Pick<Mesh, 'triangles' | 'vertexCount'>, weld: Uint32Array): EdgeTally {
  const { triangles, vertexCount } = mesh;
  const lower = new Uint32Array(triangles.length);
  const upper = new Uint32Array(triangles.length);
  const forward = new Uint32Array(triangles.length);
  const backward = new Uint32Array(triangles.length);
  const { start, other } = halfEdgesByLowerVertex(triangles, weld, vertexCount);

  // edge + 1 by upper vertex. Entries of an earlier lower vertex are below `first` and so count as not found.
  const edgeOfUpper = new Uint32Array(vertexCount);
  let count = 0;
  for (let v = 0; v < vertexCount; v++) {
    const first = count;
    for (let h = start[v]; h < start[v + 1]; h++) {
      const isForward = other[h] >= 0;
      const w = isForward ? other[h] : ~other[h];
      let e = edgeOfUpper[w] - 1;
      if (e < first) {
        e = count++;
        edgeOfUpper[w] = count;
        lower[e] = v;
        upper[e] = w;
      }
      if (isForward) forward[e]++;
      else backward[e]++;
    }
  }
  return { count, lower, upper, forward, backward };
}

/**
 * The half-edges whose lower vertex is v are `other[start[v] … start[v + 1]]`: the upper vertex if the triangle uses the edge
 * upwards, its bitwise complement if downwards. (31 bits suffice: more vertices do not fit into one typed array.)
 */
function halfEdgesByLowerVertex(
  triangles: Uint32Array,
  weld: Uint32Array,
  vertexCount: number,
): { start: Uint32Array; other: Int32Array } {
  const start = new Uint32Array(vertexCount + 1);
  for (let k = 0; k < triangles.length; k += 3) {
    const a = weld[triangles[k]];
    const b = weld[triangles[k + 1]];
    const c = weld[triangles[k + 2]];
    if (a === b || b === c || c === a) continue;
    start[Math.min(a, b)]++;
    start[Math.min(b, c)]++;
    start[Math.min(c, a)]++;
  }
  // Each entry becomes the end of its group; filling from the back turns it into the start.
  for (let v = 1; v <= vertexCount; v++) start[v] += start[v - 1];

  const other = new Int32Array(start[vertexCount]);
  for (let k = triangles.length - 3; k >= 0; k -= 3) {
    const a = weld[triangles[k]];
    const b = weld[triangles[k + 1]];
    const c = weld[triangles[k + 2]];
    if (a === b || b === c || c === a) continue;
    if (c < a) other[--start[c]] = a;
    else other[--start[a]] = ~c;
    if (b < c) other[--start[b]] = c;
    else other[--start[c]] = ~b;
    if (a < b) other[--start[a]] = b;
    else other[--start[b]] = ~a;
  }
  return { start, other };
}
