import { randomBetween, seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { facesIntersect, filterError } from '../../src/deform/face-pair.ts';

// Around 2^342 products of three lengths begin to overflow while bounds on their rounding do not, and around 2^-350 they
// underflow: what doubles say there is luck.
test.each([342, 343, 350, -340, -350, -356])('scaled by 2^%i faces meet as they did', (exponent) => {
  const random = seeded(61);
  const scale = 2 ** exponent;
  const [plain, scaled] = [filterError(4), filterError(4 * scale)].map((error) => Float64Array.of(error));
  let hits = 0;
  let changed = 0;
  const count = 4000;
  for (let n = 0; n < count; n++) {
    const faces = Float64Array.from({ length: 18 }, () => randomBetween(random, -1, 1));
    const intersect = facesIntersect(faces, 0, faces, 9, plain);
    const large = faces.map((x) => x * scale);
    if (facesIntersect(large, 0, large, 9, scaled) !== intersect) changed++;
    if (intersect) hits++;
  }
  expect(changed).toBe(0);
  expect(hits).toBeGreaterThan(count / 10);
  expect(hits).toBeLessThan(count / 2);
});
