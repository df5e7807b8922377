import { describe, expect, test } from 'vitest';
import { box, makeShape, shapeNames } from '../../src/entries/shapes.ts';
import { NearmissError } from '../../src/error.ts';
import { Mesh } from '../../src/mesh/mesh.ts';
import { type Interpretation, resolveInterpretation, type SolidOption, solidFacts } from '../../src/model/solid.ts';

const BOX = box();
const withTriangles = (triangles: ArrayLike<number>): Mesh => new Mesh(BOX.positions, triangles);
const flipped = (mesh: Mesh, faces: readonly number[]): Mesh => {
  const triangles = mesh.triangles.slice();
  for (const t of faces) {
    [triangles[3 * t + 1], triangles[3 * t + 2]] = [triangles[3 * t + 2], triangles[3 * t + 1]];
  }
  return new Mesh(mesh.positions, triangles);
};
/** Every triangle with corners of its own. */
const soup = (mesh: Mesh): Mesh =>
  new Mesh(
    Array.from(mesh.triangles).flatMap((v) => Array.from(mesh.positions.subarray(3 * v, 3 * v + 3))),
    Array.from(mesh.triangles, (_, k) => k),
  );
const together = (...meshes: Mesh[]): Mesh => {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const mesh of meshes) {
    const first = positions.length / 3;
    positions.push(...mesh.positions);
    triangles.push(...Array.from(mesh.triangles, (v) => v + first));
  }
  return new Mesh(positions, triangles);
};
const shifted = (mesh: Mesh, x: number): Mesh =>
  new Mesh(
    mesh.positions.map((p, k) => (k % 3 === 0 ? p + x : p)),
    mesh.triangles,
  );

const read = (mesh: Mesh, option: SolidOption): Interpretation | string => {
  try {
    return resolveInterpretation(solidFacts(mesh), option, 'A');
  } catch (error) {
    if (error instanceof NearmissError) return error.code;
    throw error;
  }
};

interface Row {
  readonly mesh: Mesh;
  readonly closed: boolean;
  readonly oriented: boolean;
  readonly flat: boolean;
  readonly patches: number;
  /** Interpretations for 'auto', true and false. */
  readonly interpretations: readonly [string, string, string];
}

const SOLID = ['solid', 'solid', 'surface'] as const;
const OPEN = ['surface', 'mesh/not-closed', 'surface'] as const;
const FLAT = ['surface', 'solid', 'surface'] as const;
const CLOSED = { closed: true, oriented: true, flat: false, patches: 1, interpretations: SOLID };
const BORDERED = { closed: false, oriented: false, flat: false, patches: 1, interpretations: OPEN };
const PLANAR = { closed: false, oriented: false, flat: true, patches: 1, interpretations: FLAT };

const TABLE: Record<string, Row> = {
  'a box': { ...CLOSED, mesh: BOX },
  'a box inside out': {
    ...CLOSED,
    mesh: flipped(
      BOX,
      Array.from({ length: 12 }, (_, t) => t),
    ),
  },
  'a box as a soup of triangles': { ...CLOSED, mesh: soup(BOX) },
  'two boxes': { ...CLOSED, mesh: together(BOX, shifted(BOX, 5)), patches: 2 },
  'two boxes that share a corner': {
    ...CLOSED,
    mesh: together(
      BOX,
      new Mesh(
        BOX.positions.map((x) => x + 1),
        BOX.triangles,
      ),
    ),
  },
  'a box listed twice': { ...CLOSED, mesh: together(BOX, BOX) },
  'a box with one face flipped: closed, but not consistently': { ...CLOSED, oriented: false, mesh: flipped(BOX, [3]) },
  'a box with a degenerate triangle added': { ...CLOSED, mesh: withTriangles([...BOX.triangles, 2, 2, 5]) },
  'a box with one face missing': { ...BORDERED, mesh: withTriangles(BOX.triangles.slice(3)) },
  'a box with one face twice': { ...BORDERED, mesh: withTriangles([...BOX.triangles, ...BOX.triangles.slice(0, 3)]) },
  'a box with a fin': { ...BORDERED, mesh: withTriangles([...BOX.triangles, 0, 1, 7]) },
  'a box and a loose triangle': {
    ...BORDERED,
    mesh: together(BOX, new Mesh([9, 0, 0, 10, 0, 0, 9, 1, 0], [0, 1, 2])),
    patches: 2,
  },
  'one triangle': { ...PLANAR, mesh: new Mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]) },
  'two triangles in a tilted plane': {
    ...PLANAR,
    mesh: new Mesh([0, 0, 0, 3, 0, 1, 0, 5, 2, 3, 5, 3], [0, 1, 2, 2, 1, 3]),
  },
  'two triangles next to a plane': {
    ...BORDERED,
    mesh: new Mesh([0, 0, 0, 3, 0, 1, 0, 5, 2, 3, 5, 3 + 2 ** -51], [0, 1, 2, 2, 1, 3]),
  },
  'a flat mesh with a vertex off the plane that nobody uses': {
    ...PLANAR,
    mesh: new Mesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 4, 4, 4], [0, 1, 2]),
  },
  'a triangle and its back: closed, if flat': {
    ...CLOSED,
    mesh: new Mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2, 0, 2, 1]),
  },
  'a triangle twice, in the same direction: closed, not oriented': {
    ...CLOSED,
    oriented: false,
    mesh: new Mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2, 0, 1, 2]),
  },
  'a segment': { ...PLANAR, mesh: new Mesh([0, 0, 0, 1, 2, 3], [0, 1, 1]) },
  'three points on a line': { ...PLANAR, mesh: new Mesh([0, 0, 0, 1, 2, 3, 2, 4, 6], [0, 1, 2]) },
  'a point': { ...PLANAR, mesh: new Mesh([5, 5, 5], [0, 0, 0]) },
  'segments that span space': {
    ...BORDERED,
    mesh: new Mesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 1, 1, 0, 2, 2, 0, 3, 3]),
  },
};

describe('solidFacts and resolveReading', () => {
  test.each(Object.entries(TABLE))('%s', (_, { mesh, closed, oriented, flat, patches, interpretations }) => {
    const facts = solidFacts(mesh);
    expect({ closed: facts.closed, oriented: facts.oriented, flat: facts.flat }).toEqual({ closed, oriented, flat });
    expect([read(mesh, 'auto'), read(mesh, true), read(mesh, false)]).toEqual([...interpretations]);

    // One vertex of each connected component, and one that a triangle of it uses.
    expect(facts.anchors.length).toBe(patches);
    expect(new Set(facts.anchors).size).toBe(patches);
    for (const anchor of facts.anchors) expect(mesh.triangles).toContain(anchor);
  });

  test('every closed shape of the library is a solid, consistently turned', () => {
    for (const name of shapeNames) {
      const mesh = makeShape(name);
      const { closed, oriented } = solidFacts(mesh);
      if (closed) expect(oriented).toBe(true);
      expect(read(mesh, 'auto')).toBe(closed ? 'solid' : 'surface');
    }
  });

  test('an anchor of each part lies on that part', () => {
    const boxes = together(BOX, shifted(BOX, 10), shifted(BOX, 20));
    const { anchors } = solidFacts(boxes);
    expect(Array.from(anchors, (v) => Math.floor((boxes.positions[3 * v] + 5) / 10))).toEqual([0, 1, 2]);
  });

  test('the refusal says whose border it is and what to do', () => {
    const open = solidFacts(withTriangles(BOX.triangles.slice(3)));
    expect(() => resolveInterpretation(open, true, 'B')).toThrow(/^B has a border.*"auto"/);
  });

  test('no scale changes a fact, however small or large', () => {
    for (const { mesh, closed, oriented, flat } of Object.values(TABLE)) {
      for (const scale of [2 ** -900, 2 ** -300, 2 ** 400]) {
        const other = new Mesh(
          mesh.positions.map((x) => x * scale),
          mesh.triangles,
        );
        const facts = solidFacts(other);
        expect({ closed: facts.closed, oriented: facts.oriented, flat: facts.flat }).toEqual({
          closed,
          oriented,
          flat,
        });
      }
    }
  });
});
