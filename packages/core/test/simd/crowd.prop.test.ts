// The kernels for crowds of boxes beside the plain library: the same pairs begin and end in the same order, in every update.

import { randomBetween, randomChoice, randomInteger, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { afterEach, expect, test } from 'vitest';
import { simd } from '../../src/entries/simd.ts';
import { use } from '../../src/index.ts';
import { BOX, BoxSet } from '../../src/space/box-set.ts';
import type { BroadPhase } from '../../src/space/broad-phase.ts';
import { dynamicTree } from '../../src/space/dynamic-tree.ts';
import { kernelsWith } from './kernels-with.ts';

const BOXES = 700;
const UPDATES = 60;

/** Centre and half side of a box along an axis, and how far it goes in an update. */
interface Scene {
  readonly centre: (random: SeededRandom) => number;
  readonly half: (random: SeededRandom) => number;
  readonly step: (random: SeededRandom) => number;
}

const SCENES: Readonly<Record<string, Scene>> = {
  crowd: {
    centre: (random) => randomBetween(random, -4, 4),
    half: () => 0.3,
    step: (random) => randomBetween(random, -0.02, 0.02),
  },
  'small ones and a few large ones': {
    centre: (random) => randomBetween(random, -5, 5),
    half: (random) => (randomInteger(random, 0, 60) === 0 ? 4 : randomBetween(random, 0.1, 0.4)),
    step: (random) => randomBetween(random, -0.03, 0.03),
  },
  // Single precision leaves these open.
  'on a lattice': {
    centre: (random) => randomInteger(random, -5, 5),
    half: () => 0.5,
    step: (random) => randomChoice(random, [0, 0, 0, 1, -1]),
  },
  'far away': {
    centre: (random) => 1e15 + randomInteger(random, -40, 40),
    half: (random) => randomInteger(random, 1, 4),
    step: (random) => randomInteger(random, -1, 1),
  },
  huge: {
    centre: (random) => randomBetween(random, -1e80, 1e80),
    half: () => 7e78,
    step: (random) => randomBetween(random, -1e77, 1e77),
  },
  'in one row': {
    centre: (random) => randomBetween(random, -1, 1),
    half: () => 0.05,
    step: (random) => randomBetween(random, -0.004, 0.004),
  },
};

class Crowd {
  readonly boxes = new BoxSet();
  readonly phase: BroadPhase = dynamicTree.create(this.boxes);
  readonly events: number[][] = [];

  put(id: number, centre: readonly number[], half: readonly number[]): void {
    for (let k = 0; k < 3; k++) {
      this.boxes.bounds[BOX * id + k] = centre[k] - half[k];
      this.boxes.bounds[BOX * id + 3 + k] = centre[k] + half[k];
    }
  }

  update(): void {
    const { pairs } = this.phase;
    this.phase.update();
    for (const list of [pairs.begun, pairs.ended]) {
      const handles = [...list.items.subarray(0, list.count)];
      this.events.push(handles.flatMap((handle) => [pairs.lows[handle], pairs.highs[handle]]));
    }
  }
}

afterEach(() => use(null));

test.each(Object.keys(SCENES))('finds the same pairs in the same order: %s', (name) => {
  const { centre, half, step } = SCENES[name];
  const random = seeded(name.length);
  const used = { follow: 0, sort: 0, sweep: 0 };
  const kernels = kernelsWith({
    openCrowd: (owner) => {
      used.follow++;
      return simd.openCrowd(owner);
    },
    sortRows: (...given) => {
      used.sort++;
      return simd.sortRows(...given);
    },
    sweepRows: (...given) => {
      const isDone = simd.sweepRows(...given);
      used.sweep += Number(isDone);
      return isDone;
    },
  });
  const crowds = [new Crowd(), new Crowd()];
  const centres: number[][] = [];
  const halves: number[][] = [];
  const triple = (draw: (random: SeededRandom) => number): number[] => [draw(random), draw(random), draw(random)];
  const add = (id: number): void => {
    centres[id] = triple(centre);
    halves[id] = triple(half);
    const isAtRest = randomInteger(random, 0, 9) === 0;
    for (const crowd of crowds) {
      crowd.boxes.add(id, isAtRest);
      crowd.put(id, centres[id], halves[id]);
      crowd.phase.add(id);
    }
  };
  for (let id = 0; id < BOXES; id++) add(id);
  let gone = -1;
  for (let update = 0; update < UPDATES; update++) {
    // In some updates few move.
    const movedCount = update % 7 === 6 ? 20 : BOXES;
    for (let id = 0; id < movedCount; id++) {
      if (id === gone) continue;
      centres[id] = centres[id].map((x) => x + step(random));
      for (const crowd of crowds) {
        crowd.put(id, centres[id], halves[id]);
        crowd.phase.move(id);
      }
    }
    if (gone >= 0) {
      add(gone);
      gone = -1;
    } else if (update % 3 === 0) {
      gone = randomInteger(random, 0, BOXES - 1);
      for (const crowd of crowds) {
        crowd.boxes.remove(gone);
        crowd.phase.remove(gone);
      }
    }
    crowds[0].update();
    // Now and then the kernels are gone for an update.
    use(update % 20 === 19 ? null : kernels);
    crowds[1].update();
    use(null);
  }
  expect(crowds[1].events).toEqual(crowds[0].events);
  expect(crowds[0].events.flat().length).toBeGreaterThan(1000);
  expect(used.follow).toBeGreaterThan(0);
  if (name !== 'far away') expect(used.sort).toBeGreaterThan(1);
  if (name === 'crowd') expect(used.sweep).toBeGreaterThan(1);
});

test('frees the memory of a crowd that is taken away', () => {
  const opened = simd.openCrowd({});
  expect(opened).not.toBe(null);
  const before = simd.memorySize;
  const wide = new Float64Array(BOX * 100_000);
  const since = new Int32Array(100_000);
  for (let round = 0; round < 40; round++) {
    expect(opened?.writeAll(wide, since, 100_000)).toBe(true);
    opened?.close();
  }
  expect(simd.memorySize - before).toBeLessThan(4 * 132 * 100_000);
});
