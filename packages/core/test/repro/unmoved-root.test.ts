// Where one body is much smaller than the other, the search opens the large one first and compares its nodes with the
// whole of the small one. The volume of that whole was never moved to where the body stands: it was what an earlier
// query had left, and answers depended on what had been asked before.

import { randomPose, seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { aabb } from '../../src/entries/lab.ts';
import { randomSolid } from '../../src/entries/shapes.ts';
import { distance, Model } from '../../src/index.ts';
import { latticeSoup, scaled } from '../query/bodies.ts';

test('the distance of a small body from a large one does not depend on the query before', () => {
  const random = seeded(21);
  const small = Model.build(scaled(randomSolid({ seed: 2, triangles: 80 }), 0.3));
  const large = Model.build(latticeSoup(random, 300, 9));
  const asked = [
    [1e3, 0, 0],
    [-1e3, 0, 0],
    [0, 1e3, 0],
    [0, 0, -1e3],
  ] as const;
  for (let k = 0; k < 100; k++) {
    const pose = randomPose(random, 12);
    const answers = asked.map((position) => {
      distance(small, { position }, large, {});
      return distance(small, pose, large, {}, { stats: true });
    });
    const other = distance(small, pose, large, {}, { volume: aabb });
    for (const answer of answers) {
      expect(answer).toEqual(answers[0]);
      expect(answer.status).toBe(other.status);
      expect(Math.abs(answer.distance - other.distance)).toBeLessThanOrEqual(1e-12);
    }
  }
});
