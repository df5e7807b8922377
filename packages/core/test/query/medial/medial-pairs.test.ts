// Pairs of medial primitives that overlap: against every pair measured, and against the contacts of the faces.

import { randomPose, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { medial, medialAxis, medialStructure } from '../../../src/entries/medial.ts';
import { gear, torusKnot } from '../../../src/entries/shapes.ts';
import { CollideResult, collide, Model } from '../../../src/index.ts';
import { BALL, CLOSEST_SIZE, closestBalls } from '../../../src/medial/closest-balls.ts';
import { scaled } from '../bodies.ts';

/** Pairs nearer to touching than this may be listed or not. */
const ROUNDING = 1e-12;

type PosedMesh = ReturnType<typeof randomPose>;

const knot = Model.build(torusKnot({ triangles: 800 }), { with: [medialStructure({ primitives: 60, samples: 600 })] });
const wheel = Model.build(scaled(gear(), 0.4), { with: [medialStructure({ primitives: 40, samples: 600 })] });

/** Balls of every primitive of the enclosure, in the world: cones first, as the pairs number them. */
function primitivesOf(model: Model, { position, rotation }: PosedMesh): Float64Array[] {
  const { spheres, cones, slabs, dilation } = medialAxis(model);
  const [qx, qy, qz, qw] = rotation;
  const turned = ([x, y, z]: Float64Array): number[] => {
    const [tx, ty, tz] = [2 * (qy * z - qz * y), 2 * (qz * x - qx * z), 2 * (qx * y - qy * x)];
    return [x + qw * tx + qy * tz - qz * ty, y + qw * ty + qz * tx - qx * tz, z + qw * tz + qx * ty - qy * tx];
  };
  const slot = (ball: number): number[] => {
    const at = spheres.subarray(BALL * ball, BALL * ball + BALL);
    return [...turned(at).map((x, k) => x + position[k]), at[3] + dilation];
  };
  const groups = (list: Uint32Array, size: number): number[][] =>
    Array.from({ length: list.length / size }, (_, k) => [...list.subarray(size * k, size * k + size)]);
  return [...groups(cones, 2), ...groups(slabs, 3)].map((balls) => Float64Array.from(balls.flatMap(slot)));
}

function signedDistance(a: Float64Array, b: Float64Array): number {
  const out = new Float64Array(CLOSEST_SIZE);
  closestBalls(a, 0, a.length / BALL, b, 0, b.length / BALL, out);
  return out[0];
}

const drawPoses = (random: SeededRandom): [PosedMesh, PosedMesh] => [randomPose(random, 0.6), randomPose(random, 0.2)];

test('every pair that overlaps is listed, and no other; faces that meet, meet inside one', () => {
  const random = seeded(41);
  const out = new CollideResult();
  let listed = 0;
  let contacts = 0;
  let apart = 0;
  for (let k = 0; k < 40; k++) {
    const [poseA, poseB] = drawPoses(random);
    // The smaller one is the one that the search moves.
    const [a, b] = k % 2 === 0 ? [knot, wheel] : [wheel, knot];
    const { status, pairs, pairCount } = collide(a, poseA, b, poseB, { method: medial, contacts: 'all' }, out);
    const found = new Set(pairs.map(String));
    expect([found.size, pairs.length]).toEqual([pairCount, pairCount]);
    expect(pairCount > 0).toBe(status === 'near');
    const [ofA, ofB] = [primitivesOf(a, poseA), primitivesOf(b, poseB)];
    for (const [i, first] of ofA.entries()) {
      for (const [j, second] of ofB.entries()) {
        const gap = signedDistance(first, second);
        if (Math.abs(gap) > ROUNDING) expect(found.has(`${i},${j}`), `pair ${i}, ${j} of ${k}`).toBe(gap < 0);
      }
    }
    const { pointA } = collide(a, poseA, b, poseB);
    if (pointA !== null) {
      const point = Float64Array.of(...pointA, 0);
      const holds = pairs.some(([i, j]) => Math.max(signedDistance(ofA[i], point), signedDistance(ofB[j], point)) <= 0);
      expect(holds, `contact ${k}`).toBe(true);
      contacts++;
    }
    listed += pairCount;
    if (status === 'separated') apart++;
  }
  expect(listed).toBeGreaterThan(500);
  expect(contacts).toBeGreaterThan(5);
  expect(apart).toBeGreaterThan(5);
});

test('no more pairs than the limit are listed, and none if only whether is asked', () => {
  const ask = { method: medial } as const;
  const all = collide(knot, {}, wheel, {}, { ...ask, contacts: 'all' });
  expect(all.pairCount).toBeGreaterThan(20);
  const few = collide(knot, {}, wheel, {}, { ...ask, contacts: 'all', limit: 7 });
  expect(few).toMatchObject({ status: 'near', colliding: null, pairs: all.pairs.slice(0, 7), pairCount: 7 });
  expect(collide(knot, {}, wheel, {}, ask)).toMatchObject({ status: 'near', pairs: [], pairCount: 0 });
});

test('a budget that ends while pairs are listed is told', () => {
  const { stats } = collide(knot, {}, wheel, {}, { method: medial, stats: true });
  const budget = (stats?.volumeTests ?? 0) + 10;
  const split = collide(knot, {}, wheel, {}, { method: medial, contacts: 'all', budget });
  expect(split).toMatchObject({ status: 'iteration-limit', colliding: null });
});
