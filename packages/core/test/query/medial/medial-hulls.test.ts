// Steps of moving hulls of balls, judged at many times in between by the distance of all their faces.

import { randomBetween, randomChoice, randomInteger, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { CLOSEST_SIZE, closestBalls } from '../../../src/medial/closest-balls.ts';
import type { MedialBody } from '../../../src/medial/medial-body.ts';
import {
  QUERY_ANGULAR,
  QUERY_LOOSE,
  QUERY_PIVOT,
  QUERY_VELOCITY,
  REFERENCE_ANGULAR,
  REFERENCE_PIVOT,
  REFERENCE_VELOCITY,
  STATE_SIZE,
} from '../../../src/motion/relative-motion.ts';
import { HullBlock } from '../../../src/query/medial/hull-block.ts';
import { writeStraightHullSteps } from '../../../src/query/medial/straight-hulls.ts';
import { writeTurningHullSteps } from '../../../src/query/medial/turning-hulls.ts';
import { randomVector } from '../../motion/seeded-motions.ts';

const CASES = 600;
const SAMPLES = 40;
const WITHHELD = 1e-9;

type Vector = readonly [number, number, number];

/** One hull of one to four balls around `at`, as a body of one part. */
function hull(random: SeededRandom, at: Vector): MedialBody {
  const count = randomInteger(random, 1, 4);
  const balls = Float64Array.from({ length: 4 * count }, (_, k) =>
    k % 4 === 3 ? 0.2 * random() : at[k % 4] + randomBetween(random, -0.5, 0.5),
  );
  let radius = 0;
  for (let k = 0; k < balls.length; k += 4) {
    radius = Math.max(radius, Math.hypot(...[0, 1, 2].map((c) => balls[k + c] - at[c])) + balls[k + 3]);
  }
  const spans = Float64Array.of(...at, radius);
  const tree = { nodes: 1, children: new Int32Array(2), primitives: new Uint32Array(0) };
  return { ...tree, firsts: Int32Array.of(0, count), balls, spans, reach: 9, error: 0 };
}

/** Balls that go on at v and turn at ω about a pivot that goes with them. */
function movedBalls(balls: Float64Array, v: Vector, omega: Vector, pivot: Vector, time: number): Float64Array {
  const speed = Math.hypot(...omega);
  const axis = omega.map((x) => (speed > 0 ? x / speed : 0));
  const [sine, versine] = [Math.sin(speed * time), 1 - Math.cos(speed * time)];
  const cross = (a: readonly number[], b: readonly number[]): number[] =>
    [0, 1, 2].map((k) => a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);
  const out = balls.slice();
  for (let k = 0; k < balls.length; k += 4) {
    const arm = [0, 1, 2].map((c) => balls[k + c] - pivot[c]);
    const across = cross(axis, arm);
    const inward = cross(axis, across);
    for (let c = 0; c < 3; c++) out[k + c] = balls[k + c] + v[c] * time + sine * across[c] + versine * inward[c];
  }
  return out;
}

const closest = new Float64Array(CLOSEST_SIZE);

/** The faces of a hull of up to four balls, each as a primitive. */
function faces(balls: Float64Array): Float64Array[] {
  if (balls.length < 16) return [balls];
  return [0, 4, 8, 12].map((left) => balls.filter((_, k) => k < left || k >= left + 4));
}

function distance(a: Float64Array, b: Float64Array): number {
  let least = Infinity;
  for (const faceA of faces(a)) {
    for (const faceB of faces(b)) {
      closestBalls(faceA, 0, faceA.length / 4, faceB, 0, faceB.length / 4, closest);
      least = Math.min(least, closest[0]);
    }
  }
  return least;
}

/** Draws pairs, asks for their steps, and judges these; tells how many never touched, and of how many of them one test proved it. */
function judge(
  seed: number,
  rates: readonly number[],
  ask: (scene: Scene) => number,
): { free: number; proven: number } {
  const random = seeded(seed);
  let free = 0;
  let proven = 0;
  let steps = 0;
  for (let k = 0; k < CASES; k++) {
    const away = randomVector(random, 1.5);
    const aside = randomVector(random, 0.5);
    const rate = randomBetween(random, 0, 1.5);
    const towards: Vector = [rate * away[0] + aside[0], rate * away[1] + aside[1], rate * away[2] + aside[2]];
    const scene: Scene = {
      a: hull(random, [0, 0, 0]),
      b: hull(random, away),
      velocities: [towards, [0, 0, 0]],
      angular: [randomVector(random, randomChoice(random, rates)), randomVector(random, randomChoice(random, rates))],
      pivots: [randomVector(random, 1), randomVector(random, 1)],
    };
    const step = ask(scene);
    const distanceAt = (time: number): number => {
      const [a, b] = ([scene.a, scene.b] as const).map(({ balls }, body) =>
        movedBalls(balls, scene.velocities[body], scene.angular[body], scene.pivots[body], time),
      );
      return distance(a, b);
    };
    if (distanceAt(0) <= 0) {
      expect(step, `pair ${k} overlaps`).toBe(0);
      continue;
    }
    if (step > 0) steps++;
    let least = Infinity;
    for (let s = 1; s <= SAMPLES; s++) least = Math.min(least, distanceAt((Math.min(step, 1) * s) / SAMPLES));
    if (step > 0) expect(least, `pair ${k} after ${step}`).toBeGreaterThan(0);
    for (let s = 1; s <= SAMPLES; s++) least = Math.min(least, distanceAt(s / SAMPLES));
    if (least > 0) free++;
    if (step >= 1) proven++;
  }
  expect(steps).toBeGreaterThan(CASES / 2);
  return { free, proven };
}

interface Scene {
  readonly a: MedialBody;
  readonly b: MedialBody;
  /** Of the query body, and of the other. */
  readonly velocities: readonly [Vector, Vector];
  readonly angular: readonly [Vector, Vector];
  readonly pivots: readonly [Vector, Vector];
}

const withheld = Float64Array.of(WITHHELD);
const out = new Float64Array(1);

/** The state of a scene; where `loose`, the query body may go and turn anywhere as fast. */
function stateOf({ velocities, angular, pivots }: Scene, loose: boolean): Float64Array {
  const state = new Float64Array(STATE_SIZE);
  state.set(velocities[0], QUERY_VELOCITY);
  state.set(velocities[1], REFERENCE_VELOCITY);
  state.set(angular[0], QUERY_ANGULAR);
  state.set(angular[1], REFERENCE_ANGULAR);
  state.set(pivots[0], QUERY_PIVOT);
  state.set(pivots[1], REFERENCE_PIVOT);
  if (!loose) return state;
  state.fill(0, QUERY_VELOCITY, QUERY_ANGULAR + 3);
  state.set([Math.hypot(...velocities[0]), Math.hypot(...angular[0])], QUERY_LOOSE);
  return state;
}

/** The first part of a body with that of another. */
function blockOf(a: MedialBody, usesCircles: boolean, closer: boolean): HullBlock {
  const block = new HullBlock();
  block.posed = a.balls;
  block.posedSpans = a.spans;
  block.usesCircles = usesCircles;
  block.closer = closer;
  block.enough[0] = 1;
  return block;
}

function turningStep(scene: Scene, closer: boolean, loose = false): number {
  const { a, b } = scene;
  const state = stateOf(scene, loose);
  writeTurningHullSteps(state, a, b, blockOf(a, !loose, closer), withheld, out);
  return out[0];
}

describe(`${CASES} pairs of hulls are apart for as long as is said`, () => {
  test.each([
    ['slowly', 71, [0, 0.5, 1], 0.4],
    ['by a quarter and more', 72, [0, 1, 2, 4], 0.1],
    ['many times', 73, [0, 10, 40], 0.1],
  ] as const)('turning %s', (_name, seed, rates, part) => {
    const once = judge(seed, rates, (scene) => turningStep(scene, false));
    const closer = judge(seed, rates, (scene) => turningStep(scene, true));
    expect(once.proven).toBeGreaterThan(part * once.free);
    expect(closer.proven).toBeGreaterThan(once.proven);
  });

  test('on a wheel, from any position of it to any other', () => {
    const still: Vector = [0, 0, 0];
    for (let k = 0; k < 1600; k++) {
      const turn = (Math.PI * (k % 40)) / 20;
      const at = (Math.PI * (Math.floor(k / 40) + 0.3)) / 20;
      const one = (x: number, y: number): MedialBody => ({
        ...hull(seeded(1), still),
        firsts: Int32Array.of(0, 1),
        balls: Float64Array.of(x, y, 0, 0.1),
        spans: Float64Array.of(x, y, 0, 0.1),
      });
      const a = one(Math.cos(turn), Math.sin(turn));
      const b = one(1.1 * Math.cos(at), 1.1 * Math.sin(at));
      const scene: Scene = { a, b, velocities: [still, still], angular: [[0, 0, 6], still], pivots: [still, still] };
      const step = turningStep(scene, true);
      const gap = (time: number): number => distance(movedBalls(a.balls, still, [0, 0, 6], still, time), b.balls);
      for (let s = 0; s <= SAMPLES && step > 0; s++) {
        expect(gap((Math.min(step, 1) * s) / SAMPLES), `from ${turn} to ${at}`).toBeGreaterThan(0);
      }
    }
  });

  test('going anywhere, no faster than stated', () => {
    const { free, proven } = judge(74, [0, 1], (scene) => turningStep(scene, true, true));
    expect(proven).toBeGreaterThan(0.1 * free);
  });

  test('going straight on, as exactly as the turning say it', () => {
    const { free, proven } = judge(75, [0], (scene) => {
      const { a, b } = scene;
      writeStraightHullSteps(stateOf(scene, false), a, b, blockOf(a, false, false), withheld, out);
      const step = out[0];
      expect(step).toBeGreaterThanOrEqual(Math.min(turningStep(scene, true), 1) * (1 - 1e-9));
      return step;
    });
    expect(proven).toBeGreaterThan(0.8 * free);
  });
});
