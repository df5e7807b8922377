import { checkMesh, massProperties } from 'nearmiss/mesh';
import { describe, expect, test } from 'vitest';
import { meshFromGeometry } from '../src/geometry.ts';
import { VERSIONS } from './versions.ts';

function volumeOf(mesh: Parameters<typeof massProperties>[0]): number {
  const mass = massProperties(mesh);
  return 'volume' in mass && mass.volume !== null ? mass.volume : Number.NaN;
}

describe.each(VERSIONS)('three.js r%s', (_, three) => {
  const { BoxGeometry, BufferAttribute, BufferGeometry } = three;

  describe('closed geometries become solids', () => {
    test.each([
      ['box', new three.BoxGeometry(1, 2, 3), 6],
      ['sphere', new three.SphereGeometry(1, 64, 64), (4 / 3) * Math.PI],
      ['cylinder', new three.CylinderGeometry(1, 1, 2, 64), 2 * Math.PI],
      ['cone', new three.ConeGeometry(1, 3, 64), Math.PI],
      ['capsule', new three.CapsuleGeometry(1, 2, 16, 64), (4 / 3) * Math.PI + 2 * Math.PI],
      ['torus', new three.TorusGeometry(2, 0.5, 48, 96), 2 * Math.PI ** 2 * 2 * 0.25],
      ['torus knot', new three.TorusKnotGeometry(1, 0.2, 128, 16), null],
      ['icosahedron', new three.IcosahedronGeometry(1, 3), null],
      [
        'extrusion',
        new three.ExtrudeGeometry(
          new three.Shape([new three.Vector2(0, 0), new three.Vector2(2, 0), new three.Vector2(0, 1)]),
          { depth: 1, bevelEnabled: false },
        ),
        1,
      ],
    ] as const)('%s', (_name, geometry, volume) => {
      const mesh = meshFromGeometry(geometry);
      expect(checkMesh(mesh).closed).toBe(true);
      expect(volumeOf(mesh)).toBeGreaterThan(0);
      if (volume !== null) expect(volumeOf(mesh) / volume).toBeCloseTo(1, 1);
    });

    test('without joining its seam, a sphere has a slit', () => {
      expect(checkMesh(meshFromGeometry(new three.SphereGeometry(1, 16, 16), { seam: 0 })).closed).toBe(false);
    });

    test('nothing moves by more than single precision', () => {
      const geometry = new three.SphereGeometry(100, 32, 32);
      const { positions, triangles } = meshFromGeometry(geometry);
      const given = geometry.getAttribute('position').array;
      const moved = [...triangles].flatMap((vertex) =>
        [0, 1, 2].map((axis) =>
          Math.abs((positions[3 * vertex + axis] ?? 0) - (given[3 * vertex + axis] ?? Number.NaN)),
        ),
      );
      expect(Math.max(...moved)).toBeLessThanOrEqual(100 * 2 ** -20);
    });
  });

  test('an open geometry stays as it is', () => {
    const geometry = new three.PlaneGeometry(1, 1);
    expect([...meshFromGeometry(geometry).positions]).toEqual([...geometry.getAttribute('position').array]);
    expect(checkMesh(meshFromGeometry(geometry)).closed).toBe(false);
  });

  test('nor are the seams of an open one joined, as that would not close it', () => {
    const cap = new three.SphereGeometry(1, 16, 8, 0, 2 * Math.PI, 0, 1);
    const { positions, triangles } = meshFromGeometry(cap);
    const given = cap.getAttribute('position').array;
    const moved = [...triangles].filter((vertex) =>
      [0, 1, 2].some((axis) => positions[3 * vertex + axis] !== given[3 * vertex + axis]),
    );
    expect(moved).toEqual([]);
  });

  test('non-indexed, interleaved and quantised geometries are the same body', () => {
    const box = new BoxGeometry(1, 2, 4);
    const expected = volumeOf(meshFromGeometry(box));
    expect(volumeOf(meshFromGeometry(box.toNonIndexed()))).toBe(expected);

    const position = box.getAttribute('position');
    const packed = new Float32Array(5 * position.count);
    for (let k = 0; k < position.count; k++)
      packed.set([7, position.getX(k), position.getY(k), position.getZ(k), 9], 5 * k);
    const interleaved = new BufferGeometry().setIndex(box.index);
    interleaved.setAttribute(
      'position',
      new three.InterleavedBufferAttribute(new three.InterleavedBuffer(packed, 5), 3, 1),
    );
    expect(volumeOf(meshFromGeometry(interleaved))).toBe(expected);

    const bytes = Int8Array.from(position.array, (x) => 127 * (x / 2));
    const quantised = new BufferGeometry().setIndex(box.index);
    quantised.setAttribute('position', new BufferAttribute(bytes, 3, true));
    expect(volumeOf(meshFromGeometry(quantised))).toBeCloseTo(expected / 8, 1);
  });

  test('the draw range and groups choose triangles, in their order', () => {
    const box = new BoxGeometry();
    const whole = meshFromGeometry(box).triangles;
    expect(meshFromGeometry(box, { groups: [2, 0] }).triangles).toEqual(
      Uint32Array.from([...whole.subarray(12, 18), ...whole.subarray(0, 6)]),
    );
    box.setDrawRange(6, 14); // four triangles and two corners of the next
    expect(meshFromGeometry(box).triangles).toEqual(whole.subarray(6, 18));
    expect(meshFromGeometry(box, { groups: [0, 1] }).triangles).toEqual(whole.subarray(6, 12));
    box.setDrawRange(-3, 9); // three.js draws what is left of it
    expect(meshFromGeometry(box).triangles).toEqual(whole.subarray(0, 6));
  });

  test.each([
    ['three/bad-geometry', () => meshFromGeometry(new BufferGeometry())],
    ['three/bad-geometry', () => meshFromGeometry(new BoxGeometry(), { groups: [6] })],
    ['three/bad-geometry', () => meshFromGeometry(new BoxGeometry().setDrawRange(0, 0) ?? new BufferGeometry())],
    [
      'three/bad-geometry',
      () =>
        meshFromGeometry(new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array(6), 2))),
    ],
    ['three/bad-geometry', () => meshFromGeometry({} as never)],
    [
      'three/bad-geometry',
      () => {
        const box = new BoxGeometry();
        const instanced = new three.InstancedBufferGeometry().setIndex(box.index);
        return meshFromGeometry(instanced.setAttribute('position', box.getAttribute('position')));
      },
    ],
    ['options/bad-value', () => meshFromGeometry(new BoxGeometry(), { seam: -1 })],
    ['options/bad-value', () => meshFromGeometry(new BoxGeometry(), { groups: 0 as never })],
    ['options/bad-value', () => meshFromGeometry(new BoxGeometry(), { group: [0] } as never)],
    [
      'mesh/non-finite',
      () =>
        meshFromGeometry(
          new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array(9).fill(Number.NaN), 3)),
        ),
    ],
    [
      'mesh/index-out-of-range',
      () =>
        meshFromGeometry(
          new BufferGeometry()
            .setIndex([0, 1, 3])
            .setAttribute('position', new BufferAttribute(new Float32Array(9), 3)),
        ),
    ],
  ])('%s', (code, act) => {
    expect(act).toThrow(expect.objectContaining({ code }));
  });
});
