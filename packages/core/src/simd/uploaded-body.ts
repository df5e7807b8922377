// A convex body in the memory of the kernels: its vertices, its support table, and the faces around its vertices.

import type { ConvexBody } from '../convex/convex-body.ts';
import { innerBall } from '../convex/inner-ball.ts';
import type { Model } from '../model/model.ts';
import { convexFacesOf } from '../patches/convex-model.ts';
import {
  AROUND,
  BALL_AT,
  CELLS_AT,
  CENTRE_AT,
  FACES_AT,
  FRAME_RADIUS_AT,
  GROUP,
  HEAD,
  LISTED,
  RADIUS_AT,
  SIDE_AT,
  STARTS_AT,
  UNIT_AT,
  VERTEX,
} from './convex-layout.ts';
import type { Kernel } from './kernel.ts';

export interface UploadedBody {
  /** Where the body starts. */
  readonly at: number;
  readonly blocks: readonly number[];
}

/** Writes the convex body that a model is; null if it does not fit. */
export function uploadBody(kernel: Kernel, model: Model, body: ConvexBody): UploadedBody | null {
  const { vertices, cellStart, mapSide, radius } = body;
  const { frame } = model;
  const { starts } = convexFacesOf(model);
  const groups = groupsOf(starts);
  const table = tableOf(body);
  const cells = HEAD + 8 * vertices.length;
  const startsAt = cells + 4 * table.length;
  const faces = startsAt + 4 * starts.length;
  const at = kernel.allocate(faces + 4 * AROUND * GROUP * groups[groups.length - 1]);
  if (at === null) return null;
  const { doubles, ints } = kernel;
  const i = at / 4;
  const d = at / 8;
  ints[i + SIDE_AT] = mapSide;
  ints[i + CELLS_AT] = cells;
  ints[i + STARTS_AT] = startsAt;
  ints[i + FACES_AT] = faces;
  doubles[d + RADIUS_AT] = radius;
  const ball = innerBall(body);
  doubles.set(ball.middle, d + BALL_AT);
  doubles[d + BALL_AT + 3] = ball.radius;
  doubles.set(frame.centre, d + CENTRE_AT);
  doubles[d + UNIT_AT] = frame.unit;
  doubles[d + FRAME_RADIUS_AT] = frame.radius;
  doubles.set(vertices, d + HEAD / 8);
  ints.set(table, i + cells / 4);
  // What follows the cells is named from the start of the block.
  for (let cell = 0; cell < cellStart.length - 1; cell++) {
    const fourth = i + cells / 4 + LISTED * cell + LISTED - 1;
    if (ints[fourth] < 0) ints[fourth] -= cells;
  }
  for (let v = 0; v < groups.length; v++) ints[i + startsAt / 4 + v] = 4 * AROUND * GROUP * groups[v];
  writeFaces(ints, i + faces / 4, model, groups);
  return { at, blocks: [at] };
}

/** Four vertices a cell, then the rest of longer lists. */
function tableOf({ cellStart, cellVertices }: ConvexBody): number[] {
  const cells = cellStart.length - 1;
  const table = new Array<number>(LISTED * cells).fill(0);
  for (let cell = 0; cell < cells; cell++) {
    const count = cellStart[cell + 1] - cellStart[cell];
    const list = Array.from({ length: Math.max(count, LISTED) }, (_, k) => {
      return VERTEX * cellVertices[cellStart[cell] + (k < count ? k : 0)];
    });
    for (let k = 0; k < LISTED; k++) table[LISTED * cell + k] = list[k];
    if (count <= LISTED) continue;
    table[LISTED * cell + LISTED - 1] = -4 * table.length;
    table.push(count - LISTED + 1, ...list.slice(LISTED - 1));
  }
  return table;
}

/** The groups of faces before each vertex. */
function groupsOf(starts: Uint32Array): Uint32Array {
  const groups = new Uint32Array(starts.length);
  for (let v = 0; v < starts.length - 1; v++)
    groups[v + 1] = groups[v] + Math.ceil((starts[v + 1] - starts[v]) / GROUP);
  return groups;
}

function writeFaces(ints: Int32Array, at: number, model: Model, groups: Uint32Array): void {
  const { starts, around, corners } = convexFacesOf(model);
  ints.fill(-1, at, at + AROUND * GROUP * groups[groups.length - 1]);
  for (let v = 0; v < starts.length - 1; v++) {
    for (let k = starts[v]; k < starts[v + 1]; k++) {
      const n = k - starts[v];
      const slot = around[k];
      const face = at + AROUND * GROUP * (groups[v] + Math.floor(n / GROUP)) + (n % GROUP);
      ints[face] = model.tree.faces[slot];
      for (let c = 0; c < 3; c++) {
        const vertex = corners[3 * slot + c];
        ints[face + GROUP * (1 + c)] = vertex < 0 ? -1 : VERTEX * vertex;
      }
    }
  }
}
