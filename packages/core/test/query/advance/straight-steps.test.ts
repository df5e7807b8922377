import { describe, expect, test } from 'vitest';
import { NodeBlock } from '../../../src/bounds/node-block.ts';
import { STATE_SIZE } from '../../../src/motion/relative-motion.ts';
import { writeDiscSteps } from '../../../src/query/advance/disc-steps.ts';
import { POINT_MOTION } from '../../../src/query/advance/point-motion.ts';
import { ballRadii, writeStraightSteps } from '../../../src/query/advance/straight-steps.ts';
import { type Random, seededRandom } from '../../../src/scalar/random.ts';
import { UNIT_ROUNDOFF } from '../../../src/scalar/tolerances.ts';

type Vector = readonly [number, number, number];

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const plus = (a: Vector, b: Vector, s = 1): Vector => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
const scaled = (a: Vector, s: number): Vector => [a[0] * s, a[1] * s, a[2] * s];

function unit(random: Random): Vector {
  while (true) {
    const v: Vector = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
    const length = Math.sqrt(dot(v, v));
    if (length > 0.1 && length <= 1) return scaled(v, 1 / length);
  }
}

/** A disc about the origin: axis, half thickness, radius; sometimes flat, sometimes a needle. */
function makeDisc(random: Random): { axis: Vector; half: number; radius: number } {
  const size = 10 ** (-3 * random());
  return {
    axis: unit(random),
    half: size * (random() < 0.3 ? 1e-6 : random()),
    radius: size * (random() < 0.2 ? 1e-6 : random()),
  };
}

/** The point of a disc that is farthest along n. */
function support({ axis, half, radius }: ReturnType<typeof makeDisc>, n: Vector): Vector {
  const along = dot(axis, n);
  const across = plus(n, axis, -along);
  const length = Math.sqrt(dot(across, across));
  return plus(scaled(axis, along > 0 ? half : -half), across, length > 0 ? radius / length : 0);
}

/**
 * Two discs that touch at time t along n and not before, the one moving at `velocity`: both lie where their farthest points along
 * n and −n are one. Or `apart`, passing each other with space between them.
 */
function makeContact(random: Random, far: number, apart = false) {
  const a = makeDisc(random);
  const b = makeDisc(random);
  const n = unit(random);
  const side = unit(random);
  const level = plus(side, n, -dot(side, n));
  // From head on to a graze, at which they touch in passing.
  const climb = apart || random() < 0.3 ? 0 : 10 ** (-8 * random());
  const velocity = scaled(plus(level, n, climb), far);
  const time = 0.05 + 0.9 * random();
  const touching = plus(support(a, n), support(b, scaled(n, -1)), -1);
  const clearance = apart ? 0.3 * (a.half + a.radius + b.half + b.radius) : 0;
  const centreB = plus(plus(touching, n, clearance), velocity, time);
  const disc = (centre: Vector, { axis, half, radius }: ReturnType<typeof makeDisc>) =>
    Float64Array.of(...centre, ...axis, half, radius);
  // What the library takes from a gap: 96 units of the last position of the scale.
  const scale =
    Math.sqrt(dot(centreB, centreB)) + Math.sqrt(dot(velocity, velocity)) + 2 * (a.half + a.radius + b.half + b.radius);
  const withheld = Float64Array.of(96 * UNIT_ROUNDOFF * scale);
  const beside = plus(centreB, velocity, -dot(centreB, velocity) / dot(velocity, velocity));
  return { a: disc([0, 0, 0], a), b: disc(centreB, b), velocity, time, withheld, besideSq: dot(beside, beside) };
}

function straightStep({ a, b, velocity, withheld }: ReturnType<typeof makeContact>): number {
  const out = new Float64Array(1);
  const displacement = Float64Array.of(...velocity, dot(velocity, velocity));
  writeStraightSteps(
    { velocity: displacement, opened: new NodeBlock(), withheld },
    a,
    ballRadii(a),
    1,
    b,
    ballRadii(b),
    out,
  );
  return out[0];
}

/** The step of discs that may turn, of two that do not. */
function turningStep({ a, b, velocity, withheld }: ReturnType<typeof makeContact>): number {
  const out = new Float64Array(1);
  const motion = new Float64Array(POINT_MOTION);
  motion.set(velocity);
  const rest = new Float64Array(POINT_MOTION);
  const state = new Float64Array(STATE_SIZE);
  writeDiscSteps({ state, motionsQ: motion, motionsR: rest, opened: new NodeBlock(), withheld }, a, b, Infinity, out);
  return out[0];
}

function ballsOverlap({ a, b }: ReturnType<typeof makeContact>): boolean {
  return Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]) < 1.001 * (ballRadii(a)[0] + ballRadii(b)[0]);
}

describe.each([1e-2, 1, 1e2, 1e4, 1e6, 1e8])('discs that touch after a path of %d', (far) => {
  test.each([
    ['straight', straightStep],
    ['turning', turningStep],
  ] as const)('are not taken to be apart until later: %s', (_, stepOf) => {
    const random = seededRandom(31 + Math.log10(far));
    for (let k = 0; k < 20_000; k++) {
      const contactStatus = makeContact(random, far);
      const step = stepOf(contactStatus);
      if (!(step <= contactStatus.time))
        expect.fail(`pair ${k}: apart until ${step}, but they touch at ${contactStatus.time}`);
    }
  });
});

test('where balls are apart, steps of what goes straight on are no shorter than of what may turn, but for their error bound', () => {
  const random = seededRandom(5);
  for (let k = 0; k < 5_000; k++) {
    const contactStatus = makeContact(random, 3);
    if (ballsOverlap(contactStatus)) continue;
    const step = straightStep(contactStatus);
    const turning = Math.min(turningStep(contactStatus), 1);
    // The root of the error bound is 10⁻⁶ of the method, over which radii of up to 1 are lost where axes and tests are aligned.
    expect(step).toBeGreaterThan(turning * (1 - 1e-5) - 1e-5);
  }
});

test('discs that pass each other are mostly known to, where their balls do not', () => {
  const random = seededRandom(9);
  let passing = 0;
  let known = 0;
  for (let k = 0; k < 5_000; k++) {
    const contactStatus = makeContact(random, 100, true);
    const balls = Math.sqrt(contactStatus.besideSq) - ballRadii(contactStatus.a)[0] - ballRadii(contactStatus.b)[0];
    if (balls > 0) continue;
    passing++;
    if (straightStep(contactStatus) === Infinity) known++;
  }
  expect(known / passing).toBeGreaterThan(0.5);
});
