// Both branch and bounds on their own: from a separating translation that is far too long they must neither overshoot the depth nor stop
// short of it.

import { describe, expect, test } from 'vitest';
import { box, torus } from '../../../src/entries/shapes.ts';
import { Model } from '../../../src/index.ts';
import { cover } from '../../../src/query/penetration/cover.ts';
import { FacetSearch } from '../../../src/query/penetration/facet-search.ts';
import { InnerClearance } from '../../../src/query/penetration/inner-clearance.ts';
import { Search } from '../../../src/query/penetration/penetration-search.ts';
import { Probe } from '../../../src/query/penetration/probe.ts';
import { PartDepths } from '../../../src/query/penetration/solid-parts.ts';
import { Workspace } from '../../../src/query/workspace.ts';
import type { Pose } from '../../../src/scalar/pose.ts';
import { scaled, shifted, union } from '../bodies.ts';

/** A cube with half-side 1, and far off a small one, so that the whole is not convex. */
const cubes = Model.build(union(box({ size: [2, 2, 2] }), shifted(box({ size: [0.1, 0.1, 0.1] }), [40, 40, 40])));

/** A search that knows no better separating translation than along (3, 4, 12)/13 to where the balls around the bodies are apart. */
function searchFrom(a: Model, poseA: Pose, b: Model): Search {
  const w = new Workspace();
  w.setPair(a, poseA, b, {});
  w.interpret(true);
  const probe = new Probe(w, {});
  probe.moveTo(new Float64Array(3));
  const search = new Search(probe, false, false);
  const far = new Float64Array(3);
  search.farAlong(Float64Array.of(3 / 13, 4 / 13, 12 / 13), far);
  search.tryFrom(far);
  probe.moveTo(new Float64Array(3));
  return search;
}

const STARTS = [0, 1, 2, 3, 4, 5].map((k) => [0, 1, 2].map((c) => (c === k >> 1 ? 1 - 2 * (k & 1) : 0)));

describe('facets', () => {
  test.each(STARTS)('cubes that part along %d %d %d', (...separation) => {
    const search = searchFrom(cubes, { position: separation.map((x) => 1.6 * x) }, cubes);
    expect(search.bestLength).toBeGreaterThan(0.41);
    const facets = new FacetSearch(search);
    const { lower, free } = facets.run(1000);
    expect(lower).toBeCloseTo(0.4, 9);
    expect(lower).toBeLessThanOrEqual(0.4 + 1e-12);
    if (free === null) throw new Error('the search came to no end');
    const x = new Float64Array(3);
    search.settleDisplacement((margin, out) => facets.displace(free, margin, out));
    x.set(search.best);
    expect(search.bestLength).toBeCloseTo(0.4, 9);
    separation.forEach((c, k) => {
      expect(x[k]).toBeCloseTo(0.4 * c, 9);
    });
  });
});

describe('cubes of translations', () => {
  test.each([0.1, 0.03])('the depth is closed in on to %d', (accuracy) => {
    const search = searchFrom(cubes, { position: [0, 0, 1.6] }, cubes);
    const clearance = new InnerClearance(search.probe, search.frame, 2 * search.size);
    const patches = new PartDepths(search.probe, search.frame, 2 * search.size);
    const { lower } = cover(search, clearance, patches, null, accuracy, search.bestLength, Infinity);
    expect(lower).toBeLessThanOrEqual(0.4);
    expect(search.bestLength - lower).toBeLessThanOrEqual(accuracy * (1 + 1e-9));
  });

  test('of a body without solid parts, by inner clearance alone', () => {
    const ring = Model.build(scaled(torus({ majorSegments: 96, minorSegments: 48 }), 2));
    const search = searchFrom(ring, { position: [0.1, 0, 0.4] }, ring);
    const clearance = new InnerClearance(search.probe, search.frame, 2 * search.size);
    const patches = new PartDepths(search.probe, search.frame, 2 * search.size);
    expect(patches.any).toBe(false);
    const { lower } = cover(search, clearance, patches, null, 0.1, search.bestLength, 600);
    // Two rings of radius 0.7 and tube 0.3, one 0.4 above the other: 0.2 are left to go straight up.
    expect(lower).toBeLessThanOrEqual(0.2);
    expect(lower).toBeGreaterThan(0.08);
  });
});
