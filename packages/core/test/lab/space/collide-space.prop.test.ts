// The structures of space over triangles find what the trees of volumes find.

import { seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { type BroadPhaseName, collideInSpace } from '../../../src/entries/lab.ts';
import { box, icosphere } from '../../../src/entries/shapes.ts';
import { collide, Model, NearmissError } from '../../../src/index.ts';
import { BROAD_PHASES } from '../../../src/lab/space/broad-phases.ts';
import { sortedPairs } from '../../query/judge.ts';
import { nameOf, randomScene } from '../../query/scenes.ts';

const SPACES = Object.keys(BROAD_PHASES) as BroadPhaseName[];
const SCENES = 60;

describe.each(SPACES)('%s', (space) => {
  test(`${SCENES} scenes: status and pairs of faces as with trees`, () => {
    const random = seeded(20271);
    let edgeHits = 0;
    for (let index = 0; index < SCENES; index++) {
      const scene = randomScene(random, index);
      const { a, poseA, b, poseB } = scene;
      const name = nameOf(scene, index);
      const expected = collide(a.model, poseA, b.model, poseB, { contacts: 'all' });
      const all = collideInSpace(BROAD_PHASES[space], a.model, poseA, b.model, poseB, { contacts: 'all' });
      expect(all.status, name).toBe(expected.status);
      expect(sortedPairs(all.pairs), name).toEqual(sortedPairs(expected.pairs));
      const first = collideInSpace(BROAD_PHASES[space], a.model, poseA, b.model, poseB);
      expect([first.status, first.colliding], name).toEqual([expected.status, expected.colliding]);
      if (expected.pairCount > 0) {
        expect(expected.pairs, name).toContainEqual([first.faceA, first.faceB]);
        edgeHits++;
      }
    }
    expect(edgeHits / SCENES).toBeGreaterThan(0.3);
    expect(edgeHits / SCENES).toBeLessThan(0.8);
  });

  test('a budget ends it, and says so', () => {
    const ball = Model.build(icosphere({ radius: 1, subdivisions: 2 }));
    const near = { position: [1.9, 0, 0] as const };
    const { stats } = collideInSpace(BROAD_PHASES[space], ball, {}, ball, near, { contacts: 'all', stats: true });
    expect(stats?.volumeTests).toBeGreaterThan(20);
    const split = collideInSpace(BROAD_PHASES[space], ball, {}, ball, near, { contacts: 'all', budget: 0 });
    expect([split.status, split.colliding]).toEqual(['iteration-limit', null]);
  });
});

test('other names are refused', () => {
  const cube = Model.build(box());
  for (const space of ['quadtree', 'toString']) {
    // @ts-expect-error no such structure
    expect(() => collideInSpace(BROAD_PHASES[space], cube, {}, cube, {})).toThrow(NearmissError);
  }
});
