import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkMesh, type MeshReport } from '../../src/mesh/check.ts';
import { isCollinear } from '../../src/mesh/collinear.ts';
import { meshComponents } from '../../src/mesh/components.ts';
import { solidity } from '../../src/mesh/topology.ts';
import { weldVertices } from '../../src/mesh/weld.ts';
import {
  ball,
  box,
  flipped,
  type MeshArrays,
  merged,
  octahedron,
  scaled,
  shifted,
  tetrahedron,
  toMesh,
  torus,
  unindexed,
  withFace,
  withFaceFlipped,
  withoutFace,
} from './hand-made-meshes.ts';

const check = (arrays: MeshArrays): MeshReport => checkMesh(toMesh(arrays));

/** The report without its lists, which name vertices and faces. */
function counts(report: MeshReport): Omit<MeshReport, 'where'> {
  const { where, ...rest } = report;
  expect(where.openEdges.length).toBe(2 * rest.openEdges);
  return rest;
}

const SOUND = {
  closed: true,
  oriented: true,
  orientation: 'outward',
  manifold: true,
  components: 1,
  eulerCharacteristic: 2,
  openEdges: 0,
  nonManifoldEdges: 0,
  nonManifoldVertices: 0,
  degenerateFaces: 0,
  duplicateFaces: 0,
  unreferencedVertices: 0,
  duplicateVertices: 0,
} as const;

describe('sound meshes', () => {
  test('a cube', () => {
    expect(counts(check(box()))).toEqual({ ...SOUND, signedVolume: 1 });
  });

  test('a torus', () => {
    const { signedVolume, ...rest } = counts(check(torus(2, 1, 9, 7)));
    expect(rest).toEqual({ ...SOUND, eulerCharacteristic: 0 });
    expect(signedVolume).toBeGreaterThan(0);
  });

  test('an unindexed cube is still a cube', () => {
    expect(counts(check(unindexed(box())))).toEqual({ ...SOUND, duplicateVertices: 28, signedVolume: 1 });
  });

  test('a cube facing inward', () => {
    expect(counts(check(flipped(box())))).toEqual({ ...SOUND, orientation: 'inward', signedVolume: -1 });
  });

  test('a box with a cavity', () => {
    const report = check(merged(box([0, 0, 0], [4, 4, 4]), flipped(box([1, 1, 1], [3, 3, 3]))));
    expect(counts(report)).toEqual({ ...SOUND, components: 2, eulerCharacteristic: 4, signedVolume: 64 - 8 });
  });

  test('two boxes apart', () => {
    const report = check(merged(box(), box([2, 0, 0], [3, 1, 1])));
    expect(counts(report)).toEqual({ ...SOUND, components: 2, eulerCharacteristic: 4, signedVolume: 2 });
  });

  test('a hundred thousand faces around one vertex', () => {
    const report = check(ball(2, 50_000));
    expect(report).toMatchObject({ ...SOUND });
  });
});

describe('borders and windings', () => {
  test('one face removed leaves three open edges', () => {
    const report = check(withoutFace(box(), 0));
    expect(report).toMatchObject({
      closed: false,
      oriented: false,
      orientation: 'open',
      manifold: false,
      signedVolume: null,
      openEdges: 3,
      nonManifoldEdges: 0,
      nonManifoldVertices: 0,
      eulerCharacteristic: 1,
    });
    expect([...report.where.openEdges]).toEqual([0, 1, 0, 3, 1, 3]);
  });

  test('one face flipped is closed and a manifold, but inconsistent', () => {
    expect(check(withFaceFlipped(box(), 5))).toMatchObject({
      closed: true,
      oriented: false,
      orientation: 'inconsistent',
      manifold: true,
      signedVolume: null,
      openEdges: 0,
    });
  });

  test('a single triangle is all border', () => {
    const report = check({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] });
    expect(report).toMatchObject({ orientation: 'open', openEdges: 3, eulerCharacteristic: 1, nonManifoldVertices: 0 });
  });

  test('two triangles back to back enclose exactly nothing', () => {
    const pillow = { positions: [0.1, 0.7, 0.3, 1.3, 0.2, 0.9, 0.4, 1.1, 0.6], triangles: [0, 1, 2, 0, 2, 1] };
    expect(check(pillow)).toMatchObject({
      closed: true,
      oriented: true,
      orientation: 'zero-volume',
      signedVolume: 0,
      manifold: true,
      eulerCharacteristic: 2,
      duplicateFaces: 1,
    });
  });

  test('shells that cancel have exactly no volume, at any position', () => {
    // Multiples of 2⁻²⁰, so that both copies are exactly the same shape.
    const lattice = (x: number): number => Math.round(x * 2 ** 20) / 2 ** 20;
    const one = tetrahedron([0.1, 0.2, 0.3], [1.7, 0.1, 0.4], [0.6, 1.9, 0.2], [0.3, 0.8, 1.1]);
    const exact = { ...one, positions: one.positions.map(lattice) };
    const far = shifted(exact, [lattice(-7.3), lattice(1e5 / 3), lattice(0.7)]);
    const both = merged(exact, flipped(far));
    expect(check(exact).orientation).toBe('outward');
    expect(check(both)).toMatchObject({ oriented: true, orientation: 'zero-volume', signedVolume: 0 });
  });

  test('a volume far below rounding keeps its sign', () => {
    // Consecutive Fibonacci numbers: 14930352² − 24157817 · 9227465 = −1 decides, out of terms of 2·10¹⁴; and above.
    const fibonacci = [1, 1];
    while (fibonacci.length < 78) fibonacci.push(fibonacci[fibonacci.length - 1] + fibonacci[fibonacci.length - 2]);
    for (let n = 40; n + 2 < 78; n++) {
      const [low, middle, high] = fibonacci.slice(n, n + 3);
      const sliver = tetrahedron([0, 0, 0], [high, middle, 0], [middle, low, 0], [0, 0, 1]);
      const sign = Number(BigInt(high) * BigInt(low) - BigInt(middle) * BigInt(middle));
      expect(Math.abs(sign)).toBe(1);
      expect(check(sliver).signedVolume).toBe(sign / 6);
      expect(check(sliver).orientation).toBe(sign > 0 ? 'outward' : 'inward');
    }
  });

  test('a parallelogram folded by one unit in 2²⁵, or not at all', () => {
    const seen = { inward: 0, outward: 0, 'zero-volume': 0 };
    const whole = fc.integer({ min: -(2 ** 25), max: 2 ** 25 });
    const vector = fc.tuple(whole, whole, whole);
    fc.assert(
      fc.property(vector, vector, vector, fc.integer({ min: -1, max: 1 }), (p, u, v, fold) => {
        const corner = (i: number, j: number, z: number): [number, number, number] => [
          p[0] + i * u[0] + j * v[0],
          p[1] + i * u[1] + j * v[1],
          p[2] + i * u[2] + j * v[2] + z,
        ];
        const report = check(tetrahedron(corner(0, 0, 0), corner(1, 0, 0), corner(0, 1, 0), corner(1, 1, fold)));
        fc.pre(report.degenerateFaces === 0);
        const sixVolumes = fold * Number(BigInt(u[0]) * BigInt(v[1]) - BigInt(u[1]) * BigInt(v[0])); // below 2⁵³
        // Half of the digits are promised for bodies this thin, and zero for zero.
        const error = Math.abs(Number(report.signedVolume) - sixVolumes / 6);
        expect(error).toBeLessThanOrEqual(2 ** -26 * Math.abs(sixVolumes / 6));
        const expected = sixVolumes === 0 ? 'zero-volume' : sixVolumes > 0 ? 'outward' : 'inward';
        expect(report.orientation).toBe(expected);
        seen[expected]++;
      }),
      { seed: 8, numRuns: 600 },
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(100);
  });

  test('volumes beyond the doubles are not made up', () => {
    expect(check(scaled(box(), 1e150))).toMatchObject({ orientation: 'outward', signedVolume: null });
    expect(check(scaled(box(), 1e-320))).toMatchObject({ orientation: 'outward', signedVolume: 0 });
    expect(check(scaled(box(), 2 ** -300))).toMatchObject({ orientation: 'outward', signedVolume: 2 ** -900 });
  });
});

describe('positions that are no manifold', () => {
  test('two cubes sharing an edge', () => {
    const report = check(merged(box(), box([1, 1, 0], [2, 2, 1])));
    expect(report).toMatchObject({
      closed: true,
      oriented: true,
      orientation: 'outward',
      manifold: false,
      signedVolume: 2,
      components: 1,
      nonManifoldEdges: 1,
      nonManifoldVertices: 2,
      duplicateVertices: 2,
    });
    expect([...report.where.nonManifoldEdges]).toEqual([6, 7]);
    expect([...report.where.nonManifoldVertices]).toEqual([6, 7]);
  });

  test('two cubes sharing a vertex', () => {
    const report = check(merged(box(), box([1, 1, 1], [2, 2, 2])));
    expect(report).toMatchObject({
      closed: true,
      oriented: true,
      manifold: false,
      components: 1,
      eulerCharacteristic: 3,
      nonManifoldEdges: 0,
      nonManifoldVertices: 1,
    });
    expect([...report.where.nonManifoldVertices]).toEqual([7]);
  });

  test('two triangles touching in a point are two fans', () => {
    const bow = { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, -1, 0, 0, 0, -1, 0], triangles: [0, 1, 2, 0, 3, 4] };
    expect(check(bow)).toMatchObject({ nonManifoldVertices: 1, components: 1, openEdges: 6 });
  });

  test('three sheets on one edge', () => {
    const book = {
      positions: [0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0, -1, -1, 0],
      triangles: [0, 1, 2, 0, 1, 3, 0, 1, 4],
    };
    expect(check(book)).toMatchObject({ openEdges: 7, nonManifoldEdges: 1, nonManifoldVertices: 2 });
  });
});

describe('superfluous things', () => {
  test('faces of no area', () => {
    // Two equal corners; two corners at one point; three equal corners; three different ones on a line.
    const cube = box();
    cube.positions.push(0, 0, 0, 2, 2, 2);
    const report = check(withFace(withFace(withFace(cube, 0, 0, 1), 0, 8, 3), 5, 5, 5));
    expect(report).toMatchObject({ ...SOUND, degenerateFaces: 3, duplicateVertices: 1, unreferencedVertices: 1 });
    expect([...report.where.degenerateFaces]).toEqual([12, 13, 14]);
    expect([...report.where.duplicateVertices]).toEqual([8]);
    expect([...report.where.unreferencedVertices]).toEqual([9]);

    const onLine = check(withFace(cube, 0, 7, 9));
    expect(onLine).toMatchObject({ closed: true, oriented: true, degenerateFaces: 1, openEdges: 3 });
  });

  test('a mesh of nothing but collapsed faces is neither closed nor oriented', () => {
    expect(check({ positions: [1, 2, 3, 4, 5, 6], triangles: [0, 0, 0, 0, 1, 1] })).toMatchObject({
      closed: false,
      oriented: false,
      orientation: 'open',
      eulerCharacteristic: 0,
      components: 1,
      degenerateFaces: 2,
    });
  });

  test('faces that repeat others, in any order and winding', () => {
    const report = check(withFace(withFace(withFace(octahedron(), 4, 0, 2), 0, 4, 2), 5, 1, 3));
    expect(report).toMatchObject({ duplicateFaces: 3, closed: false, nonManifoldEdges: 6 });
    expect([...report.where.duplicateFaces]).toEqual([8, 9, 10]);
  });

  test('faces that repeat others through vertices at the same position', () => {
    expect(check(merged(box(), box()))).toMatchObject({ duplicateFaces: 12, oriented: true, signedVolume: 2 });
  });
});

describe('zero area is decided exactly', () => {
  const collinear = (...xyz: number[]): boolean => isCollinear(Float64Array.from(xyz), 0, 1, 2);

  test('near misses of a line', () => {
    expect(collinear(0, 0, 0, 0.1, 0.1, 0.1, 0.3, 0.3, 0.3)).toBe(true);
    expect(collinear(0, 0, 0, 0.1, 0.1, 0.1, 0.3, 0.3, 0.1 + 0.2)).toBe(false);
    expect(collinear(12, 12, 0, 24, 24, 0, 0.5, 0.5, 0)).toBe(true);
    expect(collinear(12, 12, 0, 24, 24, 0, 0.5, 0.5000000000000001, 0)).toBe(false);
  });

  test('along each axis only one projection tells', () => {
    expect(collinear(0, 0, 0, 0, 0, 1, 0, 1, 0)).toBe(false);
    expect(collinear(0, 0, 0, 1, 0, 0, 0, 0, 1)).toBe(false);
    expect(collinear(0, 0, 0, 1, 0, 0, 0, 1, 0)).toBe(false);
  });

  test('products that underflow or come near overflow', () => {
    expect(collinear(0, 0, 0, 1e-170, 0, 0, 0, 1e-170, 0)).toBe(false);
    expect(collinear(0, 0, 0, 5e-324, 0, 0, 0, 5e-324, 0)).toBe(false);
    expect(collinear(0, 0, 0, 5e-324, 5e-324, 0, 1e-323, 1e-323, 0)).toBe(true);
    expect(collinear(0, 0, 0, 1e150, 1e150, 0, -1e150, -1e150, 5e-324)).toBe(false);
    expect(collinear(1e150, 1e150, 1e150, -1e150, -1e150, -1e150, 1, 1, 1)).toBe(true);
    expect(collinear(0, -0, 0, 0, 0, 0, -0, 0, 0)).toBe(true);
  });

  test('agrees with whole-number arithmetic on small lattices of any scale', () => {
    const small = fc.integer({ min: -2, max: 2 });
    let hits = 0;
    fc.assert(
      fc.property(
        fc.array(small, { minLength: 9, maxLength: 9 }),
        fc.constantFrom(2 ** -1074, 2 ** -500, 2 ** -30, 1, 2 ** 490),
        (n, scale) => {
          const [ax, ay, az, bx, by, bz, cx, cy, cz] = n;
          const u = [bx - ax, by - ay, bz - az];
          const v = [cx - ax, cy - ay, cz - az];
          const expected = u.every((_, i) => u[i] * v[(i + 1) % 3] === u[(i + 1) % 3] * v[i]);
          expect(collinear(...n.map((x) => x * scale))).toBe(expected);
          if (expected) hits++;
        },
      ),
      { seed: 4, numRuns: 3000 },
    );
    expect(hits).toBeGreaterThan(30);
  });
});

// Soups over a few lattice points: rich in shared, repeated, collapsed and collinear things.
const point = fc.tuple(fc.integer({ min: 0, max: 1 }), fc.integer({ min: 0, max: 1 }), fc.integer({ min: 0, max: 1 }));
const soup: fc.Arbitrary<MeshArrays> = fc.array(point, { minLength: 3, maxLength: 8 }).chain((points) =>
  fc.record({
    positions: fc.constant(points.flat()),
    triangles: fc
      .array(fc.array(fc.nat(points.length - 1), { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 14 })
      .map((faces) => faces.flat()),
  }),
);
// Closed on purpose, perhaps with a face flipped, dropped or repeated: random soups alone hardly ever close.
const nearlyClosed: fc.Arbitrary<MeshArrays> = fc
  .tuple(
    fc.constantFrom(box(), octahedron(), unindexed(box()), merged(box(), box([1, 1, 0], [2, 2, 1])), torus(2, 1, 3, 3)),
    fc.constantFrom('as it is', 'flipped', 'dropped', 'repeated', 'repeated twice'),
    fc.nat(7),
  )
  .map(([arrays, change, face]) => {
    const [a, b, c] = arrays.triangles.slice(3 * face, 3 * face + 3);
    if (change === 'flipped') return withFaceFlipped(arrays, face);
    if (change === 'dropped') return withoutFace(arrays, face);
    if (change === 'repeated') return withFace(arrays, a, b, c);
    if (change === 'repeated twice') return withFace(withFace(arrays, a, b, c), a, c, b);
    return arrays;
  });
const anyMesh = fc.oneof(soup, nearlyClosed);

/** Written anew with strings and sets, so that it shares nothing with the typed arrays it judges. */
function bruteForce({ positions, triangles }: MeshArrays): Partial<MeshReport> {
  const nameOf = (v: number): string =>
    positions
      .slice(3 * v, 3 * v + 3)
      .map((x) => x + 0)
      .join();
  const faces: string[][] = [];
  for (let k = 0; k < triangles.length; k += 3) faces.push(triangles.slice(k, k + 3).map(nameOf));
  const whole = faces.filter((face) => new Set(face).size === 3);

  const uses = new Map<string, number>();
  const net = new Map<string, number>();
  for (const face of whole) {
    for (let i = 0; i < 3; i++) {
      const ends = [face[i], face[(i + 1) % 3]];
      const edge = [...ends].sort().join(' ');
      uses.set(edge, (uses.get(edge) ?? 0) + 1);
      net.set(edge, (net.get(edge) ?? 0) + (edge === ends.join(' ') ? 1 : -1));
    }
  }
  const names = new Set(whole.flat());
  const broken = [...names].filter((name) => !isOneFan(name, whole));
  const openEdges = [...uses.values()].filter((n) => n % 2 === 1).length;
  const nonManifoldEdges = [...uses.values()].filter((n) => n > 2).length;
  const closed = whole.length > 0 && openEdges === 0;
  return {
    closed,
    oriented: whole.length > 0 && [...net.values()].every((n) => n === 0),
    manifold: closed && nonManifoldEdges === 0 && broken.length === 0,
    openEdges,
    nonManifoldEdges,
    nonManifoldVertices: broken.length,
    components: groups(faces, (f, g) => f.some((name) => g.includes(name))),
    eulerCharacteristic: names.size - uses.size + whole.length,
    duplicateFaces: whole.length - new Set(whole.map((face) => [...face].sort().join(' '))).size,
    duplicateVertices:
      positions.length / 3 - new Set(Array.from({ length: positions.length / 3 }, (_, v) => nameOf(v))).size,
    unreferencedVertices: positions.length / 3 - new Set(triangles).size,
  };
}

/** The faces at a vertex, joined over shared edges, are one group, and no edge at the vertex has more than two. */
function isOneFan(name: string, faces: string[][]): boolean {
  const around = faces.filter((face) => face.includes(name)).map((face) => face.filter((other) => other !== name));
  const neighbours = around.flat();
  const crowded = neighbours.some((n) => neighbours.filter((other) => other === n).length > 2);
  return !crowded && groups(around, (f, g) => f.some((other) => g.includes(other))) === 1;
}

function groups<T>(items: T[], joined: (a: T, b: T) => boolean): number {
  const left = new Set(items.keys());
  let count = 0;
  for (const seed of items.keys()) {
    if (!left.delete(seed)) continue;
    count++;
    const queue = [seed];
    for (let i = queue.pop(); i !== undefined; i = queue.pop()) {
      for (const j of left) {
        if (joined(items[i], items[j])) {
          left.delete(j);
          queue.push(j);
        }
      }
    }
  }
  return count;
}

describe('laws', () => {
  test('every count agrees with brute force', () => {
    const seen = { closed: 0, oriented: 0, manifold: 0, broken: 0, duplicate: 0 };
    fc.assert(
      fc.property(anyMesh, (arrays) => {
        const report = check(arrays);
        expect(report).toMatchObject(bruteForce(arrays));
        expect(solidity(toMesh(arrays))).toEqual({ closed: report.closed, oriented: report.oriented });
        if (report.closed) seen.closed++;
        if (report.oriented) seen.oriented++;
        if (report.manifold) seen.manifold++;
        if (report.nonManifoldVertices > 0) seen.broken++;
        if (report.duplicateFaces > 0) seen.duplicate++;
      }),
      { seed: 5, numRuns: 1500 },
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(100);
  });

  test('the order of vertices and faces, and where a face begins, change no count', () => {
    fc.assert(
      fc.property(anyMesh, fc.infiniteStream(fc.nat()), (arrays, numbers) => {
        const next = (below: number): number => Number(numbers.next().value) % below;
        const { signedVolume, ...rest } = counts(check(arrays));
        const { signedVolume: shuffledVolume, ...shuffledRest } = counts(check(shuffled(arrays, next)));
        expect(shuffledRest).toEqual(rest);
        // The volume is a sum of doubles in another order: the last bit may differ.
        expect(shuffledVolume === null).toBe(signedVolume === null);
        expect(Math.abs(Number(shuffledVolume) - Number(signedVolume))).toBeLessThanOrEqual(
          1e-15 * Math.abs(Number(signedVolume)),
        );
      }),
      { seed: 6, numRuns: 400 },
    );
  });

  test('turning every face around changes the sign of the volume alone', () => {
    fc.assert(
      fc.property(anyMesh, (arrays) => {
        const { orientation, signedVolume, ...rest } = counts(check(arrays));
        const turned = counts(check(flipped(arrays)));
        expect(turned).toMatchObject(rest);
        const opposite = { outward: 'inward', inward: 'outward' } as const;
        const turnedOrientation =
          orientation === 'outward' || orientation === 'inward' ? opposite[orientation] : orientation;
        expect(turned.orientation).toBe(turnedOrientation);
        if (signedVolume === null) expect(turned.signedVolume).toBe(null);
        else expect(turned.signedVolume).toBeCloseTo(-signedVolume, 12);
      }),
      { seed: 7, numRuns: 400 },
    );
  });

  test('components are numbered by their lowest face', () => {
    const mesh = toMesh(merged(box(), box([5, 5, 5], [6, 6, 6]), box([1, 1, 1], [2, 2, 2]), box([8, 8, 8], [9, 9, 9])));
    const { count, componentOfTriangle } = meshComponents(mesh, weldVertices(mesh.positions));
    expect(count).toBe(3);
    expect([...componentOfTriangle]).toEqual([0, 1, 0, 2].flatMap((patch) => new Array(12).fill(patch)));
  });
});

/** Another numbering of the same mesh. */
function shuffled({ positions, triangles }: MeshArrays, next: (below: number) => number): MeshArrays {
  const order = <T>(items: T[]): T[] => {
    const result = [...items];
    for (let i = result.length - 1; i > 0; i--) {
      const j = next(i + 1);
      [result[i], result[j]] = [result[j], result[i]];
    }
    return result;
  };
  const vertices = order([...Array(positions.length / 3).keys()]);
  const faces = order([...Array(triangles.length / 3).keys()]);
  return {
    positions: vertices.flatMap((v) => positions.slice(3 * v, 3 * v + 3)),
    triangles: faces.flatMap((t) => {
      const turn = next(3);
      return [0, 1, 2].map((i) => vertices.indexOf(triangles[3 * t + ((i + turn) % 3)]));
    }),
  };
}
