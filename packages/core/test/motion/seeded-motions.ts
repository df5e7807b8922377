import { type OracleMotion, randomPose, type SeededRandom } from '@nearmiss/fixtures';

type Numbers = readonly number[];

export const randomVector = (random: SeededRandom, size: number): [number, number, number] => [
  size * (2 * random() - 1),
  size * (2 * random() - 1),
  size * (2 * random() - 1),
];

/** a·b of quaternions. */
function quaternionProduct(a: Numbers, b: Numbers): [number, number, number, number] {
  const [x, y, z, w] = a;
  const [p, q, r, s] = b;
  return [
    w * p + x * s + y * r - z * q,
    w * q - x * r + y * s + z * p,
    w * r + x * q - y * p + z * s,
    w * s - x * p - y * q - z * r,
  ];
}

function turnBy(axis: Numbers, angle: number): [number, number, number, number] {
  const length = Math.hypot(...axis);
  const sine = Math.sin(angle / 2) / length;
  return [axis[0] * sine, axis[1] * sine, axis[2] * sine, Math.cos(angle / 2)];
}

/** Every kind of motion there is but functions, of positions up to `size`. */
export const MOTION_CLASSES: Record<string, (random: SeededRandom, size: number) => OracleMotion> = {
  rest: (random, size) => ({ from: randomPose(random, size) }),
  linear: (random, size) => ({ from: randomPose(random, size), to: randomPose(random, size), kind: 'linear' }),
  'linear about a pivot': (random, size) => ({
    from: randomPose(random, size),
    to: randomPose(random, size),
    kind: 'linear',
    pivot: randomVector(random, size),
  }),
  screw: (random, size) => ({ from: randomPose(random, size), to: randomPose(random, size), kind: 'screw' }),
  'screw of a small turn': (random, size) => {
    const from = randomPose(random, size);
    const turn = turnBy(randomVector(random, 1), 10 ** (-14 * random()));
    const to = { position: randomVector(random, size), rotation: quaternionProduct(turn, from.rotation) };
    return { from, to, kind: 'screw' };
  },
  'linear of a small turn': (random, size) => {
    const from = randomPose(random, size);
    const turn = turnBy(randomVector(random, 1), 10 ** (-20 * random()));
    return { from, to: { position: randomVector(random, size), rotation: quaternionProduct(turn, from.rotation) } };
  },
  'half a turn, nearly or exactly': (random, size) => {
    const about = [
      [1, 0, 0, 0],
      [0, -1, 0, 0],
      [0, 0.6, -0.8, 0],
      [...randomVector(random, 0.5), 0],
    ][Math.floor(4 * random())];
    const length = Math.hypot(...about);
    const rotation = about.map((x) => x / length);
    if (random() < 0.5) rotation[3] = (random() - 0.5) * 10 ** (-2 - 20 * random());
    const to = { position: randomVector(random, size), rotation };
    return { from: { position: randomVector(random, size) }, to, kind: random() < 0.5 ? 'screw' : 'linear' };
  },
  translation: (random, size) => {
    const from = randomPose(random, size);
    return { from, to: { position: randomVector(random, size), rotation: from.rotation }, kind: 'translation' };
  },
  steady: (random, size) => ({
    from: randomPose(random, size),
    velocity: randomVector(random, size),
    angularVelocity: randomVector(random, 4),
    pivot: randomVector(random, size),
  }),
  'many turns': (random, size) => ({
    from: randomPose(random, size),
    velocity: randomVector(random, size),
    angularVelocity: randomVector(random, 10 ** (1 + 4.5 * random())),
    pivot: randomVector(random, size / 8),
  }),
};
