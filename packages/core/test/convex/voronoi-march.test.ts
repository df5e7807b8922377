import { describe, expect, test } from 'vitest';
import { buildConvexBody, type ConvexBody } from '../../src/convex/convex-body.ts';
import { ConvexResult, ConvexWorkspace, gjkDistance } from '../../src/convex/gjk.ts';
import { withLevels } from '../../src/convex/hull-levels.ts';
import { StepTrace, traceGjk } from '../../src/convex/step-trace.ts';
import { voronoiMarching } from '../../src/convex/voronoi-march.ts';
import { type Random, seededRandom } from '../../src/scalar/random.ts';
import { UNIT_ROUNDOFF } from '../../src/scalar/tolerances.ts';
import { roughBodies, spherePoints } from './convex-bodies.ts';
import { boxPoints, posed, randomTurn } from './posed.ts';

const work = new ConvexWorkspace();

function marchingCounts(a: ConvexBody, b: ConvexBody, pose: Float64Array, trace?: StepTrace): ConvexResult {
  const out = new ConvexResult();
  voronoiMarching(work, a, b, pose, out, Infinity, trace);
  return out;
}

function byGjk(a: ConvexBody, b: ConvexBody, pose: Float64Array): ConvexResult {
  const out = new ConvexResult();
  gjkDistance(work, a, b, pose, out);
  return out;
}

/** Both brackets hold the exact distance, so they overlap; and neither is wider than rounding explains. */
function expectAgreement(a: ConvexBody, b: ConvexBody, pose: Float64Array, found: ConvexResult): void {
  const { status, lower, upper } = byGjk(a, b, pose);
  const scale = a.radius + b.radius + Math.hypot(pose[9], pose[10], pose[11]);
  expect(found.lower).toBeLessThanOrEqual(upper);
  expect(found.upper).toBeGreaterThanOrEqual(lower);
  expect(found.upper - found.lower).toBeLessThanOrEqual(256 * UNIT_ROUNDOFF * scale);
  expect(found.status === 'separated').toBe(status === 'separated');
  expect(found.status).not.toBe('iteration-limit');
}

/** Offsets at which bodies of radius 1 are far apart, near each other or overlapping. */
function randomPose(random: Random): Float64Array {
  const [x, y, z] = spherePoints(random, 1);
  const far = [4, 2.2, 1.2, 0.5][Math.floor(4 * random())];
  return posed([far * x, far * y, far * z], randomTurn(random));
}

describe('boxes', () => {
  const box = buildConvexBody(boxPoints(2, 2, 2));

  test.each([
    ['faces over faces, halves of which are in one plane', [-5, 0.5, 0.25], 3],
    ['edges over edges', [5, 5, 0.5], Math.sqrt(18)],
    ['corner over corner', [5, 5, 5], Math.sqrt(27)],
    ['almost touching', [0.3, -2 - 1e-12, 0.1], 1e-12],
  ])('%s', (_, offset, expected) => {
    const { status, lower, upper, handedOver, normal, points } = marchingCounts(box, box, posed(offset));
    expect([status, handedOver]).toEqual(['separated', false]);
    expect(lower).toBeLessThanOrEqual(expected);
    expect(upper).toBeGreaterThanOrEqual(expected);
    expect(upper - lower).toBeLessThan(1e-13);
    const along = [0, 1, 2].reduce((sum, k) => sum + normal[k] * (points[3 + k] - points[k]), 0);
    expect(Math.abs(along - expected)).toBeLessThan(1e-13);
  });

  test.each([
    ['overlapping', [0.7, 0.4, 0.3], 'overlapping'],
    ['touching', [2, 0.5, 0.25], 'touching'],
  ])('%s', (_, offset, status) => {
    const found = marchingCounts(box, box, posed(offset));
    expect([found.status, found.lower]).toEqual([status, 0]);
  });

  test('sliding over a face that is split into many triangles does not trap marching at their edges', () => {
    const disc = buildConvexBody(
      Float64Array.from({ length: 3 * 96 }, (_, k) => {
        const angle = (Math.PI * Math.floor(k / 6)) / 24;
        return [2 * Math.cos(angle), 2 * Math.sin(angle), Math.floor(k / 3) % 2 === 0 ? 0 : -1][k % 3];
      }),
    );
    const tip = buildConvexBody(Float64Array.of(0, 0, 0, 1, 0, 2, -1, 1, 2, -1, -1, 2));
    const kept = new ConvexResult();
    for (let i = 0; i < 500; i++) {
      const angle = 0.7 * i;
      voronoiMarching(work, tip, disc, posed([1.7 * Math.cos(angle), 1.7 * Math.sin(angle), 0.125]), kept);
      expect([kept.status, kept.handedOver]).toEqual(['separated', false]);
      expect(Math.abs(kept.upper - 0.125)).toBeLessThan(1e-13);
    }
  });
});

describe('against GJK', () => {
  const bodies = roughBodies().map(([name, points]) => [name, withLevels(buildConvexBody(points))] as const);

  test.each(bodies)('%s with every other body, from far, from the last answer and from nonsense', (_, a) => {
    const random = seededRandom(17);
    let handovers = 0;
    let asked = 0;
    for (const [, b] of bodies) {
      const kept = new ConvexResult();
      for (let i = 0; i < 20; i++) {
        const pose = randomPose(random);
        voronoiMarching(work, a, b, pose, kept);
        const removed = new ConvexResult();
        removed.featureSize = 3;
        for (let k = 0; k < 3; k++) {
          removed.verticesA[k] = Math.floor(random() * a.vertexCount);
          removed.verticesB[k] = Math.floor(random() * b.vertexCount);
        }
        voronoiMarching(work, a, b, pose, removed);
        for (const found of [marchingCounts(a, b, pose), kept, removed]) {
          expectAgreement(a, b, pose, found);
          asked++;
          if (found.handedOver) handovers++;
        }
      }
    }
    expect(handovers / asked).toBeLessThan(0.01);
  });
});

test('marching ends early at a plane that proves enough, and not before', () => {
  const random = seededRandom(29);
  const bodies = roughBodies().map(([, points]) => buildConvexBody(points));
  let early = 0;
  let late = 0;
  for (const [i, a] of bodies.entries()) {
    const b = bodies[(i + 5) % bodies.length];
    const kept = new ConvexResult();
    for (let k = 0; k < 40; k++) {
      const pose = randomPose(random);
      const exact = byGjk(a, b, pose);
      if (exact.status !== 'separated') continue;
      const enough = exact.lower * [0.25, 0.99, 1.01][k % 3];
      voronoiMarching(work, a, b, pose, kept, enough);
      expect(kept.status).toBe('separated');
      expect(kept.lower).toBeLessThanOrEqual(exact.upper);
      expect(kept.upper).toBeGreaterThanOrEqual(exact.lower);
      expect(kept.lower).toBeGreaterThanOrEqual(Math.min(enough, exact.lower * (1 - 1e-12)));
      if (enough > exact.lower) {
        expectAgreement(a, b, pose, kept);
        late++;
      } else if (kept.upper - kept.lower > 1e-9) early++;
    }
  }
  expect(early).toBeGreaterThan(20);
  expect(late).toBeGreaterThan(20);
});

test('a slow motion: a step now and then, never GJK', () => {
  const random = seededRandom(4);
  const body = withLevels(buildConvexBody(spherePoints(random, 500)));
  const kept = new ConvexResult();
  let steps = 0;
  for (let i = 0; i < 1000; i++) {
    const angle = 0.01 * i;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const pose = posed([2.1 * c, 2.1 * s, 0.3 * s], [c, -s, 0, s, c, 0, 0, 0, 1]);
    voronoiMarching(work, body, body, pose, kept);
    expectAgreement(body, body, pose, kept);
    expect(kept.handedOver).toBe(false);
    if (i > 0) steps += kept.iterations;
  }
  expect(steps).toBeLessThan(1000);
  expect(steps).toBeGreaterThan(100);
});

test('coarser levels lead there in fewer steps, where the middles do not show the direction', () => {
  const random = seededRandom(8);
  const points = spherePoints(random, 3000).map((x, k) => (k % 3 === 0 ? x : 0.05 * x));
  const plain = buildConvexBody(points);
  const body = withLevels(plain);
  let direct = 0;
  let byLevels = 0;
  for (let i = 0; i < 100; i++) {
    const pose = posed([1.2, 0.2, 0], randomTurn(random));
    direct += marchingCounts(plain, plain, pose).iterations;
    byLevels += marchingCounts(body, body, pose).iterations;
    expectAgreement(body, body, pose, marchingCounts(body, body, pose));
  }
  expect(byLevels).toBeLessThan(0.7 * direct);
});

describe('watched', () => {
  const random = seededRandom(12);
  const body = withLevels(buildConvexBody(spherePoints(random, 200)));
  const pose = posed([1.5, 1.2, 0.9], randomTurn(random));

  test.each(roughBodies())('%s: watching changes nothing', (_, points) => {
    const other = buildConvexBody(points);
    for (let i = 0; i < 50; i++) {
      const slot = randomPose(random);
      expect(marchingCounts(other, body, slot, new StepTrace())).toEqual(marchingCounts(other, body, slot));
    }
  });

  test('every step of marching is nearer than the one before, on a level not coarser', () => {
    const watcher = new StepTrace();
    const watched = marchingCounts(body, body, pose, watcher);
    const trace = watcher.steps;
    expect(trace.length).toBeGreaterThan(3);
    trace.forEach((step, i) => {
      expect(step.verticesA.length).toBe(step.verticesB.length);
      const [ax, ay, az, bx, by, bz] = step.points;
      expect(Math.hypot(ax - bx, ay - by, az - bz)).toBeCloseTo(step.distance, 13);
      if (i === 0) return;
      expect(step.distance).toBeLessThan(trace[i - 1].distance);
      expect(step.level).toBeLessThanOrEqual(trace[i - 1].level);
    });
    const last = trace[trace.length - 1];
    expect(last.level).toBe(0);
    expect(last.verticesA).toEqual([...watched.verticesA.subarray(0, watched.featureSize)]);
  });

  test('GJK as well', () => {
    const watcher = new StepTrace();
    const watched = new ConvexResult();
    traceGjk(work, body, body, pose, watched, watcher);
    const trace = watcher.steps;
    expect(watched).toEqual(byGjk(body, body, pose));
    expect(trace.length).toBeGreaterThan(1);
    expect(trace[trace.length - 1].distance).toBeCloseTo(watched.upper, 13);
  });
});
