// The face across each edge, where it is unambiguous: an edge that exactly two faces use, once in each direction.
//
// Half-edges are grouped by their lower vertex (counting sort); within a group, one array over the vertices finds the
// edge by its upper vertex. Linear whatever the mesh.

const NONE = -1;
/** The edge has more than one face on a side. */
const CROWDED = -2;

/**
 * For each half-edge 3f + k, from corner k of face f to the next, the half-edge that runs back; −1 at borders, where
 * more than two faces meet, where the two disagree about their orientation, and around faces with two equal corners.
 */
export function faceNeighbours(triangles: Uint32Array, vertexCount: number): Int32Array {
  const { start, halfEdges } = halfEdgesByLowerVertex(triangles, vertexCount);
  const opposite = new Int32Array(triangles.length).fill(NONE);

  // The only half-edge of the group towards each upper vertex, by direction; the group's own entries are cleared again.
  const upward = new Int32Array(vertexCount).fill(NONE);
  const downward = new Int32Array(vertexCount).fill(NONE);
  for (let v = 0; v < vertexCount; v++) {
    for (let i = start[v]; i < start[v + 1]; i++) {
      const half = halfEdges[i];
      const from = triangles[half];
      const to = triangles[nextHalfEdge(half)];
      const single = from < to ? upward : downward;
      const upper = Math.max(from, to);
      single[upper] = single[upper] === NONE ? half : CROWDED;
    }
    for (let i = start[v]; i < start[v + 1]; i++) {
      const half = halfEdges[i];
      const upper = Math.max(triangles[half], triangles[nextHalfEdge(half)]);
      if (upward[upper] >= 0 && downward[upper] >= 0) {
        opposite[upward[upper]] = downward[upper];
        opposite[downward[upper]] = upward[upper];
      }
      upward[upper] = NONE;
      downward[upper] = NONE;
    }
  }
  return opposite;
}

/** The half-edge after `half` around its face. */
export function nextHalfEdge(half: number): number {
  return half % 3 === 2 ? half - 2 : half + 1;
}

/** The corner of the half-edge's face that is not on it. */
export function apexOf(triangles: Uint32Array, half: number): number {
  return triangles[half % 3 === 0 ? half + 2 : half - 1];
}

function halfEdgesByLowerVertex(
  triangles: Uint32Array,
  vertexCount: number,
): { start: Uint32Array; halfEdges: Uint32Array } {
  const start = new Uint32Array(vertexCount + 1);
  for (let half = 0; half < triangles.length; half++) {
    if (!isCollapsed(triangles, half - (half % 3))) start[lowerVertex(triangles, half)]++;
  }
  // Each entry becomes the end of its group; filling from the back turns it into the start.
  for (let v = 1; v <= vertexCount; v++) start[v] += start[v - 1];
  const halfEdges = new Uint32Array(start[vertexCount]);
  for (let half = triangles.length - 1; half >= 0; half--) {
    if (!isCollapsed(triangles, half - (half % 3))) halfEdges[--start[lowerVertex(triangles, half)]] = half;
  }
  return { start, halfEdges };
}

function lowerVertex(triangles: Uint32Array, half: number): number {
  return Math.min(triangles[half], triangles[nextHalfEdge(half)]);
}

function isCollapsed(triangles: Uint32Array, first: number): boolean {
  const a = triangles[first];
  const b = triangles[first + 1];
  const c = triangles[first + 2];
  return a === b || b === c || c === a;
}
