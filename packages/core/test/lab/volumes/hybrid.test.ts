import { describe, expect, test } from 'vitest';
import { lowerBoundRssRss } from '../../../src/bounds/rss.ts';
import { icosphere } from '../../../src/entries/shapes.ts';
import { hybridVolume, lowerBoundHybridHybrid, overlapHybridHybrid } from '../../../src/lab/volumes/hybrid.ts';
import { type Random, seededRandom } from '../../../src/scalar/random.ts';
import { testEnclosure } from '../../bounds/enclosure.ts';
import {
  distanceSq,
  fitted,
  moved,
  randomPose,
  rounding,
  SCALES,
  shapeTriangles,
  spread,
  touchingSets,
} from '../../bounds/samples.ts';
import { enclosesRss } from '../../bounds/swept-judges.ts';

/** Units of roundoff the lower bound may be too large by: those of rectangles (rss.ts). */
const BOUND_UNITS = 368;

/** Sides of the core: 0 a point, 1 a segment, 2 a rectangle. */
const sidesOf = (v: Float64Array): number => (v[13] > 0 ? 2 : v[12] > 0 ? 1 : 0);
const sizeOf = (v: Float64Array): number[] => [v[0], v[1], v[2], v[12], v[13], v[14]];

/** A volume whose core has so many sides; axes of sides that are not there are left out. */
function randomCore(random: Random, sides: number, scale: number): Float64Array {
  const pose = randomPose(random, scale);
  const [a, b, c, d, e, f, g, h, i, x, y, z] = pose;
  const axes = [a, d, g, b, e, h, c, f, i].map((entry, k) => (sides === 2 || k < 3 * sides ? entry : 0));
  const half = (): number => (0.1 + random()) * scale;
  const radius = 0.4 * random() * scale;
  return Float64Array.of(x, y, z, ...axes, sides > 0 ? half() : 0, sides > 1 ? half() : 0, radius);
}

/** The same volume with all its axes, as rss.ts wants them. */
function withAxes(v: Float64Array): Float64Array {
  if (sidesOf(v) === 2) return v;
  const [ux, uy, uz] = sidesOf(v) === 1 ? v.slice(3, 6) : [1, 0, 0];
  const least = Math.min(Math.abs(ux), Math.abs(uy), Math.abs(uz));
  const other = [ux, uy, uz].map((x) => (Math.abs(x) === least ? 1 : 0));
  const along = other[0] * ux + other[1] * uy + other[2] * uz;
  const aside = other.map((x, k) => x - along * [ux, uy, uz][k]);
  const [vx, vy, vz] = aside.map((x) => x / Math.hypot(...aside));
  const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  return Float64Array.of(v[0], v[1], v[2], ux, uy, uz, vx, vy, vz, ...normal, v[12], v[13], v[14]);
}

function pointOf(random: Random, v: Float64Array): number[] {
  const d = [spread(random), spread(random), spread(random)];
  const length = Math.max(1e-3, Math.hypot(...d));
  const [s, t] = [v[12] * spread(random), v[13] * spread(random)];
  return [0, 1, 2].map((k) => v[k] + s * v[3 + k] + t * v[6 + k] + (v[14] * d[k]) / length);
}

describe('hybrid', () => {
  testEnclosure(hybridVolume, enclosesRss);

  test('chooses a point for a ball, a segment for a needle, a rectangle for a patch', () => {
    const { positions } = icosphere();
    const ball = Float64Array.from(
      { length: 9 * Math.ceil(positions.length / 9) },
      (_, k) => positions[k % positions.length],
    );
    expect(sidesOf(fitted(hybridVolume, ball))).toBe(0);
    const random = seededRandom(1);
    expect(sidesOf(fitted(hybridVolume, shapeTriangles(random, 'a needle', 9, 1, 1)))).toBe(1);
    expect(sidesOf(fitted(hybridVolume, shapeTriangles(random, 'a curved patch', 9, 1, 1)))).toBe(2);
  });

  test('a move leaves a core the sides it has', () => {
    const random = seededRandom(3);
    for (let sides = 0; sides < 3; sides++) {
      const pose = randomPose(random, 1);
      pose[13] = 0.01;
      const core = randomCore(random, sides, 1);
      const after = moved(hybridVolume, core, pose);
      expect(sidesOf(after)).toBe(sides);
      expect(after[14]).toBeGreaterThan(core[14]);
    }
  });

  test('every pair of cores: the bound of the same volumes as rectangles, and below every sampled pair', () => {
    const random = seededRandom(2);
    let apart = 0;
    let met = 0;
    for (let run = 0; run < 9000; run++) {
      const scale = SCALES[run % 3];
      const a = randomCore(random, Math.floor(run / 3) % 3, scale);
      const b = randomCore(random, Math.floor(run / 9) % 3, scale);
      const bound = lowerBoundHybridHybrid(a, 0, b, 0);
      const reference = lowerBoundRssRss(withAxes(a), 0, withAxes(b), 0);
      const errorBound = rounding(BOUND_UNITS, ...sizeOf(a), ...sizeOf(b));
      if (reference > 1e-6 * scale) {
        apart++;
        expect(Math.abs(bound - reference)).toBeLessThan(1e-9 * scale);
        expect(overlapHybridHybrid(a, 0, b, 0)).toBe(false);
      } else if (reference < 0) {
        met++;
        expect(bound).toBeLessThanOrEqual(errorBound);
        expect(overlapHybridHybrid(a, 0, b, 0)).toBe(true);
      }
      const distance = Math.sqrt(distanceSq(pointOf(random, a), pointOf(random, b)));
      expect(bound).toBeLessThanOrEqual(distance + errorBound);
      expect(Math.abs(lowerBoundHybridHybrid(b, 0, a, 0) - bound)).toBeLessThan(bound > 0 ? 1e-9 * scale : Infinity);
    }
    expect(apart).toBeGreaterThan(3000);
    expect(met).toBeGreaterThan(1000);
  });

  test('sets that touch, and volumes that share a point, overlap', () => {
    const random = seededRandom(7);
    for (let run = 0; run < 900; run++) {
      const [a, b] = touchingSets(random, SCALES[run % 3], run % 2 ? 10 : 0);
      const [va, vb] = [fitted(hybridVolume, a), fitted(hybridVolume, b)];
      expect(overlapHybridHybrid(va, 0, vb, 0)).toBe(true);
      const [c, d] = [randomCore(random, run % 3, 1), randomCore(random, Math.floor(run / 3) % 3, 1)];
      const [p, q] = [pointOf(random, c), pointOf(random, d)];
      for (let k = 0; k < 3; k++) d[k] += p[k] - q[k];
      expect(overlapHybridHybrid(c, 0, d, 0)).toBe(true);
    }
  });
});
