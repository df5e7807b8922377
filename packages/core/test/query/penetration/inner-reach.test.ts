// Probes near a free translation do not test containment: they find what `collide` finds.

import { seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { box } from '../../../src/entries/shapes.ts';
import { collide, Mesh, Model } from '../../../src/index.ts';
import { innerReachOf } from '../../../src/query/penetration/inner-reach.ts';
import { Probe } from '../../../src/query/penetration/probe.ts';
import { Workspace } from '../../../src/query/workspace.ts';

const large = Model.build(box({ size: [2, 2, 2] }));
const small = Model.build(box({ size: [0.2, 0.3, 0.4] }));

test('the radius of a ball inside, and nothing for a body of several components', () => {
  expect(innerReachOf(small)).toBeGreaterThan(0.05);
  expect(innerReachOf(small)).toBeLessThanOrEqual(0.1);
  const { positions, triangles } = small.mesh;
  const beside = Array.from(positions, (x, k) => (k % 3 === 0 ? x + 5 : x));
  const shifted = Array.from(triangles, (v) => v + positions.length / 3);
  const two = Model.build(new Mesh([...positions, ...beside], [...triangles, ...shifted]));
  expect(innerReachOf(two)).toBe(0);
});

test.each([
  ['a small box and a large one', small, large],
  ['a large box and a small one', large, small],
])('%s', (_name, a, b) => {
  const random = seeded(3);
  const w = new Workspace();
  w.setPair(a, {}, b, {});
  w.interpret(true);
  const probe = new Probe(w, {});
  probe.innerReach = Math.min(innerReachOf(a), innerReachOf(b));
  const seen: Record<string, number> = {};
  const x = new Float64Array(3);
  for (let n = 0; n < 3000; n++) {
    // Steps of all lengths, across the surfaces and through them.
    const step = n % 10 === 0 ? 4 : 0.3 * random();
    for (let k = 0; k < 3; k++) x[k] = Math.max(-2, Math.min(2, (n % 10 === 0 ? 0 : x[k]) + step * (random() - 0.5)));
    const status = probe.status(x);
    expect(status).toBe(collide(a, { position: [x[0], x[1], x[2]] }, b, {}).status);
    seen[status] = (seen[status] ?? 0) + 1;
  }
  expect(seen.separated).toBeGreaterThan(300);
  expect(seen.intersecting).toBeGreaterThan(200);
  expect(seen[a === small ? 'a-inside-b' : 'b-inside-a']).toBeGreaterThan(200);
});
