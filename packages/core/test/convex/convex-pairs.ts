import { randomBetween, randomChoice, randomInteger, randomPose, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { buildConvexBody, type ConvexBody } from '../../src/convex/convex-body.ts';
import { RELATIVE_SCALE, RELATIVE_SCRATCH_SIZE, RELATIVE_SIZE, relativePose } from '../../src/scalar/pose.ts';

export interface PosedPoints {
  readonly positions: Float64Array;
  readonly pose: {
    readonly position: readonly [number, number, number];
    readonly rotation: readonly [number, number, number, number];
  };
}

export interface HullPair {
  readonly kind: string;
  readonly a: PosedPoints;
  readonly b: PosedPoints;
}

/** What the kernels take, and S, the sum of both radii and the offset of the centres. */
export interface Question {
  readonly a: ConvexBody;
  readonly b: ConvexBody;
  readonly pose: Float64Array;
  readonly scale: number;
}

const scratch = new Float64Array(RELATIVE_SCRATCH_SIZE);

/** Bodies around the middle of their boxes, and A's pose in B's frame. */
export function question(a: PosedPoints, b: PosedPoints): Question {
  const [centredA, centreA] = centred(a.positions);
  const [centredB, centreB] = centred(b.positions);
  const pose = new Float64Array(RELATIVE_SIZE);
  relativePose(poseNumbers(a), centreA, poseNumbers(b), centreB, pose, scratch);
  pose[RELATIVE_SCALE] = 1;
  const bodyA = buildConvexBody(centredA);
  const bodyB = buildConvexBody(centredB);
  const offset = Math.sqrt(pose[9] ** 2 + pose[10] ** 2 + pose[11] ** 2);
  return { a: bodyA, b: bodyB, pose, scale: bodyA.radius + bodyB.radius + offset };
}

function poseNumbers({ pose }: PosedPoints): Float64Array {
  return Float64Array.of(...pose.position, ...pose.rotation);
}

function centred(positions: Float64Array): [Float64Array, Float64Array] {
  const centre = Float64Array.of(0, 1, 2).map((axis) => {
    const values = positions.filter((_, k) => k % 3 === axis);
    return (Math.min(...values) + Math.max(...values)) / 2;
  });
  return [positions.map((x, k) => x - centre[k % 3]), centre];
}

/** Points in a box of the given half sides around a centre. */
function cloud(random: SeededRandom, count: number, half: readonly number[], centre = 0): Float64Array {
  return Float64Array.from({ length: 3 * count }, (_, k) => centre + half[k % 3] * randomBetween(random, -1, 1));
}

/** Points of a small grid: parallel edges, coplanar faces, exact contacts. */
function grid(random: SeededRandom, count: number): Float64Array {
  return Float64Array.from({ length: 3 * count }, () => randomInteger(random, -2, 2));
}

const SHAPES: Readonly<Record<string, (random: SeededRandom, count: number) => Float64Array>> = {
  plain: (random, count) => cloud(random, count, [1, 1, 1]),
  flat: (random, count) => cloud(random, count, [1, 1, 0]),
  sheet: (random, count) => cloud(random, count, [1, 1, 10 ** randomBetween(random, -16, -3)]),
  needle: (random, count) =>
    cloud(random, count, [1, 10 ** randomBetween(random, -9, -3), 10 ** randomBetween(random, -9, -3)]),
  segment: (random) => cloud(random, 2, [1, 1, 1]),
  point: (random) => cloud(random, 1, [1, 1, 1]),
  tiny: (random, count) => cloud(random, count, [1e-6, 1e-6, 1e-6]),
  distant: (random, count) => cloud(random, count, [1, 1, 1], 1e6),
  grid,
};

const TURNS: readonly (readonly [number, number, number, number])[] = [
  [0, 0, 0, 1],
  [0, 0, Math.SQRT1_2, Math.SQRT1_2],
  [0.5, 0.5, 0.5, 0.5],
  [0.36, 0.48, 0.64, 0.48],
];

/** Pair number `index` of the series: any two shapes, apart or overlapping, sometimes both far out in the world. */
export function hullPair(index: number): HullPair {
  const random = seeded(7919 * index + 1);
  const names = Object.keys(SHAPES);
  const nameA = names[index % names.length];
  const nameB = randomChoice(random, [nameA, 'plain', randomChoice(random, names)]);
  const count = (): number => randomInteger(random, 4, randomChoice(random, [6, 12, 24]));
  const spread = randomChoice(random, [0, 0.5, 1.5, 3]);
  const make = (name: string, turn: readonly [number, number, number, number] | undefined): PosedPoints => {
    const positions = SHAPES[name](random, count());
    const onGrid = name === 'grid';
    const free = randomPose(random, spread);
    const rotation = turn ?? (onGrid ? randomChoice(random, TURNS) : free.rotation);
    const [x, y, z] = onGrid ? free.position.map(Math.round) : free.position;
    const pose = { position: [x, y, z] as const, rotation };
    return name === 'distant' ? { positions, pose: broughtBack(pose) } : { positions, pose };
  };
  const turnedAlike = random() < 0.3 ? randomChoice(random, TURNS) : undefined;
  const a = make(nameA, turnedAlike);
  const b = make(nameB, turnedAlike);
  return random() < 0.2
    ? { kind: `${nameA}-${nameB}-far`, a: shifted(a, 1e6), b: shifted(b, 1e6) }
    : { kind: `${nameA}-${nameB}`, a, b };
}

/** Undoes, about, that the points lie around (10⁶, 10⁶, 10⁶). */
function broughtBack(pose: PosedPoints['pose']): PosedPoints['pose'] {
  const [x, y, z, w] = pose.rotation;
  const turned = [
    1 - 2 * (y * y + z * z) + 2 * (x * y - w * z) + 2 * (x * z + w * y),
    2 * (x * y + w * z) + 1 - 2 * (x * x + z * z) + 2 * (y * z - w * x),
    2 * (x * z - w * y) + 2 * (y * z + w * x) + 1 - 2 * (x * x + y * y),
  ];
  const [px, py, pz] = pose.position.map((value, k) => value - 1e6 * turned[k]);
  return { position: [px, py, pz], rotation: pose.rotation };
}

function shifted({ positions, pose }: PosedPoints, by: number): PosedPoints {
  const [x, y, z] = pose.position;
  return { positions, pose: { position: [x + by, y + by, z + by], rotation: pose.rotation } };
}

/** The pair with B moved by `direction` times the normal, given in B's frame. */
export function moveApart(pair: HullPair, normal: Float64Array, direction: number): HullPair {
  const [x, y, z, w] = pair.b.pose.rotation;
  const [nx, ny, nz] = normal;
  // v + 2 u × (u × v + w v), u the vector part.
  const cx = y * nz - z * ny + w * nx;
  const cy = z * nx - x * nz + w * ny;
  const cz = x * ny - y * nx + w * nz;
  const world = [nx + 2 * (y * cz - z * cy), ny + 2 * (z * cx - x * cz), nz + 2 * (x * cy - y * cx)];
  const [px, py, pz] = pair.b.pose.position.map((value, k) => value + direction * world[k]);
  return {
    kind: `${pair.kind}-near`,
    a: pair.a,
    b: { positions: pair.b.positions, pose: { position: [px, py, pz], rotation: pair.b.pose.rotation } },
  };
}
