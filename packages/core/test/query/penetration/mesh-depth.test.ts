// Penetration of meshes that are not convex: depths known by thought, separating translations tried by `collide`, brackets by each other.

import { randomPose, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { box, cup, distortedTorus, gear, lShape, randomSolid, torus, uShape } from '../../../src/entries/shapes.ts';
import {
  clearanceMap,
  collide,
  disc,
  distance,
  Mesh,
  Model,
  Pair,
  type PenetrationOptions,
  PenetrationResult,
  type Pose,
  penetration,
} from '../../../src/index.ts';
import { clearancesOf } from '../../../src/query/penetration/clearances.ts';
import { refined, scaled, shifted, union, withoutFaces } from '../bodies.ts';

const ring = Model.build(torus({ majorRadius: 1, minorRadius: 0.3, majorSegments: 24, minorSegments: 12 }));
const el = lShape({ size: [2, 2, 1], arm: 0.5 });

/** Where A is to go, and what is there: the exact test on the doubles that a caller would add up. */
function expectOut(
  a: Model,
  poseA: Pose,
  b: Model,
  poseB: Pose,
  result: PenetrationResult,
  solid: 'auto' | false = 'auto',
) {
  const position = Array.from(result.translation, (t, k) => (poseA.position?.[k] ?? 0) + t);
  const moved = { ...poseA, position };
  expect(collide(a, moved, b, poseB, { solid }).status).toMatch(/^(separated|touching)$/);
  const size = a.frame.radius * a.frame.unit + b.frame.radius * b.frame.unit;
  expect(distance(a, moved, b, poseB, { solid }).distance).toBeLessThan(1e-9 * size);
  expect(Math.hypot(...result.translation)).toBeLessThanOrEqual(result.upper);
  expect(result.lower).toBeLessThanOrEqual(result.upper);
}

test('a start that is found last is where a descent begins, too', () => {
  const cogs = Model.build(gear({ teeth: 8 }));
  const pose: Pose = { position: [0.3116, 0.3693, -0.0338], rotation: [-0.1421, 0.4508, 0.8257, 0.3079] };
  const bracket = Model.build(uShape());
  const result = new PenetrationResult();
  penetration(cogs, pose, bracket, {}, {}, result);
  expectOut(cogs, pose, bracket, {}, result);
  // Where that start is not followed, 0.2926.
  expect(result.upper).toBeLessThan(0.26);
});

describe('depths known by thought', () => {
  const peg = Model.build(union(box({ size: [0.25, 4, 0.25] }), shifted(box({ size: [0.25, 4, 0.25] }), [1, 0, 0])));
  const hollow = Model.build(union(box({ size: [4, 4, 4] }), shifted(box({ size: [1, 1, 1] }), [6, 0, 0])));
  const small = Model.build(lShape({ size: [0.5, 0.5, 0.5], arm: 0.125 }));
  test.each([
    // Into the inner corner: the arms are 0.5 wide, and 0.1 and 0.05 of that is there already.
    ['L on L', Model.build(el), { position: [0.1, 0.05, 0.25] }, Model.build(el), {}, Math.hypot(0.4, 0.45)],
    // The inner side of the corner lets an edge through: out along x by what overlaps there.
    [
      'box in the corner of an L',
      Model.build(union(box({ size: [1, 1, 4] }), shifted(box(), [0, 0, 9]))),
      { position: [-0.125, 0.25, 0] },
      Model.build(el),
      {},
      0.125,
    ],
    ['a body inside another', small, { position: [1.25, 0.125, 0] }, hollow, {}, 1],
    [
      'two pegs beside a plate',
      peg,
      { position: [0.5, 0, 0.375] },
      Model.build(uShape({ size: [4, 4, 0.75], arm: 1.9 })),
      {},
      0.125,
    ],
  ] as const)('%s', (_name, a, poseA, b, poseB, depth) => {
    const result = penetration(a, poseA, b, poseB);
    expect(result.status).toBe('overlapping');
    expectOut(a, poseA, b, poseB, result);
    expect(result.upper).toBeCloseTo(depth, 8);
    expect(result.lower).toBeLessThanOrEqual(depth + 1e-12);
  });

  test('a refined L has the depth of the coarse one', () => {
    const coarse = Model.build(el);
    const pose = { position: [0.3, 0.2, 0.1], rotation: [0.1, 0.2, 0.3, Math.sqrt(0.86)] } as const;
    const { upper } = penetration(coarse, pose, coarse, {});
    let mesh = el;
    for (let level = 0; level < 2; level++) {
      mesh = refined(mesh);
      const fine = Model.build(mesh);
      expect(penetration(fine, pose, fine, {}).upper).toBeCloseTo(upper, 6);
    }
  });

  test('touching is 0 with a normal, apart is 0 without', () => {
    const a = Model.build(el);
    const touching = penetration(a, { position: [0, 0, 1] }, a, {});
    expect(touching).toMatchObject({ status: 'touching', depth: 0, lower: 0, upper: 0, certified: true });
    expect(Math.abs(touching.normal?.[2] ?? 0)).toBeCloseTo(1, 12);
    expect(touching.normal?.[2]).toBeLessThan(0); // A is above B, the normal points from A to B
    const apart = penetration(a, { position: [0, 0, 1.5] }, a, {});
    expect(apart).toMatchObject({ status: 'separated', depth: 0, upper: 0, normal: null });
    expect(apart.local).toEqual([]);
  });
});

describe('any two meshes', () => {
  const solids = [
    ring,
    Model.build(el),
    Model.build(scaled(gear(), 0.7)),
    Model.build(randomSolid({ seed: 3, triangles: 180 })),
    Model.build(scaled(uShape(), 3.7)),
  ];

  test('the separating translation is one, and brackets of different starts overlap', () => {
    const random = seeded(64);
    let overlapping = 0;
    for (let k = 0; k < 20; k++) {
      const a = solids[k % solids.length];
      const b = solids[(k * 3 + 1) % solids.length];
      const [poseA, poseB] = [randomPose(random, 0.7), randomPose(random, 0.3)];
      const results = (['auto', 'centroid', 'clear', 'random', 'sampling', 'coherent'] as const).map((start) =>
        penetration(a, poseA, b, poseB, { start }),
      );
      if (results[0].status === 'overlapping') overlapping++;
      for (const result of results) {
        expect(result.status).toBe(results[0].status);
        if (result.status === 'overlapping') expectOut(a, poseA, b, poseB, result);
      }
      expect(Math.max(...results.map((r) => r.lower))).toBeLessThanOrEqual(Math.min(...results.map((r) => r.upper)));
      const swapped = penetration(b, poseB, a, poseA);
      expect(swapped.lower).toBeLessThanOrEqual(results[0].upper);
      expect(results[0].lower).toBeLessThanOrEqual(swapped.upper);
    }
    expect(overlapping).toBeGreaterThan(12);
  });

  test('surfaces come apart too, with nothing claimed from below', () => {
    const open = Model.build(withoutFaces(torus(), (face) => face % 7 !== 0));
    const random = seeded(65);
    for (let k = 0; k < 8; k++) {
      const [poseA, poseB] = [randomPose(random, 0.3), randomPose(random, 0.1)];
      for (const [a, solid] of [
        [open, 'auto'],
        [ring, false],
      ] as const) {
        const result = penetration(a, poseA, ring, poseB, { solid });
        if (result.status !== 'overlapping') continue;
        expectOut(a, poseA, ring, poseB, result, solid);
        expect(result.lower).toBe(0);
      }
    }
  });

  test('a budget ends it, whatever it is, with a separating translation and a bracket', () => {
    const a = solids[3];
    const pose = { position: [0.2, 0.1, 0.15] } as const;
    const { upper } = penetration(a, pose, ring, {});
    const statuses = new Set<string>();
    for (const budget of [0, 1, 10, 100, 1000, 1e4, 1e6]) {
      const result = penetration(a, pose, ring, {}, { budget });
      statuses.add(result.status);
      const position = result.translation.map((t, k) => t + pose.position[k]);
      expect(collide(a, { position }, ring, {}).status).toMatch(/separated|touching/);
      expect(result.lower).toBeLessThanOrEqual(upper);
      expect(result.upper).toBeGreaterThanOrEqual(penetration(a, pose, ring, {}).lower);
    }
    expect([...statuses].sort()).toEqual(['iteration-limit', 'overlapping']);
  });

  test('the same question has the same answer, to the bit, also into an old result', () => {
    const out = new PenetrationResult();
    penetration(solids[3], {}, ring, {}, { trace: true, stats: true }, out);
    const again = penetration(solids[3], { position: [0.4, 0, 0] }, ring, {}, {}, out);
    expect({ ...again }).toEqual({ ...penetration(solids[3], { position: [0.4, 0, 0] }, ring, {}) });
  });

  test('trace and stats', () => {
    const { trace, stats, translation } = penetration(
      ring,
      { position: [0.3, 0.2, 0.1] },
      ring,
      {},
      { trace: true, stats: true },
    );
    expect(trace?.[0].kind).toBe('start');
    expect(new Set(trace?.map((step) => step.kind))).toEqual(new Set(['start', 'out', 'in', 'end']));
    expect(trace?.at(-1)?.kind).toBe('end');
    expect(Math.hypot(...(trace?.at(-1)?.translation ?? []))).toBeGreaterThanOrEqual(
      Math.hypot(...translation) - 1e-12,
    );
    expect(stats?.volumeTests).toBeGreaterThan(0);
  });
});

describe('certificates', () => {
  const shapes = [Model.build(el), Model.build(uShape({ size: [2, 2, 1], arm: 0.5 }))];

  test.each([0.1, 0.02])('accuracy %d of the depth', (part) => {
    const random = seeded(66);
    let certified = 0;
    let asked = 0;
    for (let k = 0; k < 8; k++) {
      const [a, b] = [shapes[k % 2], shapes[(k + 1) % 2]];
      const [poseA, poseB] = [randomPose(random, 0.5), randomPose(random, 0.2)];
      const rough = penetration(a, poseA, b, poseB);
      if (rough.status !== 'overlapping') continue;
      const accuracy = part * rough.upper;
      const result = penetration(a, poseA, b, poseB, { accuracy });
      asked++;
      if (result.certified) certified++;
      expect(result.certified).toBe(result.upper - result.lower <= accuracy);
      expect(result.status).toBe(result.certified ? 'overlapping' : 'iteration-limit');
      expect(result.upper).toBeLessThanOrEqual(rough.upper);
      expect(result.lower).toBeLessThanOrEqual(rough.upper);
      expectOut(a, poseA, b, poseB, result);
    }
    expect(asked).toBeGreaterThan(4);
    expect(certified / asked).toBeGreaterThan(0.8);
  });
});

describe('bounds from below', () => {
  const bodies = [
    Model.build(el),
    Model.build(uShape({ size: [2, 2, 1], arm: 0.5 })),
    ring,
    Model.build(randomSolid({ seed: 5, triangles: 180 })),
    Model.build(scaled(gear(), 2)),
  ];

  test.each([undefined, 0.05])('no translation shorter than lower is free, accuracy %s', (accuracy) => {
    const random = seeded(67);
    let probed = 0;
    for (let k = 0; k < 12; k++) {
      const a = bodies[k % bodies.length];
      const b = bodies[(2 * k + 1) % bodies.length];
      const [poseA, poseB] = [randomPose(random, 0.6), randomPose(random, 0.3)];
      const { lower } = penetration(a, poseA, b, poseB, accuracy === undefined ? {} : { accuracy, budget: 2e5 });
      for (let n = 0; n < 60 && lower > 0; n++) {
        // Near the end of the bound, in all directions.
        const u = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
        const part = ((0.9 + 0.0999 * random()) * lower) / Math.hypot(...u);
        const position = u.map((x, c) => x * part + (poseA.position[c] ?? 0));
        expect(collide(a, { ...poseA, position }, b, poseB).status).not.toMatch(/separated|touching/);
        probed++;
      }
    }
    expect(probed).toBeGreaterThan(300);
  });
});

test('clearances that a model is built with are saved, and change no answer', () => {
  const plain = Model.build(torus());
  const fine = Model.build(torus(), { with: [disc, clearanceMap] });
  const pose = { position: [0.2, 0.1, 0.05] } as const;
  const asked = penetration(plain, pose, plain, {}, { start: 'clear' });
  expect({ ...penetration(fine, pose, fine, {}, { start: 'clear' }) }).toEqual({ ...asked });
  const bytes = fine.toBytes();
  expect(bytes.length).toBeGreaterThan(plain.toBytes().length);
  const loaded = Model.fromBytes(bytes);
  expect({ ...penetration(loaded, pose, loaded, {}, { start: 'clear' }) }).toEqual({ ...asked });
  expect(loaded.toBytes()).toEqual(bytes);
});

describe('free configurations', () => {
  const vessel = Model.build(cup());
  const hoop = Model.build(torus({ majorRadius: 0.1, minorRadius: 0.04 }));

  test.each([0.25, 0.3, 0.35])('in an open cup: a ring %d from its axis, in its wall, comes out within', (x) => {
    const pose = { position: [x, 0, 0.2] } as const;
    const clear = penetration(hoop, pose, vessel, {}, { start: 'clear' });
    expectOut(hoop, pose, vessel, {}, clear);
    // The wall is met where the ring is 0.1982 from the axis; outside, and over the rim, it is farther.
    expect(clear.upper).toBeCloseTo(x - 0.1982, 2);
    expect(clear.upper).toBeLessThan(0.7 * penetration(hoop, pose, vessel, {}, { start: 'centroid' }).upper);
  });

  test('above flat faces there are none, in a corner there are', () => {
    const slab = union(box({ size: [4, 4, 1] }), shifted(box({ size: [0.5, 0.5, 3] }), [0.1, 0.2, 1]));
    const placesOf = (model: Model): number => clearancesOf(model).outer.length;
    expect(placesOf(Model.build(box({ size: [1, 2, 3] })))).toBe(0);
    expect(placesOf(Model.build(el))).toBeGreaterThan(0);
    const { outer } = clearancesOf(Model.build(slab));
    for (let k = 0; k < outer.length; k += 4) {
      // As far from the slab as from what stands on it.
      const { unit, centre } = Model.build(slab).frame;
      const [px, py, pz] = [0, 1, 2].map((c) => outer[k + c] * unit + centre[c]);
      const aside = Math.max(Math.abs(px - 0.1), Math.abs(py - 0.2)) - 0.25;
      expect(Math.abs(Math.abs(pz) - 0.5 - aside)).toBeLessThan(0.5);
    }
  });
});

test('linked rings that share but a little come apart by a little, linked as they are', () => {
  const bent = Model.build(distortedTorus());
  const pose = { position: [0.061, 0.233, 0.066], rotation: [0.197, -0.768, -0.008, -0.609] };
  const result = penetration(bent, pose, bent, {});
  expectOut(bent, pose, bent, {}, result);
  // From afar nothing shorter than 0.38 is found.
  expect(result.upper).toBeLessThan(0.03);
});

test('a descent that is stuck between its planes ends', () => {
  const result = penetration(Model.build(box()), { position: [0.3, 0.2, 0.1] }, Model.build(gear()), {});
  expect(result.upper).toBeCloseTo(0.5, 9);
  // It went to and fro 1,600 times before.
  expect(result.iterations).toBeLessThan(100);
});

test('a Pair remembers where it came out', () => {
  const pair = new Pair(ring, ring);
  const out = new PenetrationResult();
  let fresh = 0;
  let remembered = 0;
  for (let step = 0; step < 30; step++) {
    const poseA = {
      position: [0.9 - 0.004 * step, 0.1, 0.05],
      rotation: [0, Math.sin(0.3), 0, Math.cos(0.3)],
    } as const;
    pair.penetration(poseA, {}, { start: 'coherent', stats: true }, out);
    if (out.status !== 'overlapping') continue;
    expectOut(ring, poseA, ring, {}, out);
    remembered += out.stats?.volumeTests ?? 0;
    fresh += penetration(ring, poseA, ring, {}, { stats: true }).stats?.volumeTests ?? 0;
  }
  expect(remembered).toBeGreaterThan(0);
  expect(remembered).toBeLessThan(0.6 * fresh);
  pair.reset();
  const options: PenetrationOptions = { start: 'coherent' };
  expect(pair.penetration({}, {}, options).upper).toBe(penetration(ring, {}, ring, {}, options).upper);
});

test('a Pair led right through another body is not held to the direction that it came from', () => {
  const pair = new Pair(ring, ring);
  let remembered = 0;
  let fresh = 0;
  let overlapping = 0;
  for (let step = 0; step < 60; step++) {
    const height = 1 - step / 30;
    const poseA = { position: [0.4, 0.2, height], rotation: [0.6, 0, 0, 0.8] } as const;
    const kept = pair.penetration(poseA, {});
    const afresh = penetration(ring, poseA, ring, {});
    if (afresh.status !== 'overlapping') continue;
    overlapping++;
    expectOut(ring, poseA, ring, {}, kept);
    expect(kept.upper).toBeLessThan(1.6 * afresh.upper);
    remembered += kept.upper;
    fresh += afresh.upper;
  }
  expect(overlapping).toBeGreaterThan(30);
  expect(remembered).toBeLessThan(1.1 * fresh);
});

test('bodies of very different sizes, in either order', () => {
  const big = Model.build(scaled(torus(), 1000));
  const tiny = Model.build(
    new Mesh(
      el.positions.map((x) => x * 0.01),
      el.triangles,
    ),
  );
  for (const [a, poseA, b, poseB] of [
    [big, {}, tiny, { position: [350, 3, 2] }],
    [tiny, { position: [350, 3, 2] }, big, {}],
  ] as const) {
    const result = penetration(a, poseA, b, poseB);
    expect(result.status).toBe('overlapping');
    expectOut(a, poseA, b, poseB, result);
    expect(result.lower).toBeGreaterThan(0.5 * result.upper);
  }
});
