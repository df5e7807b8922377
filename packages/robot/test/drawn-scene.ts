// A drawn robot among drawn obstacles, in the library and in plain matrices.

import {
  drawRobot,
  originMatrix,
  type PlainGeometry,
  type PlainMatrix,
  type PlainRobot,
  plainLinkMatrices,
  plainUrdf,
  randomBetween,
  randomChoice,
  randomPose,
  type SeededRandom,
  times,
} from '@nearmiss/fixtures';
import { type ObstacleMotion, Robot, readUrdf } from '@nearmiss/robot';
import { collide, distance, Mesh, Model, motionPose, type Pose } from 'nearmiss';
import { capsule, cylinder, makeConvex, sphere } from 'nearmiss/convex';
import { box, lShape, torus } from 'nearmiss/shapes';

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
  readonly gap: (values: ArrayLike<number>, time?: number) => { readonly lower: number; readonly upper: number };
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
  const linkModels = plain.links.map((geometries) => geometries.map(modelOf));
  const pairs = countedPairs(plain, linkModels, obstacles, paddings);
  const posesAt = (values: ArrayLike<number>): Pose[][] => {
    const named = new Map(robot.variables.map(({ name }, k) => [name, values[k] ?? 0]));
    return plainLinkMatrices(plain, named).map((matrix, k) =>
      (plain.links[k] ?? []).map(({ xyz, rpy }) => poseOf(times(matrix, originMatrix(xyz, rpy)))),
    );
  };
  return {
    ...{ plain, robot, obstacles },
    touches: (values, time = 0) => {
      const poses = posesAt(values);
      return pairs.some(({ a, b }) => {
        const padding = a.padding + b.padding;
        const [poseA, poseB] = [a.pose(poses, time), b.pose(poses, time)];
        if (padding === 0) return collide(a.model, poseA, b.model, poseB).status !== 'separated';
        return distance(a.model, poseA, b.model, poseB, { maxDistance: padding }).status !== 'beyond';
      });
    },
    gap: (values, time = 0) => {
      const poses = posesAt(values);
      let [lower, upper] = [Infinity, Infinity];
      for (const { a, b } of pairs) {
        const padding = a.padding + b.padding;
        const maxDistance = upper + padding;
        const found = distance(a.model, a.pose(poses, time), b.model, b.pose(poses, time), { maxDistance });
        if (found.status === 'beyond') continue;
        lower = Math.min(lower, Math.max(0, found.lower - padding));
        upper = Math.min(upper, Math.max(0, found.upper - padding));
      }
      return { lower, upper };
    },
  };
}

interface Member {
  readonly link: number;
  readonly model: Model;
  readonly padding: number;
  readonly pose: (poses: Pose[][], time: number) => Pose;
}

function countedPairs(
  { joints }: PlainRobot,
  linkModels: readonly (readonly Model[])[],
  obstacles: readonly PlainObstacle[],
  paddings: readonly number[],
): { readonly a: Member; readonly b: Member }[] {
  const members: Member[] = [
    ...linkModels.flatMap((models, link) =>
      models.map((model, k) => ({
        ...{ link, model, padding: paddings[link] ?? 0 },
        pose: (poses: Pose[][]) => poses[link]?.[k] ?? {},
      })),
    ),
    ...obstacles.map(({ model, pose, motion, padding }) => ({
      ...{ link: -1, model, padding },
      pose: (_: Pose[][], time: number) => motion?.pose(time) ?? pose,
    })),
  ];
  const areJoined = (a: number, b: number): boolean => joints[b - 1]?.parent === a || joints[a - 1]?.parent === b;
  return members.flatMap((a, k) =>
    members
      .slice(k + 1)
      .filter((b) => a.link !== b.link && !(a.link >= 0 && b.link >= 0 && areJoined(a.link, b.link)))
      .map((b) => ({ a, b })),
  );
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
function drawMotion(random: SeededRandom, from: Pose): ObstacleMotion {
  const draw = (): number[] => [0, 0, 0].map(() => randomBetween(random, -0.4, 0.4));
  const [velocity, angularVelocity] = [draw(), draw()];
  const motion = { from, velocity: velocity.map((x) => 4 * x), angularVelocity: angularVelocity.map((x) => 4 * x) };
  return {
    pose: (time) => motionPose(motion, time / 4),
    speed: Math.hypot(...velocity),
    angularSpeed: Math.hypot(...angularVelocity),
  };
}

function poseOf(matrix: PlainMatrix): Pose {
  return { position: matrix.map((row) => row[3] ?? 0), matrix: matrix.flatMap((row) => row.slice(0, 3)) };
}
