// Nothing that a query answers depends on what was asked of the same models before: every query, and every structure that a model can
// derive, is asked in several orders, and each answer is that of models of which nothing else was asked.

import { seeded } from '@nearmiss/fixtures';
import { clearanceMap, type Model } from 'nearmiss';
import { convexPatches, hullTree, isConvex } from 'nearmiss/convex';
import { VOLUMES } from 'nearmiss/lab';
import { medialAxis } from 'nearmiss/medial';
import { describe, expect, test } from 'vitest';
import { BODY_KINDS, EVERY_QUERY, makeScene, type Scene } from '../reentry/every-query.ts';
import { bitsOf, PLAIN } from '../reentry/user-code.ts';

const SEED = 5;

const asked = (scene: Scene, index: number): string => bitsOf(EVERY_QUERY[index].ask(scene, PLAIN));

const modelsOf = (scene: Scene): Model[] => BODY_KINDS.flatMap((kind) => [...scene[kind]]);

/** Everything a model can derive, but for a medial axis, and copies that it does not keep. */
function deriveAll(model: Model): void {
  model.with(...Object.values(VOLUMES), hullTree, clearanceMap);
  isConvex(model);
  convexPatches(model);
  model.structure(hullTree);
  model.structure(clearanceMap);
}

const expected = EVERY_QUERY.map((_, index) => asked(makeScene(SEED), index));

describe('answers are those of models of which nothing else was asked', () => {
  const scene = makeScene(SEED);
  const random = seeded(1);

  test.each(['first', 'again', 'in another order'])('every query, %s', (order) => {
    const indices = Array.from(EVERY_QUERY.keys());
    if (order === 'in another order') indices.sort(() => random() - 0.5);
    for (const index of indices) expect(asked(scene, index), EVERY_QUERY[index].name).toBe(expected[index]);
  });

  test('after all structures were asked for', () => {
    for (const kind of BODY_KINDS) if (kind !== 'rounds') for (const model of scene[kind]) deriveAll(model);
    for (const model of [...scene.meshes, ...scene.medials]) medialAxis(model, { primitives: 5, samples: 50 });
    for (const model of scene.medials) medialAxis(model);
    // The default axis takes seconds, even of a few triangles.
    medialAxis(scene.meshes[0]);
    for (const index of EVERY_QUERY.keys()) {
      expect(asked(scene, index), EVERY_QUERY[index].name).toBe(expected[index]);
    }
  });

  test('and models save what they were built with', () => {
    const fresh = modelsOf(makeScene(SEED));
    modelsOf(scene).forEach((model, k) => {
      expect(Buffer.compare(model.toBytes(), fresh[k].toBytes())).toBe(0);
    });
  });
});

test('there are queries, and their answers differ', () => {
  expect(EVERY_QUERY.length).toBeGreaterThan(100);
  expect(new Set(expected).size).toBeGreaterThan(80);
});
