import { randomBetween, seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { BOX, BoxSet } from '../../src/space/box-set.ts';
import { SpaceTime } from '../../src/space/space-time.ts';

/** Boxes that fly at constant velocities, or as `path` says. */
class Flight {
  readonly boxes = new BoxSet();
  readonly phase = new SpaceTime(this.boxes);
  readonly #middles: number[][];

  constructor(middles: number[][]) {
    this.#middles = middles;
    for (const id of middles.keys()) {
      this.boxes.add(id, false);
      this.phase.add(id);
    }
  }

  step(path: (id: number, middle: number[]) => void): number {
    for (const [id, middle] of this.#middles.entries()) {
      path(id, middle);
      for (let axis = 0; axis < 3; axis++) {
        this.boxes.bounds[BOX * id + axis] = middle[axis] - 0.5;
        this.boxes.bounds[BOX * id + 3 + axis] = middle[axis] + 0.5;
      }
      this.phase.move(id);
    }
    this.phase.update();
    return this.phase.tests;
  }

  pairsByForce(): number {
    const { bounds } = this.boxes;
    const ids = [...this.#middles.keys()];
    return ids
      .flatMap((a) => ids.filter((b) => b > a).map((b) => [a, b]))
      .filter(([a, b]) =>
        [0, 1, 2].every(
          (k) => bounds[BOX * a + k] <= bounds[BOX * b + 3 + k] && bounds[BOX * b + k] <= bounds[BOX * a + 3 + k],
        ),
      ).length;
  }
}

test('tests a pair that closes in a few times a horn, not in every update', () => {
  const flight = new Flight([
    [0, 0, 0],
    [5, 0.2, 0],
  ]);
  let tests = 0;
  let met = -1;
  for (let update = 0; update < 120 && met < 0; update++) {
    tests += flight.step((id, middle) => {
      middle[0] += id === 0 ? 0.02 : -0.02;
    });
    expect(flight.phase.pairs.count).toBe(flight.pairsByForce());
    if (flight.phase.pairs.count > 0) met = update;
  }
  expect(met).toBeGreaterThan(95);
  expect(tests).toBeLessThan(met / 4);
});

test('finds all pairs among boxes under acceleration with a fraction of the tests', () => {
  const random = seeded(8);
  const count = 60;
  const middles = Array.from({ length: count }, () => [0, 1, 2].map(() => randomBetween(random, -4, 4)));
  const velocities = Array.from({ length: count }, () => [0, 1, 2].map(() => randomBetween(random, -0.02, 0.02)));
  const flight = new Flight(middles);
  let tests = 0;
  let pairs = 0;
  for (let update = 0; update < 200; update++) {
    tests += flight.step((id, middle) => {
      velocities[id].forEach((v, axis) => {
        velocities[id][axis] = v - 0.0002 * middle[axis];
        middle[axis] += velocities[id][axis];
      });
    });
    expect(flight.phase.pairs.count).toBe(flight.pairsByForce());
    pairs += flight.phase.pairs.count;
  }
  expect(pairs).toBeGreaterThan(1000);
  // Pairs that overlap are tested in every update; of all others, a twentieth at most.
  expect(tests - pairs).toBeLessThan((200 * count * (count - 1)) / 2 / 20);
});
