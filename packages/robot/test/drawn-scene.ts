// A drawn robot among drawn obstacles, in the library and in plain matrices.

import {
  drawRobot,
  originMatrix,
  type PlainGeometry,
  type PlainRobot,
  plainUrdf,
  randomBetween,
  randomChoice,
  randomPose,
  type SeededRandom,
} from '@nearmiss/fixtures';
import { type ObstacleMotion, Robot, readUrdf } from '@nearmiss/robot';
import { Mesh, Model, motionPose, type Pose } from 'nearmiss';
import { capsule, cylinder, makeConvex, sphere } from 'nearmiss/convex';
import { box, lShape, torus } from 'nearmiss/shapes';
import { type GapBracket, type PlainBody, plainOracle } from './plain-oracle.ts';

const OBSTACLES = ['box', 'plate', 'rod', 'ball', 'torus'] as const;

/** The mesh that drawn robots call "part": an L, not convex. */
const PART: Mesh = lShape();

interface PlainObstacle {
  readonly name: string;
  readonly kind: (typeof OBSTACLES)[number];
  readonly model: Model;
  readonly pose: Pose;
  readonly motion: ObstacleMotion | undefined;
  readonly padding: number;
}

export interface DrawnScene {
  readonly plain: PlainRobot;
  readonly robot: Robot;
  readonly obstacles: readonly PlainObstacle[];
  /** What touches at some values, and the least distance of what counts, less paddings, by plain matrices and single queries. */
  readonly touches: (values: ArrayLike<number>, time?: number) => boolean;
  readonly gap: (values: ArrayLike<number>, time?: number) => GapBracket;
  /** The same of each two bodies that two names have. */
  readonly gapsOf: (a: string, b: string, values: ArrayLike<number>, time: number) => GapBracket[];
}

/** With `moves`, half of the obstacles move, and all bodies have paddings. */
export function drawScene(random: SeededRandom, obstacleCount: number, moves = false): DrawnScene {
  const plain = drawRobot(random);
  const paddings = plain.links.map(() => (moves ? randomBetween(random, 0, 0.03) : 0));
  const robot = new Robot(readUrdf(plainUrdf(plain)), {
    meshes: (file) => (file === 'part' ? PART : undefined),
    padding: Object.fromEntries(paddings.map((padding, k) => [`link${k}`, padding])),
  });
  const obstacles = Array.from({ length: obstacleCount }, (_, k) => drawObstacle(random, k, moves));
  for (const { name, model, pose, motion, padding } of obstacles) {
    robot.addObstacle({ name, model, pose, motion, padding });
  }
  const oracle = plainOracle(
    plain,
    plainBodies(plain, obstacles, paddings),
    (a, b) => !areJoined(plain, a.link, b.link),
  );
  const named = (values: ArrayLike<number>): ReadonlyMap<string, number> =>
    new Map(robot.variables.map(({ name }, k) => [name, values[k] ?? 0]));
  return {
    ...{ plain, robot, obstacles },
    touches: (values, time = 0) => oracle.touches(named(values), time),
    gap: (values, time = 0) => oracle.gap(named(values), time),
    gapsOf: (a, b, values, time) => oracle.gapsOf(a, b, named(values), time),
  };
}

/** No drawn body is larger: a rod of 0.6, plates with a diagonal of 0.67, links of less. */
const BALL = { centre: [0, 0, 0], radius: 0.6 } as const;

function plainBodies(
  { links }: PlainRobot,
  obstacles: readonly PlainObstacle[],
  paddings: readonly number[],
): PlainBody[] {
  return [
    ...links.flatMap((geometries, link) =>
      geometries.map((geometry) => ({
        ...{ name: `link${link}`, link, model: modelOf(geometry), padding: paddings[link] ?? 0, ...BALL },
        own: originMatrix(geometry.xyz, geometry.rpy),
      })),
    ),
    ...obstacles.map(({ name, model, pose, motion, padding }) => ({
      ...{ name, link: -1, model, padding, ...BALL },
      own: (time: number) => motion?.pose(time) ?? pose,
    })),
  ];
}

function areJoined({ joints }: PlainRobot, a: number, b: number): boolean {
  return a >= 0 && b >= 0 && (joints[b - 1]?.parent === a || joints[a - 1]?.parent === b);
}

function modelOf({ kind, sizes: [a = 1, b = 1, c = 1] }: PlainGeometry): Model {
  if (kind === 'box') return makeConvex(`box(size=[${a},${b},${2 * c}])`);
  if (kind === 'sphere') return sphere({ radius: a / 2 });
  if (kind === 'cylinder') return cylinder({ radius: a / 2, height: 2 * b });
  if (kind === 'capsule') return capsule({ radius: a / 2, length: b });
  // Mirrored in y: the corners of each triangle in the other order.
  const positions = Float64Array.from(PART.positions, (value, k) => value * ([a, -b, c][k % 3] ?? 1));
  const triangles = Uint32Array.from(PART.triangles, (_, k) => PART.triangles[k - (k % 3) + (2 - (k % 3))] ?? 0);
  return Model.build(new Mesh(positions, triangles));
}

function drawObstacle(random: SeededRandom, k: number, moves: boolean): PlainObstacle {
  const kind = randomChoice(random, OBSTACLES);
  const size = randomBetween(random, 0.1, 0.3);
  const model = {
    box: () => makeConvex(`box(size=[${size},${size / 2},${size}])`),
    plate: () => Model.build(box({ size: [size, 2 * size, 0.001] })),
    rod: () => cylinder({ radius: 0.002, height: 2 * size }),
    ball: () => sphere({ radius: size / 2 }),
    torus: () =>
      Model.build(torus({ majorRadius: size / 2, minorRadius: size / 8, majorSegments: 16, minorSegments: 8 })),
  }[kind]();
  const { position, rotation } = randomPose(random, 0.6);
  const pose = { position: [position[0], position[1], position[2] + 0.7] as const, rotation };
  const motion = moves && random() < 0.5 ? drawMotion(random, pose) : undefined;
  return { name: `obstacle${k}`, kind, model, pose, motion, padding: moves ? randomBetween(random, 0, 0.02) : 0 };
}

/** From a pose on, at the speeds of its bounds. */
export function drawMotion(random: SeededRandom, from: Pose): ObstacleMotion {
  const draw = (): number[] => [0, 0, 0].map(() => randomBetween(random, -0.4, 0.4));
  const [velocity, angularVelocity] = [draw(), draw()];
  const motion = { from, velocity: velocity.map((x) => 4 * x), angularVelocity: angularVelocity.map((x) => 4 * x) };
  return {
    pose: (time) => motionPose(motion, time / 4),
    speed: Math.hypot(...velocity),
    angularSpeed: Math.hypot(...angularVelocity),
  };
}
