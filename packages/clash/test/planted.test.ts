// Assemblies with known answers: everything planted is found, nothing else is, and every bracket holds the planted value.

import { type PosedModel, pairFacts } from '@nearmiss/clash';
import { randomInteger, seeded } from '@nearmiss/fixtures';
import { Mesh, Model } from 'nearmiss';
import { torusKnot } from 'nearmiss/shapes';
import { describe, expect, test } from 'vitest';
import { Crossings } from '../src/crossings.ts';
import { ballBounds } from '../src/inner-balls.ts';
import { shortTranslation } from '../src/short-translation.ts';
import { boxMesh, frameMesh, glb, type PlantedNode, UNIT_BOX } from './planted.ts';
import { pairOf, runSet } from './run-set.ts';

const HARD = { name: 'hard', mode: 'hard' };

describe('two unit boxes', () => {
  test.each([1e-6, 1e-4, 0.001, 0.25, 0.49])('that cross by %f are hard, with that depth', async (depth) => {
    const nodes = [{ mesh: 0 }, { mesh: 0, translation: [1 - depth, 0, 0] }];
    const [clash, ...rest] = await runSet({ m: { bytes: glb([UNIT_BOX], nodes) } }, [HARD]);
    expect(rest).toEqual([]);
    expect(clash.type).toBe('hard');
    expect(clash.depth?.lower).toBeLessThanOrEqual(depth + 1e-12);
    expect(clash.depth?.upper).toBeGreaterThanOrEqual(depth - 1e-12);
    expect(clash.depth?.upper).toBeLessThan(1.01 * depth);
  });

  test('are found or not by a tolerance that is just below or above their depth', async () => {
    const nodes = [{ mesh: 0 }, { mesh: 0, translation: [0.999, 0, 0] }];
    const files = { m: { bytes: glb([UNIT_BOX], nodes) } };
    expect(await runSet(files, [{ ...HARD, tolerance: 0.000999 }])).toHaveLength(1);
    expect(await runSet(files, [{ ...HARD, tolerance: 0.001001 }])).toHaveLength(0);
  });

  test('keep their depth a million from the origin', async () => {
    const nodes = [
      { mesh: 0, translation: [1e6, -2e6, 3e6] },
      { mesh: 0, translation: [1e6, -2e6, 3e6 + 0.875] },
    ];
    const [clash] = await runSet({ m: { bytes: glb([UNIT_BOX], nodes) } }, [HARD]);
    expect(clash.type).toBe('hard');
    expect(clash.depth?.lower).toBeLessThanOrEqual(0.125);
    expect(clash.depth?.upper).toBeGreaterThanOrEqual(0.125);
    expect(clash.depth?.upper).toBeLessThan(0.1251);
  });

  test.each([0, 1e3, 1e6])('have a translation that is no longer than the depth, %f from the origin', async (far) => {
    const random = seeded(7);
    const turned = (): PlantedNode => {
      const axis = [0, 1, 2, 3].map(() => randomInteger(random, -9, 9) + 0.5);
      const translation = [far, 0, 0].map((x) => x + randomInteger(random, 0, 300) / 1000);
      return { mesh: 0, rotation: axis.map((x) => x / Math.hypot(...axis)), translation };
    };
    const nodes = Array.from({ length: 6 }, turned);
    const found = await runSet({ m: { bytes: glb([UNIT_BOX], nodes) } }, [HARD]);
    expect(found).toHaveLength(15);
    for (const { depth, translation = [] } of found) {
      expect(Math.hypot(...translation)).toBeLessThanOrEqual(depth?.upper ?? 0);
      expect(depth?.lower).toBeLessThanOrEqual(depth?.upper ?? 0);
    }
  });

  test('in millimetres have depths in metres, where the pose puts them', async () => {
    const part = glb([boxMesh([0, 0, 0], [100, 100, 100])], [{ mesh: 0 }]);
    const files = {
      a: { bytes: part, unit: 'mm' },
      b: { bytes: part, unit: 'mm', pose: { position: [0.09, 0, 0] } },
    } as const;
    const [clash] = await runSet(files, [{ ...HARD, a: { model: 'a' }, b: { model: 'b' } }]);
    expect(clash.depth?.lower).toBeCloseTo(0.01, 12);
    expect(clash.depth?.upper).toBeCloseTo(0.01, 12);
  });
});

describe('faces that are flush', () => {
  /** Coordinates a single-precision file can hold only rounded. */
  const flush = (offset: number): Uint8Array => {
    const at = [0, 1, 2].map((k) => Math.fround(offset + 0.7 * k));
    // The second box is computed in single precision from another origin, as exporters do.
    const again = Math.fround(Math.fround(offset + 1.4) - Math.fround(0.7));
    const boxes = [boxMesh([at[0], 0, 0], [at[1], 1, 1]), boxMesh([again, 0, 0], [at[2], 1, 1])];
    return glb(boxes, [{ mesh: 0 }, { mesh: 1 }]);
  };

  test.each([0.1, 1.3, 3.3, 17.9, 101.7])('up to rounding touch, at %f from the origin', async (offset) => {
    const files = { m: { bytes: flush(offset) } };
    expect(await runSet(files, [HARD])).toEqual([]);
    const touching = await runSet(files, [{ ...HARD, touching: true }]);
    expect(touching.map(({ type }) => type)).toEqual(['touching']);
  });

  test('and off by 2⁻²² still touch; by 2⁻²⁰ they do not', async () => {
    const at = async (gap: number): Promise<string[]> => {
      const nodes = [{ mesh: 0 }, { mesh: 0, translation: [1 + gap, 0, 0] }];
      const found = await runSet({ m: { bytes: glb([UNIT_BOX], nodes) } }, [{ ...HARD, touching: true }]);
      return found.map(({ type }) => type);
    };
    expect(await at(-(2 ** -22))).toEqual(['touching']);
    expect(await at(2 ** -22)).toEqual(['touching']);
    expect(await at(-(2 ** -20))).toEqual(['hard']);
    expect(await at(2 ** -20)).toEqual([]);
  });

  test('touch in a clearance test as well, whether or not what touches is reported', async () => {
    const at = async (gap: number, more: object): Promise<string[]> => {
      const nodes = [{ mesh: 0 }, { mesh: 0, translation: [1 + gap, 0, 0] }];
      const near = { name: 'near', mode: 'clearance', clearance: 0.05, ...more };
      const found = await runSet({ m: { bytes: glb([UNIT_BOX], nodes) } }, [near]);
      return found.map(({ type }) => type);
    };
    for (const more of [{}, { tolerance: 1e-3 }]) {
      for (const gap of [-(2 ** -22), 0, 2 ** -22]) {
        expect(await at(gap, more)).toEqual([]);
        expect(await at(gap, { ...more, touching: true })).toEqual(['touching']);
      }
      // Above rounding a gap is one, also where it is less than the tolerance, which is about overlaps.
      for (const touching of [false, true]) expect(await at(2 ** -20, { ...more, touching })).toEqual(['clearance']);
    }
    expect(await at(2 ** -22, { tolerance: 0 })).toEqual(['clearance']);
    expect(await at(0, { tolerance: 0 })).toEqual([]);
  });

  test('all around, as a window in its opening, touch up to rounding, and clash above it', async () => {
    const at = async (overlap: number, tolerance?: number): Promise<string[]> => {
      const half = 0.25 + overlap;
      const meshes = [frameMesh(1, 0.25), boxMesh([-half, -half, -0.125], [half, half, 0.125])];
      const test = { ...HARD, touching: true, ...(tolerance === undefined ? {} : { tolerance }) };
      const found = await runSet({ m: { bytes: glb(meshes, [{ mesh: 0 }, { mesh: 1 }]) } }, [test]);
      return found.map(({ type }) => type);
    };
    // A translation that separates is as long as the window is wide; the overlap is as thin as rounding.
    expect(await at(2 ** -24)).toEqual(['touching']);
    expect(await at(2 ** -23)).toEqual(['touching']);
    expect(await at(2 ** -23, 1e-3)).toEqual(['touching']);
    expect(await at(2 ** -23, 0)).toEqual(['hard']);
    expect(await at(2 ** -18)).toEqual(['hard']);
    expect(await at(-(2 ** -18))).toEqual([]);
  });

  test('touch where transforms were held in single precision', async () => {
    // 1/√2 and the offsets as f32, promoted: both boxes are turned, and share a face but for rounding.
    const c = Math.fround(Math.SQRT1_2);
    const turned = (t: number): PlantedNode => ({
      mesh: 0,
      matrix: [c, c, 0, 0, -c, c, 0, 0, 0, 0, 1, 0, Math.fround(50.3 + t * c), Math.fround(20.1 + t * c), 0, 1],
    });
    const files = { m: { bytes: glb([UNIT_BOX], [turned(0), turned(1)]) } };
    const found = await runSet(files, [{ ...HARD, touching: true }]);
    expect(found.map(({ type }) => type)).toEqual(['touching']);
  });
});

describe('random blocks', () => {
  interface Block {
    readonly low: readonly number[];
    readonly high: readonly number[];
  }

  /** Decimals, so that few coordinates are doubles exactly. */
  const blocks = (seed: number, count: number): Block[] => {
    const random = seeded(seed);
    return Array.from({ length: count }, () => {
      const low = [0, 1, 2].map(() => randomInteger(random, 0, 60) / 10);
      return { low, high: low.map((x) => x + randomInteger(random, 1, 20) / 10) };
    });
  };

  /**
   * Interval arithmetic: the depth along the axis where it is least, the gap, and which types are right: where a face of a block is flush with
   * one of a block around it, rounding decides whether it is contained.
   */
  const expected = (a: Block, b: Block): { depth: number; gap: number; types: readonly string[] } => {
    let depth = Infinity;
    let square = 0;
    for (let k = 0; k < 3; k++) {
      depth = Math.min(depth, a.high[k] - b.low[k], b.high[k] - a.low[k]);
      square += Math.max(0, a.low[k] - b.high[k], b.low[k] - a.high[k]) ** 2;
    }
    const margin = (x: Block, y: Block): number =>
      Math.min(...[0, 1, 2].map((k) => Math.min(x.low[k] - y.low[k], y.high[k] - x.high[k])));
    const inside = Math.max(margin(a, b), margin(b, a));
    const types = inside > 1e-9 ? ['contained'] : inside < -1e-9 ? ['hard'] : ['hard', 'contained'];
    return { depth, gap: Math.sqrt(square), types };
  };

  test.each([
    ['as nodes with scales', 1],
    ['as nodes that mirror', 2],
    ['below turned and scaled parents', 3],
  ] as const)('%s: depths, contained blocks and clearances', async (_, seed) => {
    const all = blocks(seed, 60);
    const nodes: PlantedNode[] = all.map(({ low, high }) => {
      const translation = low.map((x, k) => (x + high[k]) / 2);
      const scale = low.map((x, k) => (high[k] - x) * (seed === 2 && k === 0 ? -1 : 1));
      if (seed !== 3) return { mesh: 0, translation, scale };
      // Under a parent that turns by 90° about z and doubles: (x, y, z) → 2 (−y, x, z).
      return {
        mesh: 0,
        translation: [translation[1] / 2, -translation[0] / 2, translation[2] / 2],
        scale: [scale[1] / 2, scale[0] / 2, scale[2] / 2],
      };
    });
    const parent = {
      rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2],
      scale: [2, 2, 2],
      children: nodes.map((_node, k) => k),
    };
    const bytes = seed === 3 ? glb([UNIT_BOX], [...nodes, parent], [nodes.length]) : glb([UNIT_BOX], nodes);
    const found = await runSet({ m: { bytes } }, [{ name: 'c', mode: 'clearance', clearance: 0.35 }]);
    const byPair = new Map(found.map((clash) => [pairOf(clash), clash]));
    const counts = { overlap: 0, clearance: 0, none: 0 };
    const id = (k: number): string => (seed === 3 ? `0/${k}` : String(k));
    for (let i = 0; i < all.length; i++) {
      for (let j = i + 1; j < all.length; j++) {
        const { depth, gap, types } = expected(all[i], all[j]);
        const clash = byPair.get([id(i), id(j)].sort().join('|'));
        const rounding = 1e-9;
        if (Math.abs(depth) < rounding || (gap > 0 && Math.abs(gap - 0.35) < rounding)) continue;
        if (depth > 0) {
          counts.overlap++;
          expect(types).toContain(clash?.type);
          expect(clash?.depth?.lower).toBeLessThanOrEqual(depth + rounding);
          expect(clash?.depth?.upper).toBeGreaterThanOrEqual(depth - rounding);
          expect(clash?.depth?.upper).toBeLessThan(1.01 * depth + rounding);
        } else if (gap < 0.35) {
          counts.clearance++;
          expect(clash?.type).toBe('clearance');
          expect(clash?.distance?.upper).toBeCloseTo(gap, 9);
        } else {
          counts.none++;
          expect(clash).toBeUndefined();
        }
      }
    }
    expect(counts.overlap).toBeGreaterThan(20);
    expect(counts.clearance).toBeGreaterThan(10);
    expect(counts.none).toBeGreaterThan(100);
  });
});

test('a box in a box is contained, with the distance to a face of the outer one as depth', async () => {
  const nodes = [
    { mesh: 0, scale: [4, 4, 4] },
    { mesh: 0, translation: [0.5, 0, 0] },
  ];
  const [clash] = await runSet({ m: { bytes: glb([UNIT_BOX], nodes) } }, [HARD]);
  expect(clash.type).toBe('contained');
  // From x = 0 (the inner box's left face) to the outer face at 2.
  expect(clash.depth?.upper).toBeCloseTo(2, 6);
  expect(clash.volume?.upper).toBeCloseTo(1, 6);
});

test('an open mesh crosses, but contains nothing and has no proven depth', async () => {
  const outer = boxMesh([-2, -2, -2], [2, 2, 2]);
  const open = { positions: outer.positions, triangles: outer.triangles.slice(6) };
  const nodes = [{ mesh: 0 }, { mesh: 1 }, { mesh: 1, translation: [2, 0, 0] }];
  const found = await runSet({ m: { bytes: glb([open, UNIT_BOX], nodes) } }, [HARD]);
  expect(found.map((clash) => [pairOf(clash), clash.type, clash.depth?.lower, clash.decided])).toEqual([
    ['0|2', 'hard', 0, false],
  ]);
});

describe('duplicates', () => {
  const nodes = [
    { mesh: 0, name: 'one' },
    { mesh: 1, name: 'same, other order' },
    { mesh: 0, name: 'moved a little', translation: [1e-4, 0, 0] },
    { mesh: 0, name: 'larger', scale: [1.1, 1, 1] },
    { mesh: 0, name: 'elsewhere', translation: [5, 0, 0] },
  ];
  const { positions, triangles } = UNIT_BOX;
  const turned = { positions, triangles: [...triangles.slice(6), ...triangles.slice(0, 6)] };
  const files = { m: { bytes: glb([UNIT_BOX, turned], nodes) } };

  test('are the same shape at the same position', async () => {
    const found = await runSet(files, [{ name: 'd', mode: 'duplicate' }]);
    expect(found.map((clash) => [pairOf(clash), clash.type])).toEqual([['0|1', 'duplicate']]);
  });

  test('within a tolerance', async () => {
    const found = await runSet(files, [{ name: 'd', mode: 'duplicate', tolerance: 1e-3 }]);
    expect(found.map(pairOf)).toEqual(['0|1', '0|2', '1|2']);
  });
});

test('a bar through a plate pierces it, one that ends in it protrudes', async () => {
  const nodes = [
    { mesh: 0, name: 'plate', scale: [10, 10, 1] },
    { mesh: 0, name: 'through', translation: [-3, 0, 0], scale: [1, 1, 5] },
    { mesh: 0, name: 'into', translation: [3, 0, 2.2], scale: [1, 1, 4] },
  ];
  const found = await runSet({ m: { bytes: glb([UNIT_BOX], nodes) } }, [HARD]);
  expect(found.map((clash) => [pairOf(clash), clash.kind])).toEqual([
    ['0|1', 'pierces'],
    ['0|2', 'protrudes'],
  ]);
  const [low, high] = found[1].box ?? [];
  expect(low?.map((x) => Number(x.toFixed(6)))).toEqual([2.5, -0.5, 0.5]);
  expect(high?.map((x) => Number(x.toFixed(6)))).toEqual([3.5, 0.5, 0.5]);
});

describe('which pairs are tested', () => {
  const nodes = [
    { name: 'walls', children: [1, 2] },
    { mesh: 0, name: 'wall-1' },
    { mesh: 0, name: 'wall-2', translation: [0.1, 0, 0] },
    { mesh: 0, name: 'pipe-1', translation: [0.2, 0, 0] },
    { mesh: 0, name: 'duct-1', translation: [0.3, 0, 0] },
  ];
  const files = { m: { bytes: glb([UNIT_BOX], nodes, [0, 3, 4]) } };
  const pairs = async (test: object): Promise<string[]> => (await runSet(files, [{ ...HARD, ...test }])).map(pairOf);

  test('all within A', async () => {
    expect(await pairs({})).toEqual(['0/0|0/1', '0/0|1', '0/0|2', '0/1|1', '0/1|2', '1|2']);
  });

  test('those of A with those of B, by globs', async () => {
    expect(await pairs({ a: { select: 'pipe-*|duct*' }, b: { select: 'walls/wall-?' } })).toEqual([
      '0/0|1',
      '0/1|1',
      '0/0|2',
      '0/1|2',
    ]);
    expect(await pairs({ a: { select: 'wall-1' }, b: { select: '0/1' } })).toEqual(['0/0|0/1']);
  });

  test('not those that a side excludes', async () => {
    expect(await pairs({ a: { select: 'wall-*' }, b: { exclude: 'wall-*|duct-1' } })).toEqual(['0/0|1', '0/1|1']);
  });

  test('not those that a rule leaves out', async () => {
    expect(await pairs({ ignore: ['same-parent'] })).toEqual(['0/0|1', '0/0|2', '0/1|1', '0/1|2']);
    expect(await pairs({ ignore: ['same-model'] })).toEqual([]);
    expect(await pairs({ ignore: [['wall-*', '*']] })).toEqual(['1|2']);
  });

  test('with A of the test as a, and a translation that moves it away', async () => {
    const [clash] = await runSet(files, [{ ...HARD, a: { select: 'duct-1' }, b: { select: 'wall-1' } }]);
    expect([clash.a.name, clash.b.name]).toEqual(['duct-1', 'walls/wall-1']);
    expect(clash.translation?.[0]).toBeCloseTo(0.7, 6);
  });
});

describe('the id of a clash', () => {
  const ids = async (nodes: readonly PlantedNode[]): Promise<string[]> =>
    (await runSet({ m: { bytes: glb([UNIT_BOX], nodes) } }, [HARD])).map(({ id }) => id);

  test('stays when nodes change their order, where names are unique', async () => {
    const [one, two, three] = [
      { mesh: 0, name: 'a' },
      { mesh: 0, name: 'b', translation: [0.5, 0, 0] },
      { mesh: 0, name: 'c', translation: [0, 0.5, 0] },
    ];
    const before = await ids([one, two, three]);
    expect(new Set(before).size).toBe(3);
    expect((await ids([three, one, two])).sort()).toEqual([...before].sort());
  });

  test('is made of numbers where they are not', async () => {
    const nodes = [0, 0.25, 0.5].map((x) => ({ mesh: 0, name: 'box', translation: [x, 0, 0] }));
    expect(new Set(await ids(nodes)).size).toBe(3);
  });
});

test.each([
  ['where it was made', {}],
  ['moved', { position: [1.1, 2.3, 0.7] }],
  ['turned', { position: [1.1, 2.3, 0.7], rotation: [0.1, 0.2, 0.3, Math.sqrt(0.86)] }],
] as const)('the same body twice, %s, neither pierces nor protrudes', (_, pose) => {
  const bodies = [0, 1].map(() => ({ model: Model.build(new Mesh(UNIT_BOX.positions, UNIT_BOX.triangles)), pose }));
  const question = { tolerances: [0], rounding: 0, reach: -1, duplicate: -1, budget: 1e6 };
  const { relation, kind } = pairFacts(bodies[0], bodies[1], question);
  expect([relation, kind]).toEqual(['crossing', undefined]);
});

describe('a plate through a cube', () => {
  const cube = Model.build(new Mesh(UNIT_BOX.positions, UNIT_BOX.triangles));
  const slab = boxMesh([-5, -5, -0.05], [5, 5, 0.05]);
  const plate = Model.build(new Mesh(slab.positions, slab.triangles));
  const question = { tolerances: [0], rounding: 0, reach: -1, duplicate: -1, budget: 1e6 };
  test.each([0, 10, 30, 45, 54.7, 77])('turned by %f degrees pierces it', (degrees) => {
    const half = (degrees * Math.PI) / 360;
    for (const axis of [
      [1, 0, 0],
      [Math.SQRT1_2, -Math.SQRT1_2, 0],
    ]) {
      const rotation = [...axis.map((x) => x * Math.sin(half)), Math.cos(half)];
      const { kind } = pairFacts({ model: cube, pose: {} }, { model: plate, pose: { rotation } }, question);
      expect(kind).toBe('pierces');
    }
  });

  test('at a corner of it protrudes', () => {
    const pose = { position: [5.4, 5.4, 0] };
    const { kind } = pairFacts({ model: cube, pose: {} }, { model: plate, pose }, question);
    expect(kind).toBe('protrudes');
  });
});

test('a ball inside both solids proves a lower bound, never above the depth', () => {
  const cube = Model.build(new Mesh(UNIT_BOX.positions, UNIT_BOX.triangles));
  const random = seeded(11);
  let best = 0;
  for (let k = 0; k < 40; k++) {
    const shift = [0, 1, 2].map(() => randomInteger(random, 1, 99) / 100);
    const depth = 1 - Math.max(...shift);
    const crossings = new Crossings({ model: cube, pose: {} }, { model: cube, pose: { position: shift } }, 1e6);
    const { lower: proven, thickness } = ballBounds(crossings, depth);
    expect(thickness).toBeLessThanOrEqual(proven);
    expect(proven).toBeGreaterThan(0);
    expect(proven).toBeLessThanOrEqual(depth);
    best = Math.max(best, proven / depth);
  }
  expect(best).toBeGreaterThan(0.9);
  const flush = new Crossings({ model: cube, pose: {} }, { model: cube, pose: { position: [1, 0, 0] } }, 1e6);
  expect(ballBounds(flush, 1)).toEqual({ thickness: 0, lower: 0 });
});

test('boxes apart by rounding touch in a test of clearances, and are not reported, or as touching', async () => {
  const bytes = glb([UNIT_BOX], [{ mesh: 0 }, { mesh: 0, translation: [1 + 2 ** -23, 0, 0] }]);
  const near = { name: 'near', mode: 'clearance', clearance: 0.05 };
  const clashes = await runSet({ m: { bytes } }, [near, { ...near, name: 'touching', touching: true }]);
  expect(clashes.map(({ test: name, type }) => [name, type])).toEqual([['touching', 'touching']]);
});

test('a short translation is found where there is one, and only there', () => {
  const cube = Model.build(new Mesh(UNIT_BOX.positions, UNIT_BOX.triangles));
  const at = (...position: number[]): PosedModel => ({ model: cube, pose: { position } });
  const corner = shortTranslation(new Crossings(at(0, 0, 0), at(1 - 1e-7, 1 - 1e-7, 1 - 1e-7), 1e6), 1e-6);
  expect(corner?.upper).toBeLessThanOrEqual(1e-6);
  const edge = shortTranslation(new Crossings(at(0, 0, 0), at(0.5, 0.3, 1 - 1e-7), 1e6), 1e-6);
  expect(edge?.translation[2]).toBeLessThan(-1e-7);
  expect(shortTranslation(new Crossings(at(0, 0, 0), at(0.5, 0.3, 0.9), 1e6), 1e-6)).toBeNull();
});

test('what a budget does not suffice for is undecided, with its bracket', () => {
  const knot = Model.build(torusKnot({ triangles: 1152 }));
  const at = (x: number): PosedModel => ({ model: knot, pose: { position: [x, 0, 0] } });
  const question = { tolerances: [0], rounding: 0, reach: 10, duplicate: -1, budget: 1 };
  const far = pairFacts(at(0), at(8), question);
  expect(far.relation).toBe('near');
  expect(far.distance?.lower).toBeLessThan(far.distance?.upper ?? 0);
  expect(pairFacts(at(0), at(0.5), question)).toMatchObject({
    relation: 'undecided',
    depth: { lower: 0, upper: Infinity },
  });
});
