// Ground truth that no code of this project produced: published test lists and inputs that broke other libraries.

import { randomInteger, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { hulls } from '../../src/entries/convex.ts';
import { collide, distance, Mesh, Model, Pair, penetration } from '../../src/index.ts';
import { boxOf, meshOf, poseOf, readBin, readOff, readShared, sharedHas } from './shared-files.ts';

type Points = readonly (readonly number[])[];

const triangleModel = (corners: Points): Model => Model.build(meshOf(corners, [[0, 1, 2]]));
const pointModel = (point: readonly number[]): Model => triangleModel([point, point, point]);

describe.runIf(sharedHas('cases/triangle-pairs'))('pairs of triangles from public test lists', () => {
  interface TrianglePair {
    readonly id: string;
    readonly A: Points;
    readonly B: Points;
    readonly intersect: boolean;
    readonly exact_on_doubles?: boolean;
  }

  test('every decision, in both orders', () => {
    const { cases } = readShared<{ cases: TrianglePair[] }>('cases/triangle-pairs/cases.json');
    expect(cases.length).toBeGreaterThan(100);
    const wrong: string[] = [];
    for (const { id, A, B, intersect, exact_on_doubles: exact = intersect } of cases) {
      const [a, b] = [triangleModel(A), triangleModel(B)];
      const answers = [collide(a, {}, b, {}).colliding, collide(b, {}, a, {}).colliding];
      const apart = distance(a, {}, b, {});
      if (answers.some((answer) => answer !== exact) || (apart.distance === 0) !== exact) wrong.push(id);
    }
    expect(wrong).toEqual([]);
  });

  test('a sample of the pairs of Shen, Heng and Tang', () => {
    const { pairs } = readShared<{ pairs: { A: Points; B: Points; exact: boolean }[] }>(
      'cases/triangle-pairs/shen2003.json',
    );
    const random = seeded(2003);
    let hits = 0;
    for (let k = 0; k < 1500; k++) {
      const { A, B, exact } = pairs[randomInteger(random, 0, pairs.length - 1)];
      expect(collide(triangleModel(A), {}, triangleModel(B), {}).colliding).toBe(exact);
      if (exact) hits++;
    }
    expect(hits).toBeGreaterThan(500);
    expect(hits).toBeLessThan(1000);
  });
});

interface BoxPose {
  readonly size: readonly number[];
  readonly R?: readonly number[];
  readonly t: readonly number[];
}

describe.runIf(sharedHas('cases/issue-repros'))('inputs that broke other libraries', () => {
  interface Repro {
    readonly id: string;
    readonly query: string;
    readonly A?: Points | BoxPose;
    readonly B?: Points | BoxPose;
    readonly exact_intersect?: boolean;
    readonly point?: readonly number[];
    readonly triangle?: Points;
    readonly expected_distance?: number;
    readonly exact_signed_distance?: number;
  }
  const { cases } = sharedHas('cases/issue-repros')
    ? readShared<{ cases: Repro[] }>('cases/issue-repros/cases.json')
    : { cases: [] };

  test.each(cases.map((entry) => [entry.id, entry] as const))('%s', (_id, entry) => {
    if (entry.query === 'triangle_triangle') {
      const [a, b] = [triangleModel(entry.A as Points), triangleModel(entry.B as Points)];
      expect(collide(a, {}, b, {}).colliding).toBe(entry.exact_intersect);
      expect(collide(b, {}, a, {}).colliding).toBe(entry.exact_intersect);
      expect(distance(a, {}, b, {}).distance === 0).toBe(entry.exact_intersect);
      const { pointA, pointB } = distance(a, {}, b, {});
      expect([...(pointA ?? [Number.NaN]), ...(pointB ?? [Number.NaN])].every(Number.isFinite)).toBe(true);
    } else if (entry.query === 'point_triangle_distance') {
      const { distance: known } = distance(pointModel(entry.point ?? []), {}, triangleModel(entry.triangle ?? []), {});
      expect(known).toBeCloseTo(entry.expected_distance ?? Number.NaN, 12);
    } else {
      expect(entry.query).toBe('signed_distance_boxes');
      const [boxA, boxB] = [entry.A as BoxPose, entry.B as BoxPose];
      const [a, b] = [Model.build(boxOf(boxA.size)), Model.build(boxOf(boxB.size))];
      const apart = distance(a, poseOf(boxA.R, boxA.t), b, poseOf(boxB.R, boxB.t));
      expect(Math.abs(apart.distance - Math.max(0, entry.exact_signed_distance ?? Number.NaN))).toBeLessThanOrEqual(
        2e-9,
      );
    }
  });
});

describe.runIf(sharedHas('cases/convex-distance'))('distances published by other libraries, recomputed exactly', () => {
  interface Shape {
    readonly type: string;
    readonly size?: readonly number[];
    readonly vertices?: Points;
    readonly points?: Points;
    readonly triangles?: Points;
    readonly faces?: Points;
  }
  interface PosedMesh {
    readonly shape: Shape;
    readonly R: Points;
    readonly t: readonly number[];
  }
  interface ConvexCase {
    readonly id: string;
    readonly query: string;
    readonly A: PosedMesh;
    readonly B: PosedMesh;
    readonly point: readonly number[];
    readonly target: Points;
    readonly squared_distance: number;
    readonly exact_signed_distance?: number;
    readonly exact_signed?: number;
    readonly published_expected: number;
  }
  /** The triangles of a target given by its corners: a tetrahedron, a triangle or a segment. */
  const FACES: Readonly<Record<number, Points>> = {
    4: [
      [0, 1, 2],
      [0, 3, 1],
      [1, 3, 2],
      [2, 3, 0],
    ],
    3: [[0, 1, 2]],
    2: [[0, 1, 1]],
  };

  const meshOfShape = (shape: Shape): Mesh | null => {
    if (shape.size !== undefined) return boxOf(shape.size);
    const triangles = shape.triangles ?? shape.faces;
    return triangles === undefined ? null : meshOf(shape.vertices ?? shape.points ?? [], triangles);
  };

  test('points against segments, triangles and tetrahedra; boxes and hulls apart or kissing', () => {
    const { cases } = readShared<{ cases: ConvexCase[] }>('cases/convex-distance/cases.json');
    let [points, bodies] = [0, 0];
    for (const entry of cases) {
      if (entry.query !== 'signed_distance') {
        const exact = Math.sqrt(entry.squared_distance);
        const target = Model.build(meshOf(entry.target, FACES[entry.target.length]));
        const { distance: known } = distance(pointModel(entry.point), {}, target, {}, { solid: true });
        expect(Math.abs(known - exact), entry.id).toBeLessThanOrEqual(1e-9 * (1 + exact));
        points++;
        continue;
      }
      const exact = entry.exact_signed_distance ?? entry.exact_signed ?? entry.published_expected;
      const [meshA, meshB] = [meshOfShape(entry.A.shape), meshOfShape(entry.B.shape)];
      if (meshA === null || meshB === null) continue; // hulls given as points only
      const scale = Math.max(
        1,
        ...meshA.positions.map(Math.abs),
        ...entry.A.t.map(Math.abs),
        ...entry.B.t.map(Math.abs),
      );
      const apart = distance(
        Model.build(meshA),
        poseOf(entry.A.R, entry.A.t),
        Model.build(meshB),
        poseOf(entry.B.R, entry.B.t),
      );
      expect(Math.abs(apart.distance - Math.max(0, exact)), entry.id).toBeLessThanOrEqual(1e-9 * scale);
      if (exact < -1e-9 * scale) expect(apart.status, entry.id).toMatch(/intersecting|inside/);
      bodies++;
    }
    expect(points).toBeGreaterThan(5);
    expect(bodies).toBeGreaterThan(10);
  });
});

describe.runIf(sharedHas('cases/mesh-distance') && sharedHas('models'))(
  'real meshes, by brute force in extended precision',
  () => {
    interface MeshCase {
      readonly name: string;
      readonly fileA: string;
      readonly fileB: string;
      readonly scaleA: number;
      readonly scaleB: number;
      readonly poseA: { readonly R: Points; readonly t: readonly number[] };
      readonly poseB: { readonly R: Points; readonly t: readonly number[] };
      readonly surface_distance: number;
      readonly intersecting_triangle_pairs: number;
      readonly containment: string | null;
    }
    const models = new Map<string, Model>();

    /** The file's mesh, its box about the origin, its largest coordinate `scale`. */
    const load = (file: string, scale: number): Model => {
      const key = `${file} ${scale}`;
      const known = models.get(key);
      if (known !== undefined) return known;
      const { vertices, triangles } = readOff(`models/${file}`);
      const centre = [0, 1, 2].map((axis) => {
        let [low, high] = [Infinity, -Infinity];
        for (const vertex of vertices) {
          low = Math.min(low, vertex[axis]);
          high = Math.max(high, vertex[axis]);
        }
        return (low + high) / 2;
      });
      let largest = 0;
      for (const vertex of vertices) {
        for (let axis = 0; axis < 3; axis++) largest = Math.max(largest, Math.abs(vertex[axis] - centre[axis]));
      }
      const model = Model.build(
        meshOf(
          vertices.map((vertex) => vertex.map((x, axis) => (x - centre[axis]) * (scale / largest))),
          triangles,
        ),
      );
      models.set(key, model);
      return model;
    };

    test('distances to 1e-11, every pair of faces, and who is inside whom', () => {
      const { cases } = readShared<{ cases: MeshCase[] }>('cases/mesh-distance/cases.json');
      expect(cases.length).toBeGreaterThan(5);
      for (const entry of cases) {
        const [a, b] = [load(entry.fileA, entry.scaleA), load(entry.fileB, entry.scaleB)];
        const [poseA, poseB] = [poseOf(entry.poseA.R, entry.poseA.t), poseOf(entry.poseB.R, entry.poseB.t)];
        if (entry.surface_distance > 0) {
          const apart = distance(a, poseA, b, poseB, { solid: false });
          expect(Math.abs(apart.distance - entry.surface_distance), entry.name).toBeLessThanOrEqual(1e-11);
        }
        const met = collide(a, poseA, b, poseB, { contacts: 'all' });
        if (entry.containment === 'A_in_B') expect(met.status, entry.name).toBe('a-inside-b');
        else expect(met.pairCount, entry.name).toBe(entry.intersecting_triangle_pairs);
      }
    });
  },
);

describe.runIf(sharedHas('cases/penetration'))('depths of solids that are not convex, by exact Minkowski sums', () => {
  interface Case {
    readonly name: string;
    readonly meshA: string;
    readonly meshB: string;
    readonly poseA: { readonly t: number[]; readonly R: number[][] };
    readonly poseB: { readonly t: number[]; readonly R: number[][] };
    readonly depth: number;
  }
  interface Cases {
    readonly models: Record<string, { vertices: number[][]; triangles: number[][] }>;
    readonly cases: Case[];
  }

  test('every depth is in its bracket and found to a thousandth, where bodies do not fit exactly', () => {
    const { models, cases } = readShared<Cases>('cases/penetration/cases.json');
    const built = new Map<string, Model>();
    const modelOf = (name: string): Model => {
      const known = built.get(name);
      if (known !== undefined) return known;
      const { vertices, triangles } = models[name];
      const model = Model.build(new Mesh(vertices.flat(), triangles.flat()));
      built.set(name, model);
      return model;
    };
    let certified = 0;
    for (const { name, meshA, meshB, poseA, poseB, depth } of cases) {
      const [a, b] = [modelOf(meshA), modelOf(meshB)];
      const pose = { position: poseA.t, matrix: poseA.R.flat() };
      const other = { position: poseB.t, matrix: poseB.R.flat() };
      const result = penetration(a, pose, b, other);
      expect(result.lower, name).toBeLessThanOrEqual(depth + 1e-9);
      expect(result.upper, name).toBeGreaterThanOrEqual(depth - 1e-9);
      if (!name.startsWith('comb_comb')) expect(result.upper, name).toBeLessThanOrEqual(1.001 * depth + 1e-9);
      const position = result.translation.map((x, k) => x + poseA.t[k]);
      expect(collide(a, { ...pose, position }, b, other).status, name).toMatch(/separated|touching/);
      if (result.certified) certified++;
    }
    expect(certified).toBeGreaterThan(0.7 * cases.length);
  });
});

describe.runIf(sharedHas('bench/workloads'))('the benchmark workloads, a sample of their rows', () => {
  interface Rows<T> {
    readonly data: readonly T[];
  }
  const ROWS = 40;
  const rows = (workload: string, name: string): readonly number[][] =>
    readShared<Rows<number[]>>(`bench/workloads/${workload}.${name}.json`).data;
  const poseOfRow = (row: readonly number[]) => poseOf(row.slice(0, 9), row.slice(9, 12));
  const models = new Map<string, Model>();
  const modelOf = (name: string): Model => {
    const model = models.get(name) ?? Model.build(readBin(name));
    models.set(name, model);
    return model;
  };

  test.each([
    ['bunny', {}],
    ['knot11k', {}],
    ['knot11k', { method: hulls }],
  ] as const)('W1 %s: distances %o', (name, options) => {
    const random = seeded(1);
    const exact = readShared<Rows<number>>(`bench/workloads/W1.${name}.ref.json`).data;
    const poses = rows('W1', name);
    for (let k = 0; k < ROWS; k++) {
      const row = randomInteger(random, 0, poses.length - 1);
      const {
        distance: known,
        lower,
        upper,
      } = distance(modelOf(name), poseOfRow(poses[row]), modelOf(name), {}, options);
      expect(Math.abs(known - exact[row])).toBeLessThanOrEqual(1e-13);
      expect(upper - lower).toBeLessThanOrEqual(1e-13);
    }
  });

  test.each(['bunny', 'knot11k'])('W2 %s: hits and pairs', (name) => {
    const random = seeded(2);
    const exact = readShared<Rows<[number, number]>>(`bench/workloads/W2.${name}.ref.json`).data;
    const poses = rows('W2', name);
    for (let k = 0; k < ROWS; k++) {
      const row = randomInteger(random, 0, poses.length - 1);
      const pose = poseOfRow(poses[row]);
      const all = collide(modelOf(name), pose, modelOf(name), {}, { contacts: 'all', solid: false });
      expect([all.colliding, all.pairCount]).toEqual([exact[row][0] === 1, exact[row][1]]);
      expect(collide(modelOf(name), pose, modelOf(name), {}, { solid: false }).colliding).toBe(exact[row][0] === 1);
    }
  });

  test.each(['bunny', 'knot11k', 'knot34k'])(
    "W2 %s: depths that PolyDepth's own program has found are found",
    (name) => {
      const exact = readShared<Rows<[number, number]>>(`bench/workloads/W2.${name}.ref.json`).data;
      const found = readShared<Rows<[number, number]>>(`bench/workloads/W2.${name}.polydepth.json`).data;
      const touching = rows('W2', name).flatMap((row, k) => (exact[k][0] === 1 ? [{ row, depth: found[k][1] }] : []));
      let deeper = 0;
      let sum = 0;
      let sumFound = 0;
      const sample = touching.slice(0, 2 * ROWS);
      for (const { row, depth } of sample) {
        const { upper } = penetration(modelOf(name), poseOfRow(row), modelOf(name), {});
        if (upper > 1.01 * depth + 1e-6) deeper++;
        sum += upper;
        sumFound += depth;
      }
      expect(sample.length).toBe(2 * ROWS);
      expect(deeper).toBeLessThanOrEqual(0.02 * sample.length);
      expect(sum).toBeLessThan(0.9 * sumFound);
    },
  );

  test('W4 bunny: distances along a motion, by a Pair', () => {
    const exact = readShared<Rows<number>>('bench/workloads/W4.bunny.ref.json').data;
    const pair = new Pair(modelOf('bunny'), modelOf('bunny'));
    rows('W4', 'bunny')
      .slice(300, 300 + 3 * ROWS)
      .forEach((row, k) => {
        const { distance: known } = pair.distance(poseOfRow(row), {});
        expect(Math.abs(known - exact[300 + k])).toBeLessThanOrEqual(1e-13);
      });
  });
});
