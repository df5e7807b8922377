// The second rival (Kitamura, Smith, Takemura & Kishino 1994): a face octree is stored for every body, and in each cycle its
// black nodes are moved instead of the faces. Nodes that meet an overlap region are sorted into the cells of the world's
// octree; where nodes of two bodies share a cell, the faces stored with them are tested.

import type { Mesh } from 'nearmiss';
import {
  BOX,
  boxAround,
  FACE,
  FaceSubdivision,
  FaceTable,
  facesMeet,
  filterError,
  overlappingBodies,
  overlapTriangleBox,
  PairKeys,
  regionsByBody,
  SUBDIVISION_DEFAULTS,
} from '../core-rooms.ts';
import type { Method } from './method.ts';
import { place, type Row } from './rigid-scene.ts';

/** Of the stored octrees: some hundred black nodes a body. */
const STORED_LEVEL = 4;
/** Of the world's: as the paper. */
const WORLD_LEVEL = 6;

/** Black nodes of a body, all of one size. */
interface StoredOctree {
  readonly half: number;
  readonly centres: Float64Array;
  readonly faces: readonly (readonly number[])[];
}

export const octreeUpdate: Method = ({ meshes, world }) => {
  const octrees = new Map(meshes.map((mesh) => [mesh, storeOctree(mesh)]));
  const bodies = meshes.map((mesh) => ({
    mesh,
    octree: octrees.get(mesh) ?? storeOctree(mesh),
    placed: new Float64Array(mesh.positions.length),
  }));
  const table = new FaceTable();
  const subdivision = new FaceSubdivision();
  const sharing = new PairKeys();
  const options = { ...SUBDIVISION_DEFAULTS, depth: WORLD_LEVEL, root: Float64Array.from(world) };
  const cornersA = new Float64Array(FACE);
  const cornersB = new Float64Array(FACE);

  return (rows) => {
    const boxes = bodies.map(({ mesh, placed }, k) => {
      place(mesh, rows[k], placed);
      return boxOf(placed);
    });
    const overlaps = overlappingBodies(boxes);
    table.clear();
    for (const [body, regions] of regionsByBody(overlaps))
      addNodes(table, body, bodies[body].octree, rows[body], regions);
    sharing.start(table.count);
    subdivision.search(table, boxAround(overlaps), options, () => true, sharing);

    const size = Math.max(0, ...boxes.flatMap((box) => [0, 1, 2].map((axis) => box[3 + axis] - box[axis])));
    const error = Float64Array.of(filterError(2 * size));
    const tested = new Set<string>();
    const touching = new Set<string>();
    const pairs = sharing.sorted();
    for (let k = 0; k < pairs.length; k += 2) {
      const [a, b] = [table.owners[pairs[k]], table.owners[pairs[k + 1]]];
      for (const faceA of bodies[a].octree.faces[table.faces[pairs[k]]]) {
        for (const faceB of bodies[b].octree.faces[table.faces[pairs[k + 1]]]) {
          const name = `${a} ${faceA} ${b} ${faceB}`;
          if (tested.has(name)) continue;
          tested.add(name);
          readCorners(bodies[a].mesh, bodies[a].placed, faceA, cornersA);
          readCorners(bodies[b].mesh, bodies[b].placed, faceB, cornersB);
          if (facesMeet(cornersA, 0, cornersB, 0, error)) touching.add(`${a} ${b}`);
        }
      }
    }
    return touching.size;
  };
};

function storeOctree(mesh: Mesh): StoredOctree {
  const box = boxOf(mesh.positions);
  const cells = 2 ** STORED_LEVEL;
  const side = Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]) / cells;
  const lists = new Map<number, number[]>();
  const corners = new Float64Array(FACE);
  const cell = new Float64Array(BOX);
  for (let face = 0; face < mesh.triangleCount; face++) {
    readCorners(mesh, mesh.positions, face, corners);
    const faceBox = boxOf(corners);
    const span = [0, 1, 2].map((axis) =>
      [faceBox[axis], faceBox[3 + axis]].map((x) => Math.min(cells - 1, Math.floor((x - box[axis]) / side))),
    );
    for (let i = span[0][0]; i <= span[0][1]; i++) {
      for (let j = span[1][0]; j <= span[1][1]; j++) {
        for (let k = span[2][0]; k <= span[2][1]; k++) {
          [i, j, k].forEach((at, axis) => {
            cell[axis] = box[axis] + at * side;
            cell[3 + axis] = box[axis] + (at + 1) * side;
          });
          if (!overlapTriangleBox(corners, 0, cell, 0)) continue;
          const key = (i * cells + j) * cells + k;
          const list = lists.get(key) ?? [];
          lists.set(key, list);
          list.push(face);
        }
      }
    }
  }
  const centres = [...lists.keys()].flatMap((key) =>
    [Math.floor(key / cells / cells), Math.floor(key / cells) % cells, key % cells].map(
      (at, axis) => box[axis] + (at + 0.5) * side,
    ),
  );
  return { half: side / 2, centres: Float64Array.from(centres), faces: [...lists.values()] };
}

/** Moved nodes by the boxes around them. */
function addNodes(
  table: FaceTable,
  body: number,
  { half, centres }: StoredOctree,
  row: Row,
  regions: Float64Array,
): void {
  const box = new Float64Array(BOX);
  for (let node = 0; node < centres.length / 3; node++) {
    for (let axis = 0; axis < 3; axis++) {
      const r = 3 * axis;
      const centre =
        row[r] * centres[3 * node] +
        row[r + 1] * centres[3 * node + 1] +
        row[r + 2] * centres[3 * node + 2] +
        row[9 + axis];
      const reach = half * (Math.abs(row[r]) + Math.abs(row[r + 1]) + Math.abs(row[r + 2]));
      box[axis] = centre - reach;
      box[3 + axis] = centre + reach;
    }
    for (let o = 0; o < regions.length; o += BOX) {
      const isApart = [0, 1, 2].some((axis) => box[axis] > regions[o + 3 + axis] || box[3 + axis] < regions[o + axis]);
      if (isApart) continue;
      table.addBox(body, node, box);
      break;
    }
  }
}

function readCorners({ triangles }: Mesh, positions: Float64Array, face: number, out: Float64Array): void {
  for (let corner = 0; corner < 3; corner++) {
    const v = 3 * triangles[3 * face + corner];
    out[3 * corner] = positions[v];
    out[3 * corner + 1] = positions[v + 1];
    out[3 * corner + 2] = positions[v + 2];
  }
}

function boxOf(positions: Float64Array): Float64Array {
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (let k = 0; k < positions.length; k++) {
    box[k % 3] = Math.min(box[k % 3], positions[k]);
    box[3 + (k % 3)] = Math.max(box[3 + (k % 3)], positions[k]);
  }
  return box;
}
