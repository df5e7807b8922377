import { randomPose, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { VOLUMES } from '../../src/lab/volumes/volumes-by-name.ts';
import { RELATIVE_SCRATCH_SIZE, RELATIVE_SIZE, relativePose } from '../../src/scalar/pose.ts';

const NOWHERE = new Float64Array(3);
const kinds = Object.values(VOLUMES).filter((kind) => kind.extent !== undefined);

test('the volumes of C²A and those of the same make have extents', () => {
  expect(kinds.map((kind) => kind.name).sort()).toEqual(['aabb', 'disc', 'lss', 'obb', 'rss', 'sphere']);
});

describe.each(kinds)('$name', (kind) => {
  const extent = kind.extent ?? (() => Number.NaN);

  test('reaches as far along a vector as anything that it holds, moved or not, and not beyond all measure', () => {
    const random = seeded(kind.name.length);
    const side = (): number => 2 * random() - 1;
    let tightest = Infinity;
    for (let run = 0; run < 300; run++) {
      const squash = 10 ** (-4 * random());
      const triangles = Float64Array.from({ length: 9 * 6 }, (_, k) => side() * (k % 3 === 0 ? 1 : squash));
      const volume = new Float64Array(kind.stride);
      kind.fit(triangles, 0, 6, volume, 0);
      const pose = new Float64Array(64);
      const { position, rotation } = randomPose(random, 3);
      relativePose(
        Float64Array.of(...position, ...rotation),
        NOWHERE,
        Float64Array.of(0, 0, 0, 0, 0, 0, 1),
        NOWHERE,
        pose,
        new Float64Array(RELATIVE_SCRATCH_SIZE),
      );
      pose[RELATIVE_SIZE - 2] = 1;
      pose[RELATIVE_SIZE - 1] = 1e-14;
      const moved = new Float64Array(kind.stride);
      kind.move(volume, 0, pose, moved, 0);
      const length = 10 ** (6 * random() - 3);
      const d = Float64Array.of(0, length * side(), length * side(), length * side());
      const size = Math.hypot(d[1], d[2], d[3]);
      for (const [v, slot] of [
        [volume, (x: number[]) => x],
        [
          moved,
          (x: number[]) =>
            [0, 3, 6].map((row) => pose[row] * x[0] + pose[row + 1] * x[1] + pose[row + 2] * x[2] + pose[9 + row / 3]),
        ],
      ] as const) {
        let farthest = 0;
        for (let k = 0; k < triangles.length; k += 3) {
          const x = slot([...triangles.subarray(k, k + 3)]);
          farthest = Math.max(farthest, Math.abs(d[1] * (x[0] - v[0]) + d[2] * (x[1] - v[1]) + d[3] * (x[2] - v[2])));
        }
        const reach = extent(v, 0, d, 1);
        expect(farthest).toBeLessThanOrEqual(reach + 1e-14 * size);
        expect(reach).toBeLessThanOrEqual(4 * size);
        tightest = Math.min(tightest, reach / farthest);
      }
    }
    expect(tightest).toBeLessThan(1.05);
  });
});
