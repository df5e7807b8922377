// A face octree that is stored with its body: black nodes only, those that some face meets, with the faces at the leaves.

import type { Mesh } from 'nearmiss';
import { BOX, FACE, overlapTriangleBox } from '../core-internals.ts';
import type { Row } from './rigid-scene.ts';

/** The root first, every node before its children; children of a node side by side. Body coordinates. */
export interface StoredOctree {
  readonly centres: Float64Array;
  /** Half the side of each node. */
  readonly halves: Float64Array;
  /** First child and one past the last; of a leaf, first and one past the last of its `faces`, with `isLeaf` 1. */
  readonly firsts: Int32Array;
  readonly ends: Int32Array;
  readonly isLeaf: Uint8Array;
  readonly faces: Uint32Array;
}

interface Cell {
  readonly centre: readonly number[];
  readonly half: number;
  readonly faces: readonly number[];
}

/** Splits the cube around a mesh down to a level. */
export function storeOctree(mesh: Mesh, level: number): StoredOctree {
  const box = boxOf(mesh.positions);
  const half = Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]) / 2;
  const centre = [0, 1, 2].map((axis) => (box[axis] + box[3 + axis]) / 2);
  const cells: Cell[] = [{ centre, half, faces: Array.from({ length: mesh.triangleCount }, (_, face) => face) }];
  const [firsts, ends, leaves, faces]: [number[], number[], number[], number[]] = [[], [], [], []];
  // Breadth first: the cells of a level stand together, so a level ends where it began to be made.
  for (let node = 0, depth = 0, lastOfLevel = 0; node < cells.length; node++) {
    if (node > lastOfLevel) {
      depth++;
      lastOfLevel = cells.length - 1;
    }
    const isLeaf = depth === level;
    leaves.push(isLeaf ? 1 : 0);
    firsts.push(isLeaf ? faces.length : cells.length);
    if (isLeaf) faces.push(...cells[node].faces);
    else cells.push(...childrenOf(mesh, cells[node]));
    ends.push(isLeaf ? faces.length : cells.length);
  }
  return {
    centres: Float64Array.from(cells.flatMap((cell) => cell.centre)),
    halves: Float64Array.from(cells, (cell) => cell.half),
    firsts: Int32Array.from(firsts),
    ends: Int32Array.from(ends),
    isLeaf: Uint8Array.from(leaves),
    faces: Uint32Array.from(faces),
  };
}

/** The octants that faces meet. */
function childrenOf(mesh: Mesh, { centre, half, faces }: Cell): Cell[] {
  const corners = new Float64Array(FACE);
  const box = new Float64Array(BOX);
  const children: Cell[] = [];
  for (let octant = 0; octant < 8; octant++) {
    const middle = centre.map((x, axis) => x + (((octant >> axis) & 1) === 1 ? half / 2 : -half / 2));
    middle.forEach((x, axis) => {
      box[axis] = x - half / 2;
      box[3 + axis] = x + half / 2;
    });
    const contactStatus = faces.filter((face) => {
      readCorners(mesh, mesh.positions, face, corners, 0);
      return overlapTriangleBox(corners, 0, box, 0);
    });
    if (contactStatus.length > 0) children.push({ centre: middle, half: half / 2, faces: contactStatus });
  }
  return children;
}

/** The box around a node that is moved with its body. */
export function moveNode({ centres, halves }: StoredOctree, node: number, row: Row, out: Float64Array): void {
  const x = centres[3 * node];
  const y = centres[3 * node + 1];
  const z = centres[3 * node + 2];
  for (let axis = 0; axis < 3; axis++) {
    const r = 3 * axis;
    const centre = row[r] * x + row[r + 1] * y + row[r + 2] * z + row[9 + axis];
    const reach = halves[node] * (Math.abs(row[r]) + Math.abs(row[r + 1]) + Math.abs(row[r + 2]));
    out[axis] = centre - reach;
    out[3 + axis] = centre + reach;
  }
}

export function readCorners(
  { triangles }: Mesh,
  positions: Float64Array,
  face: number,
  out: Float64Array,
  o: number,
): void {
  for (let corner = 0; corner < 3; corner++) {
    const v = 3 * triangles[3 * face + corner];
    out[o + 3 * corner] = positions[v];
    out[o + 3 * corner + 1] = positions[v + 1];
    out[o + 3 * corner + 2] = positions[v + 2];
  }
}

export function boxOf(positions: Float64Array): Float64Array {
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (let k = 0; k < positions.length; k += 3) {
    for (let axis = 0; axis < 3; axis++) {
      const x = positions[k + axis];
      if (x < box[axis]) box[axis] = x;
      if (x > box[3 + axis]) box[3 + axis] = x;
    }
  }
  return box;
}
