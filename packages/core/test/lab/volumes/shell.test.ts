import { describe, expect, test } from 'vitest';
import { capCurvature } from '../../../src/lab/volumes/enclosing-shell.ts';
import { lowerBoundObbObb, obbVolume } from '../../../src/lab/volumes/obb.ts';
import { lowerBoundShellShell, overlapShellShell, shellVolume } from '../../../src/lab/volumes/shell.ts';
import { type Random, seededRandom } from '../../../src/scalar/random.ts';
import { shellEncloses, shellHolds } from '../../bounds/curved-judges.ts';
import {
  distanceSq,
  fitted,
  moved,
  movedPoint,
  randomPose,
  rounding,
  SCALES,
  SHAPES,
  shapeTriangles,
  spread,
  toInteger,
  touchingSets,
} from '../../bounds/samples.ts';

/** Units of roundoff a gap may be too large by, times offset and sizes (GAP_ROUNDING, shell.ts). */
const GAP_UNITS = 512;

/** Parts of a triangle's corners, in sixtieths: the corners, points of edges, of the middle, and near a corner. */
const PLACES: readonly (readonly bigint[])[] = [
  [60n, 0n, 0n],
  [30n, 30n, 0n],
  [0n, 29n, 31n],
  [20n, 20n, 20n],
  [58n, 1n, 1n],
  [10n, 20n, 30n],
];

/** Whether the shell holds the triangles at all these positions, exactly: everything sixty times as large. */
function holds(volume: Float64Array, triangles: Float64Array): boolean {
  const v = Array.from(volume, (x, k) => toInteger(x) * (k >= 3 && k < 6 ? 1n : 60n));
  for (let t = 0; t < triangles.length; t += 9) {
    const c = Array.from(triangles.subarray(t, t + 9), toInteger);
    for (let turn = 0; turn < 3; turn++) {
      for (const [i, j, l] of PLACES) {
        const parts = [i, j, l, i, j].slice(turn, turn + 3);
        const p = [0, 1, 2].map((k) => parts[0] * c[k] + parts[1] * c[3 + k] + parts[2] * c[6 + k]);
        if (!shellHolds(v, p)) return false;
      }
    }
  }
  return true;
}

/** Triangles on a sphere of the given radius around the direction z, out to `angle`, edges about `edge` long. */
function spherePatch(radius: number, angle: number, edge: number): number[][] {
  const rings = Math.max(1, Math.ceil((radius * angle) / edge));
  const around = 6 * rings;
  const point = (ring: number, slot: number): number[] => {
    const polar = (angle * ring) / rings;
    const turn = (2 * Math.PI * slot) / around;
    const [c, s] = [Math.cos(polar), Math.sin(polar)];
    return [radius * s * Math.cos(turn), radius * s * Math.sin(turn), radius * c];
  };
  const out: number[][] = [];
  for (let ring = 0; ring < rings; ring++) {
    for (let slot = 0; slot < around; slot++) {
      out.push(point(ring, slot), point(ring + 1, slot), point(ring + 1, slot + 1));
      if (ring > 0) out.push(point(ring, slot), point(ring + 1, slot + 1), point(ring, slot + 1));
    }
  }
  return out;
}

const soupOf = (points: readonly number[][], pose: Float64Array, scale = 1): Float64Array =>
  Float64Array.from(points.flatMap((p) => movedPoint(pose, p).map((x) => scale * x)));

function shellOf(pose: Float64Array, sagitta: number, rim: number, half: number): Float64Array {
  return Float64Array.of(pose[9], pose[10], pose[11], pose[2], pose[5], pose[8], sagitta, rim, half);
}

function randomShell(random: Random, scale: number): Float64Array {
  const rim = scale * random();
  const sagitta = random() < 0.2 ? 0 : rim * (random() < 0.5 ? random() : 10 ** (-6 * random()));
  return shellOf(randomPose(random, scale), sagitta, rim, random() < 0.5 ? 0 : 0.1 * scale * random());
}

/** A point of the cap, the rim and the pole more often than what is between. */
function capPoint(random: Random, v: Float64Array): number[] {
  const [sagitta, rim] = [v[6], v[7]];
  const m = [v[3], v[4], v[5]];
  const side = [spread(random), spread(random), spread(random)];
  const along = side.reduce((sum, x, k) => sum + x * m[k], 0);
  const across = side.map((x, k) => x - along * m[k]);
  const length = Math.hypot(...across);
  // Depth z below the pole and distance √(z(2R − z)) from the axis.
  const part = Math.max(0, Math.min(1, 1.4 * random() - 0.2));
  const depth = part * part * sagitta;
  const kappa = capCurvature(sagitta, rim);
  const distance = kappa > 0 ? Math.sqrt(depth * (2 / kappa - depth)) : part * rim;
  return [0, 1, 2].map((k) => v[k] - depth * m[k] + (distance * across[k]) / length);
}

const sizeOf = (v: Float64Array): number[] => [v[0], v[1], v[2], v[6], v[7], v[8]];
const radiusOf = (v: Float64Array): number => 1 / capCurvature(v[6], v[7]);

describe('shell', () => {
  for (const name of Object.keys(SHAPES)) {
    test(`encloses whole triangles, exactly: ${name}`, () => {
      const random = seededRandom(name.length);
      for (let run = 0; run < 27; run++) {
        const triangles = shapeTriangles(random, name, 1 + (run % 9), SCALES[run % 3], run % 2 ? 1000 : 1);
        const volume = fitted(shellVolume, triangles);
        expect(volume.every(Number.isFinite)).toBe(true);
        expect(holds(volume, triangles)).toBe(true);
      }
    });
  }

  test('finds the sphere of a patch, and is as thick as its facets are deep; exactly around it', () => {
    const random = seededRandom(41);
    for (let run = 0; run < 12; run++) {
      const pose = randomPose(random, 10);
      const scale = SCALES[run % 3];
      const radius = 1 + random();
      const angle = 0.05 + 1.1 * random();
      const edge = (radius * angle) / (2 + (run % 3));
      const triangles = soupOf(spherePatch(radius, angle, edge), pose, scale);
      const volume = fitted(shellVolume, triangles);
      expect(holds(volume, triangles)).toBe(true);
      const sagitta = (edge * edge) / radius;
      expect(volume[8] / scale).toBeLessThan(0.5 * sagitta);
      expect(Math.abs(radiusOf(volume) / scale - radius)).toBeLessThan(radius * 0.05 + sagitta);
      // The sphere of least squares goes through the corners, the shell's through the middle of what the facets cut off.
      const thinner = volume.slice();
      thinner[8] *= 1 - 1e-3;
      expect(holds(thinner, triangles)).toBe(false);
    }
  });

  test('what is no cap is a ball: a whole sphere, an octahedron; what is flat is a disc', () => {
    const pose = randomPose(seededRandom(42), 1);
    const ball = fitted(shellVolume, soupOf(spherePatch(2, Math.PI, 0.4), pose));
    expect(ball[7]).toBe(0);
    expect(ball[8]).toBeCloseTo(2, 12);
    const flat = fitted(
      shellVolume,
      soupOf(
        [
          [-1, 0, 0],
          [1, 0, 0],
          [0, 1, 0],
          [1, 0, 0],
          [0, -1, 0],
          [0, 1, 0],
        ],
        pose,
      ),
    );
    expect(flat[6]).toBe(0);
    expect(flat[7]).toBeCloseTo(1, 9);
    expect(flat[8]).toBeLessThan(1e-12);
  });

  test('the lower bound is below every sampled pair; overlap follows it', () => {
    const random = seededRandom(2);
    let apart = 0;
    for (let run = 0; run < 3000; run++) {
      const scale = SCALES[run % 3];
      const [a, b] = [randomShell(random, scale), randomShell(random, scale * (run % 5 ? 1 : 0.05))];
      const bound = lowerBoundShellShell(a, 0, b, 0);
      const errorBound = rounding(GAP_UNITS, ...sizeOf(a), ...sizeOf(b));
      let least = Infinity;
      for (let tries = 0; tries < 60; tries++) {
        const gap = Math.sqrt(distanceSq(capPoint(random, a), capPoint(random, b))) - a[8] - b[8];
        least = Math.min(least, gap);
      }
      expect(bound).toBeLessThanOrEqual(least + errorBound);
      expect(Math.abs(lowerBoundShellShell(b, 0, a, 0) - bound)).toBeLessThanOrEqual(errorBound);
      if (bound > 1e-6 * scale) apart++;
      if (bound > errorBound) expect(overlapShellShell(a, 0, b, 0)).toBe(false);
      if (bound <= 0) expect(overlapShellShell(a, 0, b, 0)).toBe(true);
    }
    expect(apart).toBeGreaterThan(600);
    expect(apart).toBeLessThan(2800);
  });

  test('caps beside, over and inside each other: the bound is not above the least of many pairs', () => {
    const random = seededRandom(43);
    let told = 0;
    for (let run = 0; run < 2000; run++) {
      // B along A's axis or against it, nearly parallel, near enough for the spheres to tell.
      const pose = randomPose(random, 1);
      const rim = 0.2 + random();
      const a = shellOf(pose, rim * random() * 0.9, rim, 0);
      const b = a.slice();
      const shift = 0.5 * spread(random);
      for (let k = 0; k < 3; k++) {
        b[k] += shift * a[3 + k] + 0.1 * spread(random);
        b[3 + k] += 0.1 * spread(random);
      }
      const length = Math.hypot(b[3], b[4], b[5]) * (run % 2 ? 1 : -1);
      for (let k = 3; k < 6; k++) b[k] /= length;
      b[6] *= random();
      const bound = lowerBoundShellShell(a, 0, b, 0);
      let least = Infinity;
      for (let tries = 0; tries < 300; tries++) {
        least = Math.min(least, Math.sqrt(distanceSq(capPoint(random, a), capPoint(random, b))));
      }
      expect(bound).toBeLessThanOrEqual(least + rounding(GAP_UNITS, ...sizeOf(a), ...sizeOf(b)));
      if (bound > 0.01) told++;
    }
    expect(told).toBeGreaterThan(400);
  });

  test('concentric caps are parted by the gap, whatever their width; boxes lose the sagitta', () => {
    const random = seededRandom(44);
    for (let run = 0; run < 60; run++) {
      const angle = 0.1 + random();
      const gap = 10 ** (-1 - 3 * random());
      const pose = randomPose(random, 1);
      const inner = soupOf(spherePatch(1, angle, 0.02 + angle / 20), pose);
      const outer = soupOf(spherePatch(1 + gap, angle, 0.02 + angle / 20), pose);
      const [a, b] = [fitted(shellVolume, inner), fitted(shellVolume, outer)];
      const bound = lowerBoundShellShell(a, 0, b, 0);
      expect(bound).toBeGreaterThan(gap - 2.5 * (a[8] + b[8]));
      expect(bound).toBeLessThan(gap);
      const boxes = lowerBoundObbObb(fitted(obbVolume, inner), 0, fitted(obbVolume, outer), 0);
      expect(boxes).toBeLessThan(gap - 0.9 * (1 - Math.cos(angle)));
    }
  });

  test('sets that touch overlap', () => {
    const random = seededRandom(7);
    for (let run = 0; run < 1000; run++) {
      const [a, b] = touchingSets(random, SCALES[run % 3], run % 2 ? 10 : 0);
      const [va, vb] = [fitted(shellVolume, a), fitted(shellVolume, b)];
      expect(overlapShellShell(va, 0, vb, 0)).toBe(true);
      const errorBound = rounding(GAP_UNITS, ...sizeOf(va), ...sizeOf(vb));
      expect(lowerBoundShellShell(va, 0, vb, 0)).toBeLessThanOrEqual(errorBound);
    }
  });

  test('curved sets that touch overlap: a patch and what is fitted through one of its corners', () => {
    const random = seededRandom(45);
    for (let run = 0; run < 300; run++) {
      const patch = spherePatch(1, 0.1 + random(), 0.2);
      const touch = patch[Math.floor(patch.length * random())];
      // Outside, or in the hollow: a smaller or larger sphere through the same point.
      const other = patch.map((p) => p.map((x, k) => touch[k] + (x - touch[k]) * (0.3 + 2 * (run % 2))));
      const pose = randomPose(random, 3);
      const [a, b] = [patch, other].map((points) => fitted(shellVolume, soupOf(points, pose)));
      expect(overlapShellShell(a, 0, b, 0)).toBe(true);
    }
  });

  test('a moved one holds the moved points; moving both changes no answer', () => {
    const random = seededRandom(8);
    for (let run = 0; run < 30; run++) {
      const scale = SCALES[run % 3];
      const pose = randomPose(random, scale);
      pose[13] = rounding(8, 3 * scale);
      const triangles = soupOf(spherePatch(1, 0.3 + random(), 0.3), randomPose(random, 0), scale);
      const [a, b] = [fitted(shellVolume, triangles), randomShell(random, scale)];
      const [ma, mb] = [moved(shellVolume, a, pose), moved(shellVolume, b, pose)];
      for (let k = 0; k < triangles.length; k += 3) {
        const p = Float64Array.from(movedPoint(pose, [...triangles.subarray(k, k + 3)]));
        expect(shellEncloses(ma, p)).toBe(true);
      }
      const errorBound = rounding(2 * GAP_UNITS, ...sizeOf(a), ...sizeOf(b), pose[9], pose[10], pose[11]);
      const change = lowerBoundShellShell(ma, 0, mb, 0) - lowerBoundShellShell(a, 0, b, 0);
      expect(Math.abs(change)).toBeLessThanOrEqual(errorBound + 1e-7 * scale);
    }
  });

  test('one pole, points and lengths whose squares underflow', () => {
    const a = Float64Array.of(0, 0, 0, 0, 0, 1, 0.2, 1, 0.1);
    expect(overlapShellShell(a, 0, a, 0)).toBe(true);
    expect(lowerBoundShellShell(a, 0, a, 0)).toBeLessThan(0);
    const [p, q] = [1, 2].map((x) => fitted(shellVolume, new Float64Array(9).fill(x)));
    expect(lowerBoundShellShell(p, 0, q, 0)).toBeCloseTo(Math.sqrt(3), 14);
    expect(overlapShellShell(p, 0, q, 0)).toBe(false);
    expect(overlapShellShell(p, 0, p, 0)).toBe(true);
    for (const tiny of [1e-58, 1e-140, 1e-160, 1e-200, 1e-300]) {
      const triangle = Float64Array.of(0, 0, 0, tiny, 0, 0, 0, tiny, 0);
      const volume = fitted(shellVolume, triangle);
      expect(holds(volume, triangle)).toBe(true);
      // A cap so small, moved into the frame of a far larger body, has a curvature that overflows.
      const cap = Float64Array.of(0, 0, 0, 0, 0, 1, tiny / 3, tiny, 0);
      expect(lowerBoundShellShell(cap, 0, Float64Array.of(0, 0, 1e70, 0, 0, 1, 0, 1, 0), 0)).toBeCloseTo(1e70, -60);
      // Far from something so small: no NaN from a curvature that overflows.
      for (const far of [1, 1e70]) {
        const other = Float64Array.of(far, 0, 0, 0, 0, 1, 0.2 * far, far / 2, 0);
        const bound = lowerBoundShellShell(volume, 0, other, 0);
        expect(bound).toBeLessThanOrEqual(far * (1 + 1e-12));
        expect(bound).toBeGreaterThan(0.3 * far);
      }
    }
  });
});
