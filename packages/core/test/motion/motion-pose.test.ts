import { describe, expect, test } from 'vitest';
import { box } from '../../src/entries/shapes.ts';
import { Model } from '../../src/model/model.ts';
import type { Motion } from '../../src/motion/motion.ts';
import { type MotionPose, motionPose } from '../../src/motion/motion-pose.ts';
import { distance } from '../../src/query/distance/distance.ts';
import { timeOfContact } from '../../src/query/time-of-contact/time-of-contact.ts';

const FROM = { position: [1, 2, 3], rotation: [0.48, 0.36, -0.48, 0.64] } as const;
const TO = { position: [-4, 0.5, 0.1], rotation: [0, 0.6, 0, -0.8] } as const;

describe('a motion is asked where it is', () => {
  test.each(['linear', 'screw'] as const)('%s motions begin and end at the poses given, to the last bit', (kind) => {
    expect(motionPose({ from: FROM, to: TO, kind }, 0)).toStrictEqual(FROM);
    expect(motionPose({ from: FROM, to: TO, kind }, 1)).toStrictEqual(TO);
  });

  test('the middle of a linear motion is in the middle', () => {
    const { position, rotation } = motionPose({ from: {}, to: { position: [2, 4, 6], rotation: [0, 0, 1, 0] } }, 0.5);
    expect(position).toStrictEqual([1, 2, 3]);
    for (const [k, x] of [0, 0, Math.SQRT1_2, Math.SQRT1_2].entries()) expect(rotation[k]).toBeCloseTo(x, 15);
  });

  test('a screw goes round its axis', () => {
    // A quarter turn about the z axis through (1, 0, 0) takes the origin to (1, -1, 0).
    const to = { position: [1, -1, 0], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] } as const;
    const [x, y, z] = motionPose({ from: {}, to, kind: 'screw' }, 0.5).position;
    expect(x).toBeCloseTo(1 - Math.SQRT1_2, 15);
    expect(y).toBeCloseTo(-Math.SQRT1_2, 15);
    expect(z).toBeCloseTo(0, 15);
  });

  test('what rests is where it is, what is missing is the identity', () => {
    expect(motionPose(FROM, 0.3)).toStrictEqual(FROM);
    expect(motionPose({}, 0.3)).toStrictEqual({ position: [0, 0, 0], rotation: [0, 0, 0, 1] });
  });

  test('a pose function may ask in turn', () => {
    const inner: Motion = { from: FROM, to: TO };
    const pose = (time: number): MotionPose => motionPose(inner, time / 2);
    expect(motionPose({ pose, speed: 10, angularSpeed: 10 }, 0.5)).toStrictEqual(motionPose(inner, 0.25));
  });

  test('at the time of contact the bodies are within the threshold there', () => {
    const die = Model.build(box());
    const motion = { from: { position: [-3, 0.2, 0.1] }, velocity: [4, 0, 0], angularVelocity: [1, 2, 3] } as const;
    const { toc, threshold, status } = timeOfContact(die, motion, die, {});
    expect(status).toBe('contact');
    const gap = distance(die, motionPose(motion, toc ?? 0), die, {});
    expect(gap.lower).toBeGreaterThan(0);
    expect(gap.upper).toBeLessThanOrEqual(threshold);
  });
});

describe('refused are', () => {
  test.each([-1e-9, 1.0000001, Number.NaN, Infinity, '0.5'])('the time %s', (time) => {
    expect(() => motionPose({}, time as number)).toThrowError(
      expect.objectContaining({ code: 'motion/bad-time', message: expect.stringContaining(String(time)) }),
    );
  });

  test('motions that are none', () => {
    expect(() => motionPose({ from: FROM, to: TO, kind: 'translation' }, 0)).toThrowError(
      expect.objectContaining({ code: 'motion/turned-translation' }),
    );
  });

  test('positions beyond all numbers', () => {
    const motion = { from: { position: [1e308, 0, 0] }, velocity: [1e308, 0, 0] } as const;
    expect(() => motionPose(motion, 1)).toThrowError(expect.objectContaining({ code: 'pose/too-far' }));
  });
});
