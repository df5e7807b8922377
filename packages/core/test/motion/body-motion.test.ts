import {
  fixed,
  fixedAdd,
  fixedLength,
  fixedPose,
  fixedSub,
  fixedToNumber,
  fixedVector,
  moveFixed,
  type OracleMotion,
  poseFixed,
  type SeededRandom,
  seeded,
} from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { NearmissError } from '../../src/error.ts';
import { BodyMotion, TURN_ERROR, VELOCITY_ERROR } from '../../src/motion/body-motion.ts';
import type { Motion } from '../../src/motion/motion.ts';
import { POSE_SIZE } from '../../src/scalar/pose.ts';
import { UNIT_ROUNDOFF } from '../../src/scalar/tolerances.ts';
import { MOTION_CLASSES, randomVector } from './seeded-motions.ts';

const NOWHERE = new Float64Array(3);
const body = new BodyMotion();
const out = new Float64Array(POSE_SIZE);
const ends = new Float64Array(POSE_SIZE);

function read(motion: unknown, origin: Float64Array = NOWHERE): BodyMotion {
  body.read(motion as Motion, origin, 'motionA');
  return body;
}

function poseAt(motion: Motion, time: number): number[] {
  read(motion).poseAt(time, out);
  return [...out];
}

const size = (v: ArrayLike<number>): number => Math.hypot(v[0], v[1], v[2]);

/** How far a point of the body is from its exact position, in parts of what body-motion.ts allows. */
function errorOf(motion: OracleMotion, time: number, point: readonly number[], origin: Float64Array): number {
  read(motion, origin);
  body.poseAt(0, ends);
  body.poseAt(time, out);
  const at = poseFixed({ position: out.subarray(0, 3), rotation: out.subarray(3) });
  const got = fixedAdd(fixedPose(at, fixedVector(point)), fixedVector(origin));
  const exact = fixedPose(moveFixed(motion)(fixed(time)), fixedVector(point));
  const arm = size([0, 1, 2].map((k) => point[k] - body.pivot[k]));
  const allowed =
    TURN_ERROR * Math.min(2, body.angularSpeed) * arm +
    VELOCITY_ERROR * body.speed +
    body.pathError +
    4 * UNIT_ROUNDOFF * (size(out) + size(ends));
  return fixedToNumber(fixedLength(fixedSub(got, exact))) / allowed;
}

const times = (random: SeededRandom): number[] => [0, 1, random(), random() * 1e-8, 1 - 2 ** -53];

describe('poseAt is where the exact motion of the given doubles is', () => {
  for (const [name, make] of Object.entries(MOTION_CLASSES)) {
    for (const scale of [1, 1e-9, 1e7]) {
      test(`${name}, lengths of ${scale}`, () => {
        const random = seeded(name.length);
        let worst = 0;
        for (let run = 0; run < 60; run++) {
          const motion = make(random, scale);
          const origin = Float64Array.from(randomVector(random, scale));
          for (const time of times(random)) {
            worst = Math.max(worst, errorOf(motion, time, randomVector(random, scale), origin));
          }
        }
        expect(worst).toBeLessThan(0.25);
      });
    }
  }

  test('far from the origin of the world nothing is lost but what the positions lack', () => {
    const random = seeded(77);
    for (let run = 0; run < 100; run++) {
      const shift = [1e8, -1e8, 1e8];
      const slot = (): number[] => shift.map((x) => x + 2 * random());
      const motion = { from: { position: slot() }, to: { position: slot(), rotation: [0, 0, 0.6, 0.8] } };
      expect(errorOf(motion, random(), randomVector(random, 1), Float64Array.from(shift))).toBeLessThan(0.5);
    }
  });

  test('the ends of a motion between poses are the given poses', () => {
    const random = seeded(5);
    for (const kind of ['linear', 'screw'] as const) {
      for (let run = 0; run < 50; run++) {
        const from = { position: randomVector(random, 3), rotation: [0.1, 0.7, -0.1, 0.7] };
        const to = { position: randomVector(random, 3), rotation: [0.5, -0.5, 0.5, 0.5] };
        expect(poseAt({ from, to, kind }, 0)).toEqual([...from.position, ...from.rotation]);
        expect(poseAt({ from, to, kind }, 1)).toEqual([...to.position, ...to.rotation]);
      }
    }
  });
});

describe('what is told of a motion', () => {
  test('kinds', () => {
    const turned = { rotation: [0, 0, 0.6, 0.8] };
    expect(read({})).toMatchObject({ kind: 'rest', isAtRest: true, isTranslation: true, isSteady: true });
    expect(read({ from: {}, to: turned })).toMatchObject({ kind: 'linear', isAtRest: false, isTranslation: false });
    expect(read({ from: turned, to: { ...turned, position: [1, 0, 0] } })).toMatchObject({
      isTranslation: true,
      isAtRest: false,
    });
    expect(read({ from: turned, to: turned })).toMatchObject({ isAtRest: true, speed: 0 });
    expect(read({ from: {} })).toMatchObject({ kind: 'steady', isAtRest: true });
    const queryMotion = { pose: () => ({}), speed: 2, angularSpeed: 0 };
    expect(read(queryMotion)).toMatchObject({ kind: 'function', isSteady: false, speed: 2, isTranslation: true });
  });

  test('what is undefined is missing', () => {
    const missing = {
      velocity: undefined,
      angularVelocity: undefined,
      to: undefined,
      pose: undefined,
      kind: undefined,
    };
    expect(read({ ...missing, from: {}, pivot: undefined })).toMatchObject({ kind: 'steady' });
    expect(read({ ...missing, from: {}, to: { position: [1, 0, 0] } })).toMatchObject({ kind: 'linear' });
    expect(read({ pose: () => ({}), speed: 0, angularSpeed: 0, from: undefined })).toMatchObject({ kind: 'function' });
  });

  test('a turn is taken in the shorter direction, whichever sign its quaternions have', () => {
    const quarter = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
    for (const sign of [1, -1]) {
      read({ from: {}, to: { rotation: quarter.map((x) => sign * x) } });
      expect(body.angularVelocity[2]).toBeCloseTo(Math.PI / 2, 14);
      read({ from: { rotation: quarter.map((x) => sign * x) }, to: {} });
      expect(body.angularVelocity[2]).toBeCloseTo(-Math.PI / 2, 14);
    }
  });

  test('of half a turn the axis whose first coordinate is positive', () => {
    for (const sign of [1, -1]) {
      read({ from: {}, to: { rotation: [0, sign * -0.6, sign * 0.8, 0] } });
      for (const [k, x] of [0, 0.6 * Math.PI, -0.8 * Math.PI].entries())
        expect(body.angularVelocity[k]).toBeCloseTo(x, 14);
    }
    // What is nearer to half a turn than double-doubles can tell is taken as that; what is farther goes the shorter path.
    for (const sign of [1, -1]) {
      read({ from: { rotation: [sign * 2 ** -91, 0, 0, 1] }, to: { rotation: [1, 0, 0, 0] } });
      expect(body.angularVelocity[0]).toBeCloseTo(Math.PI, 14);
      read({ from: { rotation: [sign * 2 ** -89, 0, 0, 1] }, to: { rotation: [1, 0, 0, 0] } });
      expect(body.angularVelocity[0]).toBeCloseTo(sign * Math.PI, 14);
    }
  });

  test('the pivot of a screw is on its axis', () => {
    read({
      from: { position: [1, 0, 0] },
      to: { position: [0, 1, 5], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] },
      kind: 'screw',
    });
    expect(body.pivot[0] + 1).toBeCloseTo(0, 14);
    expect(body.pivot[1]).toBeCloseTo(0, 14);
    expect([...body.velocity].map((x) => Math.round(x * 1e9) / 1e9)).toEqual([0, 0, 5]);
  });
});

describe('bad motions are refused', () => {
  const rows: Record<string, [motion: unknown, code: string]> = {
    null: [null, 'motion/bad-form'],
    'a number': [3, 'motion/bad-form'],
    'no such kind': [{ from: {}, to: {}, kind: 'bezier' }, 'motion/bad-form'],
    'an end without a beginning': [{ to: {} }, 'motion/bad-form'],
    'an end and a velocity': [{ from: {}, to: {}, velocity: [1, 0, 0] }, 'motion/bad-form'],
    'no beginning': [{ from: undefined, velocity: [1, 0, 0] }, 'motion/bad-form'],
    'a pose that is no function': [{ pose: {}, speed: 1, angularSpeed: 1 }, 'motion/bad-form'],
    'a bad pose': [{ from: { position: [Number.NaN, 0, 0] }, to: {} }, 'pose/bad-position'],
    'a bad end': [{ from: {}, to: { rotation: [0, 0, 0, 2] } }, 'pose/bad-rotation'],
    'a bad velocity': [{ from: {}, velocity: [1, 2] }, 'motion/bad-velocity'],
    'an infinite turn': [{ from: {}, angularVelocity: [0, Infinity, 0] }, 'motion/bad-velocity'],
    'too many turns': [{ from: {}, angularVelocity: [0, 0, 6e5] }, 'motion/too-many-turns'],
    'a function without bounds': [{ pose: () => ({}) }, 'motion/bad-velocity'],
    'a negative bound': [{ pose: () => ({}), speed: -1, angularSpeed: 0 }, 'motion/bad-velocity'],
    'an infinite bound': [{ pose: () => ({}), speed: 1, angularSpeed: Infinity }, 'motion/bad-velocity'],
    'a bad pivot': [{ from: {}, to: {}, pivot: [0, 0, 'x'] }, 'motion/bad-pivot'],
    'a screw with a pivot': [{ from: {}, to: {}, kind: 'screw', pivot: [0, 0, 0] }, 'motion/bad-pivot'],
    'a turned translation': [
      { from: {}, to: { rotation: [0, 0, 0.6, 0.8] }, kind: 'translation' },
      'motion/turned-translation',
    ],
    'a function that returns no pose': [{ pose: () => 7, speed: 1, angularSpeed: 1 }, 'pose/bad-position'],
  };
  test.each(Object.entries(rows))('%s', (_, [motion, code]) => {
    read({ from: {}, velocity: [1, 2, 3], angularVelocity: [0, 0, 4] });
    const before = { ...body, velocity: [...body.velocity], pivot: [...body.pivot], start: [...body.start] };
    body.poseAt(0.3, out);
    const pose = [...out];
    let refused: unknown;
    try {
      read(motion);
    } catch (error) {
      refused = error;
    }
    expect(refused).toBeInstanceOf(NearmissError);
    expect(refused).toMatchObject({ code });
    // What was read before still stands.
    expect({ ...body, velocity: [...body.velocity], pivot: [...body.pivot], start: [...body.start] }).toEqual(before);
    body.poseAt(0.3, out);
    expect([...out]).toEqual(pose);
  });

  test('a quaternion rounded otherwise, or negated, is no other turn', () => {
    const rotation = [0.1, 0.2, 0.3, 0.9];
    const unit = rotation.map((x) => x / Math.hypot(...rotation));
    read({
      from: { rotation: unit },
      to: { position: [1, 0, 0], rotation: unit.map((x) => -x * (1 + 2 ** -52)) },
      kind: 'translation',
      pivot: [1e12, 0, 0], // of no consequence where all points move alike
    });
    body.poseAt(1, out);
    expect([...out]).toEqual([1, 0, 0, ...unit]);
    expect(body.velocity[0]).toBeCloseTo(1, 14);
  });
});
