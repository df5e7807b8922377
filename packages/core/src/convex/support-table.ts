// A table of directions that answers "which vertex of a convex body lies farthest along d?" with a look at a few.
//
// Directions are sorted into cells by the octahedral map: d over |x| + |y| + |z| lies on an octahedron, whose lower half is
// turned outward to fill the square around the upper one. Each cell lists every vertex that is farthest for some direction
// of the cell, so the best of the list is the answer. With two cells a vertex the lists hold four on average, whatever the
// size. (FAST: Zhang, Lee & Kim, "Interactive continuous collision detection for non-convex polyhedra", 2006, §4.2, has a
// start vertex in each cell, to climb from. Measured side by side in docs/convex-kernels.md.)
//
// The list is complete. A cell lies in the cone of its four corners, or in two cones of three where the square folds. A
// vertex is left out only if one neighbour is higher than it, beyond rounding, for all four corners, hence for every
// direction of the cell. The vertices that are farthest somewhere in a cell are joined by edges, since the cell is in one
// piece; none of them is ever left out; and of each vertex left out, the higher neighbour is visited in its place, so that
// the way up from the first one visited does not end before the top.

import { UNIT_ROUNDOFF } from '../scalar/tolerance.ts';

/**
 * How much larger a cell is taken than it is, in units of the square's half side: a direction is sorted by coordinates that
 * round by some u.
 */
const CELL_MARGIN: number = 2 ** -44;

/** Error of a gain along an edge, in units of the sum of its components' sizes, for directions of length 1 or less. */
const GAIN_ROUNDING: number = 8 * UNIT_ROUNDOFF;

export interface SupportTable {
  /** Cells along half a side of the square. */
  readonly mapHalf: number;
  /** The vertices listed for cell c are cellVertices[k] for cellStart[c] ≤ k < cellStart[c + 1]. */
  readonly cellStart: Uint32Array;
  readonly cellVertices: Uint32Array;
}

/** The cell that a direction points into, for a map of that half side. */
export function mapCell(half: number, dx: number, dy: number, dz: number): number {
  const scale = half / (Math.abs(dx) + Math.abs(dy) + Math.abs(dz));
  const u = dx * scale;
  const v = dy * scale;
  let row = half + u;
  let column = half + v;
  if (dz < 0) {
    row = u < 0 ? Math.abs(v) : 2 * half - Math.abs(v);
    column = v < 0 ? Math.abs(u) : 2 * half - Math.abs(u);
  }
  const last = 2 * half - 1;
  return 2 * half * Math.min(last, Math.floor(row)) + Math.min(last, Math.floor(column));
}

/** Vertices, and who is joined to whom, as in `ConvexBody`. */
export function buildSupportTable(
  vertices: Float64Array,
  neighbourStart: Uint32Array,
  neighbours: Uint32Array,
): SupportTable {
  const vertexCount = vertices.length / 3;
  const mapHalf = Math.ceil(Math.sqrt(vertexCount / 2));
  const side = 2 * mapHalf;
  const cellStart = new Uint32Array(side * side + 1);
  const listed: number[] = [];
  const visitedFor = new Int32Array(vertexCount).fill(-1);
  const corners = new Float64Array(12);
  const visited: number[] = [];
  let first = 0;
  for (let cell = 0; cell < side * side; cell++) {
    const row = Math.floor(cell / side);
    const column = cell % side;
    for (let k = 0; k < 4; k++) {
      const u = (row + (k >> 1)) / mapHalf - 1 + (k >> 1 === 0 ? -CELL_MARGIN : CELL_MARGIN);
      const v = (column + (k & 1)) / mapHalf - 1 + ((k & 1) === 0 ? -CELL_MARGIN : CELL_MARGIN);
      writeDirection(u, v, corners, 3 * k);
    }
    visited.length = 0;
    visited.push(first);
    visitedFor[first] = cell;
    for (let i = 0; i < visited.length; i++) {
      const vertex = visited[i];
      const higher = higherEverywhere(vertex, corners);
      if (higher < 0) {
        listed.push(vertex);
        for (let k = neighbourStart[vertex]; k < neighbourStart[vertex + 1]; k++) visit(neighbours[k], cell);
      } else {
        visit(higher, cell);
      }
    }
    cellStart[cell + 1] = listed.length;
    // Cells follow each other along a row, so this one is near the next.
    first = listed[listed.length - 1];
  }
  return { mapHalf, cellStart, cellVertices: Uint32Array.from(listed) };

  function visit(vertex: number, cell: number): void {
    if (visitedFor[vertex] === cell) return;
    visitedFor[vertex] = cell;
    visited.push(vertex);
  }

  /** A neighbour that is higher for all corners, or −1. */
  function higherEverywhere(vertex: number, directions: Float64Array): number {
    for (let k = neighbourStart[vertex]; k < neighbourStart[vertex + 1]; k++) {
      const x = vertices[3 * neighbours[k]] - vertices[3 * vertex];
      const y = vertices[3 * neighbours[k] + 1] - vertices[3 * vertex + 1];
      const z = vertices[3 * neighbours[k] + 2] - vertices[3 * vertex + 2];
      const rounding = GAIN_ROUNDING * (Math.abs(x) + Math.abs(y) + Math.abs(z));
      let isHigher = true;
      for (let c = 0; c < 12 && isHigher; c += 3) {
        isHigher = directions[c] * x + directions[c + 1] * y + directions[c + 2] * z > rounding;
      }
      if (isHigher) return neighbours[k];
    }
    return -1;
  }
}

/** The direction at u, v of the square, between −1 and 1 each. */
function writeDirection(u: number, v: number, out: Float64Array, at: number): void {
  const z = 1 - Math.abs(u) - Math.abs(v);
  out[at] = z < 0 ? (1 - Math.abs(v)) * (u < 0 ? -1 : 1) : u;
  out[at + 1] = z < 0 ? (1 - Math.abs(u)) * (v < 0 ? -1 : 1) : v;
  out[at + 2] = z;
}
