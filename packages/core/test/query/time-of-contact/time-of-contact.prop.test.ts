// Times of contact are judged by a slow advancement that cannot step over anything (fixtures/plain-contact-time), on small
// meshes, and by exact decisions at many times, on larger ones: never late, never blind, never a contact that is none.

import {
  bruteForcePairs,
  plainContactTime,
  randomBetween,
  randomChoice,
  randomInteger,
  randomPose,
  type SeededRandom,
  type SoupMotion,
  seeded,
} from '@nearmiss/fixtures';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { box, icosphere, lShape, torus, torusKnot } from '../../../src/entries/shapes.ts';
import { simd } from '../../../src/entries/simd.ts';
import { collide, Mesh, Model, type Motion, type SteadyMotion, timeOfContact, use } from '../../../src/index.ts';
import { BodyMotion } from '../../../src/motion/body-motion.ts';
import { anyBody, scaled } from '../bodies.ts';
import type { PlainPose } from '../scenes.ts';

const MOTIONS = Number(process.env.NEARMISS_TOC_MOTIONS ?? 2000);
const LARGER = Math.max(150, MOTIONS / 20);
const SAMPLES = 60;

/** Gap that counts as contact, and a gap so small that it must have been noticed. The bodies are about 1 across. */
const THRESHOLD = 1e-4;
const TOUCH = 1e-7;

const SMALL: readonly Mesh[] = [
  new Mesh([0, 0, 0, 0.8, 0, 0, 0, 0.8, 0, 0, 0, 0.8], [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]),
  box({ size: [0.7, 0.4, 0.3] }),
  box({ size: [1.2, 0.02, 0.02] }),
  box({ size: [1, 1, 1e-4] }),
  new Mesh([-0.5, -0.4, 0, 0.6, -0.3, 0.1, 0, 0.7, -0.1], [0, 1, 2]),
  icosphere({ subdivisions: 0, radius: 0.4 }),
  lShape(),
];

/** A steady motion in plain arithmetic, independent of the library's. */
function soupOf(mesh: Mesh, motion: SteadyMotion & { readonly from: PlainPose }): SoupMotion {
  const corners = new Float64Array(3 * mesh.triangles.length);
  mesh.triangles.forEach((v, k) => {
    corners.set(mesh.positions.subarray(3 * v, 3 * v + 3), 3 * k);
  });
  const velocity = Array.from(motion.velocity ?? [0, 0, 0]);
  const omega = Array.from(motion.angularVelocity ?? [0, 0, 0]);
  const pivot = Array.from(motion.pivot ?? [0, 0, 0]);
  const rate = Math.hypot(...omega);
  const axis = rate > 0 ? omega.map((x) => x / rate) : [0, 0, 1];
  const [qx, qy, qz, qw] = motion.from.rotation;
  const turned = (x: number, y: number, z: number): [number, number, number] => {
    const [tx, ty, tz] = [2 * (qy * z - qz * y), 2 * (qz * x - qx * z), 2 * (qx * y - qy * x)];
    return [x + qw * tx + qy * tz - qz * ty, y + qw * ty + qz * tx - qx * tz, z + qw * tz + qx * ty - qy * tx];
  };
  const [cx, cy, cz] = turned(pivot[0], pivot[1], pivot[2]);
  let reach = 0;
  for (let k = 0; k < corners.length; k += 3) {
    reach = Math.max(reach, Math.hypot(corners[k] - pivot[0], corners[k + 1] - pivot[1], corners[k + 2] - pivot[2]));
  }
  return {
    corners,
    speed: Math.hypot(...velocity) + rate * reach,
    pointAt: (x, y, z, time, out, at) => {
      const [px, py, pz] = turned(x, y, z);
      const r = [px - cx, py - cy, pz - cz];
      const sin = Math.sin(rate * time);
      const cos = Math.cos(rate * time);
      const along = (axis[0] * r[0] + axis[1] * r[1] + axis[2] * r[2]) * (1 - cos);
      const centre = [cx, cy, cz];
      for (let k = 0; k < 3; k++) {
        const across = axis[(k + 1) % 3] * r[(k + 2) % 3] - axis[(k + 2) % 3] * r[(k + 1) % 3];
        out[at + k] =
          motion.from.position[k] + centre[k] + velocity[k] * time + cos * r[k] + sin * across + along * axis[k];
      }
    },
  };
}

type Drawn = SteadyMotion & { readonly from: PlainPose };

/** From somewhere outside through the neighbourhood of the origin: slow or fast turns, none, many. */
function drawMotion(random: SeededRandom): Drawn {
  const aim = randomPose(random, 0.7);
  const away = randomPose(random, 1).position;
  const length = Math.hypot(...away) || 1;
  const distance = randomBetween(random, 0.5, 3);
  const position: [number, number, number] = [0, 0, 0];
  const velocity: [number, number, number] = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    const direction = away[k] / length;
    position[k] = aim.position[k] - distance * direction;
    velocity[k] = randomChoice(random, [1.2, 2, 1]) * distance * direction;
  }
  const rate = randomChoice(random, [0, 0.3, 1, 170 / 57.29577951308232, 20]);
  const axis = randomPose(random, 1).position;
  const norm = Math.hypot(...axis) || 1;
  return {
    from: { position, rotation: aim.rotation },
    velocity: random() < 0.1 ? [0, 0, 0] : velocity,
    angularVelocity: [(rate * axis[0]) / norm, (rate * axis[1]) / norm, (rate * axis[2]) / norm],
    pivot: random() < 0.3 ? [randomBetween(random, -1, 1), 0, randomBetween(random, -1, 1)] : [0, 0, 0],
  };
}

function reference(random: SeededRandom): Drawn {
  const { position, rotation } = randomPose(random, 0.3);
  return { from: { position, rotation }, velocity: [0, 0, 0], angularVelocity: [0, 0, 0] };
}

/** What bodies, positions and velocities are multiplied by. */
const SCALES = [1, 3e-300, 1, 7e-250, 1, 3e-200, 1, 5e-61, 1, 2e70, 1, 9e148];

function atScale(motion: Drawn, scale: number): Drawn {
  const by = (v: ArrayLike<number>): [number, number, number] => [v[0] * scale, v[1] * scale, v[2] * scale];
  const { from, velocity = [0, 0, 0], pivot = [0, 0, 0] } = motion;
  return { ...motion, from: { ...from, position: by(from.position) }, velocity: by(velocity), pivot: by(pivot) };
}

/** Every test by the library itself and by the kernels, which serve it where they apply. */
describe.for([
  ['the library', null],
  ['the kernels', simd],
] as const)('%s', ([, kernels]) => {
  beforeEach(() => use(kernels));
  afterEach(() => use(null));

  test(`${MOTIONS} motions of small meshes, against an advancement that steps over nothing`, () => {
    const random = seeded(5);
    const models = SCALES.map((scale) => SMALL.map((mesh) => Model.build(scaled(mesh, scale))));
    const counts = { contact: 0, near: 0, free: 0, 'initially-in-contact': 0, 'iteration-limit': 0 };
    for (let k = 0; k < MOTIONS; k++) {
      const i = randomInteger(random, 0, SMALL.length - 1);
      const j = randomInteger(random, 0, SMALL.length - 1);
      const motionA = drawMotion(random);
      const motionB = random() < 0.4 ? drawMotion(random) : reference(random);
      // The same at another scale differs by a rounding, of which the judge allows a thousand.
      const s = k % SCALES.length;
      const scale = SCALES[s];
      const [asA, asB] = [atScale(motionA, scale), atScale(motionB, scale)];
      const options = { threshold: THRESHOLD * scale, solid: false };
      const result = timeOfContact(models[s][i], asA, models[s][j], asB, options);
      const name = `motion ${k}: meshes ${i}, ${j} × ${scale}`;
      counts[result.status]++;
      const [a, b] = [soupOf(SMALL[i], motionA), soupOf(SMALL[j], motionB)];
      if (result.status === 'initially-in-contact') {
        const [one, other] = [
          { ...models[s][i].mesh, pose: asA.from },
          { ...models[s][j].mesh, pose: asB.from },
        ];
        expect(bruteForcePairs(one, other).length, name).toBeGreaterThan(0);
        continue;
      }
      const near = plainContactTime(a, b, THRESHOLD);
      const touching = near <= 1 ? plainContactTime(a, b, TOUCH, near) : near;
      if (result.status === 'free') {
        expect(touching, `${name}, free`).toBe(Number.POSITIVE_INFINITY);
        continue;
      }
      const toc = result.toc ?? Number.NaN;
      expect(toc, `${name}, late`).toBeLessThanOrEqual(touching);
      // Half the threshold takes this long at the highest speed; that much two right answers may differ.
      const errorBound = THRESHOLD / (a.speed + b.speed) + 1e-12;
      expect(toc, `${name}, early`).toBeGreaterThanOrEqual(near - errorBound);
      expect(result.lower).toBe(toc);
      if (result.status !== 'contact') continue;
      const upper = result.upper ?? Number.NaN;
      expect(upper, name).toBeGreaterThanOrEqual(toc);
      expect(plainContactTime(a, b, TOUCH, toc), `${name}, proven`).toBeLessThanOrEqual(upper + 1e-9);
    }
    expect(counts.contact).toBeGreaterThan(MOTIONS / 4);
    expect(counts.free).toBeGreaterThan(MOTIONS / 10);
    expect(counts['iteration-limit']).toBe(0);
  });

  test(`${LARGER} motions of larger bodies, against exact decisions at ${SAMPLES} times each`, () => {
    const random = seeded(6);
    const body = [new BodyMotion(), new BodyMotion()] as const;
    const origin = new Float64Array(3);
    const pose = (k: 0 | 1, time: number) => {
      const out = new Float64Array(7);
      body[k].poseAt(time, out);
      return { position: out.subarray(0, 3), rotation: out.subarray(3) };
    };
    let contacts = 0;
    for (let k = 0; k < LARGER; k++) {
      const a = anyBody(random);
      const b = anyBody(random);
      const motionA: Motion = drawMotion(random);
      const motionB: Motion = random() < 0.3 ? drawMotion(random) : reference(random);
      body[0].read(motionA, origin, 'a');
      body[1].read(motionB, origin, 'b');
      const result = timeOfContact(a.model, motionA, b.model, motionB);
      const name = `${k}: ${a.name}, ${b.name}`;
      const at = (time: number) => collide(a.model, pose(0, time), b.model, pose(1, time)).colliding;
      if (result.status === 'initially-in-contact') {
        expect(at(0), name).toBe(true);
        continue;
      }
      const end = result.toc ?? 1;
      for (let s = 0; s <= SAMPLES; s++)
        expect(at((end * s) / SAMPLES), `${name} at ${s}/${SAMPLES} of ${end}`).toBe(false);
      if (result.status !== 'contact') continue;
      contacts++;
      expect(at(result.upper ?? Number.NaN), `${name} at upper`).toBe(true);
      expect(result.contacts.length, name).toBeGreaterThan(0);
    }
    expect(contacts).toBeGreaterThan(LARGER / 4);
  });

  describe('what the papers and other libraries get wrong', () => {
    test('a rod that turns by 170°, past an instant at which it goes away', () => {
      const rod = Model.build(
        new Mesh(
          box({ size: [3, 0.02, 0.02] }).positions.map((x, k) => (k % 3 === 0 ? x - 0.5 : x)),
          box().triangles,
        ),
      );
      const block = Model.build(
        new Mesh(
          box({ size: [0.1, 0.6, 0.6] }).positions.map((x, k) => (k % 3 === 0 ? x + 1.55 : x)),
          box().triangles,
        ),
      );
      const motion = { from: {}, angularVelocity: [0, 0, (170 * Math.PI) / 180] as const };
      const result = timeOfContact(rod, motion, block, {});
      expect(result.status).toBe('contact');
      // The long end, 2 away from the axis, comes round to the block at about 180° less the angle of its near edge.
      expect(result.toc).toBeGreaterThan(0.8);
      expect(result.upper).toBeLessThan(1);
    });

    test('a bullet through paper, 1000 units in a step', () => {
      const plate = Model.build(box({ size: [1, 1, 1e-4] }));
      const shot = Model.build(icosphere({ radius: 0.01, subdivisions: 2 }));
      const result = timeOfContact(
        shot,
        { from: { position: [0.1, 0.2, -400] }, to: { position: [0.1, 0.2, 600] } },
        plate,
        {},
      );
      expect(result.status).toBe('contact');
      expect(Math.abs((result.toc ?? 0) - (400 - 0.01 - 0.5e-4) / 1000)).toBeLessThan(1e-8);
    });

    test('a wheel that spins a thousand times beside a wall is free, and that is soon known', () => {
      const wheel = Model.build(torus({ majorRadius: 1, minorRadius: 0.1 }));
      const wall = Model.build(box({ size: [4, 4, 0.1] }));
      const spin = { from: {}, angularVelocity: [0, 0, 2000 * Math.PI] as const };
      const beside = timeOfContact(wheel, spin, wall, { position: [3.2, 0, 0] });
      expect(beside.status).toBe('free');
      expect(beside.iterations).toBeLessThan(10_000);
      expect(timeOfContact(wheel, spin, wall, { position: [3.05, 0, 0] }).status).toBe('initially-in-contact');
      const closing = { ...spin, velocity: [1, 0, 0] as const };
      const hit = timeOfContact(wheel, closing, wall, { position: [3.5, 0, 0] });
      expect(hit.status).not.toBe('free');
      expect(hit.toc).toBeGreaterThan(0.39);
      expect(hit.toc).toBeLessThan(0.41);
    });

    test('a budget ends it, and nothing touches before what is left', () => {
      const knot = Model.build(torusKnot({ triangles: 960 }));
      const passing = { from: { position: [0, 0, 3] as const }, to: { position: [0, 0, -3] as const } };
      const all = timeOfContact(knot, passing, knot, {});
      const some = timeOfContact(knot, passing, knot, {}, { budget: 50 });
      expect(some.status).toBe('iteration-limit');
      expect(some.toc).toBeLessThanOrEqual(all.toc ?? 0);
    });

    test('grains shot at grains from ten million diameters away hit', () => {
      const random = seeded(7);
      const grain = Model.build(icosphere({ radius: 1e-3, subdivisions: 2 }));
      for (let k = 0; k < 200; k++) {
        const { position: aim } = randomPose(random, 1);
        const { position: off } = randomPose(random, 4e-4);
        const scale = 1e4 / (Math.hypot(...aim) || 1);
        const from = { position: aim.map((x, c) => off[c] - scale * x) };
        const to = { position: aim.map((x, c) => off[c] + scale * x) };
        const { status, toc } = timeOfContact(grain, { from, to }, grain, {});
        expect(status, `shot ${k}`).not.toBe('free');
        expect(toc, `shot ${k}`).toBeLessThan(0.5);
      }
    });

    test('zero motion, a body that starts inside, one that leaves', () => {
      const cube = Model.build(box());
      const small = Model.build(box({ size: [0.1, 0.1, 0.1] }));
      expect(timeOfContact(cube, { position: [2, 0, 0] }, cube, {}).status).toBe('free');
      const inside = { from: {}, to: { position: [3, 0, 0] } as const };
      expect(timeOfContact(small, inside, cube, {})).toMatchObject({
        status: 'initially-in-contact',
        toc: 0,
        departing: false,
      });
      expect(timeOfContact(small, inside, cube, {}, { solid: false })).toMatchObject({ status: 'contact' });
      const up = { from: { position: [0, 0, 1] as const }, to: { position: [0, 0, 4] as const } };
      expect(timeOfContact(cube, up, cube, {})).toMatchObject({ status: 'initially-in-contact', departing: true });
      expect(timeOfContact(cube, { ...up, to: { position: [0, 0, 0.5] } }, cube, {})).toMatchObject({
        departing: false,
      });
    });

    test('from contact: a body that starts within the threshold may leave, and is caught when it comes', () => {
      const cube = Model.build(box());
      const from = { position: [0, 0, 1 + 5e-4] as const };
      const options = { threshold: 1e-3, from: 'contact' } as const;
      const leaving = { from, to: { position: [0, 0, 2] as const } };
      expect(timeOfContact(cube, leaving, cube, {}, { threshold: 1e-3 }).toc).toBe(0);
      expect(timeOfContact(cube, leaving, cube, {}, options).status).toBe('free');
      const coming = timeOfContact(cube, { from, to: { position: [0, 0, 0] } }, cube, {}, options);
      expect(coming.status).toBe('contact');
      expect(coming.toc).toBeGreaterThan(0);
      expect(coming.toc).toBeLessThanOrEqual(5e-4 / (1 + 5e-4));
    });
  });
});
