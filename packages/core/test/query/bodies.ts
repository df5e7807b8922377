// The bodies the query tests judge with: small enough for brute force in exact arithmetic, as odd as meshes come.

import { randomBetween, randomChoice, randomInteger, type SeededRandom } from '@nearmiss/fixtures';
import {
  box,
  gear,
  grate,
  icosphere,
  lShape,
  randomSolid,
  starShape,
  torus,
  torusKnot,
  uShape,
} from '../../src/entries/shapes.ts';
import { Mesh, Model } from '../../src/index.ts';

export type Triple = readonly [number, number, number];

/** The mesh with every vertex put through `move`. */
export function moved(mesh: Mesh, move: (x: number, y: number, z: number) => Triple): Mesh {
  const positions = Array.from({ length: mesh.vertexCount }, (_, v) => move(...vertexOf(mesh, v)));
  return new Mesh(positions.flat(), mesh.triangles);
}

function vertexOf(mesh: Mesh, v: number): [number, number, number] {
  return [mesh.positions[3 * v], mesh.positions[3 * v + 1], mesh.positions[3 * v + 2]];
}

/** Corner `corner` (0, 1, 2) of face `face`. */
export function cornerOf(mesh: Mesh, face: number, corner: number): [number, number, number] {
  return vertexOf(mesh, mesh.triangles[3 * face + corner]);
}

export function scaled(mesh: Mesh, factor: number): Mesh {
  return moved(mesh, (x, y, z) => [factor * x, factor * y, factor * z]);
}

export function shifted(mesh: Mesh, by: Triple): Mesh {
  return moved(mesh, (x, y, z) => [x + by[0], y + by[1], z + by[2]]);
}

/** Several meshes as one. */
export function union(...meshes: readonly Mesh[]): Mesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const mesh of meshes) {
    const first = positions.length / 3;
    positions.push(...mesh.positions);
    for (const v of mesh.triangles) triangles.push(first + v);
  }
  return new Mesh(positions, triangles);
}

/** Every face turned over. */
export function inverted(mesh: Mesh): Mesh {
  return new Mesh(mesh.positions, mesh.triangles.slice().reverse());
}

/** Some faces turned over: closed as before, but with no orientation. */
export function partlyInverted(mesh: Mesh, isTurned: (face: number) => boolean): Mesh {
  const triangles = mesh.triangles.slice();
  for (let face = 0; face < mesh.triangleCount; face++) {
    if (!isTurned(face)) continue;
    triangles[3 * face] = mesh.triangles[3 * face + 1];
    triangles[3 * face + 1] = mesh.triangles[3 * face];
  }
  return new Mesh(mesh.positions, triangles);
}

/** Three vertices of its own for every face, as an STL file has it. */
export function unwelded(mesh: Mesh): Mesh {
  const positions = Array.from(mesh.triangles, (v) => vertexOf(mesh, v)).flat();
  return new Mesh(
    positions,
    Array.from({ length: positions.length / 3 }, (_, v) => v),
  );
}

/** The faces `keeps` says yes to. */
export function withoutFaces(mesh: Mesh, keeps: (face: number) => boolean): Mesh {
  return new Mesh(
    mesh.positions,
    Array.from(mesh.triangles).filter((_, k) => keeps(Math.floor(k / 3))),
  );
}

/** The mesh with faces added that change no point of it: edges and corners as triangles, faces twice, faces turned over. */
function withClutter(mesh: Mesh, random: SeededRandom): Mesh {
  const triangles = Array.from(mesh.triangles);
  for (let k = 0; k < 6; k++) {
    const face = randomInteger(random, 0, mesh.triangleCount - 1);
    const [a, b, c] = mesh.triangles.subarray(3 * face, 3 * face + 3);
    triangles.push(
      ...randomChoice(random, [
        [a, b, b],
        [c, c, c],
        [a, b, c],
        [c, b, a],
        [a, b, a],
      ]),
    );
  }
  return new Mesh(mesh.positions, triangles);
}

/** Every face split in four at the middles of its edges. Flat faces stay flat only as far as the middles are doubles. */
export function refined(mesh: Mesh): Mesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let face = 0; face < mesh.triangleCount; face++) {
    const corners = [0, 1, 2].map((corner) => cornerOf(mesh, face, corner));
    const middle = (i: number, j: number): number[] => corners[i].map((x, k) => (x + corners[j][k]) / 2);
    const first = positions.length / 3;
    positions.push(...corners.flat(), ...middle(0, 1), ...middle(1, 2), ...middle(2, 0));
    for (const local of [0, 3, 5, 3, 1, 4, 5, 4, 2, 3, 4, 5]) triangles.push(first + local);
  }
  return new Mesh(positions, triangles);
}

/** A permutation of 0 … count − 1. */
function permutation(count: number, random: SeededRandom): number[] {
  const order = Array.from({ length: count }, (_, k) => k);
  for (let k = count - 1; k > 0; k--) {
    const other = randomInteger(random, 0, k);
    [order[k], order[other]] = [order[other], order[k]];
  }
  return order;
}

export interface Permuted {
  readonly mesh: Mesh;
  /** The face of the original that each face of the permuted mesh is. */
  readonly faceOf: readonly number[];
}

/** The same mesh with faces, vertices and the first corner of each face in another order. */
export function permuted(mesh: Mesh, random: SeededRandom): Permuted {
  const faceOf = permutation(mesh.triangleCount, random);
  const vertexAt = permutation(mesh.vertexCount, random);
  const slotOf = new Array<number>(mesh.vertexCount);
  vertexAt.forEach((vertex, slot) => {
    slotOf[vertex] = slot;
  });
  const positions = vertexAt.flatMap((vertex) => vertexOf(mesh, vertex));
  const triangles = faceOf.flatMap((face) => {
    const turn = randomInteger(random, 0, 2);
    return [0, 1, 2].map((corner) => slotOf[mesh.triangles[3 * face + ((corner + turn) % 3)]]);
  });
  return { mesh: new Mesh(positions, triangles), faceOf };
}

/** Triangles here and there: open, crossing themselves, of all proportions. */
export function soup(random: SeededRandom, count: number): Mesh {
  const positions: number[] = [];
  for (let k = 0; k < count; k++) {
    const centre = [0, 1, 2].map(() => randomBetween(random, -0.4, 0.4));
    const size = randomChoice(random, [0.02, 0.15, 0.4]);
    for (let corner = 0; corner < 3; corner++) {
      positions.push(...centre.map((x) => x + randomBetween(random, -size, size)));
    }
  }
  return new Mesh(
    positions,
    Array.from({ length: 3 * count }, (_, v) => v),
  );
}

/** Triangles with corners among few lattice points: coplanar, collinear, touching and repeated ones abound. */
export function latticeSoup(random: SeededRandom, count: number, reach = 2): Mesh {
  const coordinates = Array.from({ length: 9 * count }, () => randomInteger(random, -reach, reach));
  return new Mesh(
    coordinates,
    Array.from({ length: 3 * count }, (_, v) => v),
  );
}

export interface Body {
  readonly name: string;
  /** Closed, of one orientation, as a whole. */
  readonly solid: boolean;
  readonly mesh: Mesh;
  readonly model: Model;
}

export function bodyOf(name: string, mesh: Mesh, solid = false): Body {
  return { name, solid, mesh, model: Model.build(mesh) };
}

export function solidOf(name: string, mesh: Mesh): Body {
  return bodyOf(name, mesh, true);
}

/** About 1 across. */
export const SOLIDS: readonly Body[] = [
  solidOf('box', box()),
  solidOf('long box', box({ size: [1, 0.3, 0.1] })),
  solidOf('l-shape', lShape()),
  solidOf('u-shape', uShape()),
  solidOf('star', starShape()),
  solidOf('gear', gear({ teeth: 5 })),
  solidOf('torus', torus({ majorSegments: 9, minorSegments: 5 })),
  solidOf('icosphere', icosphere({ subdivisions: 1 })),
  solidOf('random solid 1', randomSolid({ seed: 1, triangles: 80 })),
  solidOf('random solid 2', randomSolid({ seed: 2, triangles: 80, roughness: 0.8 })),
  solidOf('grate', grate({ holes: [2, 1], bar: 0.15 })),
  solidOf('torus knot', torusKnot({ triangles: 160, tubeRadius: 0.05 })),
];

/** Any body at all, about 1 across. */
export function anyBody(random: SeededRandom): Body {
  const solid = randomChoice(random, SOLIDS);
  const pick = randomInteger(random, 0, 8);
  if (pick <= 3) return solid;
  if (pick === 4) return bodyOf('soup', soup(random, 30));
  if (pick === 5) return bodyOf(`cluttered ${solid.name}`, withClutter(solid.mesh, random));
  if (pick === 6) return solidOf(`unwelded ${solid.name}`, unwelded(solid.mesh));
  if (pick === 7)
    return bodyOf(
      `open ${solid.name}`,
      withoutFaces(solid.mesh, (face) => face % 7 !== 3),
    );
  return bodyOf('lattice soup', scaled(latticeSoup(random, 20), 0.25));
}
