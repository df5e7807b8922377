import {
  type MeshFile,
  parseObj,
  parseOff,
  parsePly,
  parseStl,
  readMesh,
  writeGlb,
  writeObj,
  writeOff,
  writePly,
  writeStl,
} from '@nearmiss/io';
import fc from 'fast-check';
import { Mesh } from 'nearmiss';
import { checkMesh } from 'nearmiss/mesh';
import { box, torusKnot } from 'nearmiss/shapes';
import { describe, expect, test } from 'vitest';
import { expectRefusal } from './help.ts';

const LARGEST_SINGLE = 3.4028234663852886e38;

/** Any mesh at all: coordinates of every size, −0 and the smallest numbers included, triangles between any vertices. */
function anyMesh(most: number): fc.Arbitrary<Mesh> {
  const coordinate = fc.double({ min: -most, max: most, noNaN: true });
  return fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 1, maxLength: 20 }).chain((vertices) => {
    const vertex = fc.nat(vertices.length - 1);
    return fc
      .array(fc.tuple(vertex, vertex, vertex), { minLength: 1, maxLength: 20 })
      .map((triangles) => new Mesh(vertices.flat(), triangles.flat()));
  });
}

const singles = (positions: Float64Array): Float64Array => Float64Array.from(Float32Array.from(positions));

/** The corners of the triangles one after the other: what STL holds. */
const corners = ({ positions, triangles }: Mesh): Float64Array =>
  Float64Array.from([...triangles].flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]));

async function check(
  most: number,
  write: (mesh: Mesh) => Uint8Array,
  read: (bytes: Uint8Array) => MeshFile | Promise<MeshFile>,
  expectSame: (before: Mesh, after: Mesh) => void,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(anyMesh(most), async (mesh) => {
      const file = await read(write(mesh));
      expectSame(mesh, file.mesh);
      expect(file.parts.reduce((sum, { triangleCount }) => sum + triangleCount, 0)).toBe(mesh.triangleCount);
      expect(file.warnings).toEqual([]);
    }),
    { numRuns: 200, seed: 5 },
  );
}

describe('bit for bit', () => {
  const same = (before: Mesh, after: Mesh): void => {
    expect(after.positions).toEqual(before.positions); // tells −0 from 0
    expect(after.triangles).toEqual(before.triangles);
  };
  test('OBJ', () => check(1e150, (mesh) => writeObj(mesh), parseObj, same));
  test('OFF', () => check(1e150, writeOff, parseOff, same));
  test.each(['ascii', 'binary-little-endian', 'binary-big-endian'] as const)('PLY %s', (encoding) =>
    check(1e150, (mesh) => writePly(mesh, { encoding }), parsePly, same),
  );
});

test('ASCII STL keeps every corner bit for bit', () =>
  check(
    1e150,
    (mesh) => writeStl(mesh, { encoding: 'ascii' }),
    parseStl,
    (before, after) => {
      expect(after.positions).toEqual(corners(before));
    },
  ));

test('binary STL keeps every corner to f32', () =>
  check(
    LARGEST_SINGLE,
    (mesh) => writeStl(mesh),
    parseStl,
    (before, after) => {
      expect(after.positions).toEqual(singles(corners(before)));
    },
  ));

test('GLB keeps vertices to f32 and triangles', () =>
  check(LARGEST_SINGLE, writeGlb, readMesh, (before, after) => {
    expect(after.positions).toEqual(singles(before.positions));
    expect(after.triangles).toEqual(before.triangles);
  }));

test.each([
  ['STL', (mesh: Mesh) => writeStl(mesh)],
  ['GLB', writeGlb],
])('%s refuses what f32 does not hold', async (_name, write) => {
  const mesh = new Mesh([0, 0, 0, 1e39, 0, 0, 0, 1, 0], [0, 1, 2]);
  await expectRefusal(() => write(mesh), 'io/bad-number', 'vertex 1');
});

test('parts of an OBJ file', () => {
  const parts = [
    { name: 'left wing', firstTriangle: 0, triangleCount: 5 },
    { name: 'µ \\ # "', firstTriangle: 5, triangleCount: 7 },
  ];
  const read = parseObj(writeObj(box(), { parts }));
  expect(read.parts).toEqual([parts[0], { ...parts[1], name: 'µ   # "' }]);
});

test('a name cannot smuggle in statements', () => {
  const parts = [{ name: 'x\nv 1 2 3\r\nf 1 1 1\u0085\\', firstTriangle: 0, triangleCount: 12 }];
  const read = parseObj(writeObj(box(), { parts }));
  expect(read.mesh.vertexCount).toBe(8);
  expect(read.mesh.triangleCount).toBe(12);
});

test('a larger mesh', async () => {
  const knot = torusKnot();
  expect(parseObj(writeObj(knot)).mesh).toEqual(knot);
  expect(parsePly(writePly(knot)).mesh).toEqual(knot);
  expect(checkMesh((await readMesh(writeGlb(knot))).mesh).closed).toBe(true);
  expect(checkMesh(parseStl(writeStl(knot)).mesh).closed).toBe(true);
});
