import { type ElementPoints, ElementTimeResult, edgeEdgeTime, NearmissError, vertexFaceTime } from 'nearmiss';
import { describe, expect, test } from 'vitest';

const face = [0, 0, 0, 4, 0, 0, 0, 4, 0];
const edge = [0, 4, 0, 4, 0, 0];
const above = [1, 1, 2, ...face];
const below = [1, 1, -1, ...face];

/** The code something is refused with. */
function refusal(ask: () => unknown): string {
  try {
    ask();
  } catch (error) {
    if (error instanceof NearmissError) return error.code;
    throw error;
  }
  return 'accepted';
}

const triples = (flat: readonly number[]): number[][] => [0, 3, 6, 9].map((k) => flat.slice(k, k + 3));

describe('vertex and face', () => {
  test.each([
    ['falls into the face', [1, 1, 2], [1, 1, -1], 2 / 3],
    ['falls on a corner', [4, 0, 1], [4, 0, -1], 0.5],
    ['falls on a side', [2, 2, 2], [2, 2, -1], 2 / 3],
    ['slides in within the plane', [6, 1, 0], [0, 1, 0], 0.5],
    ['arrives at the end', [1, 1, 3], [1, 1, 0], 1],
  ])('%s', (_, from, to, time) => {
    const { status, toc, lower, upper, tolerance } = vertexFaceTime([...from, ...face], [...to, ...face]);
    expect(status).toBe('contact');
    expect(toc).toBe(lower);
    expect(lower).toBeLessThanOrEqual(time);
    expect(upper).toBeGreaterThanOrEqual(time);
    expect((upper ?? 2) - lower).toBeLessThan(1e-10);
    expect(tolerance).toBeGreaterThan(0);
    expect(tolerance).toBeLessThan(1e-9);
  });

  test.each([
    ['starts in the face', [1, 1, 0], [1, 1, 5]],
    ['rests in the face', [1, 1, 0], [1, 1, 0]],
    ['starts on a corner', [4, 0, 0], [9, 9, 9]],
  ])('%s: contact at 0', (_, from, to) => {
    expect(vertexFaceTime([...from, ...face], [...to, ...face])).toMatchObject({ status: 'contact', toc: 0, upper: 0 });
  });

  test.each([
    ['passes a side', [2.5, 2, 1], [2.5, 2, -1]],
    ['slides by within the plane', [6, 1, 0], [6, 0, 0]],
    ['rests above', [1, 1, 1], [1, 1, 1]],
    ['leaves', [1, 1, 1e-12], [1, 1, 1]],
  ])('%s: free', (_, from, to) => {
    expect(vertexFaceTime([...from, ...face], [...to, ...face])).toMatchObject({
      status: 'free',
      toc: null,
      lower: Infinity,
      upper: null,
    });
  });

  test('a face that is a segment or a point', () => {
    const segment = [0, 0, 0, 4, 0, 0, 4, 0, 0];
    const point = [1, 1, 1, 1, 1, 1, 1, 1, 1];
    expect(vertexFaceTime([1, 0, 1, ...segment], [1, 0, -1, ...segment]).status).toBe('contact');
    expect(vertexFaceTime([1, 1, 0, ...point], [1, 1, 3, ...point])).toMatchObject({ status: 'contact' });
    expect(vertexFaceTime([1, 2, 0, ...point], [1, 2, 3, ...point]).status).toBe('free');
    expect(vertexFaceTime([1, 1, 1, ...point], [2, 2, 2, ...point.map((x) => x + 1)])).toMatchObject({
      toc: 0,
      upper: 0,
    });
  });
});

describe('two edges', () => {
  test('cross, meet end to end, pass, and run in one line', () => {
    expect(edgeEdgeTime([0, 0, 2, 4, 4, 2, ...edge], [0, 0, -2, 4, 4, -2, ...edge])).toMatchObject({
      status: 'contact',
      upper: 0.5,
    });
    expect(edgeEdgeTime([4, 0, 1, 8, 0, 1, ...edge], [4, 0, -1, 8, 0, -1, ...edge])).toMatchObject({ upper: 0.5 });
    expect(edgeEdgeTime([5, 0, 1, 8, 0, 1, ...edge], [5, 0, -1, 8, 0, -1, ...edge]).status).toBe('free');
    expect(edgeEdgeTime([6, -2, 0, 8, -4, 0, ...edge], [2, 2, 0, 8, -4, 0, ...edge])).toMatchObject({ upper: 0.5 });
    expect(edgeEdgeTime([8, -4, 0, 6, -2, 0, ...edge], [8, -4, 0, 5, -1, 0, ...edge]).status).toBe('free');
  });

  test('parallel edges that fall on each other', () => {
    const result = edgeEdgeTime([0, 4, 3, 4, 0, 3, ...edge], [0, 4, -1, 4, 0, -1, ...edge]);
    expect(result).toMatchObject({ status: 'contact', upper: 0.75 });
  });
});

test('the unit and the position do not matter', () => {
  const plain = vertexFaceTime(above, below);
  for (const unit of [1e-140, 2 ** -30, 2 ** 30, 1e140]) {
    const scale = (x: number): number => x * unit;
    const { status, upper, lower, tolerance } = vertexFaceTime(above.map(scale), below.map(scale));
    expect(status).toBe('contact');
    expect(lower).toBeCloseTo(plain.lower, 9);
    expect(upper).toBeCloseTo(plain.upper ?? 2, 9);
    expect(tolerance / unit).toBeCloseTo(plain.tolerance, 8);
  }
  const moved = (x: number): number => x + 2 ** 20;
  expect(vertexFaceTime(above.map(moved), below.map(moved))).toEqual(plain);
  // Both bodies moving along, at any speed.
  expect(
    vertexFaceTime(
      above,
      below.map((x) => x - 4096),
    ),
  ).toEqual(plain);
});

test('points are taken flat, as triples, and from any kind of array', () => {
  const plain = vertexFaceTime(above, below);
  const others: [ElementPoints, ElementPoints][] = [
    [triples(above), triples(below)],
    [Float64Array.from(above), Float32Array.from(below)],
    [triples(above).map((p) => Float64Array.from(p)), below],
  ];
  for (const [start, end] of others) expect(vertexFaceTime(start, end)).toEqual(plain);
});

test('a result can be written again, whatever it held', () => {
  const result = new ElementTimeResult();
  expect(vertexFaceTime(above, below, {}, result)).toBe(result);
  expect(result).toEqual(vertexFaceTime(above, below));
  edgeEdgeTime([5, 0, 1, 8, 0, 1, ...edge], [5, 0, -1, 8, 0, -1, ...edge], {}, result);
  expect(result).toMatchObject({ status: 'free', toc: null, lower: Infinity, upper: null });
});

test('the tolerance narrows the bracket', () => {
  // A vertex sliding into the plane of the face at an angle that leaves the time open in doubles.
  const [from, to] = [
    [6, 1, 0, ...face],
    [1, 1.25, 0, ...face],
  ];
  const coarse = vertexFaceTime(from, to, { tolerance: 1e-3 });
  const fine = vertexFaceTime(from, to, { tolerance: 0 });
  expect(coarse).toMatchObject({ status: 'contact', tolerance: 1e-3 });
  expect(fine.lower).toBeGreaterThanOrEqual(coarse.lower);
  expect((fine.upper ?? 2) - fine.lower).toBeLessThan(1e-13);
  expect(fine.tolerance).toBeLessThan(1e-12);
  expect(vertexFaceTime(from, to, { tolerance: 1e300 }).tolerance).toBeLessThan(100);
});

test('bad input is refused by name', () => {
  const bad: unknown[] = [
    null,
    7,
    [],
    'above',
    above.slice(1),
    triples(above).slice(1),
    [[1, 2], ...triples(above).slice(1)],
  ];
  for (const points of [...bad, above.with(4, Number.NaN), above.with(4, Infinity), above.with(4, 1e151)]) {
    expect(refusal(() => vertexFaceTime(points as ElementPoints, below))).toBe('vector/bad');
    expect(refusal(() => edgeEdgeTime(above, points as ElementPoints))).toBe('vector/bad');
  }
  for (const entry of [null, undefined, '1', true, {}]) {
    const points = [...above] as unknown[];
    points[3] = entry;
    expect(refusal(() => vertexFaceTime(points as number[], below))).toBe('vector/bad');
  }
  for (const tolerance of [-1, Number.NaN, Infinity, '1']) {
    expect(refusal(() => vertexFaceTime(above, below, { tolerance: tolerance as number }))).toBe('options/bad-value');
  }
  expect(refusal(() => vertexFaceTime(above, below, null as unknown as object))).toBe('options/bad-value');
  expect(refusal(() => vertexFaceTime(above, below, {}, {} as ElementTimeResult))).toBe('options/bad-value');
});
