import { Mesh } from '../../src/mesh/mesh.ts';

export type Vector = readonly [number, number, number];

/** Plain arrays, so that a test may spoil them before they become a mesh. */
export interface MeshArrays {
  readonly positions: number[];
  readonly triangles: number[];
}

export function toMesh(arrays: MeshArrays): Mesh {
  return new Mesh(arrays.positions, arrays.triangles);
}

/** A box with outward faces. Vertex 4·i + 2·j + k has the i-th x, j-th y and k-th z. Faces in pairs: −x +x −y +y −z +z. */
export function box(low: Vector = [0, 0, 0], high: Vector = [1, 1, 1]): MeshArrays {
  const positions: number[] = [];
  for (const x of [low[0], high[0]]) {
    for (const y of [low[1], high[1]]) {
      for (const z of [low[2], high[2]]) positions.push(x, y, z);
    }
  }
  const quads = [
    [0, 1, 3, 2],
    [4, 6, 7, 5],
    [0, 4, 5, 1],
    [2, 3, 7, 6],
    [0, 2, 6, 4],
    [1, 5, 7, 3],
  ];
  return { positions, triangles: quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]) };
}

/** Four points in an order for which det(b − a, c − a, d − a) > 0 gives outward faces. */
export function tetrahedron(a: Vector, b: Vector, c: Vector, d: Vector): MeshArrays {
  return { positions: [...a, ...b, ...c, ...d], triangles: [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3] };
}

/** |x| + |y| + |z| ≤ radius. */
export function octahedron(radius = 1): MeshArrays {
  const r = radius;
  return {
    positions: [r, 0, 0, -r, 0, 0, 0, r, 0, 0, -r, 0, 0, 0, r, 0, 0, -r],
    triangles: [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5],
  };
}

/** Rings of `sides` vertices around z between two poles, on the unit sphere. */
export function ball(rings: number, sides: number): MeshArrays {
  const positions = [0, 0, 1];
  for (let i = 1; i < rings; i++) {
    const polar = (Math.PI * i) / rings;
    for (let j = 0; j < sides; j++) {
      const around = (2 * Math.PI * j) / sides;
      positions.push(Math.sin(polar) * Math.cos(around), Math.sin(polar) * Math.sin(around), Math.cos(polar));
    }
  }
  positions.push(0, 0, -1);
  const south = positions.length / 3 - 1;
  const at = (i: number, j: number): number => 1 + (i - 1) * sides + (j % sides);
  const triangles: number[] = [];
  for (let j = 0; j < sides; j++) {
    triangles.push(0, at(1, j), at(1, j + 1), south, at(rings - 1, j + 1), at(rings - 1, j));
    for (let i = 1; i < rings - 1; i++) {
      triangles.push(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j), at(i + 1, j + 1), at(i, j + 1));
    }
  }
  return { positions, triangles };
}

/** A torus around z: a tube of radius `minor` around a circle of radius `major`. */
export function torus(major: number, minor: number, around: number, across: number): MeshArrays {
  const positions: number[] = [];
  const triangles: number[] = [];
  const at = (i: number, j: number): number => (i % around) * across + (j % across);
  for (let i = 0; i < around; i++) {
    for (let j = 0; j < across; j++) {
      const u = (2 * Math.PI * i) / around;
      const v = (2 * Math.PI * j) / across;
      const r = major + minor * Math.cos(v);
      positions.push(r * Math.cos(u), r * Math.sin(u), minor * Math.sin(v));
      triangles.push(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j), at(i + 1, j + 1), at(i, j + 1));
    }
  }
  return { positions, triangles };
}

/** All faces turned around. */
export function flipped({ positions, triangles }: MeshArrays): MeshArrays {
  return { positions, triangles: triangles.map((_, k) => triangles[k - (k % 3) + [0, 2, 1][k % 3]]) };
}

/** One face turned around. */
export function withFaceFlipped({ positions, triangles }: MeshArrays, face: number): MeshArrays {
  const turned = [...triangles];
  turned[3 * face + 1] = triangles[3 * face + 2];
  turned[3 * face + 2] = triangles[3 * face + 1];
  return { positions, triangles: turned };
}

export function withoutFace({ positions, triangles }: MeshArrays, face: number): MeshArrays {
  return { positions, triangles: triangles.filter((_, k) => Math.floor(k / 3) !== face) };
}

export function withFace({ positions, triangles }: MeshArrays, a: number, b: number, c: number): MeshArrays {
  return { positions, triangles: [...triangles, a, b, c] };
}

/** All vertices and faces side by side; nothing is shared. */
export function merged(...parts: MeshArrays[]): MeshArrays {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const part of parts) {
    const base = positions.length / 3;
    positions.push(...part.positions);
    for (const v of part.triangles) triangles.push(base + v);
  }
  return { positions, triangles };
}

/** Three vertices of its own for each face, as STL files have it. */
export function unindexed({ positions, triangles }: MeshArrays): MeshArrays {
  return {
    positions: triangles.flatMap((v) => positions.slice(3 * v, 3 * v + 3)),
    triangles: triangles.map((_, k) => k),
  };
}

/** A rotation matrix, row by row, from any quaternion but 0. */
export function rotation([x, y, z, w]: readonly [number, number, number, number]): number[] {
  const s = 2 / (x * x + y * y + z * z + w * w);
  return [
    1 - s * (y * y + z * z),
    s * (x * y - z * w),
    s * (x * z + y * w),
    s * (x * y + z * w),
    1 - s * (x * x + z * z),
    s * (y * z - x * w),
    s * (x * z - y * w),
    s * (y * z + x * w),
    1 - s * (x * x + y * y),
  ];
}

export function rotated(m: readonly number[], [x, y, z]: Vector): Vector {
  return [m[0] * x + m[1] * y + m[2] * z, m[3] * x + m[4] * y + m[5] * z, m[6] * x + m[7] * y + m[8] * z];
}

/** Each vertex mapped. */
export function moved({ positions, triangles }: MeshArrays, map: (v: Vector) => Vector): MeshArrays {
  const result: number[] = [];
  for (let k = 0; k < positions.length; k += 3) {
    result.push(...map([positions[k], positions[k + 1], positions[k + 2]]));
  }
  return { positions: result, triangles };
}

export function scaled(arrays: MeshArrays, factor: number): MeshArrays {
  return moved(arrays, ([x, y, z]) => [x * factor, y * factor, z * factor]);
}

export function shifted(arrays: MeshArrays, [dx, dy, dz]: Vector): MeshArrays {
  return moved(arrays, ([x, y, z]) => [x + dx, y + dy, z + dz]);
}
