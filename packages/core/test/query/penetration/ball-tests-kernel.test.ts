// Balls by the kernels: the same results as those of the library, to the bit.

import { seeded } from '@nearmiss/fixtures';
import { expect, onTestFinished, test } from 'vitest';
import { randomSolid, torus } from '../../../src/entries/shapes.ts';
import { simd } from '../../../src/entries/simd.ts';
import { Model, use } from '../../../src/index.ts';
import { BallCover } from '../../../src/query/penetration/ball-cover.ts';
import { DirectionTests } from '../../../src/query/penetration/direction-tests.ts';
import { Probe } from '../../../src/query/penetration/probe.ts';
import { ReferenceFrame } from '../../../src/query/penetration/reference-frame.ts';
import { Workspace } from '../../../src/query/workspace.ts';

const ring = Model.build(torus({ majorRadius: 1, minorRadius: 0.3, majorSegments: 32, minorSegments: 16 }));
const rock = Model.build(randomSolid({ seed: 4, triangles: 320 }));

/** A cover, with its directions, of new workspaces: with the kernels that are installed, or without. */
function covered(a: Model, rotation: [number, number, number, number], b: Model) {
  const w = new Workspace();
  w.setPair(a, { position: [0.1, 0.2, -0.1], rotation }, b, { rotation: [0.6, 0, 0, 0.8] });
  w.interpret(true);
  const cover = BallCover.of(new Probe(w, {}));
  if (cover === null) throw new Error('There are no balls.');
  const frame = new ReferenceFrame();
  frame.set(w);
  const tests = new DirectionTests(400);
  tests.start(cover, frame);
  return { cover, tests, unit: frame.unit };
}

test.each([
  ['rings', ring, ring],
  ['a rock in a ring', rock, ring],
  ['a ring in a rock', ring, rock],
])('%s', (_name, a, b) => {
  onTestFinished(() => use(null));
  const random = seeded(11);
  const directions = new Float64Array(3 * 400).map(() => random() - 0.5);
  for (let k = 0; k < directions.length; k += 3) {
    const length = Math.hypot(directions[k], directions[k + 1], directions[k + 2]);
    for (let c = 0; c < 3; c++) directions[k + c] /= length;
  }
  const seen = { open: 0, blocked: 0 };
  for (let n = 0; n < 8; n++) {
    const turned = [0, 1, 2, 3].map(() => random() - 0.5);
    const size = Math.hypot(...turned);
    const rotation: [number, number, number, number] = [
      turned[0] / size,
      turned[1] / size,
      turned[2] / size,
      turned[3] / size,
    ];
    use(null);
    const plain = covered(a, rotation, b);
    use(simd);
    const fast = covered(a, rotation, b);
    expect(plain.cover.kernels).toBeNull();
    expect(fast.cover.kernels).not.toBeNull();
    for (const [part, step] of [
      [1.5, 8],
      [1.2, 1],
      [0.7, 1],
    ]) {
      const length = part * (0.5 + random());
      for (const { cover, tests, unit } of [plain, fast]) {
        cover.keepWithin((1.1 * length) / unit);
        tests.testAll(directions, length, step);
      }
      const { openCount } = plain.tests;
      const open = plain.tests.open.slice(0, openCount);
      expect(fast.tests.openCount).toBe(openCount);
      expect(fast.tests.open.slice(0, openCount)).toEqual(open);
      for (const k of open) expect(fast.tests.gaps[k]).toBe(plain.tests.gaps[k]);
      seen.open += openCount;
      seen.blocked += 400 / step - openCount;
      for (let left = openCount; left > 0; left--) expect(fast.tests.takeWidest()).toBe(plain.tests.takeWidest());
      expect(plain.tests.takeWidest()).toBe(-1);
      for (let k = 0; k < 400; k += 7) {
        expect(fast.tests.isOpen(k, 0.9 * length)).toBe(plain.tests.isOpen(k, 0.9 * length));
        const rest = directions.slice(3 * k, 3 * k + 3);
        const far = Float64Array.of(length / plain.unit);
        expect(fast.cover.isBlocked(rest, far)).toBe(plain.cover.isBlocked(rest, far));
      }
    }
  }
  expect(Math.min(seen.open, seen.blocked)).toBeGreaterThan(100);
});
