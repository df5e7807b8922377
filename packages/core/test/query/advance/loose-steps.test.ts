// What pose functions carry: bodies of which only a speed and an angular speed are known go as fast as these allow, in the worst direction
// that can be drawn, and nothing touches before a kernel's step is over. Beside them, and between two of them, steady bodies.

import {
  type PlainBody,
  PlainGap,
  type PlainMotion,
  type PlainVector,
  plainSteady,
  plainTurn,
  randomBetween,
  randomChoice,
  randomInteger,
  randomPose,
  type SeededRandom,
  seeded,
} from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { DISC } from '../../../src/bounds/disc.ts';
import { NodeBlock } from '../../../src/bounds/node-block.ts';
import { buildConvexBody } from '../../../src/convex/convex-body.ts';
import { gjkDistance } from '../../../src/convex/gjk.ts';
import type { VolumeName } from '../../../src/lab/volumes/volumes-by-name.ts';
import { VOLUMES } from '../../../src/lab/volumes/volumes-by-name.ts';
import { BALL, CLOSEST_SIZE, closestBalls } from '../../../src/medial/closest-balls.ts';
import { reachOfBall } from '../../../src/motion/bounds.ts';
import {
  QUERY_ANGULAR,
  QUERY_LOOSE,
  QUERY_PIVOT,
  QUERY_VELOCITY,
  REFERENCE_ANGULAR,
  REFERENCE_LOOSE,
  REFERENCE_PIVOT,
  REFERENCE_VELOCITY,
  STATE_SIZE,
} from '../../../src/motion/relative-motion.ts';
import {
  distanceTriangleTriangle,
  WITNESS_LIMIT,
  WITNESS_SIZE,
  WITNESS_SQ,
} from '../../../src/primitive/triangle-triangle-distance.ts';
import { writeDiscSteps } from '../../../src/query/advance/disc-steps.ts';
import {
  ArcSupports,
  PartPair,
  stepOfHulls,
  stepOfTriangles,
  stepOfVolumes,
} from '../../../src/query/advance/part-steps.ts';
import { POINT_MOTION, writePointMotions } from '../../../src/query/advance/point-motion.ts';
import { CirclePoints, CircleStep, turnsOn, writeCircleStep } from '../../../src/query/advance/swept-circle-steps.ts';
import { TriangleMotion, writeFirstStep, writeTriangleStep } from '../../../src/query/advance/triangle-steps.ts';
import { HullScratch } from '../../../src/query/hull-scratch.ts';
import { PrimitiveInMotion, writeStepApart } from '../../../src/query/medial/primitive-steps.ts';
import { RELATIVE_SCALE } from '../../../src/scalar/pose.ts';

const TRIALS = 400;
/** Taken off every gap, more than plain doubles are off by. A length. */
const WITHHELD = 1e-7;
const withheld = Float64Array.of(WITHHELD);
const enough = Float64Array.of(1);

interface Trial {
  /** Where both bodies are, and what is known of how they move. */
  readonly state: Float64Array;
  /** How the query body and the reference body do move. */
  readonly motions: readonly [PlainMotion, PlainMotion];
}

/** A vector of a length, in any direction. */
function direction(random: SeededRandom, length: number): PlainVector {
  return plainTurn(randomPose(random, 1).rotation, [length, 0, 0]);
}

/** Two bodies at their poses of time 0, of which one at least is known by its speeds alone. */
function draw(random: SeededRandom, centres: readonly [PlainVector, PlainVector]): Trial {
  const state = new Float64Array(STATE_SIZE);
  for (const k of [0, 4, 8]) state[k] = 1;
  state[RELATIVE_SCALE] = 1;
  const loose = randomChoice(random, [
    [true, false],
    [false, true],
    [true, true],
  ]);
  const body = (k: 0 | 1): PlainMotion => {
    // About its own middle, where that does not move at all, or about anything.
    const pivot = random() < 0.4 ? centres[k] : direction(random, randomBetween(random, 0, 2));
    const velocity = direction(random, randomChoice(random, [0, 0, 0.5, 2]));
    const angular = direction(random, randomChoice(random, [0, 0.5, 2, 8]));
    const at = k === 0 ? QUERY_PIVOT : REFERENCE_PIVOT;
    for (let c = 0; c < 3; c++) state[at + c] = pivot[c];
    if (loose[k]) {
      state[k === 0 ? QUERY_LOOSE : REFERENCE_LOOSE] = Math.hypot(...velocity) * (1 + 1e-12);
      state[(k === 0 ? QUERY_LOOSE : REFERENCE_LOOSE) + 1] = Math.hypot(...angular) * (1 + 1e-12);
    } else {
      for (let c = 0; c < 3; c++) {
        state[(k === 0 ? QUERY_VELOCITY : REFERENCE_VELOCITY) + c] = velocity[c];
        state[(k === 0 ? QUERY_ANGULAR : REFERENCE_ANGULAR) + c] = angular[c];
      }
    }
    return plainSteady({ position: [0, 0, 0], rotation: [0, 0, 0, 1] }, velocity, angular, pivot);
  };
  return { state, motions: [body(0), body(1)] };
}

/** How often something was proven apart for some of the time only: the bound was put to work. */
class Work {
  count = 0;

  /** Nothing touches for a step. */
  expectApart(name: string, { motions }: Trial, a: PlainBody, b: PlainBody, step: number): void {
    expect(step, name).toBeGreaterThanOrEqual(0);
    if (!(step > 0)) return;
    if (step < 1) this.count++;
    const gap = new PlainGap(a, motions[0], b, motions[1]);
    expect(gap.firstWithin(0, 0, Math.min(step, 1), 1 / 300), `${name}, step ${step}`).toBe(Infinity);
  }
}

/** A prism in a disc. */
function prismIn(disc: Float64Array): PlainBody {
  const [x, y, z, mx, my, mz, h, radius] = disc;
  const axis: PlainVector = [mx, my, mz];
  const u = unit(cross(axis, Math.abs(mx) < 0.7 ? [1, 0, 0] : [0, 1, 0]));
  const v = cross(axis, u);
  const at = (k: number, height: number): number[] => {
    const angle = (Math.PI * k) / 4;
    const [c, s] = [radius * Math.cos(angle), radius * Math.sin(angle)];
    return [0, 1, 2].map((i) => [x, y, z][i] + c * u[i] + s * v[i] + height * axis[i]);
  };
  const corners: number[] = [];
  for (let k = 0; k < 8; k++) {
    corners.push(...at(k, -h), ...at(k + 1, -h), ...at(k, h), ...at(k + 1, -h), ...at(k + 1, h), ...at(k, h));
    corners.push(...at(0, -h), ...at(k, -h), ...at(k + 1, -h), ...at(0, h), ...at(k, h), ...at(k + 1, h));
  }
  return { corners: Float64Array.from(corners), radius: 0 };
}

function drawDisc(random: SeededRandom, offset: PlainVector): Float64Array {
  const axis = direction(random, 1);
  return Float64Array.of(...offset, ...axis, randomBetween(random, 0, 0.1), randomBetween(random, 0.05, 0.8));
}

function drawTriangle(random: SeededRandom, offset: PlainVector): Float64Array {
  const size = randomBetween(random, 0.1, 0.8);
  return Float64Array.from({ length: 9 }, (_, k) => offset[k % 3] + randomBetween(random, -size, size));
}

/** Where the two parts are. */
function drawCentres(random: SeededRandom): readonly [PlainVector, PlainVector] {
  return [direction(random, 0.3), direction(random, randomBetween(random, 0.4, 2))];
}

function cross(a: PlainVector, b: PlainVector): PlainVector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function unit(v: PlainVector): PlainVector {
  const length = Math.hypot(...v);
  return [v[0] / length, v[1] / length, v[2] / length];
}

describe('bodies known by their speeds are apart for the whole step', () => {
  test('discs', () => {
    const random = seeded(91);
    const work = new Work();
    const motions = [new Float64Array(POINT_MOTION), new Float64Array(POINT_MOTION)];
    const out = new Float64Array(1);
    for (let k = 0; k < TRIALS; k++) {
      const centres = drawCentres(random);
      const [a, b] = centres.map((centre) => drawDisc(random, centre));
      const trial = draw(random, centres);
      writePointMotions(trial.state, 0, a, 0, DISC, 1, motions[0], 0);
      writePointMotions(trial.state, 1, b, 0, DISC, 1, motions[1], 0);
      const { state } = trial;
      writeDiscSteps(
        { state, motionsQ: motions[0], motionsR: motions[1], opened: new NodeBlock(), withheld },
        a,
        b,
        1,
        out,
      );
      work.expectApart(`discs ${k}`, trial, prismIn(a), prismIn(b), out[0]);
    }
    expect(work.count).toBeGreaterThan(TRIALS / 4);
  });

  test('triangles, at first and later, by swept circles, by the bounds of other methods', () => {
    const random = seeded(92);
    const works = {
      first: new Work(),
      later: new Work(),
      circles: new Work(),
      directed: new Work(),
      undirected: new Work(),
    };
    const motions = [new Float64Array(3 * POINT_MOTION), new Float64Array(3 * POINT_MOTION)];
    const out = new Float64Array(2);
    const witness = new Float64Array(WITNESS_SIZE);
    const between = new Float64Array(3);
    const [triangleA, triangleB] = [new TriangleMotion(), new TriangleMotion()];
    const [circleA, circleB] = [new CirclePoints(), new CirclePoints()];
    const circles = new CircleStep();
    const triangles = new PartPair();
    for (let k = 0; k < 2 * TRIALS; k++) {
      const centres = drawCentres(random);
      const [a, b] = centres.map((centre) => drawTriangle(random, centre));
      const trial = draw(random, centres);
      const { state } = trial;
      const [one, other] = [a, b].map((corners) => ({ corners, radius: 0 }));
      const expectApart = (kind: keyof typeof works, step: number): void => {
        works[kind].expectApart(`${kind} ${k}`, trial, one, other, step);
      };
      witness[WITNESS_LIMIT] = Infinity;
      distanceTriangleTriangle(a, 0, b, 0, witness);
      const gap = Math.sqrt(witness[WITNESS_SQ]);
      // The distance is that of triangles that do not cross.
      if (!(new PlainGap(one, trial.motions[0], other, trial.motions[1]).at(0) > 0)) continue;
      for (let c = 0; c < 3; c++) between[c] = witness[3 + c] - witness[c];
      writePointMotions(state, 0, a, 0, 3, 3, motions[0], 0);
      writePointMotions(state, 1, b, 0, 3, 3, motions[1], 0);
      triangleA.set(a, 0, motions[0], 0);
      triangleB.set(b, 0, motions[1], 0);
      writeFirstStep(triangleA, triangleB, withheld, true, enough, out);
      expectApart('first', out[0]);
      writeTriangleStep(triangleA, triangleB, between, withheld, out);
      expectApart('later', out[0]);
      if (turnsOn(state, 1)) {
        writeCircleStep(state, circleA.set(a, 0, 3), circleB.set(b, 0, 3), between, 0, withheld, circles);
        expectApart('circles', circles.time[0]);
      }
      for (let c = 0; c < 3; c++) between[c] /= gap;
      triangles.set(a, b);
      triangles.distance[0] = gap - WITHHELD;
      for (const bound of ['directed', 'undirected'] as const) {
        expectApart(bound, stepOfTriangles(state, triangles, between, bound));
      }
    }
    for (const [kind, work] of Object.entries(works)) {
      expect(work.count, kind).toBeGreaterThan(kind === 'circles' ? TRIALS / 100 : TRIALS / 4);
    }
  });

  test('convex hulls', () => {
    const random = seeded(93);
    const arc = new ArcSupports();
    const { convex, result } = new HullScratch();
    const work = new Work();
    for (let k = 0; k < TRIALS; k++) {
      const centres = drawCentres(random);
      const points = centres.map((centre) => {
        const size = randomBetween(random, 0.1, 0.6);
        return Float64Array.from({ length: 24 }, (_, c) => centre[c % 3] + randomBetween(random, -size, size));
      });
      const [a, b] = points.map((cloud) => buildConvexBody(cloud));
      const trial = draw(random, centres);
      result.featureSize = 0;
      gjkDistance(convex, a, b, trial.state, result);
      if (!(result.lower > WITHHELD)) continue;
      // Every triangle between points is part of the hull.
      const [one, other] = points.map((cloud) => ({ corners: someTriangles(random, cloud), radius: 0 }));
      for (const bound of ['directed', 'undirected'] as const) {
        const step = stepOfHulls(trial.state, a, b, result.normal, result.lower - WITHHELD, bound, arc);
        work.expectApart(`hulls ${k}, ${bound}`, trial, one, other, step);
      }
    }
    expect(work.count).toBeGreaterThan(TRIALS / 4);
  });

  test('bounding volumes of every kind', () => {
    const random = seeded(94);
    const names = Object.keys(VOLUMES) as VolumeName[];
    for (const name of names) {
      const kind = VOLUMES[name];
      const work = new Work();
      const pair = new PartPair();
      for (let k = 0; k < TRIALS / 4; k++) {
        const centres = drawCentres(random);
        const triangles = centres.map((centre) => drawTriangle(random, centre));
        const [a, b] = triangles.map((triangle) => {
          const volume = new Float64Array(kind.stride);
          kind.fit(triangle, 0, 1, volume, 0);
          return volume;
        });
        const trial = draw(random, centres);
        const { state } = trial;
        const pose = new Float64Array(64);
        pose.set(state.subarray(0, 14));
        kind.aim?.(pose);
        const moved = new Float64Array(kind.stride);
        kind.move(a, 0, pose, moved, 0);
        const distance = kind.lowerBound(moved, 0, b, 0, Infinity);
        const reach = (body: 0 | 1): number =>
          Math.max(...[0, 3, 6].map((c) => reachOfBall(state, body, ...cornerAt(triangles[body], c), 0)));
        pair.a = moved;
        pair.b = b;
        pair.distance[0] = distance;
        pair.withheld[0] = WITHHELD;
        pair.reaches.set([reach(0), reach(1)]);
        const n = Float64Array.from(
          unit([0, 1, 2].map((c) => centres[1][c] - centres[0][c]) as unknown as PlainVector),
        );
        for (const bound of ['directed', 'undirected'] as const) {
          const step = stepOfVolumes(state, kind, pair, n, bound);
          const [one, other] = triangles.map((corners) => ({ corners, radius: 0 }));
          work.expectApart(`${name} ${k}, ${bound}`, trial, one, other, step);
        }
      }
      expect(work.count, name).toBeGreaterThan(TRIALS / 16);
    }
  });

  test('medial primitives', () => {
    const random = seeded(95);
    const work = new Work();
    const motions = [new Float64Array(3 * POINT_MOTION), new Float64Array(3 * POINT_MOTION)];
    const closest = new Float64Array(CLOSEST_SIZE);
    const [first, second] = [new PrimitiveInMotion(), new PrimitiveInMotion()];
    const out = new Float64Array(1);
    for (let k = 0; k < TRIALS; k++) {
      const centres = drawCentres(random);
      // Balls of one radius: all that is within it of a triangle.
      const radii = [randomBetween(random, 0.02, 0.3), randomBetween(random, 0.02, 0.3)];
      const triangles = centres.map((centre) => drawTriangle(random, centre));
      const [a, b] = triangles.map((corners, body) =>
        Float64Array.from({ length: 3 * BALL }, (_, i) =>
          i % BALL === 3 ? radii[body] : corners[3 * Math.floor(i / BALL) + (i % BALL)],
        ),
      );
      const trial = draw(random, centres);
      closestBalls(a, 0, 3, b, 0, 3, closest);
      if (!(closest[0] > WITHHELD)) continue;
      writePointMotions(trial.state, 0, a, 0, BALL, 3, motions[0], 0);
      writePointMotions(trial.state, 1, b, 0, BALL, 3, motions[1], 0);
      writeStepApart(first.set(a, 0, 3, motions[0]), second.set(b, 0, 3, motions[1]), closest, withheld, enough, out);
      const [one, other] = triangles.map((corners, body) => ({ corners, radius: radii[body] }));
      work.expectApart(`primitives ${k}`, trial, one, other, out[0]);
    }
    expect(work.count).toBeGreaterThan(TRIALS / 8);
  });
});

function cornerAt(triangle: Float64Array, c: number): [number, number, number] {
  return [triangle[c], triangle[c + 1], triangle[c + 2]];
}

/** Triangles between points of a cloud. */
function someTriangles(random: SeededRandom, cloud: Float64Array): Float64Array {
  const corners: number[] = [];
  for (let k = 0; k < 3 * 12; k++) {
    const v = 3 * randomInteger(random, 0, cloud.length / 3 - 1);
    corners.push(cloud[v], cloud[v + 1], cloud[v + 2]);
  }
  return Float64Array.from(corners);
}
