import { AssemblyBuilder, type PairFacts, pairFacts } from '@nearmiss/clash';
import { Model, type Pose } from 'nearmiss';
import { box } from 'nearmiss/shapes';
import { describe, expect, test } from 'vitest';

const HALF = Math.SQRT1_2;
const QUESTION = { tolerances: [0], rounding: 0, reach: -1, duplicate: 1e-9, budget: 1e6 };
const BAR = Model.build(box({ size: [4, 1, 1] }));
const CUBE = Model.build(box());

/** A bar along y, turned there from x by a pose, and a cube that has its upper half in the end of it. */
function ofTurnedBar(pose: Pose): PairFacts {
  return pairFacts({ model: BAR, pose }, { model: CUBE, pose: { position: [0, 1.75, 0] } }, QUESTION);
}

describe('a pose', () => {
  const turned: readonly (readonly [string, Pose])[] = [
    ['a quaternion', { rotation: [0, 0, HALF, HALF] }],
    ['a quaternion that is longer by 10⁻⁴', { rotation: [0, 0, HALF * 1.0001, HALF * 1.0001] }],
    ['a quaternion that is shorter by 5·10⁻⁴', { rotation: Float64Array.of(0, 0, HALF * 0.9995, HALF * 0.9995) }],
    ['a matrix', { matrix: [0, -1, 0, 1, 0, 0, 0, 0, 1] }],
  ];

  test.each(turned)('with %s: volume, region and depth are those of the turned body', (_, pose) => {
    const { relation, depth, volume, box: region } = ofTurnedBar(pose);
    expect(relation).toBe('crossing');
    expect(depth?.upper).toBeCloseTo(0.75, 12);
    expect(volume?.lower).toBeCloseTo(0.75, 9);
    expect(volume?.upper).toBeCloseTo(0.75, 9);
    expect(region?.map((x) => Number(x.toFixed(9)))).toEqual([-0.5, 1.25, -0.5, 0.5, 2, 0.5]);
  });

  test.each(turned)('with %s: the same body twice is a duplicate', (_, pose) => {
    const again = { model: BAR, pose: { rotation: [0, 0, HALF, HALF] as const } };
    expect(pairFacts({ model: BAR, pose }, again, QUESTION).deviation?.upper).toBeLessThan(1e-9);
  });

  test.each([
    ['both a rotation and a matrix', { rotation: [0, 0, 0, 1], matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1] }],
    ['a quaternion of length 2', { rotation: [0, 0, 0, 2] }],
    ['a quaternion of three numbers', { rotation: [0, 0, 1] }],
    ['a matrix that scales', { matrix: [2, 0, 0, 0, 2, 0, 0, 0, 2] }],
    ['a misspelt key', { matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1], posiiton: [1, 2, 3] }],
    ['nothing', null],
  ])('with %s is refused', (_, pose) => {
    const question = { ...QUESTION, duplicate: -1 };
    expect(() => pairFacts({ model: BAR, pose: pose as Pose }, { model: CUBE, pose: {} }, question)).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^pose\//) }),
    );
  });
});

test('an assembly turns a file by a matrix as by a quaternion', () => {
  const boxes = [{ matrix: [0, -1, 0, 1, 0, 0, 0, 0, 1] }, { rotation: [0, 0, HALF, HALF] }].map((pose: Pose) => {
    const builder = new AssemblyBuilder();
    const matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 3, 0, 0, 1];
    const parts = [{ mesh: 0, matrix, error: new Array<number>(16).fill(0) }];
    const elements = [{ id: 'bar', stableId: 'bar', name: 'bar', parent: '', parts }];
    builder.add('m', { meshes: [BAR.mesh], elements, warnings: [] }, pose, 1);
    return builder.assembly.elements[0].box.map((x) => Number(x.toFixed(9)) + 0);
  });
  expect(boxes[0]).toEqual([-0.5, 1, -0.5, 0.5, 5, 0.5]);
  expect(boxes[1]).toEqual(boxes[0]);
});

describe('the same body twice, up to rounding', () => {
  const cube = (by: number): Model => Model.build(box({ size: [1 + by, 1 + by, 1 + by] }));

  test.each([
    ['one is inside the other', 1e-7, [0, 0, 0]],
    ['one sticks out of the other on one side', 0, [1e-7, 0, 0]],
    ['one sticks out on two', 1e-7, [1e-7, 0, 0]],
    ['they are turned a little', 0, [0, 0, 0]],
  ])('%s: they cross, and neither pierces nor protrudes', (what, by, position) => {
    const rotation = what.includes('turned') ? [0, 0, 2e-8, 1] : [0, 0, 0, 1];
    const pose = { position, rotation } as unknown as Pose;
    const question = { ...QUESTION, tolerances: [5e-4], rounding: 1e-12, duplicate: -1 };
    const facts = pairFacts({ model: cube(0), pose }, { model: cube(by), pose: {} }, question);
    expect([facts.relation, facts.kind]).toEqual(['crossing', undefined]);
    expect(facts.depth?.upper).toBeGreaterThan(0.9);
  });

  test('beyond the tolerance one is inside the other', () => {
    const question = { ...QUESTION, tolerances: [1e-8], rounding: 1e-12, duplicate: -1 };
    const facts = pairFacts({ model: cube(0), pose: {} }, { model: cube(1e-6), pose: {} }, question);
    expect(facts.relation).toBe('a-inside-b');
  });
});
