import { createHash } from 'node:crypto';
import {
  type ClashElement,
  candidatePairs,
  countSelected,
  elementsOf,
  parseGlob,
  readClashSet,
  sha256,
  sha256Text,
} from '@nearmiss/clash';
import { randomInteger, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { BoxTree, boxGap } from '../src/box-tree.ts';
import type { Box } from '../src/element.ts';
import { IDENTITY, linearImage, splitTransform } from '../src/matrix.ts';

describe('sha256', () => {
  test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 1000])('of %i bytes is that of Node', (length) => {
    const bytes = Uint8Array.from({ length }, (_, k) => (k * 37) % 256);
    const expected = createHash('sha256').update(bytes).digest('hex');
    expect(sha256(bytes)).toBe(expected);
    expect(sha256(bytes.subarray(0, length >> 1), bytes.subarray(length >> 1))).toBe(expected);
  });

  test('of a text is that of its UTF-8', () => {
    expect(sha256Text('Wände')).toBe(createHash('sha256').update('Wände').digest('hex'));
  });
});

describe('a glob', () => {
  test.each([
    ['IfcPipe*|IfcDuct*', 'IfcDuctSegment', true],
    ['IfcPipe*|IfcDuct*', 'IfcWall', false],
    ['*', '', true],
    ['', '', true],
    ['', 'x', false],
    ['a*b*c', 'a-b-b-c', true],
    ['a*b*c', 'a-c-b', false],
    ['ab*ba', 'aba', false],
    ['?all-[1]', 'wall-[1]', true],
    ['wall', 'Wall', false],
  ] as const)('%s with %s: %s', (pattern, text, expected) => {
    expect(parseGlob(pattern)(text)).toBe(expected);
  });

  test('of many stars takes no time', () => {
    expect(parseGlob('*a'.repeat(200))('a'.repeat(10_000).concat('b'))).toBe(false);
  });
});

test('the tree of boxes finds what comparing all boxes finds', () => {
  const random = seeded(5);
  const boxes: Box[] = Array.from({ length: 300 }, () => {
    const low = [0, 1, 2].map(() => randomInteger(random, 0, 100));
    return [...low, ...low.map((x) => x + randomInteger(random, 0, 12))];
  });
  const tree = new BoxTree(boxes);
  let hits = 0;
  for (const [k, box] of boxes.entries()) {
    const reach = k % 5;
    const found: number[] = [];
    tree.query(box, reach, (other) => found.push(other));
    const expected = boxes.flatMap((other, j) => (boxGap(box, other) <= reach ? [j] : []));
    expect(found.sort((i, j) => i - j)).toEqual(expected);
    hits += expected.length - 1;
  }
  expect(hits).toBeGreaterThan(300);
});

describe('a transform', () => {
  const turn = [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1];

  test('that turns goes into the pose, and the mesh stays', () => {
    const { linear, pose } = splitTransform(turn);
    expect(linear).toBeNull();
    expect(pose.position).toEqual([5, 6, 7]);
    expect(Array.from(pose.rotation ?? [])).toEqual([
      0,
      0,
      expect.closeTo(Math.SQRT1_2, 15),
      expect.closeTo(Math.SQRT1_2, 15),
    ]);
  });

  test('that also scales evenly leaves the scale for the mesh', () => {
    const scaled = turn.map((x, k) => (k < 12 ? 0.001 * x : x));
    expect(splitTransform(scaled).linear).toEqual([0.001, 0, 0, 0, 0.001, 0, 0, 0, 0.001]);
  });

  test('that mirrors or shears is done to the mesh', () => {
    const mirror = [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    expect(splitTransform(mirror).linear).toEqual([-1, 0, 0, 0, 1, 0, 0, 0, 1]);
    const shear = [1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    expect(splitTransform(shear).linear).toEqual([1, 0, 0, 0.5, 1, 0, 0, 0, 1]);
  });

  test('that scales out of the range of numbers says so', () => {
    expect(() => splitTransform(turn.map((x, k) => (k < 12 ? 1e200 * x : x)))).toThrow('scales an element out of');
  });

  test('that mirrors turns the triangles', async () => {
    const { Mesh } = await import('nearmiss');
    const mesh = new Mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]);
    expect([...linearImage(mesh, [-1, 0, 0, 0, 1, 0, 0, 0, 1]).triangles]).toEqual([0, 2, 1]);
    expect([...linearImage(mesh, [2, 0, 0, 0, 1, 0, 0, 0, 1]).triangles]).toEqual([0, 1, 2]);
  });
});

describe('a set', () => {
  const models = { m: 'm.glb' };
  const tests = [{ name: 'itself', mode: 'hard', a: { model: 'm' } }];

  test('has its defaults', () => {
    const [{ tolerance, clearance, touching, b, ignore }] = readClashSet({ models, tests }).tests;
    expect({ tolerance, clearance, touching, b, ignore }).toEqual({
      tolerance: null,
      clearance: 0,
      touching: false,
      b: null,
      ignore: [],
    });
  });

  test('of IfcClash is read', () => {
    const { models: files, tests: read } = readClashSet([
      {
        name: 'Set A',
        mode: 'intersection',
        tolerance: 0.01,
        a: [{ file: 'a.ifc', selector: 'IfcWall, IfcSlab', mode: 'i' }],
        b: [{ file: 'b.ifc' }, { file: 'a.ifc', selector: '.IfcDoor', mode: 'e' }],
      },
      { name: 'Set B', mode: 'clearance', clearance: 0.05, a: [{ file: 'b.ifc' }] },
    ]);
    expect(files.map(({ file }) => file)).toEqual(['a.ifc', 'b.ifc']);
    expect(read.map(({ name, mode, tolerance, clearance }) => [name, mode, tolerance, clearance])).toEqual([
      ['Set A 1', 'hard', 0.01, 0],
      ['Set A 2', 'hard', 0.01, 0],
      ['Set B', 'clearance', null, 0.05],
    ]);
    expect(read[0].a.select?.('IfcWallStandardCase')).toBe(true);
    expect(read[0].a.select?.('IfcDoor')).toBe(false);
    expect(read[1].b?.exclude?.('IfcDoor')).toBe(true);
    expect(read[1].a.exclude).toBeNull();
  });

  test.each([
    ['nothing', null, 'must be an object'],
    ['no models', { models: {}, tests }, 'models is empty'],
    ['no tests', { models, tests: [] }, 'at least one test'],
    ['a key too many', { models, tests, unit: 'mm' }, 'The set has "unit"'],
    ['a misspelt key', { models, tests: [{ ...tests[0], clearence: 1 }] }, 'Did you mean "clearance"?'],
    ['an unknown mode', { models, tests: [{ ...tests[0], mode: 'soft' }] }, 'hard, clearance, duplicate'],
    ['no clearance', { models, tests: [{ ...tests[0], mode: 'clearance' }] }, 'needs clearance'],
    ['a clearance that nothing uses', { models, tests: [{ ...tests[0], clearance: 0.1 }] }, 'its mode is hard'],
    ['a clearance without a mode', { models, tests: [{ name: 't', clearance: 0.1 }] }, '"mode": "clearance"'],
    ['an infinite tolerance', { models, tests: [{ ...tests[0], tolerance: Infinity }] }, 'tolerance is Infinity'],
    ['a negative tolerance', { models, tests: [{ ...tests[0], tolerance: -1 }] }, 'a length from 0 up'],
    ['an unknown model', { models, tests: [{ ...tests[0], a: { model: 'n' } }] }, 'the set has m'],
    ['an unknown unit', { models: { m: { file: 'm.glb', unit: 'ell' } }, tests }, 'one of um, mm'],
    ['no rotation', { models: { m: { file: 'm.glb', pose: { rotation: [0, 0, 0, 0] } } }, tests }, 'unit quaternion'],
    ['a bad rule', { models, tests: [{ ...tests[0], ignore: ['same-floor'] }] }, 'two globs'],
    [
      'an IfcClash selector that is none',
      [{ a: [{ file: 'a.ifc', selector: '/IfcWall/', mode: 'i' }] }],
      'lists of classes',
    ],
    ['two tests of one name', { models, tests: [tests[0], tests[0]] }, 'Two tests have the name'],
  ])('with %s is refused', (_, given, message) => {
    expect(() => readClashSet(given)).toThrow(message);
  });
});

describe('a test selects', () => {
  const element = (id: string, more: Partial<ClashElement>): ClashElement => ({
    ...{ model: 'm', id, name: id, parent: '', stableId: id, shape: 0, pose: {}, quantum: 0, box: [0, 0, 0, 1, 1, 1] },
    ...more,
  });
  const elements = [
    element('wall', { class: 'IfcWall', storey: 'Level 1', groups: ['g', 'h'] }),
    element('pipe', { class: 'IfcPipeSegment', storey: 'Level 2', groups: ['h'] }),
    element('zone', { class: 'IfcSpatialZone', storey: 'Level 1', groups: [] }),
  ];
  const counts = (test: object): unknown => {
    const set = readClashSet({ models: { m: 'm.ifc' }, tests: [{ name: 't', ...test }] });
    return countSelected(set, { elements, shapes: [], warnings: [] });
  };
  const pairs = (...ignore: unknown[]): string[] => {
    const set = readClashSet({ models: { m: 'm.ifc' }, tests: [{ name: 't', a: { exclude: 'zone' }, ignore }] });
    return [...candidatePairs(set, { elements, shapes: [], warnings: [] })].map(({ a, b }) => `${a} ${b}`);
  };

  test.each([
    [{}, 3],
    [{ select: 'Level 1' }, 2],
    [{ select: 'Level*' }, 3],
    [{ exclude: 'Level 2' }, 2],
    [{ exclude: 'IfcSpatialZone' }, 2],
    [{ select: 'IfcSpatialZone' }, 1],
    [{ select: 'IfcSpa*|IfcWall' }, 2],
    [{ select: 'zone' }, 1],
    [{ select: 'IfcWal' }, 0],
  ])('by class, name, id and storey: %j', (a, count) => {
    expect(counts({ a })).toEqual([{ test: 't', a: count }]);
    expect(counts({ a: {}, b: a })).toEqual([{ test: 't', a: 3, b: count }]);
  });

  test('and leaves pairs of one group out', () => {
    expect(pairs()).toEqual(['0 1']);
    expect(pairs('same-group')).toEqual([]);
    const [wall, pipe] = elements;
    elements[1] = { ...pipe, model: 'n' };
    expect(pairs('same-group')).toEqual(['0 1']);
    elements[1] = { ...pipe, groups: ['i'] };
    expect(pairs('same-group')).toEqual(['0 1']);
    elements[0] = { ...wall, groups: undefined };
    expect(pairs('same-group')).toEqual(['0 1']);
  });
});

test('nodes of glTF are grouped by the first branches of the tree', () => {
  const groups = (...ids: string[]): unknown => {
    const error = new Array<number>(16).fill(0);
    const nodes = ids.map((id) => ({ id, names: [id], mesh: 0, matrix: IDENTITY, error }));
    return elementsOf({ meshes: [], nodes, warnings: [] }).elements.map((element) => element.groups);
  };
  expect(groups('0/1/0', '0/1/1', '0/2')).toEqual([['1'], ['1'], ['2']]);
  expect(groups('0', '1', '2')).toEqual([['0'], ['1'], ['2']]);
  expect(groups('0', '0/1', '0/2')).toEqual([[], ['1'], ['2']]);
  expect(groups('0/3')).toEqual([[]]);
});
