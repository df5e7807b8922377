import {
  add,
  addVectors,
  div,
  dotVectors,
  fraction,
  fromNumber,
  liftVector,
  mul,
  negate,
  poseExactly,
  posePointExactly,
  type Rational,
  type RationalVector,
  randomPose,
  type SeededRandom,
  seeded,
  sign,
  sub,
  subVectors,
  toNumber,
} from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { NearmissError } from '../../src/error.ts';
import {
  POSE_SIZE,
  type Pose,
  pointToWorld,
  quaternionFromMatrix,
  RELATIVE_SCRATCH_SIZE,
  RELATIVE_SIZE,
  readPose,
  relativePose,
} from '../../src/scalar/pose.ts';
import { UNIT_ROUNDOFF } from '../../src/scalar/tolerances.ts';

type Numbers = readonly number[];

/** What is left of a cancelled entry, in parts of 1 (rotation) or of the lengths that entered (translation). */
const CANCELLED = fraction(1n, 1n << 100n);
const ROUNDED = mul(fraction(101n, 100n), fraction(1n, 1n << 53n));

const magnitude = (x: Rational): Rational => (sign(x) < 0 ? negate(x) : x);

/** The columns of the exact rotation. */
function columns(rotation: Numbers): RationalVector[] {
  const turn = poseExactly({ rotation });
  return [turn(1, 0, 0), turn(0, 1, 0), turn(0, 0, 1)];
}

interface ExactPose {
  readonly rotation: readonly Rational[];
  readonly translation: readonly Rational[];
}

/** xB = R xA + t, for points relative to the two centres, with nothing rounded. */
function relativeExactly(a: Numbers, centreA: Numbers, b: Numbers, centreB: Numbers): ExactPose {
  const columnsA = columns(a.slice(3));
  const columnsB = columns(b.slice(3));
  const rotation = columnsB.flatMap((rowOfInverse) => columnsA.map((column) => dotVectors(rowOfInverse, column)));
  const world = posePointExactly({ position: a.slice(0, 3), rotation: a.slice(3) }, centreA[0], centreA[1], centreA[2]);
  const offset = subVectors(world, liftVector(b));
  const translation = columnsB.map((row, k) => sub(dotVectors(row, offset), fromNumber(centreB[k])));
  return { rotation, translation };
}

/** The largest error of an entry, 1 being what pose.ts allows: 1.01 u of the entry and 2⁻¹⁰⁰ of `size`. */
function worstError(got: ArrayLike<number>, exact: readonly Rational[], size: Rational): number {
  let worst = 0;
  for (const [k, value] of exact.entries()) {
    const allowed = add(mul(ROUNDED, magnitude(value)), mul(CANCELLED, size));
    const error = magnitude(sub(fromNumber(got[k]), value));
    if (sign(error) !== 0) worst = Math.max(worst, sign(allowed) === 0 ? Infinity : toNumber(div(error, allowed)));
  }
  return worst;
}

function relative(a: Numbers, centreA: Numbers, b: Numbers, centreB: Numbers): Float64Array {
  const out = new Float64Array(RELATIVE_SIZE).fill(Number.NaN);
  const scratch = new Float64Array(RELATIVE_SCRATCH_SIZE).fill(Number.NaN); // nothing may be read before it is written
  const numbers = (values: Numbers): Float64Array => Float64Array.from(values);
  relativePose(numbers(a), numbers(centreA), numbers(b), numbers(centreB), out, scratch);
  return out;
}

function judge(a: Numbers, centreA: Numbers, b: Numbers, centreB: Numbers): void {
  const out = relative(a, centreA, b, centreB);
  const exact = relativeExactly(a, centreA, b, centreB);
  const lengths = [...a.slice(0, 3), ...b.slice(0, 3), ...centreA, ...centreB];
  const size = lengths.reduce((sum, x) => add(sum, fromNumber(Math.abs(x))), fromNumber(0));
  expect(worstError(out.subarray(0, 9), exact.rotation, fromNumber(1))).toBeLessThanOrEqual(1);
  expect(worstError(out.subarray(9, 12), exact.translation, size)).toBeLessThanOrEqual(1);
}

const flatPose = (random: SeededRandom, spread: number): number[] => {
  const { position, rotation } = randomPose(random, spread);
  return [...position, ...rotation];
};
const randomVector = (random: SeededRandom, size: number): number[] => [0, 0, 0].map(() => size * (2 * random() - 1));

const codeOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof NearmissError) return error.code;
    throw error;
  }
  return 'no error';
};

describe('relativePose', () => {
  const scenes: Record<string, [offset: number, centre: number]> = {
    'bodies at the origin': [1, 0],
    'centres away from the origin of the file': [1, 1],
    'centres at 1e6, bodies of size 1': [1, 1e6],
    'positions at 1e8': [1e8, 0],
    'positions at 1e8, centres at 1e6': [1e8, 1e6],
    'tiny lengths': [1e-30, 1e-33],
    'huge lengths': [1e100, 1e99],
  };
  for (const [name, [offset, centre]] of Object.entries(scenes)) {
    test(`is the exact value, rounded about once: ${name}`, () => {
      const random = seeded(name.length);
      for (let run = 0; run < 90; run++) {
        const a = flatPose(random, offset);
        const b = flatPose(random, offset);
        // B close to A, so that the positions cancel, or turned by next to nothing, so that the rotations do.
        if (run % 3 === 1) for (let k = 0; k < 3; k++) b[k] = a[k] + 1e-9 * offset * random();
        if (run % 4 === 1) for (let k = 3; k < 7; k++) b[k] = a[k] + 1e-10 * random();
        if (run % 5 === 1) for (let k = 3; k < 7; k++) b[k] = -a[k];
        judge(a, randomVector(random, centre), b, randomVector(random, centre));
      }
    });
  }

  test('quaternions off unit length by 1e-4, plain turns, and one body not turned at all', () => {
    const random = seeded(31);
    for (let run = 0; run < 300; run++) {
      const a = flatPose(random, 10);
      const b = flatPose(random, 10);
      for (let k = 3; k < 7; k++) {
        a[k] *= 1 + 1e-4 * (2 * random() - 1);
        b[k] *= 1.0001;
      }
      if (run % 4 === 1) a.splice(3, 4, 0, 0, 0, 1);
      if (run % 4 === 2) b.splice(3, 4, 0, 0, 0, 1);
      if (run % 4 === 3)
        a.splice(
          3,
          4,
          ...[
            [0, 0, 0, -1],
            [1, 0, 0, 0],
            [0, Math.SQRT1_2, 0, Math.SQRT1_2],
          ][run % 3],
        );
      judge(a, randomVector(random, 5), b, randomVector(random, 5));
    }
  });

  test('the same pose for both is exactly the identity and exactly 0, turned, far away and off centre', () => {
    const random = seeded(32);
    for (let run = 0; run < 300; run++) {
      const pose = flatPose(random, 1e8);
      if (run % 3 === 0) for (let k = 3; k < 7; k++) pose[k] *= 1.0001;
      const centre = randomVector(random, run % 2 ? 1e6 : 0);
      const out = relative(pose, centre, pose, centre);
      expect(Array.from(out.subarray(0, 9))).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
      expect(Array.from(out.subarray(9, 12), Math.abs)).toEqual([0, 0, 0]);
    }
  });

  test('bodies turned alike are at the difference of their centres, exactly, where they share a position', () => {
    const random = seeded(33);
    for (let run = 0; run < 100; run++) {
      const pose = flatPose(random, 100);
      const [centreA, centreB] = [randomVector(random, 1e6), randomVector(random, 1e6)];
      const out = relative(pose, centreA, pose, centreB);
      expect(Array.from(out.subarray(9, 12))).toEqual(centreA.map((x, k) => x - centreB[k]));
    }
  });

  test('unturned bodies keep every digit of a difference of positions', () => {
    const out = relative([1e16, 1, 0, 0, 0, 0, 1], [1, 0, 0], [1e16, 0, 0.1, 0, 0, 0, 1], [0, 0, 0]);
    expect(Array.from(out.subarray(0, 12))).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, -0.1]);
  });

  test('there and back is the identity', () => {
    const random = seeded(34);
    for (let run = 0; run < 200; run++) {
      const [a, b] = [flatPose(random, 1), flatPose(random, 1)];
      const there = relative(a, [0, 0, 0], b, [0, 0, 0]);
      const back = relative(b, [0, 0, 0], a, [0, 0, 0]);
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++)
          expect(Math.abs(there[3 * i + j] - back[3 * j + i])).toBeLessThanOrEqual(2.02 * UNIT_ROUNDOFF);
      }
    }
  });
});

describe('readPose', () => {
  test('a matrix in place of the quaternion means the same rotation; both at once are refused', () => {
    const out = new Float64Array(POSE_SIZE);
    const matrix = [0, -1, 0, 1, 0, 0, 0, 0, 1];
    readPose({ position: [1, 2, 3], matrix }, out, 'pose');
    expect(Array.from(out)).toEqual([1, 2, 3, ...quaternionFromMatrix(matrix)]);
    expect(() => readPose({ rotation: [0, 0, 0, 1], matrix }, out, 'pose')).toThrow(
      expect.objectContaining({ code: 'pose/bad-rotation' }),
    );
    expect(() => readPose({ matrix: [1, 0, 0] }, out, 'pose')).toThrow(
      expect.objectContaining({ code: 'pose/bad-rotation' }),
    );
  });

  test('what is missing is the identity, what is given is kept as it is', () => {
    const out = new Float64Array(POSE_SIZE).fill(7);
    readPose({}, out, 'pose');
    expect(Array.from(out)).toEqual([0, 0, 0, 0, 0, 0, 1]);
    readPose({ position: [1, 2, 3] }, out, 'pose');
    expect(Array.from(out)).toEqual([1, 2, 3, 0, 0, 0, 1]);
    const rotation = Float32Array.of(0.5, -0.5, 0.5, -0.5);
    readPose({ position: Float64Array.of(4, 5, 6), rotation }, out, 'pose');
    expect(Array.from(out)).toEqual([4, 5, 6, 0.5, -0.5, 0.5, -0.5]);
    readPose({ position: Float64Array.of(7, 8, 9), rotation: Float64Array.of(0.6, 0, 0, -0.8) }, out, 'pose');
    expect(Array.from(out)).toEqual([7, 8, 9, 0.6, 0, 0, -0.8]);
    // A length off by up to 1e-3 is rounding, and no number is changed.
    readPose({ rotation: [0, 0, 0, 0.9991] }, out, 'pose');
    expect(out[6]).toBe(0.9991);
    readPose({ rotation: [0, 1.0009, 0, 0] }, out, 'pose');
    expect(out[4]).toBe(1.0009);
  });

  test.each<[string, unknown, string]>([
    ['null', null, 'pose/bad-position'],
    ['a number', 3, 'pose/bad-position'],
    ['nothing', undefined, 'pose/bad-position'],
    ['a text', 'here', 'pose/bad-position'],
    ['a position of two numbers', { position: [1, 2] }, 'pose/bad-position'],
    ['a position of four numbers', { position: [1, 2, 3, 4] }, 'pose/bad-position'],
    ['a position that is null', { position: null }, 'pose/bad-position'],
    ['a position with NaN', { position: [0, Number.NaN, 0] }, 'pose/bad-position'],
    ['an infinite position', { position: [0, 0, Infinity] }, 'pose/bad-position'],
    ['a position with a text', { position: [0, '1', 0] }, 'pose/bad-position'],
    ['a position with a hole', { position: [0, undefined, 0] }, 'pose/bad-position'],
    ['a rotation of three numbers', { rotation: [0, 0, 1] }, 'pose/bad-rotation'],
    ['a rotation of nine numbers', { rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1] }, 'pose/bad-rotation'],
    ['a rotation that is null', { rotation: null }, 'pose/bad-rotation'],
    ['a rotation with NaN', { rotation: [0, 0, 0, Number.NaN] }, 'pose/bad-rotation'],
    ['an infinite rotation', { rotation: [Infinity, 0, 0, 1] }, 'pose/bad-rotation'],
    ['a rotation with a text', { rotation: [0, 0, 0, '1'] }, 'pose/bad-rotation'],
    ['a typed position with NaN', { position: Float64Array.of(0, 0, Number.NaN) }, 'pose/bad-position'],
    ['a typed rotation with NaN', { rotation: Float64Array.of(0, 0, Number.NaN, 1) }, 'pose/bad-rotation'],
    ['a typed rotation too long', { rotation: Float64Array.of(0, 0, 1, 1) }, 'pose/bad-rotation'],
    ['the zero quaternion', { rotation: [0, 0, 0, 0] }, 'pose/bad-rotation'],
    ['a quaternion too long', { rotation: [0, 0, 0, 1.01] }, 'pose/bad-rotation'],
    ['a quaternion too short', { rotation: [0, 0, 0, 0.99] }, 'pose/bad-rotation'],
    ['a quaternion whose square overflows', { rotation: [1e200, 0, 0, 0] }, 'pose/bad-rotation'],
  ])('refuses %s and writes nothing', (_, pose, code) => {
    const out = new Float64Array(POSE_SIZE).fill(7);
    expect(codeOf(() => readPose(pose as Pose, out, 'poseA'))).toBe(code);
    expect(Array.from(out)).toEqual([7, 7, 7, 7, 7, 7, 7]);
  });

  test('says which pose and which number', () => {
    const out = new Float64Array(POSE_SIZE);
    expect(() => readPose({ position: [0, Number.NaN, 0] }, out, 'poseB')).toThrow('poseB.position[1]');
    expect(() => readPose({ rotation: [0, 0, Number.NaN, 1] }, out, 'poseA')).toThrow('poseA.rotation[2]');
  });

  test('a pose that is refused for its position does not leave its rotation behind', () => {
    const out = new Float64Array(POSE_SIZE).fill(7);
    const pose = { position: [Number.NaN, 0, 0], rotation: [1, 0, 0, 0] };
    expect(codeOf(() => readPose(pose, out, 'pose'))).toBe('pose/bad-position');
    expect(Array.from(out)).toEqual([7, 7, 7, 7, 7, 7, 7]);
  });
});

describe('pointToWorld', () => {
  /** Units of roundoff, times |point| + |centre| + |position|, that a plain evaluation of the formula may lose. */
  const WORLD_UNITS = 16;

  test('is the exact world position up to the rounding of world coordinates', () => {
    const random = seeded(41);
    let worst = 0;
    for (let run = 0; run < 1000; run++) {
      const spread = [1, 1e8, 1e-6][run % 3];
      const pose = flatPose(random, spread);
      if (run % 2) for (let k = 3; k < 7; k++) pose[k] *= 1.0001;
      const centre = randomVector(random, run % 4 ? 1 : 1e6);
      const unit = 2 ** ((run % 9) - 4);
      const point = randomVector(random, 1);
      const out = [7, 0, 0, 0, 7];
      const padded = Float64Array.of(7, ...point);
      pointToWorld(Float64Array.from(pose), Float64Array.from(centre), unit, padded, 1, out, 1);
      expect([out[0], out[4]]).toEqual([7, 7]);

      const scaled = liftVector(point.map((x) => x * unit)); // a power of two: exact
      const turned = columns(pose.slice(3));
      const local = addVectors(scaled, liftVector(centre));
      const sizes = [...point.map((x) => x * unit), ...centre, ...pose.slice(0, 3)];
      const size = sizes.reduce((sum, x) => sum + Math.abs(x), 0);
      for (let k = 0; k < 3; k++) {
        const row: RationalVector = [turned[0][k], turned[1][k], turned[2][k]];
        const exact = add(fromNumber(pose[k]), dotVectors(row, local));
        worst = Math.max(worst, Math.abs(toNumber(sub(fromNumber(out[1 + k]), exact))) / (UNIT_ROUNDOFF * size));
      }
    }
    expect(worst).toBeLessThanOrEqual(WORLD_UNITS);
    expect(worst).toBeGreaterThan(0.5);
  });

  test('is exact for a pose that neither turns nor moves', () => {
    const out = [0, 0, 0];
    const identity = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
    pointToWorld(identity, new Float64Array(3), 1, Float64Array.of(0.1, 0.2, 0.3), 0, out, 0);
    expect(out).toEqual([0.1, 0.2, 0.3]);
  });
});

describe('quaternionFromMatrix', () => {
  /** M(q)/|q|², each entry exact and rounded once, row by row. */
  const matrixOf = (q: Numbers): number[] => {
    const [x, y, z] = columns(q);
    return [0, 1, 2].flatMap((row) => [x[row], y[row], z[row]].map(toNumber));
  };
  const difference = (p: Numbers, q: Numbers): number => {
    const dot = p.reduce((sum, x, k) => sum + x * q[k], 0);
    return Math.max(...p.map((x, k) => Math.abs(x - (dot < 0 ? -q[k] : q[k]))));
  };

  test('finds the quaternion back, whichever of its four numbers is the largest', () => {
    const random = seeded(51);
    const largest = [0, 0, 0, 0];
    for (let run = 0; run < 1500; run++) {
      const { rotation } = randomPose(random, 1);
      // Half turns and nearly half turns have w = 0 or next to it: the trace is −1 and must not be divided by.
      if (run % 3 === 0) rotation[3] = run % 2 ? 0 : 1e-9 * random();
      if (run % 5 === 0) rotation[run % 3] = 0;
      const length = Math.sqrt(rotation.reduce((sum, x) => sum + x * x, 0));
      const q = rotation.map((x) => x / length);
      largest[q.map(Math.abs).indexOf(Math.max(...q.map(Math.abs)))]++;
      expect(difference(quaternionFromMatrix(matrixOf(q)), q)).toBeLessThanOrEqual(8 * UNIT_ROUNDOFF);
    }
    for (const times of largest) expect(times).toBeGreaterThan(150);
  });

  test('knows the plain turns', () => {
    expect(quaternionFromMatrix([1, 0, 0, 0, 1, 0, 0, 0, 1])).toEqual([0, 0, 0, 1]);
    expect(quaternionFromMatrix([1, 0, 0, 0, -1, 0, 0, 0, -1])).toEqual([1, 0, 0, 0]);
    expect(quaternionFromMatrix([-1, 0, 0, 0, 1, 0, 0, 0, -1])).toEqual([0, 1, 0, 0]);
    expect(quaternionFromMatrix([-1, 0, 0, 0, -1, 0, 0, 0, 1])).toEqual([0, 0, 1, 0]);
    // x becomes y: a quarter turn about z.
    const [x, y, z, w] = quaternionFromMatrix([0, -1, 0, 1, 0, 0, 0, 0, 1]);
    expect([x, y]).toEqual([0, 0]);
    expect(z).toBeCloseTo(Math.SQRT1_2, 15);
    expect(w).toBeCloseTo(Math.SQRT1_2, 15);
  });

  test('takes single precision and other small noise for rounding, and returns a unit quaternion', () => {
    const random = seeded(52);
    for (let run = 0; run < 300; run++) {
      const { rotation } = randomPose(random, 1);
      const noisy = matrixOf(rotation).map((x) => (run % 2 ? Math.fround(x) : x + 1e-6 * (2 * random() - 1)));
      const q = quaternionFromMatrix(noisy);
      expect(difference(q, rotation)).toBeLessThan(1e-5);
      expect(Math.abs(q.reduce((sum, x) => sum + x * x, 0) - 1)).toBeLessThanOrEqual(8 * UNIT_ROUNDOFF);
    }
  });

  test.each<[string, unknown]>([
    ['a mirror', [-1, 0, 0, 0, 1, 0, 0, 0, 1]],
    ['the point reflection', [-1, 0, 0, 0, -1, 0, 0, 0, -1]],
    ['a swap of axes', [0, 1, 0, 1, 0, 0, 0, 0, 1]],
    ['a scaling', [2, 0, 0, 0, 2, 0, 0, 0, 2]],
    ['a slight scaling', [1.0001, 0, 0, 0, 1.0001, 0, 0, 0, 1.0001]],
    ['a scaling of one axis', [1, 0, 0, 0, 1, 0, 0, 0, 0.5]],
    ['a shear', [1, 0.001, 0, 0, 1, 0, 0, 0, 1]],
    ['a projection', [1, 0, 0, 0, 1, 0, 0, 0, 0]],
    ['nothing but zeros', [0, 0, 0, 0, 0, 0, 0, 0, 0]],
    ['NaN', [Number.NaN, 0, 0, 0, 1, 0, 0, 0, 1]],
    ['Infinity', [1, 0, 0, 0, 1, 0, 0, 0, Infinity]],
    ['numbers whose squares overflow', [1e200, 0, 0, 0, 1, 0, 0, 0, 1]],
    ['a text among the numbers', [1, 0, 0, 0, '1', 0, 0, 0, 1]],
    [
      'rows as arrays',
      [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
    ],
    ['sixteen numbers', Array.from({ length: 16 }, (_, k) => (k % 5 === 0 ? 1 : 0))],
    ['null', null],
    ['nothing', undefined],
    ['a text of nine digits', '100010001'],
  ])('refuses %s', (_, matrix) => {
    expect(codeOf(() => quaternionFromMatrix(matrix as number[]))).toBe('pose/bad-rotation');
  });
});
