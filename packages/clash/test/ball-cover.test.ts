import { collide, Model } from 'nearmiss';
import { box, torus } from 'nearmiss/shapes';
import { describe, expect, it } from 'vitest';
import { type Ball, coveredRadius } from '../src/ball-cover.ts';
import { Crossings } from '../src/crossings.ts';
import { ballBounds } from '../src/inner-balls.ts';

/** Numbers in [0, 1) by a linear congruence. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const none = (): readonly Ball[] => [];

describe('balls that cover the surroundings of the origin', () => {
  it('leave no point nearer than the radius uncovered, and the radius is not far from the best', () => {
    const next = numbers(1);
    let covering = 0;
    let open = 0;
    for (let scene = 0; scene < 60; scene++) {
      const balls = Array.from({ length: 1 + Math.floor(12 * next()) }, (): Ball => {
        const [x, y, z] = [next() - 0.5, next() - 0.5, next() - 0.5];
        return [x, y, z, 0.2 + 1.4 * next()];
      });
      const radius = coveredRadius(balls, 1, none);
      if (radius === 1) covering++;
      else if (radius > 0) open++;
      let nearest = 1;
      for (let k = 0; k < 2000; k++) {
        const [x, y, z] = [2 * next() - 1, 2 * next() - 1, 2 * next() - 1];
        const length = Math.hypot(x, y, z);
        if (balls.some((ball) => Math.hypot(ball[0] - x, ball[1] - y, ball[2] - z) < ball[3])) continue;
        nearest = Math.min(nearest, length);
      }
      expect(nearest).toBeGreaterThanOrEqual(radius);
      expect(radius).toBeGreaterThan(nearest - 0.4);
    }
    expect(covering).toBeGreaterThan(3);
    expect(open).toBeGreaterThan(20);
  });

  it('are found where they are missing', () => {
    const asked: number[][] = [];
    const radius = coveredRadius([[0, 0, 0, 0.3]], 1, (x, y, z) => {
      asked.push([x, y, z]);
      return [[x, y, z, 0.6]];
    });
    expect(radius).toBeGreaterThan(0.9);
    expect(asked.length).toBeGreaterThan(3);
  });
});

describe('lower bounds by balls', () => {
  it('prove more of a rod in a tight torus than the thickness of the overlap, and never too much', () => {
    // Its corners are in the torus on four sides.
    const rod = Model.build(box({ size: [0.5, 0.5, 3] }));
    const hollow = Model.build(torus({ majorRadius: 2, minorRadius: 1.7, majorSegments: 48, minorSegments: 24 }));
    const next = numbers(7);
    let more = 0;
    for (let k = 0; k < 12; k++) {
      const pose = { position: [0.02 * (next() - 0.5), 0.02 * (next() - 0.5), 0.4 * (next() - 0.5)] };
      const crossings = new Crossings({ model: rod, pose }, { model: hollow, pose: {} }, 1e6);
      const { lower, thickness } = ballBounds(crossings, 1);
      if (lower > 1.5 * thickness) more++;
      // Whatever is shorter must leave an overlap.
      for (let t = 0; t < 100; t++) {
        const [x, y, z] = [next() - 0.5, next() - 0.5, next() - 0.5];
        const scale = (0.999 * lower * Math.cbrt(next())) / Math.hypot(x, y, z);
        const moved = { position: [x, y, z].map((d, axis) => pose.position[axis] + scale * d) };
        expect(collide(rod, moved, hollow, {}).colliding).toBe(true);
      }
    }
    expect(more).toBeGreaterThan(3);
  });

  it('are never above a depth that is far below the upper bound', () => {
    const cube = Model.build(box());
    const next = numbers(3);
    for (let k = 0; k < 30; k++) {
      const shift = [next(), next(), next()].map((x) => 0.1 + 0.85 * x);
      const depth = 1 - Math.max(...shift);
      const crossings = new Crossings({ model: cube, pose: {} }, { model: cube, pose: { position: shift } }, 1e6);
      expect(ballBounds(crossings, 3 * depth).lower).toBeLessThanOrEqual(depth);
    }
  });
});
