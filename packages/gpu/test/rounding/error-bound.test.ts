// The error bounds of the kernels, on the text of the shaders, with the worst rounding that WGSL allows (worst-rounding.ts) and inputs
// searched for. No error may exceed its bound; and each found must be more than a part of it, so that a bound too small by that
// factor fails here.

import { type SeededRandom, seeded } from '@nearmiss/fixtures';
import { distance, Mesh, Model } from 'nearmiss';
import { expect, test } from 'vitest';
import { searchCode } from '../../src/wgsl/search.ts';
import { TRIANGLE_DISTANCE } from '../../src/wgsl/triangle-distance.ts';
import { UNPACK_MODEL } from '../../src/wgsl/unpack-model.ts';
import {
  cross,
  type Draw,
  direction,
  dot,
  largest,
  minus,
  norm,
  plus,
  rowsOf,
  times,
  turned,
  type Vector,
  wordsOf,
} from './drawn.ts';
import { WgslProgram } from './wgsl-program.ts';
import { fieldOf, numberOf, type Value, vectorOf } from './wgsl-values.ts';
import { U } from './worst-rounding.ts';

const SHADER = new WgslProgram(`${searchCode({ size: 64, isPacked: true, branching: 4 })}\n${TRIANGLE_DISTANCE}`);
const UNPACK = new WgslProgram(UNPACK_MODEL, SHADER.rounding);
const { rounding } = SHADER;
const l1 = (v: Vector): number => v.reduce((sum, x) => sum + Math.abs(x), 0);

/** A pair of bodies and a pose, in units of B. */
interface Posed {
  readonly rotation: Vector;
  readonly position: Vector;
  readonly centreA: Vector;
  readonly centreB: Vector;
  readonly reachA: number;
  readonly reachB: number;
}

/** The host's part: lengths of quaternions are off by 2⁻²⁷ at most (many-inputs.ts), reaches are raised (many-run.ts). */
function give({ rotation, position, centreA, centreB, reachA, reachB }: Posed): void {
  SHADER.globals.set('poses', [...position, ...rotation].map(wordsOf));
  const high = centreB.map(Math.fround);
  SHADER.globals.set('bodies', {
    centreA: centreA.map(Math.fround),
    ratio: 1,
    centreHigh: high,
    centreLow: centreB.map((x, k) => Math.fround(x - high[k])),
    reachA: Math.fround(reachA * (1 + 2 ** -20)),
    reachB: Math.fround(reachB * (1 + 2 ** -20)),
    shift: 0n,
    nodesA: 1n,
    nodesB: 1n,
    zero: 0n,
  });
}

const exactly = ({ rotation, position, centreA, centreB }: Posed, x: Vector): number[] =>
  plus(turned(rowsOf(rotation), plus(x, centreA)), minus(position, centreB));

function drawPosed(draw: Draw, reachA: number, reachB: number, centre: number, offset: number, away: number): Posed {
  const unit = times(direction(draw, 4), 1 + (draw() < 0.5 ? -1 : 1) * 2 ** -27);
  // All bits of it are used, and its size is one for which they count most.
  const centreB = times(draw() < 0.5 ? direction(draw) : [1, 0, 0], away * (1 + draw() / 256));
  return {
    rotation: unit,
    centreA: times(direction(draw), centre),
    centreB,
    position: plus(centreB, times(direction(draw), offset)),
    reachA,
    reachB,
  };
}

test('doubles: the two floats of a double, and the nearest', () => {
  const random = seeded(3);
  let ofHigh = 0;
  let ofBoth = 0;
  let ofNearest = 0;
  for (let k = 0; k < 300; k++) {
    const x = (random() < 0.5 ? -1 : 1) * (1 + random()) * 2 ** Math.floor(120 * (random() - 0.5));
    const word = wordsOf(x);
    const high = numberOf(SHADER.run('highPart', word, 0n));
    expect(Math.fround(high)).toBe(high);
    ofHigh = Math.max(ofHigh, Math.abs(x - high) / Math.abs(x) / 2 ** -23);
    const errors = rounding.worst(() => {
      const low = numberOf(SHADER.run('lowPart', word, 0n));
      const nearest = numberOf(SHADER.run('nearest', word, 0n));
      return [x - high - low, high + low - x, x - nearest, nearest - x].map((error) => error / Math.abs(x));
    });
    // On a device a product with a power of two is exact; here it is off by u, and so the sum by 2⁻⁴⁷ more.
    ofBoth = Math.max(ofBoth, Math.max(errors[0], errors[1]) / (2 ** -46 + 2 ** -47));
    ofNearest = Math.max(ofNearest, Math.max(errors[2], errors[3]) / (1.01 * U));
  }
  for (const ratio of [ofHigh, ofBoth, ofNearest]) {
    expect(ratio).toBeLessThanOrEqual(1);
    expect(ratio).toBeGreaterThan(1 / 2);
  }
});

test.for([
  ['a large body', 1, 0, 0, 0, 1 / 2],
  ['a centre far from its origin', 1e-6, 1, 0, 0, 1 / 2],
  ['a translation', 1e-6, 0, 1, 0, 1 / 2],
  ['both bodies far away', 1e-6, 0, 1e-6, 1024, 1 / 2],
  ['all of these', 1, 1, 1, 1, 1 / 2],
] as const)('moved points: %s', ([, reach, centre, offset, away, caught]) => {
  const ratio = largest(seeded(5), 12, 12, (draw) => {
    const posed = drawPosed(draw, reach, 1, centre, offset, away);
    const x = times(direction(draw), reach);
    give(posed);
    const exact = exactly(posed, x);
    const ratios = rounding.worst(() => {
      const m = SHADER.run('poseOf', 0n);
      const float = x.map((c) => SHADER.run('nearest', wordsOf(c), 0n));
      const error = numberOf(fieldOf(m, 'error'));
      const off = minus(vectorOf(SHADER.run('pointToB', m, float)), exact);
      return [...off, ...times(off, -1)].map((c) => c / error);
    });
    return Math.max(...ratios);
  });
  expect(ratio).toBeLessThanOrEqual(1);
  expect(ratio).toBeGreaterThan(caught);
});

interface Disc {
  readonly centre: Vector;
  readonly axis: Vector;
  readonly half: number;
  readonly radius: number;
}

/** As the device unpacks the doubles of a disc. */
function stored({ centre, axis, half, radius }: Disc): Value {
  UNPACK.globals.set('bytes', [...[...centre, ...axis, half, radius].flatMap(wordsOf), 1n, 0n, 0n, 2n]);
  UNPACK.globals.set('sections', { links: 16n, discs: 0n, corners: 0n, nodes: 1n, triangles: 0n });
  UNPACK.run('unpackNodes', [0n, 0n, 0n], [1n, 1n, 1n]);
  return UNPACK.local('unpackNodes', 'nodes');
}

/** The gap of two discs along a direction of length 1, exactly. */
function gapAlong(n: Vector, a: Disc, b: Disc): number {
  const reach = ({ axis, half, radius }: Disc): number => {
    const along = Math.abs(dot(axis, n));
    return half * along + radius * norm(cross(axis, n));
  };
  return Math.abs(dot(n, minus(b.centre, a.centre))) - reach(a) - reach(b);
}

function drawDisc(draw: Draw, reach: number): Disc {
  const size = reach * 2 ** (-1 - 12 * draw());
  const half = size * draw();
  return { centre: times(direction(draw), reach - Math.hypot(size, half)), axis: direction(draw), half, radius: size };
}

/** How far the gap of two posed discs is too large, as a part of its margin; `discs` computes them with their errors. */
function discRatio(a: Disc, b: Disc, discs: () => readonly [Value, Value, Value]): number {
  const [worst] = rounding.worst(() => {
    const [m, first, second] = discs();
    const gap = numberOf(SHADER.run('gapOf', first, second));
    // Any direction proves a gap; the discs' own and the one computed.
    const between = vectorOf(SHADER.local('gapOf', 'd'));
    const exact = [minus(b.centre, a.centre), between, a.axis, b.axis].map((n) =>
      gapAlong(times(n, 1 / norm(n)), a, b),
    );
    return [(gap - Math.max(...exact)) / numberOf(SHADER.run('discMargin', m))];
  });
  return worst;
}

test('discs, from the doubles of their models and poses', () => {
  const ratio = largest(seeded(7), 3, 0, (draw) => {
    const posed = drawPosed(draw, 1, 1, 0, draw(), 0);
    const [a, b] = [drawDisc(draw, 1), drawDisc(draw, 1)];
    give(posed);
    const moved = { ...a, centre: exactly(posed, a.centre), axis: turned(rowsOf(posed.rotation), a.axis) };
    return discRatio(moved, b, () => {
      SHADER.globals.set('nodesA', stored(a));
      SHADER.globals.set('nodesB', stored(b));
      const m = SHADER.run('poseOf', 0n);
      return [m, SHADER.run('discA', m, 0n), SHADER.run('discB', 0n)];
    });
  });
  expect(ratio).toBeLessThanOrEqual(1);
  expect(ratio).toBeGreaterThan(0);
});

test.for([
  ['a moved point of large error', 1e4 * U, 1 / 2],
  ['no error but their own', 0, 1 / 2],
] as const)('discs: %s', ([, error, caught]) => {
  const ratio = largest(seeded(9), 20, 160, (draw) => {
    const size = 2 ** (-6 * draw());
    const [a, b] = [drawDisc(draw, size), drawDisc(draw, 1)];
    const offset = times(direction(draw), 2 * draw());
    const moved = { ...a, centre: plus(a.centre, offset) };
    const m = { error, scale: size + 1 + l1(offset) };
    // Axes are off by 15u as vectors (discs.ts).
    const given = (disc: Disc, of: number, ofAxis: number): Value => ({
      centre: disc.centre.map((x) => rounding.given(x, of)),
      axis: disc.axis.map((x) => rounding.given(x, (ofAxis * U) / Math.sqrt(3))),
      half: disc.half,
      radius: disc.radius,
    });
    return discRatio(moved, b, () => [m, given(moved, error, 14), given(b, 0, 1)]);
  });
  expect(ratio).toBeLessThanOrEqual(1);
  expect(ratio).toBeGreaterThan(caught);
});

/** Two triangles, the second about `gap` away, with the errors of their corners. */
function drawTriangles(draw: Draw, gap: number): { readonly a: Vector[]; readonly b: Vector[] } {
  const [long, wide] = [2 ** (-4 * draw()), 2 ** (-4 * draw())];
  const triangle = (at: Vector): Vector[] => [
    at,
    plus(at, times(direction(draw), long)),
    plus(at, times(direction(draw), wide)),
  ];
  return { a: triangle(times(direction(draw), gap)), b: triangle([0, 0, 0]) };
}

/** Triangles whose nearest corners have large coordinates, all alike: sums then round most. */
const IN_A_CORNER = {
  a: [1, 0.99, 0.98].map((x) => [x, x, x]),
  b: [0, 0.8, 0.9].map((x) => [x, x, x]),
};

/** Corners as the kernels have them: those of A and of B off by no more than given. */
function cornersOf(a: readonly Vector[], b: readonly Vector[], errorA: number, errorB: number): Value {
  const off = (points: readonly Vector[], error: number): number[][] =>
    points.map((p) => p.map((x) => rounding.given(x, error)));
  return SHADER.run('cornersOf', ...off(a, errorA), ...off(b, errorB), errorA, errorB);
}

function exactGap(a: readonly Vector[], b: readonly Vector[], v: Vector): number {
  const [p, q] = [a, b].map((points) => points.map((x) => dot(x, v)));
  return Math.max(Math.min(...p) - Math.max(...q), Math.min(...q) - Math.max(...p));
}

/** Errors of the corners of A and of B: none but the subtraction's; those of moved points; large ones. */
const CORNER_ERRORS = [
  ['of floats', 0, 0],
  ['of moved points', 40 * U, 2 * U],
  ['of both', 1000 * U, 1000 * U],
] as const;

test.for(CORNER_ERRORS)('triangles apart along a vector: errors %s', ([, errorA, errorB]) => {
  const ratio = largest(seeded(11), 10, 20, (draw) => {
    const isCorner = draw() < 0.5;
    const { a, b } = isCorner ? IN_A_CORNER : drawTriangles(draw, 2);
    const v = isCorner ? [1, 1, 1] : direction(draw);
    const exact = exactGap(a, b, v);
    const [worst] = rounding.worst(() => {
      const c = cornersOf(a, b, errorA, errorB);
      const gap = numberOf(SHADER.run('gapAlong', c, [...v]));
      return [(gap - exact) / (numberOf(fieldOf(c, 'margin')) * l1(v))];
    });
    return worst;
  });
  expect(ratio).toBeLessThanOrEqual(1);
  expect(ratio).toBeGreaterThan(1 / 2);
});

test.for([
  ['floats', 0, 0],
  ['a moved corner', 40 * U, 2 * U],
  ['moved edges', 2 * U, 40 * U],
  ['large errors', 0.01, 0.01],
] as const)('signs of volumes: %s', ([, f, g]) => {
  const ratio = largest(seeded(13), 10, 20, (draw) => {
    const [p, q, r] = [0, 1, 2].map(() => times(direction(draw), 2 ** (-3 * draw())));
    const exact = dot(p, cross(q, r));
    const ratios = rounding.worst(() => {
      const off = (v: Vector, error: number): Value => v.map((x) => rounding.given(x, error));
      SHADER.run('volumeSign', off(p, f), off(q, g), off(r, g), f, g);
      const volume = numberOf(SHADER.local('volumeSign', 'volume'));
      const bound = numberOf(SHADER.local('volumeSign', 'bound'));
      return [(volume - exact) / bound, (exact - volume) / bound];
    });
    return Math.max(...ratios);
  });
  expect(ratio).toBeLessThanOrEqual(1);
  expect(ratio).toBeGreaterThan(1 / 2);
});

test.for(CORNER_ERRORS)('triangles farther apart than a limit: errors %s', ([, errorA, errorB]) => {
  const ratio = largest(seeded(17), 10, 20, (draw) => {
    const { a, b } = drawTriangles(draw, 2);
    const v = times(direction(draw), 2 ** (4 * draw()));
    const limit = 2 ** (2 - 8 * draw());
    const exact = exactGap(a, b, v);
    const [worst] = rounding.worst(() => {
      const c = cornersOf(a, b, errorA, errorB);
      SHADER.run('isFartherAlong', c, [...v], limit);
      const needed = numberOf(SHADER.local('isFartherAlong', 'needed'));
      const gap = numberOf(SHADER.run('gapAlong', c, [...v]));
      return [
        (gap - exact - (needed - limit * norm(v))) / (limit * norm(v) * 1e-6 + l1(v) * numberOf(fieldOf(c, 'margin'))),
      ];
    });
    return 1 + worst;
  });
  expect(ratio).toBeLessThanOrEqual(1);
  expect(ratio).toBeGreaterThan(1 / 2);
});

const triangleModel = (points: readonly Vector[]): Model => Model.build(new Mesh(points.flat(), [0, 1, 2]));

test.for([
  // Where corners have no error, the factor 1.000001 of a length is most of the margin, and its root is rarely off by so much.
  [...CORNER_ERRORS[0], 1 / 4, 1 / 32],
  [...CORNER_ERRORS[1], 1 / 2, 1 / 4],
  [...CORNER_ERRORS[2], 1 / 2, 1 / 2],
] as const)('distances of triangles: errors %s', ([, errorA, errorB, caughtBelow, caughtAbove]) => {
  let below = 0;
  let above = 0;
  const random: SeededRandom = seeded(19);
  for (let k = 0; k < 2; k++) {
    const { a, b } = drawTriangles(random, 3);
    const exact = distance(triangleModel(a), {}, triangleModel(b), {}).upper;
    const [lower, upper, ofLower, ofUpper] = rounding.worst(() => {
      const bounds = vectorOf(SHADER.run('distanceOf', cornersOf(a, b, errorA, errorB)));
      const [length, gap] = ['length', 'gap'].map((name) => numberOf(SHADER.local('distanceOf', name)));
      return [
        bounds[0] - exact,
        exact - bounds[1],
        (gap / length - exact) / (gap / length - bounds[0]),
        (exact - length) / (bounds[1] - length),
      ];
    });
    expect(lower).toBeLessThanOrEqual(0);
    expect(upper).toBeLessThanOrEqual(0);
    below = Math.max(below, ofLower);
    above = Math.max(above, ofUpper);
  }
  expect(below).toBeGreaterThan(caughtBelow);
  expect(above).toBeGreaterThan(caughtAbove);
});
