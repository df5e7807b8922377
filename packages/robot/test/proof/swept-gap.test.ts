// The search for a direction along which two moving convex sets are apart.

import { randomBetween, seeded } from '@nearmiss/fixtures';
import { Robot, readUrdf } from '@nearmiss/robot';
import { makeConvex } from 'nearmiss/convex';
import { expect, test } from 'vitest';
import { Simplex } from '../../src/proof/simplex.ts';

const random = seeded(5);
const draw = (): number => randomBetween(random, -1, 1);

test('the nearest point of a simplex is at least as near as any sampled point of it', () => {
  let inside = 0;
  for (let k = 0; k < 1000; k++) {
    const shift = [draw(), draw(), draw()];
    const corners = Array.from({ length: 4 }, () => shift.map((x) => 0.7 * x + draw()));
    const simplex = new Simplex();
    for (const [x = 0, y = 0, z = 0] of corners) {
      const square = simplex.add(x, y, z);
      if (square === 0) {
        inside++;
        break;
      }
      // The new corner and the last nearest point are in the simplex, and all between them.
      const { nearest } = simplex;
      expect(Math.hypot(...nearest)).toBeCloseTo(Math.sqrt(square), 12);
      let least = Infinity;
      for (let t = 0; t < 1; t += 0.05) {
        least = Math.min(least, Math.hypot(...[x, y, z].map((c, i) => c + t * ((nearest[i] ?? 0) - c))));
      }
      expect(least).toBeGreaterThanOrEqual(Math.sqrt(square) * (1 - 1e-9));
    }
  }
  expect(inside).toBeGreaterThan(10);
});

test('bodies that pass each other closely in long arcs are proven in few intervals', () => {
  const robot = new Robot(
    readUrdf(`<robot name="arm"><link name="base"/>
      <link name="arm"><collision><origin xyz="1 0 0"/><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
      <joint name="turn" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/></joint></robot>`),
  );
  // The arm's box turns below a plate, a millimetre from it.
  robot.addObstacle({ name: 'plate', model: makeConvex('box(size=[4,4,0.1])'), pose: { position: [0, 0, 0.101] } });
  const path = robot.path({ waypoints: [[0], [0.5]] });
  // Each interval counts twice, for boxes and for hulls. By speeds alone it would take half a metre by a millimetre, 500 intervals.
  expect(robot.pathContact(path, { budget: 64 }).status).toBe('free');
});
