import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BodyPose } from '../src/page/body.ts';
import { poseRefusal, readLink, writeLink } from '../src/page/scene-link.ts';

const NOTHING = { word: null, digest: null, pose: null };
const HERE: BodyPose = { position: [0, 0, 0], rotation: [0, 0, 0, 1] };

const coordinate = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((x) => !Object.is(x, -0));
const pose: fc.Arbitrary<BodyPose> = fc.record({
  position: fc.tuple(coordinate, coordinate, coordinate),
  rotation: fc.constantFrom([0, 0, 0, 1] as const, [0.48, 0.36, -0.48, 0.64] as const, [1e-9, 0, 0, 1] as const),
});
const digest = fc.constantFrom(null, '0123456789abcdef');
const body = fc.record({ word: fc.string({ unit: 'grapheme' }), digest, pose });

test('a link brings back what was written, to the last bit', () => {
  fc.assert(
    fc.property(body, body, (a, b) => {
      expect(readLink(writeLink({ a, b }))).toEqual({ a, b });
    }),
    { seed: 7, numRuns: 500 },
  );
});

test('a link can be read by people', () => {
  const gear = { word: 'shape:gear(teeth=12,size=[1,2])', digest: null, pose: HERE };
  expect(writeLink({ a: gear, b: { word: 'file:a & b.stl', digest: '00ff', pose: HERE } })).toBe(
    '#a=shape:gear(teeth=12,size=[1,2])&pose-a=0,0,0,0,0,0,1&b=file:a%20%26%20b.stl&digest-b=00ff&pose-b=0,0,0,0,0,0,1',
  );
});

test.each([
  '',
  '#',
  '#pose-a=',
  '#pose-a=1,2,3',
  '#pose-a=0,0,0,0,0,0,2',
  '#pose-a=0,0,,0,0,0,1',
  '#pose-a=x,0,0,0,0,0,1',
])('there is no pose in %j', (hash) => {
  expect(readLink(hash)).toEqual({ a: NOTHING, b: NOTHING });
});

test('what is no pose is named, and nothing is where all are poses', () => {
  expect(poseRefusal('#a=shape:box&pose-a=0,0,0,0,0,0,1&end-b=1e+3,0,0,0,0,0,1')).toBe(null);
  const refusal = poseRefusal('#pose-a=NaN,0,0,0,0,0,1&pose-b=0,0,0,0,0,0,1&end-b=0,0,0,0,0,0,3');
  expect(refusal?.message).toContain('pose-a and end-b is no pose');
});

test('an exponent with a plus sign is a number', () => {
  expect(readLink('#pose-b=1e+21,0,0,0,0,0,1').b.pose).toEqual({ ...HERE, position: [1e21, 0, 0] });
});
