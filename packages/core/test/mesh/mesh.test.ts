import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkMesh, massProperties, windingNumber } from '../../src/entries/mesh.ts';
import { NearmissError } from '../../src/error.ts';
import { MAX_COORDINATE, Mesh } from '../../src/mesh/mesh.ts';
import { weldVertices } from '../../src/mesh/weld.ts';
import { box, toMesh } from './hand-made-meshes.ts';

const CORNER = [0, 0, 0, 1, 0, 0, 0, 1, 0];

function refusal(positions: unknown, triangles: unknown): NearmissError {
  try {
    new Mesh(positions as ArrayLike<number>, triangles as ArrayLike<number>);
  } catch (error) {
    if (error instanceof NearmissError) return error;
    throw error;
  }
  throw new Error('the mesh was accepted');
}

describe('a mesh', () => {
  test('counts what it was given', () => {
    const mesh = toMesh(box());
    expect(mesh.vertexCount).toBe(8);
    expect(mesh.triangleCount).toBe(12);
    expect(mesh.positions).toBeInstanceOf(Float64Array);
    expect(mesh.triangles).toBeInstanceOf(Uint32Array);
  });

  test.each([
    ['plain arrays', CORNER, [0, 1, 2]],
    ['its own kinds', Float64Array.from(CORNER), Uint32Array.from([0, 1, 2])],
    ['narrow kinds', Float32Array.from(CORNER), Uint16Array.from([0, 1, 2])],
    ['signed kinds', Int8Array.from(CORNER), Int32Array.from([0, 1, 2])],
    ['array-likes', Object.assign({ length: 9 }, CORNER), Object.assign({ length: 3 }, [0, 1, 2])],
  ])('is made from %s', (_, positions, triangles) => {
    const mesh = new Mesh(positions, triangles);
    expect([...mesh.positions]).toEqual(CORNER);
    expect([...mesh.triangles]).toEqual([0, 1, 2]);
  });

  test('is out of reach of later changes by the caller', () => {
    for (const [positions, triangles] of [
      [Float64Array.from(CORNER), Uint32Array.from([0, 1, 2])],
      [[...CORNER], [0, 1, 2]],
    ]) {
      const mesh = new Mesh(positions, triangles);
      positions[0] = 99;
      triangles[0] = 1;
      expect(mesh.positions[0]).toBe(0);
      expect(mesh.triangles[0]).toBe(0);
    }
  });

  test('accepts coordinates up to the limit', () => {
    const mesh = new Mesh([MAX_COORDINATE, -MAX_COORDINATE, 0, ...CORNER], [0, 1, 2]);
    expect(mesh.positions[0]).toBe(1e150);
  });

  test('adopts checked arrays as they are', () => {
    const positions = Float64Array.from(CORNER);
    const triangles = Uint32Array.from([0, 1, 2]);
    const mesh = Mesh.adopt(positions, triangles);
    expect(mesh.positions).toBe(positions);
    expect(mesh.triangles).toBe(triangles);
    expect(mesh).toBeInstanceOf(Mesh);
  });

  test('answers about itself', () => {
    const mesh = toMesh(box());
    expect(checkMesh(mesh).closed).toBe(true);
    expect(massProperties(mesh).volume).toBe(1);
    expect(windingNumber(mesh, [0.5, 0.5, 0.5])).toBeCloseTo(1, 14);
  });
});

describe('at the entry', () => {
  const refused: [unknown, unknown, string, RegExp][] = [
    [undefined, [0, 1, 2], 'mesh/bad-length', /^positions is undefined/],
    [null, [0, 1, 2], 'mesh/bad-length', /^positions is null/],
    ['0, 0, 0', [0, 1, 2], 'mesh/bad-length', /^positions is a string/],
    [{ x: 1 }, [0, 1, 2], 'mesh/bad-length', /^positions is an object that is no array/],
    [{ length: 1.5 }, [0, 1, 2], 'mesh/bad-length', /^positions has the length 1.5/],
    [{ length: -3 }, [0, 1, 2], 'mesh/bad-length', /^positions has the length -3/],
    [CORNER, 7, 'mesh/bad-length', /^triangles is a number/],
    [
      [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
      ],
      [0, 1, 2],
      'mesh/bad-length',
      /^positions holds arrays: flatten it/,
    ],
    [CORNER, [[0, 1, 2]], 'mesh/bad-length', /^triangles holds arrays: flatten it/],
    [CORNER, [Uint32Array.of(0, 1, 2)], 'mesh/bad-length', /^triangles holds arrays: flatten it/],
    [[0, 0, '0'], [0, 0, 0], 'mesh/bad-length', /^positions holds a string at index 2/],
    [new Array(9), [0, 1, 2], 'mesh/bad-length', /^positions holds undefined at index 0/],
    [CORNER, [0, null, 2], 'mesh/bad-length', /^triangles holds null at index 1/],
    [BigInt64Array.of(0n, 0n, 0n), [0, 0, 0], 'mesh/bad-length', /^positions holds a bigint/],
    [CORNER.slice(1), [0, 1, 2], 'mesh/bad-length', /^positions has 8 numbers, which is not a multiple of 3/],
    [CORNER, [0, 1], 'mesh/bad-length', /^triangles has 2 numbers/],
    [CORNER, [], 'mesh/empty', /at least one triangle/],
    [[], [], 'mesh/empty', /at least one triangle/],
    [[0, 0, 0, 1, Number.NaN, 0], [0, 1, 1], 'mesh/non-finite', /^The y of vertex 1 is NaN/],
    [[0, 0, Infinity], [0, 0, 0], 'mesh/non-finite', /^The z of vertex 0 is Infinity/],
    [Float64Array.of(-Infinity, 0, 0), [0, 0, 0], 'mesh/non-finite', /^The x of vertex 0 is -Infinity/],
    [[0, 0, 0, 1.1e150, 0, 0], [0, 0, 0], 'mesh/too-large', /^The x of vertex 1 is 1.1e\+150; .* ±1e\+150/],
    [[0, -2e150, 0], [0, 0, 0], 'mesh/too-large', /^The y of vertex 0/],
    [CORNER, [0, 1, 2, 0, 1, 3], 'mesh/index-out-of-range', /^Triangle 1 uses vertex 3, but the mesh has 3\.$/],
    [CORNER, Uint32Array.of(0, 1, 12), 'mesh/index-out-of-range', /^Triangle 0 uses vertex 12, but the mesh has 3\.$/],
    [[], [0, 0, 0], 'mesh/index-out-of-range', /^Triangle 0 uses vertex 0, but the mesh has 0\.$/],
    [CORNER, [0, 1, -1], 'mesh/index-out-of-range', /^Triangle 0 uses vertex -1, but vertices are numbered/],
    [CORNER, Int32Array.of(0, -7, 1), 'mesh/index-out-of-range', /^Triangle 0 uses vertex -7/],
    [CORNER, [0, 1, 0.5], 'mesh/index-out-of-range', /^Triangle 0 uses vertex 0.5/],
    [CORNER, [0, 1, Number.NaN], 'mesh/index-out-of-range', /^Triangle 0 uses vertex NaN/],
    [CORNER, [0, 1, Infinity], 'mesh/index-out-of-range', /^Triangle 0 uses vertex Infinity, but the mesh has 3/],
    [CORNER, [0, 1, 2 ** 32], 'mesh/index-out-of-range', /^Triangle 0 uses vertex 4294967296, but the mesh has 3/],
  ];
  for (const [positions, triangles, code, sentence] of refused) {
    test(`${code}: ${sentence.source}`, () => {
      const error = refusal(positions, triangles);
      expect(error.code).toBe(code);
      expect(error.message).toMatch(sentence);
    });
  }

  test('one spoiled number anywhere is found, named, and left where it was', () => {
    const cube = box();
    const bad = fc.constantFrom(Number.NaN, Infinity, -Infinity, 1e151, -1e300);
    fc.assert(
      fc.property(fc.nat(cube.positions.length - 1), bad, fc.boolean(), (slot, value, typed) => {
        const plain = cube.positions.with(slot, value);
        const positions = typed ? Float64Array.from(plain) : plain;
        const error = refusal(positions, cube.triangles);
        expect(error.code).toBe(Number.isFinite(value) ? 'mesh/too-large' : 'mesh/non-finite');
        expect(error.message).toContain(`The ${'xyz'[slot % 3]} of vertex ${Math.floor(slot / 3)} is ${value}`);
        expect([...positions]).toEqual(plain);
      }),
      { seed: 1, numRuns: 200 },
    );
    const badIndex = fc.constantFrom(8, 1e9, -1, 0.5, Number.NaN, 2 ** 40);
    fc.assert(
      fc.property(fc.nat(cube.triangles.length - 1), badIndex, (slot, value) => {
        const error = refusal(cube.positions, cube.triangles.with(slot, value));
        expect(error.code).toBe('mesh/index-out-of-range');
        expect(error.message).toContain(`Triangle ${Math.floor(slot / 3)} uses vertex ${value}`);
      }),
      { seed: 2, numRuns: 200 },
    );
  });
});

describe('welding', () => {
  test('maps each vertex to the first at its position, −0 to 0', () => {
    const positions = Float64Array.of(0, 1, 2, 3, 4, 5, -0, 1, 2, 3, 4, 5, 3, 4, 5.000000000000001, 5, 4, 3);
    expect([...weldVertices(positions)]).toEqual([0, 1, 0, 1, 4, 5]);
  });

  test('reads an array that starts inside a buffer', () => {
    const whole = Float64Array.of(9, 1, 2, 3, 1, 2, 3);
    expect([...weldVertices(whole.subarray(1))]).toEqual([0, 0]);
  });

  test('agrees with comparing all pairs', () => {
    let merges = 0;
    const coordinate = fc.constantFrom(-1, -0, 0, 5e-324, 1, 1e150);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 10, maxLength: 60 }),
        (points) => {
          const expected = points.map((p) => points.findIndex((q) => p.every((x, axis) => x === q[axis])));
          expect([...weldVertices(Float64Array.from(points.flat()))]).toEqual(expected);
          if (expected.some((first, v) => first !== v)) merges++;
        },
      ),
      { seed: 3, numRuns: 300 },
    );
    expect(merges).toBeGreaterThan(100);
  });

  test('keeps the points of a regular lattice apart', () => {
    const positions: number[] = [];
    for (let i = 0; i < 27000; i++) positions.push(i % 30, Math.floor(i / 30) % 30, Math.floor(i / 900));
    expect(weldVertices(Float64Array.from(positions)).every((first, v) => first === v)).toBe(true);
  });
});
