import { motionPose, type SteadyMotion } from 'nearmiss';
import { expect, test } from 'vitest';
import type { Body, BodyPose, BodyShape } from '../src/page/body.ts';
import { middleOf } from '../src/page/body-poses.ts';
import { FIRST_PLAN, type MotionPlan, motionsOf, readPlan, writePlan } from '../src/page/motion-plan.ts';

const SHAPE: BodyShape = {
  triangleCount: 0,
  solid: true,
  warnings: [],
  centre: [0.5, -2, 1],
  radius: 3,
  positions: new Float32Array(),
  triangles: new Uint32Array(),
};
const START: BodyPose = { position: [1, 2, 3], rotation: [0, 0, 0, 1] };
const END: BodyPose = { position: [-7, 0.1, 4], rotation: [0.48, 0.36, -0.48, 0.64] };
const BODY: Body = { word: 'shape:box', digest: null, shape: SHAPE, pose: START };

const planOf = (plan: Partial<MotionPlan>): MotionPlan => ({ ...FIRST_PLAN, ends: { a: null, b: END }, ...plan });
const motionOfB = (plan: Partial<MotionPlan>) => motionsOf({ a: BODY, b: BODY }, planOf(plan)).b;

/** Where the middle of the body is at a time of its motion. */
function middleAt(plan: Partial<MotionPlan>, time: number): number[] {
  return middleOf({ shape: SHAPE, pose: motionPose(motionOfB(plan), time) }).toArray();
}

test('a link brings back a plan, to the last bit', () => {
  for (const plan of [
    FIRST_PLAN,
    planOf({ kind: 'screw', time: 0.1 + 0.2 }),
    planOf({ turns: 12, time: 0, ends: { a: { ...END, position: [1e-30, 1e30, 0.1] }, b: END } }),
    planOf({ kind: 'translation', time: 1 }),
  ]) {
    expect(readPlan(`#a=shape:box${writePlan(plan)}`)).toEqual(plan);
  }
});

test.each(['', '#motion=fall&turns=-1&end-a=1,2&time=2', '#time=&turns=1e9&end-b=', '#time=soon&turns=2.5'])(
  'there is no plan in %j',
  (hash) => {
    expect(readPlan(hash)).toEqual(FIRST_PLAN);
  },
);

test('a body without an end rests', () => {
  expect(motionsOf({ a: BODY, b: BODY }, planOf({})).a).toBe(START);
});

test.each([{}, { turns: 3 }, { kind: 'screw' }] as const)('the plan %j leads from the start to the end', (plan) => {
  expect(motionPose(motionOfB(plan), 0)).toEqual(START);
  const { position, rotation } = motionPose(motionOfB(plan), 1);
  position.forEach((x, k) => {
    expect(x).toBeCloseTo(END.position[k] ?? Number.NaN, 12);
  });
  // With three whole turns the quaternion has changed its sign thrice, which means nothing.
  const sign = Math.sign(rotation[3] * END.rotation[3]);
  rotation.forEach((x, k) => {
    expect(sign * x).toBeCloseTo(END.rotation[k] ?? Number.NaN, 12);
  });
});

test.each([{}, { turns: 3 }, { kind: 'translation' }] as const)('on the plan %j the middle goes straight', (plan) => {
  const [start, half, end] = [0, 0.5, 1].map((time) => middleAt(plan, time));
  half?.forEach((x, k) => {
    expect(x).toBeCloseTo(((start?.[k] ?? 0) + (end?.[k] ?? 0)) / 2, 12);
  });
  middleOf({ shape: SHAPE, pose: END })
    .toArray()
    .forEach((x, k) => {
      expect(end?.[k]).toBeCloseTo(x, 12);
    });
});

test('a translation does not turn, however its end is turned', () => {
  expect(motionPose(motionOfB({ kind: 'translation' }), 1).rotation).toEqual(START.rotation);
});

test('more turns go on from the shorter turn, whichever sign a quaternion has', () => {
  const [x, y, z, w] = END.rotation;
  const ends = { a: null, b: { ...END, rotation: [-x, -y, -z, -w] } as const };
  expect(motionOfB({ turns: 1, ends })).toEqual(motionOfB({ turns: 1 }));
  const { angularVelocity = [] } = motionOfB({ turns: 1 }) as SteadyMotion;
  expect(Math.hypot(...Array.from(angularVelocity))).toBeCloseTo(2 * Math.acos(w) + 2 * Math.PI, 12);
});

test('turns are turns about an axis also where the end is not turned', () => {
  const ends = { a: null, b: { ...START, position: [9, 9, 9] } as const };
  expect(motionOfB({ turns: 2, ends })).toMatchObject({ angularVelocity: [0, 4 * Math.PI, 0] });
});
