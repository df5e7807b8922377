// A tree of convex hulls over the faces of a mesh that is not convex. The hull of a node encloses its faces; a leaf is one face. So the
// leaves together are the surface, and two surfaces are apart where the hulls of a front of the two trees are.
//
// Faces are split in the middle of the longest side of the box around their centroids. A tree over convex patches (Ehmann and Lin 2001), as
// `hullTree` of nearmiss/convex, has a fifth of the nodes; it takes ten times as long to make, which is seconds for the links of a robot.

import { type Mesh, NearmissError } from 'nearmiss';
import { hull } from 'nearmiss/convex';
import { weldedVertices } from './welded-vertices.ts';

/** A convex set: the hull of points, or a round shape of its body where there are none. */
export interface HullNode {
  /** From the centre of the body, three numbers each. */
  readonly points: Float64Array;
  /** The larger one of two nodes is opened: half the diagonal of its box. */
  readonly size: number;
  /** Null of a leaf. Made when they are first asked for. */
  readonly children: readonly [HullNode, HullNode] | null;
}

/** Nodes of fewer vertices keep all of them: a hull would take longer to make than it saves. */
const FEW_VERTICES = 48;

/** The tree of a mesh whose hull is known. */
export function hullTreeOf(mesh: Mesh, centre: Float64Array, hullPoints: Float64Array): HullNode {
  const faces = Uint32Array.from({ length: mesh.triangles.length / 3 }, (_, face) => face);
  return new FaceHull({ mesh, centre, vertices: null }, faces, hullPoints);
}

/** A node without children: of what is convex. */
export function singleHull(points: Float64Array): HullNode {
  return { points, size: sizeOf(points), children: null };
}

/** What all nodes of a tree share. `vertices` are made when a node is first opened. */
interface Surface {
  readonly mesh: Mesh;
  readonly centre: Float64Array;
  vertices: Uint32Array | null;
}

class FaceHull implements HullNode {
  readonly points: Float64Array;
  readonly size: number;
  readonly #surface: Surface;
  readonly #faces: Uint32Array;
  #children: readonly [HullNode, HullNode] | null = null;

  constructor(surface: Surface, faces: Uint32Array, points: Float64Array) {
    this.points = points;
    this.size = sizeOf(points);
    this.#surface = surface;
    this.#faces = faces;
  }

  get children(): readonly [HullNode, HullNode] | null {
    if (this.#faces.length === 1) return null;
    this.#children ??= this.#split();
    return this.#children;
  }

  #split(): readonly [HullNode, HullNode] {
    const faces = sortedAlongLongestSide(this.#surface.mesh, this.#faces);
    const half = faces.length >> 1;
    return [this.#part(faces.subarray(0, half)), this.#part(faces.subarray(half))];
  }

  #part(faces: Uint32Array): HullNode {
    return new FaceHull(this.#surface, faces, enclosingPoints(this.#surface, faces));
  }
}

/** Points whose hull is that of some faces. */
function enclosingPoints(surface: Surface, faces: Uint32Array): Float64Array {
  const { centre } = surface;
  const { positions, triangles } = surface.mesh;
  const vertices = surface.vertices ?? weldedVertices(positions);
  surface.vertices = vertices;
  const used = new Set<number>();
  for (const face of faces) for (let c = 0; c < 3; c++) used.add(vertices[triangles[3 * face + c]]);
  const points = new Float64Array(3 * used.size);
  let at = 0;
  for (const vertex of used) for (let c = 0; c < 3; c++) points[at++] = positions[3 * vertex + c] - centre[c];
  return used.size <= FEW_VERTICES ? points : cornersOfHull(points);
}

/** The corners of the hull of points; all points where they are in a plane. */
function cornersOfHull(points: Float64Array): Float64Array {
  try {
    const { mesh } = hull(points);
    const corners = [...new Set(mesh.triangles)];
    return Float64Array.from(corners.flatMap((v) => [0, 1, 2].map((c) => mesh.positions[3 * v + c])));
  } catch (error) {
    if (error instanceof NearmissError) return points;
    throw error;
  }
}

function sortedAlongLongestSide({ positions, triangles }: Mesh, faces: Uint32Array): Uint32Array {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  const centroid = (face: number, c: number): number =>
    positions[3 * triangles[3 * face] + c] +
    positions[3 * triangles[3 * face + 1] + c] +
    positions[3 * triangles[3 * face + 2] + c];
  for (const face of faces) {
    for (let c = 0; c < 3; c++) {
      low[c] = Math.min(low[c], centroid(face, c));
      high[c] = Math.max(high[c], centroid(face, c));
    }
  }
  const sides = low.map((least, c) => high[c] - least);
  const longest = sides.indexOf(Math.max(...sides));
  const keys = new Map(Array.from(faces, (face) => [face, centroid(face, longest)]));
  // Equal keys go by number, so that every engine has the same tree.
  return faces.slice().sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0) || a - b);
}

function sizeOf(points: Float64Array): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < points.length; k++) {
    low[k % 3] = Math.min(low[k % 3], points[k]);
    high[k % 3] = Math.max(high[k % 3], points[k]);
  }
  const [x, y, z] = low.map((least, c) => (high[c] - least) / 2);
  return points.length === 0 ? 0 : Math.sqrt(x * x + y * y + z * z);
}
