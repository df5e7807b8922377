// Where two surfaces cross, and whether one passes through the other.
//
// The faces of A that meet B are taken away. What is left falls into components, connected by common corners. If two or more of them are
// outside of B, A sticks out on several sides: it pierces B. Otherwise it protrudes into it. A pair pierces if either does.

import { contains } from 'nearmiss';
import { cornerNumbers } from './corner-numbers.ts';
import type { Crossings } from './crossings.ts';
import { commonBox, emptyBox, growBox, type PosedModel, worldBox, worldPoint } from './posed-model.ts';
import type { PairRelation } from './question.ts';

export interface CrossingRegion {
  /** Least and greatest corner; null where the surfaces do not cross. */
  readonly box: readonly number[] | null;
  readonly middle: readonly number[];
  /** Null where it cannot be told: of open meshes, or with more contacts than are listed. */
  readonly kind: 'pierces' | 'protrudes' | null;
}

export function crossingRegion(crossings: Crossings, relation: PairRelation): CrossingRegion {
  const { a, b } = crossings;
  if (relation === 'a-inside-b') return around(worldBox(a));
  if (relation === 'b-inside-a') return around(worldBox(b));
  const { pairs, segments, isWhole } = crossings;
  const box = emptyBox();
  for (const segment of segments) for (const point of segment) growBox(box, point);
  if (!isWhole || box[0] > box[3]) return around(commonBox(worldBox(a), worldBox(b)));
  if (!a.model.closed || !b.model.closed) return { ...around(box), kind: null };
  const crossedA = new Uint8Array(a.model.triangleCount);
  const crossedB = new Uint8Array(b.model.triangleCount);
  for (const [faceA, faceB] of pairs) {
    crossedA[faceA] = 1;
    crossedB[faceB] = 1;
  }
  const pierces = componentsOutside(a, crossedA, b) > 1 || componentsOutside(b, crossedB, a) > 1;
  return { ...around(box), kind: pierces ? 'pierces' : 'protrudes' };
}

function around(box: readonly number[]): CrossingRegion {
  return { box, middle: [0, 1, 2].map((k) => (box[k] + box[k + 3]) / 2), kind: null };
}

/** Components of the faces that do not cross of a model that are outside of a solid; counting ends at two. */
function componentsOutside(body: PosedModel, crossed: Uint8Array, solid: PosedModel): number {
  const corners = cornerNumbers(body.model);
  const parent = new Int32Array(body.model.mesh.vertexCount);
  for (let k = 0; k < parent.length; k++) parent[k] = k;
  const find = (k: number): number => {
    let root = k;
    while (parent[root] !== root) {
      parent[root] = parent[parent[root]];
      root = parent[root];
    }
    return root;
  };
  for (let face = 0; face < crossed.length; face++) {
    if (crossed[face] === 1) continue;
    const first = find(corners[3 * face]);
    parent[find(corners[3 * face + 1])] = first;
    parent[find(corners[3 * face + 2])] = first;
  }
  const seen = new Set<number>();
  let outside = 0;
  for (let face = 0; face < crossed.length && outside < 2; face++) {
    if (crossed[face] === 1) continue;
    const component = find(corners[3 * face]);
    if (seen.has(component)) continue;
    seen.add(component);
    // A face that does not cross is wholly on one side, so that any of its points tells.
    if (contains(solid.model, solid.pose, facePoint(body, face)).status === 'outside') outside++;
  }
  return outside;
}

function facePoint(body: PosedModel, face: number): [number, number, number] {
  const { positions, triangles } = body.model.mesh;
  const middle = [0, 0, 0];
  for (let k = 0; k < 9; k++) middle[k % 3] += positions[3 * triangles[3 * face + Math.floor(k / 3)] + (k % 3)] / 3;
  return worldPoint(body, middle);
}
