// Every broad phase against brute force: boxes come, go, creep, jump, coincide and touch.

import { randomBetween, randomChoice, randomInteger, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { BROAD_PHASES, type BroadPhaseName } from '../../src/lab/space/broad-phases.ts';
import { ABSENT, AT_REST, BOX, BoxSet } from '../../src/space/box-set.ts';
import type { BroadPhase, Probe } from '../../src/space/broad-phase.ts';

const NAMES = Object.keys(BROAD_PHASES) as BroadPhaseName[];
const STEPS = 120;

/** Scenes by what their boxes are like: coordinates and sides. */
const SCENES: Readonly<Record<string, (random: SeededRandom) => [centre: number[], half: number[]]>> = {
  crowd: (random) => [triple(() => randomBetween(random, -3, 3)), triple(() => randomBetween(random, 0.2, 0.5))],
  'of all sizes': (random) => {
    const half = randomChoice(random, [1e-6, 0.01, 0.1, 0.1, 1, 30]);
    return [triple(() => randomBetween(random, -4, 4)), triple(() => randomBetween(random, 0, half))];
  },
  'on a lattice': (random) => [
    triple(() => randomInteger(random, -3, 3)),
    triple(() => randomChoice(random, [0, 0.5, 1])),
  ],
  'far away': (random) => [
    triple(() => 1e15 + randomInteger(random, -8, 8)),
    triple(() => randomInteger(random, 0, 2)),
  ],
  'on a slope': (random) => {
    const along = randomBetween(random, -20, 20);
    return [triple(() => along + randomBetween(random, -0.3, 0.3)), triple(() => randomBetween(random, 0.1, 0.6))];
  },
  'spread out': (random) => {
    const far = 10 ** randomInteger(random, -3, 12);
    return [triple(() => randomBetween(random, -far, far)), [1, 1, 1]];
  },
};

function triple(make: () => number): number[] {
  return [make(), make(), make()];
}

class Crowd {
  readonly boxes = new BoxSet();
  readonly phase: BroadPhase;
  readonly ids: number[] = [];
  readonly #random: SeededRandom;
  readonly #slot: (random: SeededRandom) => [number[], number[]];
  #next = 0;
  #free: number[] = [];
  #left: number[] = [];

  constructor(name: BroadPhaseName, scene: string, random: SeededRandom) {
    this.phase = BROAD_PHASES[name].create(this.boxes);
    this.#random = random;
    this.#slot = SCENES[scene];
  }

  add(): void {
    const id = this.#free.pop() ?? this.#next++;
    this.boxes.add(id, randomInteger(this.#random, 0, 4) === 0);
    this.ids.push(id);
    this.#write(id);
    this.phase.add(id);
  }

  remove(): void {
    const at = randomInteger(this.#random, 0, this.ids.length - 1);
    const [id] = this.ids.splice(at, 1);
    this.boxes.remove(id);
    this.phase.remove(id);
    this.#left.push(id);
  }

  jump(): void {
    const id = randomChoice(this.#random, this.ids);
    this.#write(id);
    this.phase.move(id);
  }

  creep(step: number): void {
    for (const id of this.ids) {
      for (let axis = 0; axis < 3; axis++) {
        const shift = randomBetween(this.#random, -step, step);
        const { bounds } = this.boxes;
        bounds[BOX * id + axis] += shift;
        bounds[BOX * id + 3 + axis] = Math.max(bounds[BOX * id + axis], bounds[BOX * id + 3 + axis] + shift);
      }
      this.phase.move(id);
    }
  }

  update(): void {
    this.phase.update();
    this.#free.push(...this.#left);
    this.#left = [];
  }

  #write(id: number): void {
    const [centre, half] = this.#slot(this.#random);
    for (let axis = 0; axis < 3; axis++) {
      this.boxes.bounds[BOX * id + axis] = centre[axis] - half[axis];
      this.boxes.bounds[BOX * id + 3 + axis] = centre[axis] + half[axis];
    }
  }
}

/** All pairs by testing all, as `low:high`. */
function pairsByForce({ bounds, kinds, end }: BoxSet): Set<string> {
  const found = new Set<string>();
  for (let a = 0; a < end; a++) {
    for (let b = a + 1; b < end; b++) {
      if (kinds[a] === ABSENT || kinds[b] === ABSENT || (kinds[a] === AT_REST && kinds[b] === AT_REST)) continue;
      const overlap = [0, 1, 2].every(
        (k) => bounds[BOX * a + k] <= bounds[BOX * b + 3 + k] && bounds[BOX * b + k] <= bounds[BOX * a + 3 + k],
      );
      if (overlap) found.add(`${a}:${b}`);
    }
  }
  return found;
}

function namesOf({ pairs }: BroadPhase, handles: Iterable<number>): string[] {
  return [...handles].map((handle) => `${pairs.lows[handle]}:${pairs.highs[handle]}`);
}

function livePairs({ pairs }: BroadPhase): number[] {
  return Array.from({ length: pairs.end }, (_, handle) => handle).filter((handle) => pairs.isLive(handle));
}

describe.each(NAMES)('%s', (name) => {
  test('pairs boxes of two sides with those of the other side only', () => {
    const random = seeded(41);
    const boxes = new BoxSet();
    const isFirst = Array.from({ length: 80 }, () => randomInteger(random, 0, 1) === 1);
    for (const [id, first] of isFirst.entries()) {
      boxes.addToSide(id, first);
      for (let axis = 0; axis < 3; axis++) {
        boxes.bounds[BOX * id + axis] = randomBetween(random, 0, 3);
        boxes.bounds[BOX * id + 3 + axis] = boxes.bounds[BOX * id + axis] + randomBetween(random, 0, 1);
      }
    }
    const phase = BROAD_PHASES[name].create(boxes);
    for (const id of isFirst.keys()) phase.add(id);
    phase.update();
    const expected = [...pairsByForce(boxes)].filter((pair) => {
      const [a, b] = pair.split(':').map(Number);
      return isFirst[a] !== isFirst[b];
    });
    expect(expected.length).toBeGreaterThan(30);
    expect(new Set(namesOf(phase, livePairs(phase)))).toEqual(new Set(expected));
  });

  test.each(Object.keys(SCENES))('finds the pairs of boxes %s, and what began and ended', (scene) => {
    const random = seeded(NAMES.length * 100 + scene.length);
    const crowd = new Crowd(name, scene, random);
    const { phase, boxes } = crowd;
    let before = new Set<string>();
    let began = 0;
    let ended = 0;
    for (let k = 0; k < 60; k++) crowd.add();
    for (let step = 0; step < STEPS; step++) {
      const pick = randomInteger(random, 0, 9);
      if (pick < 5) crowd.creep(randomChoice(random, [0.001, 0.05, 0.5]));
      if (pick === 5 || pick === 6) for (let k = 0; k < 6; k++) crowd.jump();
      if (pick === 7 && crowd.ids.length > 20) for (let k = 0; k < 15; k++) crowd.remove();
      if (pick === 8 && crowd.ids.length < 90) for (let k = 0; k < randomInteger(random, 1, 40); k++) crowd.add();
      crowd.update();
      const expected = pairsByForce(boxes);
      const live = livePairs(phase);
      expect(new Set(namesOf(phase, live))).toEqual(expected);
      expect(phase.pairs.count).toBe(expected.size);
      expect(live.length).toBe(expected.size);
      const begun = namesOf(phase, phase.pairs.begun.items.subarray(0, phase.pairs.begun.count));
      const gone = namesOf(phase, phase.pairs.ended.items.subarray(0, phase.pairs.ended.count));
      expect(begun.sort()).toEqual([...expected].filter((pair) => !before.has(pair)).sort());
      expect(gone.sort()).toEqual([...before].filter((pair) => !expected.has(pair)).sort());
      for (const handle of live) {
        expect(phase.pairs.find(phase.pairs.highs[handle], phase.pairs.lows[handle])).toBe(handle);
      }
      began += begun.length;
      ended += gone.length;
      before = expected;
    }
    // Or nothing was put to the test.
    expect(Math.min(began, ended)).toBeGreaterThan(20);
  });

  test('hands a probe every box it reaches', () => {
    const random = seeded(5);
    const crowd = new Crowd(name, 'of all sizes', random);
    for (let k = 0; k < 80; k++) crowd.add();
    let reached = 0;
    for (let step = 0; step < 40; step++) {
      crowd.creep(0.3);
      crowd.update();
      const point = triple(() => randomBetween(random, -4, 4));
      const found: number[] = [];
      const distance = (bounds: Float64Array, at: number): number =>
        Math.hypot(...point.map((x, k) => Math.max(bounds[at + k] - x, 0, x - bounds[at + 3 + k])));
      const probe: Probe = { limit: 0.5, bound: distance, take: (id) => found.push(id) };
      crowd.phase.search(probe);
      const expected = crowd.ids.filter((id) => distance(crowd.boxes.bounds, BOX * id) <= 0.5);
      expect(found.sort()).toEqual(expected.sort());
      reached += found.length;
    }
    expect(reached).toBeGreaterThan(100);
  });
});
