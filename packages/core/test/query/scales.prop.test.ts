// Bodies of any size, from the least doubles to 1e149, against each other and against bodies of quite another size, near and far:
// what is said of them is judged in exact arithmetic. The long form is `npm run fuzz:scales`.

import {
  bruteForceDistance,
  bruteForcePairs,
  compare,
  liftVector,
  pointTriangleSquaredDistanceExactly,
  randomBetween,
  randomChoice,
  randomInteger,
  randomPose,
  type SeededRandom,
  seeded,
} from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { hulls } from '../../src/entries/convex.ts';
import { box } from '../../src/entries/shapes.ts';
import {
  closestPoint,
  collide,
  directional,
  distance,
  Mesh,
  NearmissError,
  penetration,
  timeOfContact,
  tolerance,
} from '../../src/index.ts';
import { type Body, bodyOf, cornerOf, scaled } from './bodies.ts';
import { bracketHolds, exactFace, PROMISED_WIDTH, sceneSize, sortedPairs } from './judge.ts';
import { oracle, type PlainPose, type Scene, toWorld } from './scenes.ts';

const SCENES = Number(process.env.NEARMISS_SCALE_SCENES ?? 130);
/** What a bracket is wider by where its ends are subnormal. */
const SUBNORMAL = 8 * Number.MIN_VALUE;
/** Below this, coordinates are subnormal: a mesh made small is rounded to few digits, a moved one to as many. */
const LEAST_NORMAL = 1e-300;

const SIZES = ['subnormal', 'tiny', 'small', 'plain', 'large', 'huge'] as const;
const RATIOS = ['equal', 'near', 'far', 'worlds apart'] as const;
const KINDS = ['solid', 'triangle', 'line', 'point'] as const;
const OFFSETS = ['overlapping', 'near', 'far', 'very far'] as const;

const MESHES: Readonly<Record<(typeof KINDS)[number], readonly Mesh[]>> = {
  solid: [
    box({ size: [0.7, 0.4, 0.3] }),
    new Mesh([0, 0, 0, 0.8, 0, 0, 0, 0.8, 0, 0, 0, 0.8], [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]),
  ],
  triangle: [
    new Mesh([-0.5, -0.4, 0, 0.6, -0.3, 0.1, 0, 0.7, -0.1], [0, 1, 2]),
    new Mesh([0, 0, 0, 1, 1e-9, 0, 0.3, 0, 1e-12], [0, 1, 2]),
  ],
  line: [new Mesh([-0.4, 0.1, 0.3, 0.5, 0.2, -0.4], [0, 1, 1]), new Mesh([0, 0, 0, 1, 1, 1, 2, 2, 2], [0, 1, 2])],
  point: [new Mesh([0, 0, 0], [0, 0, 0]), new Mesh([0.3, 0.4, -0.2, 0.3, 0.4, -0.2], [0, 1, 1])],
};

interface Drawn extends Omit<Scene, 'kind'> {
  readonly words: readonly string[];
  /** Of the larger body. */
  readonly size: number;
}

function drawSize(random: SeededRandom, kind: (typeof SIZES)[number]): number {
  const [least, most] = {
    subnormal: [-320, -308],
    tiny: [-300, -150],
    small: [-150, -40],
    plain: [-3, 3],
    large: [40, 100],
    huge: [100, 148],
  }[kind];
  return randomBetween(random, 1, 9) * Number(`1e${randomInteger(random, least, most)}`);
}

function draw(random: SeededRandom, index: number): Drawn {
  const sizeName = SIZES[index % SIZES.length];
  const ratioName = randomChoice(random, RATIOS);
  const kinds = [randomChoice(random, KINDS), randomChoice(random, KINDS)];
  const offsetName = randomChoice(random, OFFSETS);
  const size = drawSize(random, sizeName);
  const ratio = { equal: 1, near: 0.01, far: 1e-20, 'worlds apart': Number(`1e-${randomInteger(random, 40, 200)}`) }[
    ratioName
  ];
  const sizes = random() < 0.5 ? [size, size * ratio] : [size * ratio, size];
  const [a, b] = kinds.map((kind, k) =>
    bodyOf(
      `${kind} × ${sizes[k]}`,
      scaled(randomChoice(random, MESHES[kind]), sizes[k]),
      kind === 'solid' && sizes[k] > LEAST_NORMAL,
    ),
  );
  const reach = {
    overlapping: 0.4 * size,
    near: 1.5 * Math.min(...sizes),
    far: 30 * size,
    'very far': size * Number(`1e${randomInteger(random, 3, 60)}`),
  }[offsetName];
  const [poseA, poseB] = [
    randomPose(random, Math.min(reach, 1e149)),
    { position: [0, 0, 0] as const, rotation: randomPose(random, 1).rotation },
  ];
  return { a, poseA, b, poseB, size, words: [sizeName, ratioName, ...kinds, offsetName] };
}

/** The longest side of the box around a body. */
function extentOf({ mesh }: Body): number {
  const sides = [0, 1, 2].map((k) => mesh.positions.filter((_, i) => i % 3 === k));
  return Math.max(...sides.map((side) => Math.max(...side) - Math.min(...side)));
}

const moved = (pose: PlainPose, by: ArrayLike<number>, times: number): PlainPose => ({
  position: [0, 1, 2].map((k) => pose.position[k] + times * by[k]) as [number, number, number],
  rotation: pose.rotation,
});

test(`${SCENES} scenes of any sizes: brackets, decisions and separating translations`, () => {
  const random = seeded(13);
  const counts: Record<string, number> = {};
  const count = (name: string): void => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  for (let index = 0; index < SCENES; index++) {
    const scene = draw(random, index);
    const { a, poseA, b, poseB } = scene;
    const name = `${index}: ${a.name} against ${b.name}, ${scene.words.join(', ')}`;
    for (const word of scene.words) count(word);
    const extent = Math.max(extentOf(a), extentOf(b));
    if (extent > 0 && sceneSize(a, poseA, b, poseB) > 1e69 * extent) {
      // The nominal size of a point is none: it is far from a body that has one.
      expect(() => distance(a.model, poseA, b.model, poseB), name).toThrow(/too far/);
      continue;
    }
    const exact = bruteForceDistance(oracle(a, poseA), oracle(b, poseB));
    const width = PROMISED_WIDTH * sceneSize(a, poseA, b, poseB) + SUBNORMAL;

    for (const method of ['volumes', hulls] as const) {
      const { lower, upper } = distance(a.model, poseA, b.model, poseB, { solid: false, method });
      expect(bracketHolds(lower, exact.squaredDistance, upper), `${name}: [${lower}, ${upper}] by ${method}`).toBe(
        true,
      );
      expect(upper - lower, name).toBeLessThanOrEqual(width);
    }
    if (exact.distance > 100 * width) {
      const within = (part: number) =>
        tolerance(a.model, poseA, b.model, poseB, { tolerance: part * exact.distance, solid: false }).within;
      expect([within(0.9), within(1.1)], name).toEqual([false, true]);
      count('apart');
    }
    const pairs = bruteForcePairs(oracle(a, poseA), oracle(b, poseB));
    expect(sortedPairs(collide(a.model, poseA, b.model, poseB, { contacts: 'all' }).pairs), name).toEqual(pairs);

    if (extentOf(a) === extent) judgePoint(a, poseA, toWorld(poseB, cornerOf(b.mesh, 0, 0)), name);
    else judgePoint(b, poseB, toWorld(poseA, cornerOf(a.mesh, 0, 0)), name);
    judgeTravel({ ...scene, size: extent || scene.size }, index % 4 === 3 ? 3 : 0, name, count);
    judgeDepth(scene, name, count);
  }
  for (const word of [...SIZES, ...RATIOS, ...KINDS, ...OFFSETS])
    expect(counts[word], word).toBeGreaterThan(SCENES / 10);
  expect(counts.apart).toBeGreaterThan(SCENES / 3);
  for (const status of ['contact', 'blocked', 'free']) expect(counts[status], status).toBeGreaterThan(SCENES / 10);
  expect(counts.deep).toBeGreaterThan(SCENES / 50);
});

function judgePoint(body: Body, pose: PlainPose, point: readonly number[], name: string): void {
  const { status, lower, upper } = closestPoint(body.model, pose, point);
  expect(status).toBe('found');
  const lifted = liftVector(point);
  const squares = Array.from({ length: body.mesh.triangleCount }, (_, face) =>
    pointTriangleSquaredDistanceExactly(lifted, exactFace(oracle(body, pose), face)),
  );
  const least = squares.reduce((p, q) => (compare(p, q) <= 0 ? p : q));
  expect(bracketHolds(lower, least, upper), `${name}: the point [${lower}, ${upper}]`).toBe(true);
}

/** A goes straight through B, or past it `aside` sizes away, from a few sizes away, by time and by direction. */
function judgeTravel(
  { a, poseA, b, poseB, size }: Drawn,
  aside: number,
  name: string,
  count: (word: string) => void,
): void {
  const target = toWorld(poseB, cornerOf(b.mesh, 0, 0));
  const own = toWorld({ ...poseA, position: [0, 0, 0] }, cornerOf(a.mesh, 0, 0));
  target[1] += aside * size;
  const displacement = [-3 * size, -size, 2 * size];
  const start: PlainPose = {
    position: [0, 1, 2].map((k) => target[k] - own[k] - 0.75 * displacement[k]) as [number, number, number],
    rotation: poseA.rotation,
  };
  const end = moved(start, displacement, 1);
  const intersects = (travelled: number): boolean =>
    collide(a.model, moved(start, displacement, travelled), b.model, poseB).colliding !== false;
  // A step of a position in subnormal doubles is not nothing beside the bodies.
  const rounding = 1e-12 + (64 * Number.MIN_VALUE) / size;
  const result = timeOfContact(a.model, { from: start, to: end, kind: 'translation' }, b.model, poseB);
  if (result.status === 'initially-in-contact') return;
  count(result.status === 'near' ? 'contact' : result.status);
  for (let s = 1; s <= 6; s++)
    expect(intersects((((result.toc ?? 1) - rounding) * s) / 6), `${name}: toc ${result.toc}`).toBe(false);
  // What was aimed at is met, to rounding.
  if (result.status === 'free')
    expect(
      bruteForceDistance(oracle(a, moved(start, displacement, 0.75)), oracle(b, poseB)).distance,
      name,
    ).toBeGreaterThan(0);
  if (result.upper !== null && size > LEAST_NORMAL)
    expect(intersects(result.upper), `${name}: upper ${result.upper}`).toBe(true);

  const straight = directional(a.model, start, b.model, poseB, { direction: displacement.map((x) => x / size) });
  count(straight.status);
  const length = Math.sqrt(14) * size;
  const far = straight.status === 'free' ? 1 : straight.lower / length;
  for (let s = 1; s <= 6; s++)
    expect(intersects(((far - rounding) * s) / 6), `${name}: direction ${straight.lower}`).toBe(false);
  if (straight.upper !== null && size > LEAST_NORMAL)
    expect(intersects(straight.upper / length + rounding), name).toBe(true);
}

function judgeDepth({ a, poseA, b, poseB }: Drawn, name: string, count: (word: string) => void): void {
  if (a.mesh.triangleCount > 12 || b.mesh.triangleCount > 12) return;
  const contactStatus = collide(a.model, poseA, b.model, poseB).status;
  let result: ReturnType<typeof penetration>;
  try {
    result = penetration(a.model, poseA, b.model, poseB);
  } catch (error) {
    expect(error, name).toBeInstanceOf(NearmissError);
    return;
  }
  expect(result.lower, name).toBeLessThanOrEqual(result.upper);
  expect(Number.isNaN(result.upper), name).toBe(false);
  if (contactStatus === 'separated' || contactStatus === 'touching') {
    expect([result.status, result.upper], name).toEqual([contactStatus, 0]);
    return;
  }
  count('deep');
  expect(result.upper, name).toBeGreaterThan(0);
  const after = collide(a.model, moved(poseA, result.translation, 1), b.model, poseB).status;
  expect(['separated', 'touching'], name).toContain(after);
}
