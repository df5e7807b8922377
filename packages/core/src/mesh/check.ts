// Reports unusual properties of a mesh. Nothing here refuses or repairs anything; every result is exact.
//
// Everything is counted on welded vertices (weld.ts). A triangle with two equal welded corners is `collapsed`: it is listed as
// degenerate and otherwise ignored, since it has neither an area nor a border.

import { scaleByPowerOfTwo } from '../scalar/power-of-two.ts';
import { isCollinear } from './collinear.ts';
import { meshComponents, unite } from './components.ts';
import { settle, stir, tableSize } from './hash.ts';
import { type Mesh, requireSoundMesh } from './mesh.ts';
import { solidMoments } from './moments.ts';
import { type EdgeTally, isCollapsed, solidity, tallyEdges } from './topology.ts';
import { weldVertices } from './weld.ts';

/**
 * The orientation of the faces.
 *
 * - `outward`, `inward`: closed, all neighbours agree, and the signed volume is positive or negative.
 * - `zero-volume`: closed, all neighbours agree, and the signed volume is exactly zero: flat, or parts that cancel.
 * - `inconsistent`: closed, but somewhere neighbours disagree.
 * - `open`: the surface has a border, so no side is inside.
 *
 * @see {@link checkMesh}
 */
export type MeshOrientation = 'outward' | 'inward' | 'zero-volume' | 'inconsistent' | 'open';

/**
 * The positions of the findings. Vertices of edges and fans are identified by the lowest vertex at their position. See
 * {@link checkMesh}.
 */
export interface MeshReportLocations {
  /** Two vertices an edge. */
  readonly openEdges: Uint32Array;
  /** Two vertices an edge. */
  readonly nonManifoldEdges: Uint32Array;
  readonly nonManifoldVertices: Uint32Array;
  readonly degenerateFaces: Uint32Array;
  readonly duplicateFaces: Uint32Array;
  readonly unreferencedVertices: Uint32Array;
  readonly duplicateVertices: Uint32Array;
}

/** Result of `checkMesh`. Vertices with equal coordinates count as one; collapsed faces do not count. See {@link checkMesh}. */
export interface MeshReport {
  /** No border: every edge is used an even number of times, by all faces or by those with an area. The test for an interpretation as a solid. */
  readonly closed: boolean;
  /** Every edge is used as often in one direction as in the other, by all faces or by those with an area, so winding numbers are integers. Implies `closed`. */
  readonly oriented: boolean;
  readonly orientation: MeshOrientation;
  /** A closed surface in the strict sense: each edge has two faces, the faces around each vertex form one fan. */
  readonly manifold: boolean;
  /** Positive when the faces point outward. Null unless `oriented`, and where it does not fit into a double. */
  readonly signedVolume: number | null;
  /** Components that share no vertex. */
  readonly components: number;
  /** Vertices − edges + faces, over what the faces use: 2 for a ball, 0 for a torus. */
  readonly eulerCharacteristic: number;
  /** Edges used an odd number of times. */
  readonly openEdges: number;
  /** Edges used by more than two faces. */
  readonly nonManifoldEdges: number;
  /** Vertices whose faces do not form one fan, open or closed; the ends of every non-manifold edge are among them. */
  readonly nonManifoldVertices: number;
  /** Faces whose area is exactly zero. */
  readonly degenerateFaces: number;
  /** Faces with the same three vertices as an earlier face, in whichever order. */
  readonly duplicateFaces: number;
  /** Vertices that no face uses. */
  readonly unreferencedVertices: number;
  /** Vertices with the same coordinates as an earlier vertex. */
  readonly duplicateVertices: number;
  /** The same findings, one by one, in ascending order. */
  readonly where: MeshReportLocations;
}

/**
 * Reports unusual properties of a mesh (borders, flipped faces, degenerate triangles and so on), in time linear in its size.
 *
 * @example
 * const { closed, orientation } = checkMesh(box());
 * console.log(closed, orientation); // true outward
 */
export function checkMesh(mesh: Mesh): MeshReport {
  requireSoundMesh('checkMesh', mesh);
  const weld = weldVertices(mesh.positions);
  const edges = tallyEdges(mesh, weld);
  const { closed, oriented } = solidity(mesh, weld);
  const moments = oriented ? solidMoments(mesh) : null;
  const volume = moments === null ? 0 : scaleByPowerOfTwo(moments.volume, 3 * moments.exponent);
  const fans = checkFans(mesh, weld);

  const where: MeshReportLocations = {
    openEdges: selectEdges(edges, (uses) => (uses & 1) === 1),
    nonManifoldEdges: selectEdges(edges, (uses) => uses > 2),
    nonManifoldVertices: fans.broken,
    degenerateFaces: findDegenerateFaces(mesh, weld),
    duplicateFaces: findDuplicateFaces(mesh, weld),
    unreferencedVertices: findUnreferencedVertices(mesh),
    duplicateVertices: select(weld.length, (v) => weld[v] !== v),
  };
  return {
    closed,
    oriented,
    orientation: orientationOf(closed, oriented, moments === null ? 0 : moments.volume),
    manifold: closed && where.nonManifoldEdges.length === 0 && where.nonManifoldVertices.length === 0,
    signedVolume: oriented && Number.isFinite(volume) ? volume : null,
    components: meshComponents(mesh, weld).count,
    eulerCharacteristic: fans.vertexCount - edges.count + fans.faceCount,
    openEdges: where.openEdges.length / 2,
    nonManifoldEdges: where.nonManifoldEdges.length / 2,
    nonManifoldVertices: where.nonManifoldVertices.length,
    degenerateFaces: where.degenerateFaces.length,
    duplicateFaces: where.duplicateFaces.length,
    unreferencedVertices: where.unreferencedVertices.length,
    duplicateVertices: where.duplicateVertices.length,
    where,
  };
}

function orientationOf(closed: boolean, oriented: boolean, signedVolume: number): MeshOrientation {
  if (!closed) return 'open';
  if (!oriented) return 'inconsistent';
  if (signedVolume === 0) return 'zero-volume';
  return signedVolume > 0 ? 'outward' : 'inward';
}

/** The numbers below `count` that `wanted` accepts. */
function select(count: number, wanted: (n: number) => boolean): Uint32Array {
  const found: number[] = [];
  for (let n = 0; n < count; n++) if (wanted(n)) found.push(n);
  return Uint32Array.from(found);
}

/** Both ends of every edge whose number of uses `wanted` accepts. */
function selectEdges(edges: EdgeTally, wanted: (uses: number) => boolean): Uint32Array {
  const { count, lower, upper, forward, backward } = edges;
  const found = select(count, (e) => wanted(forward[e] + backward[e]));
  found.sort((e, f) => lower[e] - lower[f] || upper[e] - upper[f]);
  const ends = new Uint32Array(2 * found.length);
  for (let i = 0; i < found.length; i++) {
    ends[2 * i] = lower[found[i]];
    ends[2 * i + 1] = upper[found[i]];
  }
  return ends;
}

interface Fans {
  /** Vertices whose faces do not form one fan. */
  readonly broken: Uint32Array;
  /** Welded vertices and faces in use, without collapsed faces. */
  readonly vertexCount: number;
  readonly faceCount: number;
}

/**
 * Tests the link of each vertex v: the graph of its neighbours, with an edge p–q for each face (v, p, q). The faces
 * form one fan exactly when the link is one path or one cycle: connected, and no neighbour in more than two faces.
 */
function checkFans(mesh: Mesh, weld: Uint32Array): Fans {
  const { triangles, vertexCount } = mesh;
  const { start, corners } = cornersByVertex(mesh, weld);

  // Neighbours are numbered as they are found. Numbers below `first` belong to an earlier vertex and count as not found.
  const numberOf = new Uint32Array(vertexCount); // number + 1
  const parent = new Uint32Array(2 * corners.length);
  const degree = new Uint8Array(2 * corners.length); // stops at 3: all that matters is "more than two"
  let met = 0;
  let used = 0;
  const broken: number[] = [];
  for (let v = 0; v < vertexCount; v++) {
    if (start[v] === start[v + 1]) continue;
    used++;
    const first = met;
    let crowded = false;
    let fans = 0;
    for (let i = start[v]; i < start[v + 1]; i++) {
      const corner = corners[i];
      const face = corner - (corner % 3);
      const p = weld[triangles[face + ((corner + 1) % 3)]];
      const q = weld[triangles[face + ((corner + 2) % 3)]];
      for (const w of [p, q]) {
        if (numberOf[w] <= first) {
          parent[met] = met;
          numberOf[w] = ++met;
          fans++;
        }
        const n = numberOf[w] - 1;
        if (degree[n] < 3) degree[n]++;
        if (degree[n] > 2) crowded = true;
      }
      if (unite(parent, numberOf[p] - 1, numberOf[q] - 1)) fans--;
    }
    if (crowded || fans > 1) broken.push(v);
  }
  return { broken: Uint32Array.from(broken), vertexCount: used, faceCount: corners.length / 3 };
}

/** Corners (3 · face + 0, 1 or 2) of all but collapsed faces, grouped by welded vertex. */
function cornersByVertex(mesh: Mesh, weld: Uint32Array): { start: Uint32Array; corners: Uint32Array } {
  const { triangles, triangleCount, vertexCount } = mesh;
  const start = new Uint32Array(vertexCount + 1);
  for (let t = 0; t < triangleCount; t++) {
    if (isCollapsed(triangles, weld, t)) continue;
    for (let corner = 3 * t; corner < 3 * t + 3; corner++) start[weld[triangles[corner]]]++;
  }
  // Each entry becomes the end of its group; filling from the back turns it into the start.
  for (let v = 1; v <= vertexCount; v++) start[v] += start[v - 1];

  const corners = new Uint32Array(start[vertexCount]);
  for (let t = triangleCount - 1; t >= 0; t--) {
    if (isCollapsed(triangles, weld, t)) continue;
    for (let corner = 3 * t + 2; corner >= 3 * t; corner--) corners[--start[weld[triangles[corner]]]] = corner;
  }
  return { start, corners };
}

function findDegenerateFaces(mesh: Mesh, weld: Uint32Array): Uint32Array {
  const { positions, triangles, triangleCount } = mesh;
  return select(
    triangleCount,
    (t) =>
      isCollapsed(triangles, weld, t) ||
      isCollinear(positions, triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]),
  );
}

/** Open addressing over the sorted corners of each face; collapsed faces are left out. */
function findDuplicateFaces(mesh: Mesh, weld: Uint32Array): Uint32Array {
  const { triangles, triangleCount } = mesh;
  const mask = tableSize(triangleCount) - 1;
  const slots = new Uint32Array(mask + 1); // face + 1; 0 is empty
  const sorted = new Uint32Array(triangles.length);
  return select(triangleCount, (t) => {
    const a = weld[triangles[3 * t]];
    const b = weld[triangles[3 * t + 1]];
    const c = weld[triangles[3 * t + 2]];
    if (a === b || b === c || c === a) return false;
    const low = Math.min(a, b, c);
    const high = Math.max(a, b, c);
    const middle = a !== low && a !== high ? a : b !== low && b !== high ? b : c;
    sorted[3 * t] = low;
    sorted[3 * t + 1] = middle;
    sorted[3 * t + 2] = high;

    let slot = settle(stir(stir(stir(0, low), middle), high)) & mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const other = 3 * (slots[slot] - 1);
      if (sorted[other] === low && sorted[other + 1] === middle && sorted[other + 2] === high) return true;
    }
    slots[slot] = t + 1;
    return false;
  });
}

function findUnreferencedVertices(mesh: Mesh): Uint32Array {
  const used = new Uint8Array(mesh.vertexCount);
  for (let k = 0; k < mesh.triangles.length; k++) used[mesh.triangles[k]] = 1;
  return select(mesh.vertexCount, (v) => used[v] === 0);
}
