// The same input gives the same bits, on every engine and machine. Scenes are made of whole numbers and of rotations that
// need no sine, so that nothing but the library can change a hash.
//
// A change here is not wrong in itself: an algorithm that finds another of several closest pairs, or rounds in another
// order, gives other bits. It has to be meant.

import { randomChoice, randomInteger, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { aabb, obb, rss, sphereVolume } from '../../src/entries/lab.ts';
import { box, lShape, uShape } from '../../src/entries/shapes.ts';
import {
  clearance,
  closestPoint,
  collide,
  contains,
  distance,
  Model,
  Pair,
  raycast,
  tolerance,
} from '../../src/index.ts';
import { latticeSoup } from '../query/bodies.ts';

/** FNV-1a over whatever a result holds: numbers by their bits, texts by their characters, objects field by field. */
class Hash {
  #state = 0x811c9dc5;
  readonly #double: Float64Array = new Float64Array(1);
  readonly #words: Uint32Array = new Uint32Array(this.#double.buffer);
  readonly #isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

  add(value: unknown): void {
    if (typeof value === 'number') {
      this.#double[0] = value;
      this.#take(this.#words[this.#isLittleEndian ? 0 : 1]);
      this.#take(this.#words[this.#isLittleEndian ? 1 : 0]);
    } else if (typeof value === 'string') for (let k = 0; k < value.length; k++) this.#take(value.charCodeAt(k));
    else if (Array.isArray(value)) for (const item of value) this.add(item);
    else if (typeof value === 'object' && value !== null) {
      for (const key of Object.keys(value).sort()) {
        this.add(key);
        this.add((value as Record<string, unknown>)[key]);
      }
    } else this.add(String(value));
  }

  get hex(): string {
    return (this.#state >>> 0).toString(16).padStart(8, '0');
  }

  #take(word: number): void {
    for (let shift = 0; shift < 32; shift += 8) {
      this.#state = Math.imul(this.#state ^ ((word >>> shift) & 0xff), 0x01000193);
    }
  }
}

const TURNS = [
  [0, 0, 0, 1],
  [0.5, 0.5, 0.5, 0.5],
  [0.6, 0, 0, 0.8],
  [0, -0.28, 0, 0.96],
  [0.5, -0.5, 0.5, -0.5],
  [0.36, 0.48, 0.48, 0.64],
] as const;

const random = seeded(1_000_003);
const models: readonly Model[] = [
  Model.build(box({ size: [2, 1, 3], segments: 3 })),
  Model.build(lShape({ size: [4, 3, 1], arm: 1 })),
  Model.build(uShape({ size: [3, 4, 1], arm: 0.75 })),
  Model.build(latticeSoup(random, 40, 4)),
  Model.build(latticeSoup(random, 200, 9)),
];

function vector(draw: SeededRandom, reach: number): [number, number, number] {
  const steps = (): number => randomInteger(draw, -64 * reach, 64 * reach) / 64;
  return [steps(), steps(), steps()];
}

const poseOf = (draw: SeededRandom) => ({ position: vector(draw, 5), rotation: randomChoice(draw, TURNS) });

type Ask = (draw: SeededRandom) => unknown;

/** Plain fields only: results carry private ones. */
const fields = (result: object): object => ({ ...result });

const two = (ask: (a: Model, b: Model, draw: SeededRandom) => object): Ask => {
  return (draw) => fields(ask(randomChoice(draw, models), randomChoice(draw, models), draw));
};

const ASKS: Readonly<Record<string, readonly [hash: string, ask: Ask]>> = {
  'collide, all contacts': [
    'e4c71962',
    two((a, b, draw) => collide(a, poseOf(draw), b, poseOf(draw), { contacts: 'all', segments: true })),
  ],
  'collide, the first contact': ['7416edcf', two((a, b, draw) => collide(a, poseOf(draw), b, poseOf(draw)))],
  distance: ['95f6e34a', two((a, b, draw) => distance(a, poseOf(draw), b, poseOf(draw)))],
  'distance by other volumes': [
    'affb9619',
    two((a, b, draw) => {
      const volume = randomChoice(draw, [sphereVolume, aabb, obb, rss]);
      return distance(a, poseOf(draw), b, poseOf(draw), { volume, tolerance: randomInteger(draw, 0, 1) / 8 });
    }),
  ],
  tolerance: [
    '7ccfc735',
    two((a, b, draw) => tolerance(a, poseOf(draw), b, poseOf(draw), { tolerance: randomInteger(draw, 0, 16) / 8 })),
  ],
  clearance: [
    'fcab0235',
    two((a, b, draw) => {
      const [poseA, poseB] = [poseOf(draw), poseOf(draw)];
      const near = clearance(a, poseA, b, poseB, { clearance: randomInteger(draw, 0, 8) / 16 });
      // The golden number is that of records with the distance in each.
      const pairs = near.pairs.map(([faceA, faceB], k) => ({ faceA, faceB, distance: near.distances[k] }));
      return { status: near.status, pairs };
    }),
  ],
  closestPoint: ['f3868244', (draw) => closestPoint(randomChoice(draw, models), poseOf(draw), vector(draw, 8))],
  raycast: [
    'ca017c65',
    (draw) => {
      const [x, y, z] = vector(draw, 3);
      return raycast(randomChoice(draw, models), poseOf(draw), vector(draw, 8), [x, y, z + 0.01]);
    },
  ],
  contains: [
    'b91bf185',
    (draw) => {
      const { status, contains: isIn } = contains(randomChoice(draw, models), poseOf(draw), vector(draw, 4));
      return { status, contains: isIn };
    },
  ],
};

test.each(Object.entries(ASKS))('%s: 200 answers, bit for bit', (_name, [expected, ask]) => {
  const hash = new Hash();
  const draw = seeded(77);
  for (let k = 0; k < 200; k++) hash.add(ask(draw));
  expect(hash.hex).toBe(expected);
});

test('a Pair along a path: 200 steps, bit for bit', () => {
  const pair = new Pair(models[1], models[2]);
  const hash = new Hash();
  for (let k = 0; k < 200; k++) {
    const pose = { position: [5 - k / 32, k / 64, 0.25], rotation: TURNS[k % 2 === 0 ? 2 : 5] } as const;
    hash.add(fields(pair.distance(pose, {})));
    hash.add(fields(pair.collide(pose, {})));
    hash.add(fields(pair.tolerance(pose, {}, { tolerance: 1 })));
  }
  expect(hash.hex).toBe('d295d541');
});

test('asked twice, in another order, the answers are the same bits, and so is the work', () => {
  const ask = two((a, b, draw) => distance(a, poseOf(draw), b, poseOf(draw), { stats: true }));
  const once = Array.from({ length: 60 }, (_, k) => JSON.stringify(ask(seeded(k))));
  const again = Array.from({ length: 60 }, (_, k) => JSON.stringify(ask(seeded(59 - k)))).reverse();
  expect(again).toEqual(once);
});
