// Contact manifolds of a Pair and of a World: ids that stay while contacts do.

import { expect, test } from 'vitest';
import { box, Model, Pair, World } from '../../all-entries.ts';

const cube = Model.build(box());

test('contacts of a pair keep their ids while the bodies move a little, and get others elsewhere', () => {
  const pair = new Pair(cube, cube);
  const idsAt = (position: readonly [number, number, number]): Map<string, number> => {
    const { contacts } = pair.contactManifold({}, { position }, { within: 0.01 });
    return new Map(contacts.map(({ id, pointA }) => [pointA.map((x) => Math.sign(x)).join(' '), id]));
  };
  const first = idsAt([0, 0, 1.005]);
  expect([...first.values()].sort()).toEqual([0, 1, 2, 3]);
  for (let k = 1; k < 10; k++) expect(idsAt([0.004 * k, 0.002 * k, 1.005])).toEqual(first);
  const beside = idsAt([1.005, 0, 0]);
  for (const id of beside.values()) expect(id).toBeGreaterThan(3);
});

test('no two contacts have one id, also where several are near one of before', () => {
  const small = Model.build(box({ size: [0.1, 0.1, 0.1] }));
  const pair = new Pair(cube, small);
  const idsAt = (tilt: number, z: number): number[] => {
    const rotation = [0, Math.sin(tilt / 2), 0, Math.cos(tilt / 2)] as const;
    return pair.contactManifold({}, { position: [0, 0, z], rotation }, { within: 0.01 }).contacts.map(({ id }) => id);
  };
  // On an edge, whose other side is too high, then flat.
  expect(idsAt(0.15, 0.561)).toEqual([0, 1]);
  expect(idsAt(0, 0.555).sort()).toEqual([0, 1, 2, 3]);
});

test('contacts are the same under refinement of flat faces, and a query asked alone numbers them', () => {
  const plain = new Pair(cube, cube).contactManifold({}, { position: [0.25, 0, 1.005] }, { within: 0.01 });
  const fine = Model.build(box({ segments: 4 }));
  const divided = new Pair(fine, fine).contactManifold({}, { position: [0.25, 0, 1.005] }, { within: 0.01 });
  const points = ({ contacts }: typeof plain): string[] =>
    contacts.map(({ pointA }) => pointA.map((x) => x.toFixed(9)).join(' ')).sort();
  expect(points(divided)).toEqual(points(plain));
  expect(plain.contacts.map(({ id }) => id)).toEqual([0, 1, 2, 3]);
});

test('a world with contacts: "manifold" reports them of pairs that are near or touch', () => {
  const world = new World({ contacts: 'manifold', margin: 0.01 });
  world.add(cube, {});
  const upper = world.add(cube, { position: [0, 0, 1.005] });
  const [near] = world.step().near;
  expect(near.manifold?.contacts.map(({ id, gap }) => [id, gap.toFixed(6)])).toEqual(
    [0, 1, 2, 3].map((id) => [id, '0.005000']),
  );
  world.move(upper, { position: [0.001, 0, 1.004] });
  expect(
    world
      .step()
      .near[0].manifold?.contacts.map(({ id }) => id)
      .sort(),
  ).toEqual([0, 1, 2, 3]);
  world.move(upper, { position: [0, 0, 0.99] });
  const [begun] = world.step().begin;
  expect(begun.manifold?.status).toBe('overlapping');
  expect(begun.manifold?.contacts[0].gap).toBeCloseTo(-0.01, 9);
  const plain = new World({ margin: 0.01 });
  plain.add(cube, {});
  plain.add(cube, { position: [0, 0, 1.005] });
  expect(plain.step().near[0].manifold).toBe(null);
});
