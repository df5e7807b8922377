// Pairs of triangles around a translation: as many and as far with the kernels, which list more than are near, as without.

import { seeded } from '@nearmiss/fixtures';
import { expect, onTestFinished, test } from 'vitest';
import { randomSolid, torus } from '../../../src/entries/shapes.ts';
import { simd } from '../../../src/entries/simd.ts';
import { Model, use } from '../../../src/index.ts';
import { NearLeaves } from '../../../src/query/penetration/near-leaves.ts';
import { NearPairs } from '../../../src/query/penetration/near-pairs.ts';
import { Probe } from '../../../src/query/penetration/probe.ts';
import { Workspace } from '../../../src/query/workspace.ts';

const ring = Model.build(torus({ majorRadius: 1, minorRadius: 0.3, majorSegments: 24, minorSegments: 12 }));
const rock = Model.build(randomSolid({ seed: 4, triangles: 320 }));

/** The reach that is left, and the pairs that were kept. */
function collect(x: Float64Array, reach: number): { reach: number; pairs: Set<string> } {
  const w = new Workspace();
  w.setPair(rock, {}, ring, {});
  w.interpret(true);
  const probe = new Probe(w, {});
  const leaves = new NearLeaves();
  leaves.collect(probe, x, reach);
  const near = new NearPairs();
  near.collect(probe, leaves, x, reach);
  const pairs = new Set<string>();
  for (let k = 0; k < near.count; k++) pairs.add(`${near.slots[2 * k]} ${near.slots[2 * k + 1]}`);
  return { reach: near.reach, pairs };
}

test('the reach shrinks for what is near, not for what the kernels list', () => {
  onTestFinished(() => use(null));
  const random = seeded(5);
  const seen = { many: 0, shrunk: 0 };
  for (let n = 0; n < 60; n++) {
    const x = Float64Array.from([1, 1, 0.3], (size) => 2 * size * (random() - 0.5));
    const reach = 0.05 + 0.3 * random();
    use(null);
    const plain = collect(x, reach);
    use(simd);
    const accelerated = collect(x, reach);
    if (plain.reach < reach) seen.shrunk++;
    else if (plain.pairs.size > 500) seen.many++;
    expect(accelerated.reach).toBe(plain.reach);
    for (const pair of plain.pairs) expect(accelerated.pairs).toContain(pair);
  }
  expect(Math.min(seen.many, seen.shrunk)).toBeGreaterThan(5);
});
