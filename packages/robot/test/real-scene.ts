// Robots of ../shared among drawn obstacles, in the library and, read by regular expressions, in plain matrices.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type NamedPlainRobot,
  originMatrix,
  type PlainGeometry,
  randomBetween,
  randomChoice,
  randomInteger,
  randomPose,
  readPlainSrdf,
  readPlainUrdf,
  type SeededRandom,
} from '@nearmiss/fixtures';
import { loadMesh } from '@nearmiss/io/node';
import type { Robot } from '@nearmiss/robot';
import { loadRobot } from '@nearmiss/robot/node';
import { Mesh, Model, type Pose } from 'nearmiss';
import { capsule, cylinder, makeConvex, sphere } from 'nearmiss/convex';
import { box, torus } from 'nearmiss/shapes';
import { drawMotion } from './drawn-scene.ts';
import { ballOf, type PlainBody, type PlainOracle, plainOracle } from './plain-oracle.ts';

export const ROBOTS_FOLDER: string = fileURLToPath(new URL('../../../../shared/models/robots', import.meta.url));

const [PANDA, FANUC, PR2] = ['panda', 'fanuc', 'pr2'].map(
  (name) => `moveit_resources_${name}_description/urdf/${name}`,
);

const REAL_ROBOTS = {
  UR5: ['ur5/ur5.urdf', null, 'wrist_3_link'],
  Panda: [`${PANDA}.urdf`, `${PANDA}.srdf`, 'panda_hand'],
  Fanuc: [`${FANUC}.urdf`, `${FANUC}.srdf`, 'link_6'],
  'two Pandas': ['dual_arm_panda/dual_arm_panda.urdf', 'dual_arm_panda/dual_arm_panda.srdf', 'left_panda_hand'],
  PR2: [`${PR2}.urdf`, `${PR2}.srdf`, 'r_gripper_palm_link'],
} as const;

export type RealName = keyof typeof REAL_ROBOTS;

/** A robot in both forms, without obstacles. Paddings cannot be changed later. */
export interface RealRobot {
  readonly robot: Robot;
  readonly plain: NamedPlainRobot;
  readonly bodies: readonly PlainBody[];
  readonly disabled: readonly (readonly [string, string])[];
  readonly tip: string;
}

export async function openReal(name: RealName, padding = 0): Promise<RealRobot> {
  const [urdf, srdf, tip] = REAL_ROBOTS[name];
  const file = join(ROBOTS_FOLDER, urdf);
  const robot = await loadRobot(file, {
    ...{ srdf: srdf === null ? undefined : join(ROBOTS_FOLDER, srdf), packages: ROBOTS_FOLDER },
    padding,
  });
  const plain = readPlainUrdf(readFileSync(file, 'utf8'));
  const bodies: PlainBody[] = [];
  for (const [link, geometries] of plain.links.entries()) {
    for (const geometry of geometries) {
      const { model, ...ball } = await modelOf(geometry, file);
      const own = originMatrix(geometry.xyz, geometry.rpy);
      bodies.push({ name: plain.names[link] ?? '', link, model, padding, own, ...ball });
    }
  }
  const disabled = srdf === null ? [] : readPlainSrdf(readFileSync(join(ROBOTS_FOLDER, srdf), 'utf8'));
  return { robot, plain, bodies, disabled, tip };
}

type ModelAndBall = Pick<PlainBody, 'model' | 'centre' | 'radius'>;

const MIDDLE = [0, 0, 0] as const;

async function modelOf({ kind, sizes, xml }: PlainGeometry, urdf: string): Promise<ModelAndBall> {
  const [a = 1, b = 1, c = 1] = sizes;
  const convex = (model: Model, radius: number): ModelAndBall => ({ model, centre: MIDDLE, radius });
  if (kind === 'box') return convex(makeConvex(`box(size=[${a},${b},${c}])`), Math.hypot(a, b, c));
  if (kind === 'sphere') return convex(sphere({ radius: a }), a + 1e-6);
  if (kind === 'cylinder') return convex(cylinder({ radius: a, height: b }), a + b);
  if (kind === 'capsule') return convex(capsule({ radius: a, length: b }), a + b);
  const file = xml.startsWith('package://') ? resolve(ROBOTS_FOLDER, xml.slice(10)) : resolve(urdf, '..', xml);
  const { mesh } = await loadMesh(file);
  const positions = Float64Array.from(mesh.positions, (value, k) => value * ([a, b, c][k % 3] ?? 1));
  return { model: Model.build(new Mesh(positions, mesh.triangles)), ...ballOf(positions) };
}

/** A drawn scene: the robot has the obstacles until `clear` is called. */
export interface RealScene {
  readonly oracle: PlainOracle;
  /** What is in it, to be counted. */
  readonly kinds: readonly string[];
  readonly named: (values: ArrayLike<number>) => ReadonlyMap<string, number>;
  readonly clear: () => void;
}

const OBSTACLES = {
  box: (size: number) => makeConvex(`box(size=[${size},${size / 2},${size}])`),
  plate: (size: number) => Model.build(box({ size: [size, 2 * size, 0.001] })),
  rod: (size: number) => cylinder({ radius: 0.002, height: 3 * size }),
  ball: (size: number) => sphere({ radius: size / 2 }),
  torus: (size: number) =>
    Model.build(torus({ majorRadius: size, minorRadius: size / 8, majorSegments: 24, minorSegments: 8 })),
} as const;

const OBSTACLE_KINDS = Object.keys(OBSTACLES) as (keyof typeof OBSTACLES)[];

interface SceneOptions {
  readonly count: number;
  readonly moves: boolean;
  readonly carries: boolean;
}

/** Draws obstacles about the arm; with `moves` half of them move and all have paddings, with `carries` the tip has a bar that it may touch. */
export function drawRealScene(real: RealRobot, random: SeededRandom, options: SceneOptions): RealScene {
  const { robot, plain } = real;
  const kinds: string[] = [];
  const bodies: PlainBody[] = [];
  for (let k = 0; k < options.count; k++) {
    const kind = randomChoice(random, OBSTACLE_KINDS);
    const size = randomBetween(random, 0.1, 0.4);
    const model = OBSTACLES[kind](size);
    const { position, rotation } = randomPose(random, 0.8);
    const pose: Pose = { position: [position[0], position[1], position[2] + 0.5], rotation };
    const motion = options.moves && random() < 0.5 ? drawMotion(random, pose) : undefined;
    const padding = options.moves ? randomBetween(random, 0, 0.02) : 0;
    const name = `obstacle ${k}`;
    robot.addObstacle({ name, model, pose, motion, padding });
    bodies.push({
      name,
      link: -1,
      model,
      padding,
      own: (time) => motion?.pose(time) ?? pose,
      centre: MIDDLE,
      radius: 1.6 * size,
    });
    kinds.push(kind, ...(motion === undefined ? [] : ['motion']), ...(padding > 0 ? ['padding'] : []));
  }
  if (options.carries) {
    bodies.push(attachBar(real, random));
    kinds.push('attached');
  }
  const { oracle, named } = oracleOf(real, bodies);
  const clear = (): void => {
    for (const { name, link } of bodies) link < 0 ? robot.removeObstacle(name) : robot.detach(name);
  };
  return { oracle, named, kinds, clear };

  function attachBar({ tip }: RealRobot, from: SeededRandom): PlainBody {
    const sizes = [0.03, 0.03, randomBetween(from, 0.1, 0.4)] as const;
    const model = Model.build(box({ size: sizes }));
    const xyz = [randomBetween(from, -0.05, 0.05), 0, 0.1];
    const name = 'carried';
    robot.attach({ name, model, link: tip, pose: { position: xyz } });
    const own = originMatrix(xyz, [0, 0, 0]);
    return { name, link: plain.names.indexOf(tip), model, padding: 0, own, centre: MIDDLE, radius: 0.25 };
  }
}

/** The oracle of a robot with more bodies. What the tip carries may touch the tip. */
export function oracleOf(
  { robot, plain, bodies, disabled, tip }: RealRobot,
  more: readonly PlainBody[],
): Pick<RealScene, 'oracle' | 'named'> {
  const joined = plain.joints.map(({ parent }, k) => [plain.names[parent] ?? '', plain.names[k + 1] ?? '']);
  const ignored = new Set([...joined, ...disabled, ['carried', tip]].flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]));
  const oracle = plainOracle(plain, [...bodies, ...more], (a, b) => !ignored.has(`${a.name} ${b.name}`));
  // Mimic joints follow; all others are variables.
  const names = robot.variables.map(({ name }) => name);
  return { oracle, named: (values) => new Map(names.map((name, k) => [name, values[k] ?? 0])) };
}

/** Waypoints from a start on, each up to `turn` from the one before, within the limits. */
export function drawWaypoints(robot: Robot, random: SeededRandom, start: ArrayLike<number>, turn: number): number[][] {
  const waypoints = [Array.from(start)];
  const count = randomInteger(random, 1, 2);
  while (waypoints.length <= count) {
    const last = waypoints.at(-1) ?? [];
    waypoints.push(
      robot.variables.map(({ lower, upper }, v) =>
        Math.min(Math.max((last[v] ?? 0) + randomBetween(random, -turn, turn), lower), upper),
      ),
    );
  }
  return waypoints;
}
