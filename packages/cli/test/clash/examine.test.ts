import { type Assembly, type ClashElement, readClashSet } from '@nearmiss/clash';
import { box } from 'nearmiss/shapes';
import { afterEach, expect, test, vi } from 'vitest';
import { type Examined, examine } from '../../src/clash/examine.ts';

const SET = readClashSet({ models: { m: 'm.glb' }, tests: [{ name: 'itself' }] });

const element = (id: string, shape: number): ClashElement => ({
  ...{ model: 'm', id, name: id, parent: '', stableId: id, shape, pose: {}, quantum: 0 },
  box: [-0.5, -0.5, -0.5, 0.5, 0.5, 0.5],
});

/** Two cubes at one position, and an element whose shape is not there. */
function faultyAssembly(): Assembly {
  const shapes = [{ mesh: box(), hash: 'cube' }];
  return { elements: [0, 0, 7].map((shape, k) => element(String(k), shape)), shapes, warnings: [] };
}

afterEach(() => {
  vi.restoreAllMocks();
});

test('pairs that fail are undecided, counted, and told with the first reason; they are not kept', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  const kept: string[] = [];
  const journal = { get: () => undefined, add: (key: string) => kept.push(key) } as never;
  const { clashes, pairs, failed }: Examined = await examine(SET, faultyAssembly(), {
    ...{ workers: 1, journal, budget: 1e6, onPair: () => {} },
  });
  expect([pairs, failed, kept.length]).toEqual([3, 2, 1]);
  expect(clashes.map(({ type }) => type).sort()).toEqual(['hard', 'undecided', 'undecided']);
  expect(said.mock.calls).toEqual([
    ['nearmiss: 2 pairs could not be examined, and may clash: undecided. The first: There is no shape 7.'],
  ]);
});
