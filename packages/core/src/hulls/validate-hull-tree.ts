import { HULL_FACE_COUNT, HULL_FIRST_FACE, HULL_LINKS, HULL_STARTS, type HullArrays, hullCount } from './hull-tree.ts';

/**
 * Describes what is wrong with the arrays of a hull tree, or null. It checks all that a traversal or a table of directions relies
 * on, so that arrays from an untrusted source cannot make one loop or read past an end: children after their parents that split
 * their runs, every node reached once, each face once, hulls that are contiguous, and no vertex or neighbour outside its hull. (The
 * reader refuses numbers that are not finite.)
 */
export function hullTreeDefect(arrays: HullArrays, faceCount: number, vertexCount: number): string | null {
  return topologyDefect(arrays, faceCount) ?? startsDefect(arrays) ?? hullsDefect(arrays, vertexCount);
}

function topologyDefect({ links, faces }: HullArrays, faceCount: number): string | null {
  const nodes = hullCount({ links });
  if (!Number.isInteger(nodes) || nodes < 1 || nodes > 2 * faceCount - 1)
    return `${nodes} hulls for ${faceCount} faces`;
  if (faces.length !== faceCount) return `${faces.length} slots for ${faceCount} faces`;
  if (links[HULL_FIRST_FACE] !== 0 || links[HULL_FACE_COUNT] !== faceCount) return 'the root does not cover all faces';
  const reached = new Uint8Array(nodes);
  reached[0] = 1;
  for (let node = 0; node < nodes; node++) {
    if (reached[node] === 0) return `node ${node} is nobody's child`;
    const [child, first, count, dimension] = links.subarray(HULL_LINKS * node, HULL_LINKS * (node + 1));
    if (!(dimension >= 0 && dimension <= 3)) return `the hull of node ${node} has ${dimension} dimensions`;
    if (child === 0) continue;
    if (child <= node || child + 1 >= nodes || reached[child] === 1 || reached[child + 1] === 1) {
      return `node ${node} has the children ${child} and ${child + 1}`;
    }
    reached[child] = 1;
    reached[child + 1] = 1;
    const [, firstLeft, left] = links.subarray(HULL_LINKS * child, HULL_LINKS * (child + 1));
    const [, firstRight, right] = links.subarray(HULL_LINKS * (child + 1), HULL_LINKS * (child + 2));
    const isSplit = firstLeft === first && left > 0 && firstRight === first + left && right > 0;
    if (!isSplit || left + right !== count) return `the children of node ${node} do not split its run`;
  }
  const seen = new Uint8Array(faceCount);
  for (const face of faces) {
    if (face >= faceCount || seen[face] === 1) return `face ${face} is out of range or listed twice`;
    seen[face] = 1;
  }
  return null;
}

function startsDefect(arrays: HullArrays): string | null {
  const { starts, points, source, triangles, neighbourStart, neighbours } = arrays;
  const nodes = hullCount(arrays);
  if (starts.length !== HULL_STARTS * (nodes + 1)) return `${starts.length} starts for ${nodes} hulls`;
  for (let k = 0; k < starts.length; k++) {
    const before = k < HULL_STARTS ? 0 : starts[k - HULL_STARTS];
    if (k < HULL_STARTS ? starts[k] !== 0 : starts[k] < before) return `the starts do not rise at ${k}`;
  }
  const [vertexEnd, cornerEnd, neighbourEnd] = starts.subarray(HULL_STARTS * nodes);
  const isComplete =
    points.length === 3 * vertexEnd &&
    source.length === vertexEnd &&
    triangles.length === cornerEnd &&
    neighbourStart.length === vertexEnd + nodes &&
    neighbours.length === neighbourEnd;
  return isComplete ? null : 'the hulls do not end where their starts say';
}

function hullsDefect(arrays: HullArrays, vertexCount: number): string | null {
  const { starts, source, triangles, neighbourStart, neighbours } = arrays;
  if (!source.every((v) => v < vertexCount)) return 'a hull names a vertex that is not there';
  for (let node = 0; node < hullCount(arrays); node++) {
    const [vertex, corner, neighbour, vertexEnd, cornerEnd, neighbourEnd] = starts.subarray(
      HULL_STARTS * node,
      HULL_STARTS * (node + 2),
    );
    const count = vertexEnd - vertex;
    if (count < 1) return `the hull of node ${node} is empty`;
    if ((cornerEnd - corner) % 3 !== 0) return `the hull of node ${node} has a triangle without three corners`;
    for (let k = corner; k < cornerEnd; k++) if (triangles[k] >= count) return `a triangle of hull ${node} leaves it`;
    if (neighbourStart[vertex + node] !== 0 || neighbourStart[vertexEnd + node] !== neighbourEnd - neighbour) {
      return `the neighbours of hull ${node} are not all of its`;
    }
    for (let k = vertex + node; k < vertexEnd + node; k++) {
      if (neighbourStart[k + 1] < neighbourStart[k]) return `the neighbours of hull ${node} do not rise`;
    }
    for (let k = neighbour; k < neighbourEnd; k++)
      if (neighbours[k] >= count) return `an edge of hull ${node} leaves it`;
  }
  return null;
}
