// Certificates checked again: those that queries give hold, and forged ones do not.

import { randomPose, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { sphere } from '../../../src/entries/convex.ts';
import { box, icosphere, lShape, randomSolid, torus } from '../../../src/entries/shapes.ts';
import { Model, type PenetrationClaim, type Pose, penetration, verifyPenetration } from '../../../src/index.ts';
import { withoutFaces } from '../bodies.ts';

const ring = Model.build(torus({ majorRadius: 1, minorRadius: 0.3, majorSegments: 24, minorSegments: 12 }));
const el = Model.build(lShape({ size: [2, 2, 1], arm: 0.5 }));
const cube = Model.build(box());
const ball = sphere({ radius: 0.7 });
const finer = Model.build(icosphere({ radius: 0.8, subdivisions: 3 }));
const beside: Pose = { position: [0.4, 0.3, 0.2], rotation: [0.1, 0.2, 0.3, Math.sqrt(0.86)] };

/** What a caller who knows no more than the numbers would write down, with some of them changed. */
function forged(claim: PenetrationClaim, changes: Partial<PenetrationClaim>): PenetrationClaim {
  const { lower, upper, translation, certificate } = claim;
  return structuredClone({ lower, upper, translation, certificate, ...changes });
}

describe('what queries answer is confirmed', () => {
  test.each([
    ['balls', ring, ring, beside, {}],
    ['patches', el, el, { position: [0.1, 0.05, 0.25] }, {}],
    ['convex', cube, cube, beside, {}],
    ['convex', ball, cube, beside, {}],
    ['convex', finer, finer, beside, {}],
    ['cubes', ring, ring, beside, { accuracy: 0.12 }],
  ] as const)('%s', (kind, a, b, pose, options) => {
    const result = penetration(a, pose, b, {}, options);
    expect(result.certificate?.kind).toBe(kind);
    expect(result.lower).toBeGreaterThan(0);
    expect(verifyPenetration(a, pose, b, {}, result)).toMatchObject({ ok: true, upper: true, lower: true });
    // And nothing is confirmed that is not so.
    const tooMuch = result.lower + Math.max(1e-6, 1.001 * (result.upper - result.lower));
    expect(verifyPenetration(a, pose, b, {}, forged(result, { lower: tooMuch })).lower).toBe(false);
  });

  test('of a search that was given up as well', () => {
    const result = penetration(ring, beside, ring, {}, { accuracy: 0 });
    expect(result).toMatchObject({ status: 'iteration-limit', certificate: { kind: 'cubes' } });
    expect(verifyPenetration(ring, beside, ring, {}, result)).toMatchObject({ ok: true });
    // Cubes that do not reach as far prove nothing.
    const short = forged(result, { certificate: { kind: 'cubes', reach: result.lower / 2 } });
    expect(verifyPenetration(ring, beside, ring, {}, short).lower).toBe(false);
  });

  test('of random solids in random poses, far from the origin too', () => {
    const random = seeded(11);
    const kinds = new Set<string | undefined>();
    for (let n = 0; n < 6; n++) {
      const a = Model.build(randomSolid({ seed: n, triangles: n % 2 === 0 ? 80 : 320 }));
      const b = n % 3 === 0 ? ring : Model.build(randomSolid({ seed: 100 + n, triangles: 80 }));
      const at = n % 4 === 0 ? 1e6 : 0;
      const poseA = randomPose(random, 0.4);
      const poseB = randomPose(random, 0.4);
      const moved = [poseA, poseB].map((pose) => ({
        ...pose,
        position: Array.from(pose.position ?? [0, 0, 0], (x) => x + at),
      }));
      const result = penetration(a, moved[0], b, moved[1], { local: false });
      kinds.add(result.certificate?.kind);
      expect(verifyPenetration(a, moved[0], b, moved[1], result), `pair ${n}`).toMatchObject({ ok: true });
    }
    expect(kinds).toContain('balls');
    expect(kinds).toContain('patches');
  });

  test('bodies apart, touching, and surfaces claim nothing from below', () => {
    const apart = { position: [9, 0, 0] } as const;
    expect(verifyPenetration(ring, apart, el, {}, penetration(ring, apart, el, {})).ok).toBe(true);
    const flush = { position: [2, 0, 0] } as const;
    expect(verifyPenetration(el, flush, el, {}, penetration(el, flush, el, {})).ok).toBe(true);
    const open = Model.build(withoutFaces(lShape({ size: [2, 2, 1], arm: 0.5 }), (face) => face === 0));
    const result = penetration(open, beside, ring, {});
    expect(result.certificate).toBeNull();
    expect(verifyPenetration(open, beside, ring, {}, result).ok).toBe(true);
    expect(verifyPenetration(open, beside, ring, {}, forged(result, { lower: 1e-6 })).lower).toBe(false);
  });
});

describe('what is forged is not', () => {
  const result = penetration(ring, beside, ring, {});
  const { certificate, translation, upper } = result;
  if (certificate?.kind !== 'balls') throw new Error('The rings are proven to overlap by balls.');
  const check = (changes: Partial<PenetrationClaim>) =>
    verifyPenetration(ring, beside, ring, {}, forged(result, changes));

  test('a translation too short, or not as long as upper', () => {
    const shorter = translation.map((x) => x * 0.99);
    expect(check({ translation: [shorter[0], shorter[1], shorter[2]], upper: 0.99 * upper }).upper).toBe(false);
    expect(check({ upper: 0.99 * upper })).toMatchObject({ ok: false, upper: false, lower: true });
    expect(check({ translation: [Number.NaN, 0, 0] }).upper).toBe(false);
  });

  test('balls that are too large, not inside, or too far apart', () => {
    const { centreA, radiusA, centreB } = certificate;
    const far: [number, number, number] = [centreA[0] + 9, centreA[1], centreA[2]];
    const moved: [number, number, number] = [centreB[0], centreB[1], centreB[2] + 1e-6];
    expect(check({ certificate: { ...certificate, radiusA: radiusA + 1e-12 } }).lower).toBe(false);
    expect(check({ certificate: { ...certificate, centreA: far, radiusA: 8 } }).lower).toBe(false);
    expect(check({ certificate: { ...certificate, centreB: moved, radiusB: certificate.radiusB - 1e-6 } }).lower).toBe(
      false,
    );
  });

  test('balls about one point of the world that is in neither body, and balls in both that share nothing', () => {
    const pose = { position: [0.5, 0, 0] } as const;
    const claim = penetration(ring, pose, ring, {});
    const around = (x: number, y: number, other: number, radius: number) =>
      verifyPenetration(
        ring,
        pose,
        ring,
        {},
        forged(claim, {
          lower: 0.4,
          certificate: { kind: 'balls', centreA: [x, 0, y], radiusA: radius, centreB: [other, 0, y], radiusB: radius },
        }),
      ).lower;
    expect(around(-0.25, 9, 0.25, 1)).toBe(false);
    expect(around(1, 0, -1, 0.25)).toBe(false);
  });

  test('no certificate, one of another kind, and what is no length', () => {
    expect(check({ certificate: null }).lower).toBe(false);
    expect(check({ lower: upper * 1.01, certificate: { kind: 'patches' } }).lower).toBe(false);
    expect(check({ lower: upper * 1.01, certificate: { kind: 'convex' } }).lower).toBe(false);
    expect(check({ lower: Number.NaN }).lower).toBe(false);
    expect(check({ lower: Infinity }).lower).toBe(false);
    expect(check({ lower: -1 }).lower).toBe(false);
    expect(check({ lower: 0, certificate: null }).ok).toBe(true);
  });

  test('another pose', () => {
    const elsewhere = { ...beside, position: [0.1, 0.3, 0.2] };
    expect(verifyPenetration(ring, elsewhere, ring, {}, result).ok).toBe(false);
  });
});
