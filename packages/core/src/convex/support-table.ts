// A table of directions that reduces the support mapping of a convex body to a test of a few vertices.
//
// Directions are sorted into cells: d over |x| + |y| + |z| lies on an octahedron, whose upper and lower halves, projected along z,
// are squares split into a grid along their sides. Each cell lists every vertex that is farthest for some direction of the cell, so
// the best of the list is the support vertex. With eight cells per vertex the lists hold two on average, for every size. None holds
// fewer: the farther of the first two is then found without a branch, which would be unpredictable.
// (FAST: Zhang, Lee & Kim, "Interactive continuous collision detection for non-convex polyhedra", 2006, §4.2, has a start
// vertex in each cell, to climb from. Measured side by side in docs/lab/convex.md.)
//
// The list is complete. A cell lies in the cone of its four corners, or in two cones of three where an edge crosses it. A vertex is
// left out only if one neighbour is higher, beyond rounding, for all four corners, and so for every direction of the cell. The
// vertices that are farthest somewhere in a cell are joined by edges, since the cell is in one connected part, and none of them is
// left out. For each vertex left out, the higher neighbour is visited instead, so that the climb from the first one reaches the
// top.

import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';

/**
 * Enlargement of a cell, in units of the square's half side: a direction is sorted by coordinates that round by some u, and are
 * reduced by one part in 2⁵⁰ so that none is on the far sides.
 */
const CELL_MARGIN: number = 2 ** -44;
const SHRUNK: number = 1 - 2 ** -50;

/** Scales a coordinate to between −1 and 1, so that its floor is its sign: squares have fewer than 2²⁴ cells a side. */
const BELOW_ONE: number = 2 ** -24;

/** Error of a gain along an edge, in units of the sum of its components' sizes, for directions of length 1 or less. */
const GAIN_ROUNDING: number = 8 * UNIT_ROUNDOFF;

/** More cells make lists shorter and building longer: docs/lab/convex.md. */
const CELLS_PER_VERTEX = 8;

/** Large bodies have fewer, down to two per vertex: otherwise their tables would dominate the build time. */
const CELLS_OF_LARGE = 16_384;
const FEWEST_PER_VERTEX = 2;

/** Twice as many for small bodies, as long as the table is one of a few kilobytes and a millisecond. */
const CELLS_OF_SMALL = 2048;

export interface SupportTable {
  /** Cells along a side of each of the two squares; 0: one cell for all directions; −1: no table (round-body.ts). */
  readonly mapSide: number;
  /** The vertices listed for cell c, at least two, are cellVertices[k] for cellStart[c] ≤ k < cellStart[c + 1]. */
  readonly cellStart: Uint32Array;
  readonly cellVertices: Uint32Array;
}

/**
 * The cell of a direction; those of the lower square follow those of the upper. Without branches, which would be unpredictable; a
 * side of 0 makes the result 0.
 */
export function mapCell(side: number, dx: number, dy: number, dz: number): number {
  const half = 0.5 * side;
  const scale = (SHRUNK * half) / (Math.abs(dx) + Math.abs(dy) + Math.abs(dz));
  const x = dx * scale;
  const y = dy * scale;
  // 0 in the upper square, −1 in the lower. A zero direction goes into the first cell.
  const square = Math.floor(dz * scale * BELOW_ONE) | 0;
  return side * (((half + x + y) | 0) - side * square) + ((half + x - y) | 0);
}

/** One cell with all vertices, for bodies too small or too short-lived for a table to pay. */
export function listAll(vertexCount: number): SupportTable {
  const count = Math.max(2, vertexCount);
  const cellVertices = Uint32Array.from({ length: count }, (_, v) => Math.min(v, vertexCount - 1));
  return { mapSide: 0, cellStart: Uint32Array.of(0, count), cellVertices };
}

/** Vertices, and which of them are joined, as in `HullParts`. */
export function buildSupportTable(
  vertices: Float64Array,
  neighbourStart: Uint32Array,
  neighbours: Uint32Array,
  cellsPerVertex: number = usualCells(vertices.length / 3),
): SupportTable {
  const vertexCount = vertices.length / 3;
  const mapSide = Math.ceil(Math.sqrt((cellsPerVertex / 2) * vertexCount));
  const cellCount = 2 * mapSide * mapSide;
  const cellStart = new Uint32Array(cellCount + 1);
  const listed: number[] = [];
  const visitedFor = new Int32Array(vertexCount).fill(-1);
  const corners = new Float64Array(12);
  const visited: number[] = [];
  let first = 0;
  for (let cell = 0; cell < cellCount; cell++) {
    writeCorners(cell, mapSide, corners);
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
    // Cells follow each other along a row, so this one is near the next.
    first = listed[listed.length - 1];
    if (listed.length === cellStart[cell] + 1) listed.push(first);
    cellStart[cell + 1] = listed.length;
  }
  return { mapSide, cellStart, cellVertices: Uint32Array.from(listed) };

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

function usualCells(vertexCount: number): number {
  const few = Math.min(CELLS_PER_VERTEX, Math.max(FEWEST_PER_VERTEX, CELLS_OF_LARGE / vertexCount));
  return Math.max(few, Math.min(2 * CELLS_PER_VERTEX, CELLS_OF_SMALL / vertexCount));
}

/** Four directions whose cone contains all directions of the cell. */
function writeCorners(cell: number, side: number, out: Float64Array): void {
  const row = Math.floor(cell / side) % side;
  const column = cell % side;
  const isUpper = cell < side * side;
  for (let k = 0; k < 4; k++) {
    const [right, top] = [k >> 1, k & 1];
    // x + y and x − y, between −1 and 1.
    const sum = (2 * (row + right)) / side - 1 + CELL_MARGIN * (2 * right - 1);
    const difference = (2 * (column + top)) / side - 1 + CELL_MARGIN * (2 * top - 1);
    const x = (sum + difference) / 2;
    const y = (sum - difference) / 2;
    const z = 1 - Math.abs(x) - Math.abs(y);
    out[3 * k] = x;
    out[3 * k + 1] = y;
    out[3 * k + 2] = isUpper ? z : -z;
  }
}
