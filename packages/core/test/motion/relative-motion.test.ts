import {
  FIXED_ONE,
  type FixedPlacement,
  type FixedVector,
  fixed,
  fixedAdd,
  fixedPose,
  fixedScale,
  fixedSub,
  fixedToNumber,
  fixedTurnBack,
  fixedVector,
  moveFixed,
  type OracleMotion,
  poseFixed,
  type SeededRandom,
  seeded,
} from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { BodyMotion } from '../../src/motion/body-motion.ts';
import type { Motion } from '../../src/motion/motion.ts';
import {
  type BodyFrame,
  QUERY_ANGULAR,
  QUERY_LOOSE,
  QUERY_PIVOT,
  QUERY_VELOCITY,
  REFERENCE_ANGULAR,
  REFERENCE_LOOSE,
  REFERENCE_PIVOT,
  REFERENCE_VELOCITY,
  RelativeMotion,
  STATE_SIZE,
} from '../../src/motion/relative-motion.ts';
import { RELATIVE_ERROR, RELATIVE_SCALE } from '../../src/scalar/pose.ts';
import { COORDINATE_ERROR, UNIT_ROUNDOFF } from '../../src/scalar/tolerances.ts';
import { MOTION_CLASSES, randomVector } from './seeded-motions.ts';

const queryMotion = new BodyMotion();
const referenceMotion = new BodyMotion();
const relative = new RelativeMotion();
const state = new Float64Array(STATE_SIZE);

const frameAt = (centre: readonly number[], unit: number): BodyFrame => ({
  centre: Float64Array.from(centre),
  unit,
  radius: Math.sqrt(3),
});

interface Scene {
  readonly motionQ: OracleMotion;
  readonly motionR: OracleMotion;
  readonly frameQ: BodyFrame;
  readonly frameR: BodyFrame;
}

function prepare(scene: Scene, origin: Float64Array): void {
  queryMotion.read(scene.motionQ, origin, 'motionA');
  referenceMotion.read(scene.motionR, origin, 'motionB');
  relative.prepare(queryMotion, scene.frameQ, referenceMotion, scene.frameR);
}

/** A point given in units of a frame, in body coordinates. */
const inBody = (frame: BodyFrame, x: readonly number[]): FixedVector =>
  fixedAdd(fixedVector(frame.centre), fixedScale(fixedVector(x), fixed(frame.unit)));

/** A world vector in the reference frame, in units of it. */
const intoFrame = (at: FixedPlacement, v: FixedVector, frame: BodyFrame): number[] =>
  fixedScale(fixedTurnBack(at.rotation, v), fixed(1 / frame.unit)).map(fixedToNumber);

const largest = (v: readonly number[]): number => Math.max(...v.map(Math.abs));

/** Where the query body's point x is in the reference frame, less where the state puts it, in parts of the state's own error. */
function positionError(scene: Scene, time: number, x: readonly number[]): number {
  const at = moveFixed(scene.motionQ)(fixed(time));
  const under = moveFixed(scene.motionR)(fixed(time));
  const world = fixedPose(at, inBody(scene.frameQ, x));
  const exact = fixedSub(
    fixedScale(fixedTurnBack(under.rotation, fixedSub(world, under.position)), fixed(1 / scene.frameR.unit)),
    fixedScale(fixedVector(scene.frameR.centre), fixed(1 / scene.frameR.unit)),
  );
  const scaled = x.map((c) => c * state[RELATIVE_SCALE]);
  const got = [0, 3, 6].map(
    (row) => state[row] * scaled[0] + state[row + 1] * scaled[1] + state[row + 2] * scaled[2] + state[9 + row / 3],
  );
  return largest(got.map((c, k) => fixedToNumber(fixed(c) - exact[k]))) / state[RELATIVE_ERROR];
}

/** Half the time between the two positions whose difference is a velocity, right to 2⁻¹²⁰ of it. */
const INSTANT = FIXED_ONE >> 90n;

/**
 * v + ω×r of the state less the exact velocity of the body's point x, in parts of what bounds.ts allows: 64u(|v| + |ω||r|)
 * and 4E|ω|.
 */
function velocityError(
  scene: Scene,
  time: number,
  x: readonly number[],
  motion: OracleMotion,
  frame: BodyFrame,
  fields: readonly [velocity: number, angular: number, pivot: number],
): number {
  const at = moveFixed(motion);
  const under = moveFixed(scene.motionR)(fixed(time));
  const point = inBody(frame, x);
  const before = fixedPose(at(fixed(time) - INSTANT), point);
  const after = fixedPose(at(fixed(time) + INSTANT), point);
  const displacement = fixedSub(after, before).map((c) => (c << 89n) as bigint);
  const exact = intoFrame(under, [displacement[0], displacement[1], displacement[2]], scene.frameR);
  const here = fixedPose(at(fixed(time)), point);
  const slot = intoFrame(under, fixedSub(here, under.position), scene.frameR).map(
    (c, k) => c - scene.frameR.centre[k] / scene.frameR.unit,
  );
  const [v, w, p] = fields.map((at) => [...state.subarray(at, at + 3)]);
  const r = slot.map((c, k) => c - p[k]);
  const got = [
    v[0] + (w[1] * r[2] - w[2] * r[1]),
    v[1] + (w[2] * r[0] - w[0] * r[2]),
    v[2] + (w[0] * r[1] - w[1] * r[0]),
  ];
  const sizes = [v, w, r].map((vector) => Math.hypot(...vector));
  const allowed = 64 * UNIT_ROUNDOFF * (sizes[0] + sizes[1] * sizes[2]) + 4 * state[RELATIVE_ERROR] * sizes[1];
  const error = largest(got.map((c, k) => c - exact[k]));
  return error === 0 ? 0 : error / allowed;
}

const QUERY = [QUERY_VELOCITY, QUERY_ANGULAR, QUERY_PIVOT] as const;
const REFERENCE = [REFERENCE_VELOCITY, REFERENCE_ANGULAR, REFERENCE_PIVOT] as const;

const names = Object.keys(MOTION_CLASSES);
const corner = (random: SeededRandom): number[] => [0, 0, 0].map(() => (random() < 0.5 ? -1 : 1));

describe('stateAt', () => {
  for (const [index, name] of names.entries()) {
    test(`${name}, beside every other motion: positions and velocities of both bodies`, () => {
      const random = seeded(100 + index);
      let slot = 0;
      let velocity = 0;
      for (const other of names) {
        for (const scale of [1, 1e-6, 1e5]) {
          for (let run = 0; run < 4; run++) {
            const scene: Scene = {
              motionQ: MOTION_CLASSES[name](random, 4 * scale),
              motionR: MOTION_CLASSES[other](random, 4 * scale),
              frameQ: frameAt(randomVector(random, run % 2 === 0 ? 0 : scale), 2 ** Math.floor(Math.log2(scale))),
              frameR: frameAt(randomVector(random, run % 2 === 0 ? 0 : scale), 2 ** Math.ceil(Math.log2(scale))),
            };
            prepare(scene, Float64Array.from(randomVector(random, scale)));
            const time = run === 0 ? 0 : random();
            relative.stateAt(time, state);
            slot = Math.max(slot, positionError(scene, time, corner(random)));
            velocity = Math.max(
              velocity,
              velocityError(scene, time, corner(random), scene.motionQ, scene.frameQ, QUERY),
              velocityError(scene, time, corner(random), scene.motionR, scene.frameR, REFERENCE),
            );
          }
        }
      }
      expect(slot).toBeLessThan(0.5);
      expect(velocity).toBeLessThan(0.5);
    });
  }

  test('bodies 10⁶ away, moved by a hair: the offset of their frames counts, not that of the world', () => {
    const random = seeded(9);
    for (let run = 0; run < 100; run++) {
      const far = [1e6, 2e6, -3e6];
      const slot = (): number[] => far.map((x) => x + 3 * random());
      const scene: Scene = {
        motionQ: { from: { position: slot() }, to: { position: slot(), rotation: [0.6, 0, 0, 0.8] } },
        motionR: { from: { position: slot() } },
        frameQ: frameAt([0, 0, 0], 1),
        frameR: frameAt([0, 0, 0], 1),
      };
      prepare(scene, Float64Array.from(far));
      const time = random();
      relative.stateAt(time, state);
      expect(state[RELATIVE_ERROR]).toBeLessThan(1e-12);
      expect(positionError(scene, time, corner(random))).toBeLessThan(0.5);
    }
  });

  test('at time 0 and for bodies at rest it is the relative pose, with the error of any query and once more that', () => {
    const scene: Scene = {
      motionQ: { from: { position: [3, 0, 0], rotation: [0, 0, 0.6, 0.8] } },
      motionR: { from: {} },
      frameQ: frameAt([0, 0, 0], 1),
      frameR: frameAt([0, 0, 0], 1),
    };
    prepare(scene, new Float64Array(3));
    relative.stateAt(0.7, state);
    expect(relative.scale).toBeCloseTo(3 + 2 * Math.sqrt(3), 12);
    expect(state[RELATIVE_ERROR]).toBeCloseTo(2 * COORDINATE_ERROR * relative.scale, 25);
    expect([...state.subarray(9, 12)]).toEqual([3, 0, 0]);
  });

  test('S holds the offset of the centres at every time', () => {
    const random = seeded(21);
    let tightest = Infinity;
    for (let run = 0; run < 300; run++) {
      const pick = (): OracleMotion => MOTION_CLASSES[names[Math.floor(names.length * random())]](random, 3);
      const scene: Scene = {
        motionQ: pick(),
        motionR: pick(),
        frameQ: frameAt(randomVector(random, 1), 1),
        frameR: frameAt(randomVector(random, 1), 2),
      };
      prepare(scene, new Float64Array(3));
      const reach = Math.sqrt(3) * 1.5;
      let longest = 0;
      for (let k = 0; k <= 50; k++) {
        relative.stateAt(k / 50, state);
        longest = Math.max(longest, Math.hypot(state[9], state[10], state[11]));
      }
      expect(longest + reach).toBeLessThanOrEqual(relative.scale * (1 + 1e-12));
      tightest = Math.min(tightest, relative.scale / (longest + reach));
    }
    expect(tightest).toBeLessThan(1.0001); // bodies at rest, at least
  });

  test('a pose function is asked for its pose; its speeds are loose, the other body keeps its vectors', () => {
    const random = seeded(33);
    for (let run = 0; run < 60; run++) {
      const other = MOTION_CLASSES[names[run % names.length]](random, 3);
      const known = moveFixed({ from: {}, velocity: [1, 2, 0], angularVelocity: [0, 0, 1] });
      const mover: Motion = {
        pose: (t) => ({ position: [t, 2 * t, 0], rotation: [0, 0, Math.sin(t / 2), Math.cos(t / 2)] }),
        speed: 2.5,
        angularSpeed: 1,
      };
      const isQuery = run % 2 === 0;
      const frames = [frameAt(randomVector(random, 1), 1), frameAt(randomVector(random, 1), 2)] as const;
      queryMotion.read(isQuery ? mover : other, new Float64Array(3), 'motionA');
      referenceMotion.read(isQuery ? other : mover, new Float64Array(3), 'motionB');
      relative.prepare(queryMotion, frames[0], referenceMotion, frames[1]);
      const time = random();
      relative.stateAt(time, state);
      const loose = isQuery ? QUERY_LOOSE : REFERENCE_LOOSE;
      expect([...state.subarray(loose, loose + 2)]).toEqual([2.5 / 2, 1]);
      // As good as a steady motion, but for the Math.sin in it.
      const steady = { from: {}, velocity: [1, 2, 0], angularVelocity: [0, 0, 1] };
      const scene = {
        motionQ: isQuery ? steady : other,
        motionR: isQuery ? other : steady,
        frameQ: frames[0],
        frameR: frames[1],
      };
      expect(positionError(scene, time, corner(random))).toBeLessThan(1);
      expect(
        largest(known(fixed(time)).position.map((c, k) => fixedToNumber(c) - [time, 2 * time, 0][k])),
      ).toBeLessThan(1e-15);
      const error = isQuery
        ? velocityError(scene, time, corner(random), other, frames[1], REFERENCE)
        : velocityError(scene, time, corner(random), other, frames[0], QUERY);
      expect(error).toBeLessThan(isQuery ? 0.5 : 8); // Math.sin turns the frame a little
    }
  });

  test('bodies that get too far apart for their size are refused', () => {
    queryMotion.read({ from: {}, velocity: [1e80, 0, 0] }, new Float64Array(3), 'motionA');
    referenceMotion.read({}, new Float64Array(3), 'motionB');
    const frame = frameAt([0, 0, 0], 1);
    expect(() => relative.prepare(queryMotion, frame, referenceMotion, frame)).toThrow(
      expect.objectContaining({ code: 'pose/too-far' }),
    );
  });
});

test('the oracle and the pose agree where nothing moves', () => {
  const pose = { position: [1, 2, 3], rotation: [0.6, 0, 0, 0.8] };
  const still = moveFixed({ from: pose })(fixed(0.4));
  expect(still.position).toEqual(poseFixed(pose).position);
});
