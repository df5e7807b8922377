// A robot among obstacles, and the queries about it.

import { type Model, NearmissError, nearestName, type Pose, type World } from 'nearmiss';
import type { Body, BodyPair, ObstacleMotion } from './bodies/body.ts';
import { linkShapes, type MeshLookup } from './bodies/link-shapes.ts';
import { countedPairs, joinedLinks, LinkPairs } from './bodies/pairs.ts';
import { type ShapeBounds, shapeBounds } from './bodies/support.ts';
import { type CertifiedPath, certifyPath, type PathCertificate } from './certificate/certificate.ts';
import { type CertificateCheck, verifyCertificate } from './certificate/verify-certificate.ts';
import { type PathOptions, readConfiguration, readPath, restValue } from './configuration.ts';
import { oddOrigins } from './description/odd-origins.ts';
import type { RobotDescription, SemanticDescription } from './description/robot-description.ts';
import {
  type JointVariable,
  type KinematicTree,
  kinematicTree,
  transformNumbers,
} from './kinematics/kinematic-tree.ts';
import { multiplyTransforms, TRANSFORM } from './kinematics/rotation.ts';
import { requireKeys } from './known-keys.ts';
import type { JointPath } from './path/joint-path.ts';
import { IntervalMotion } from './proof/motion-bounds.ts';
import { PairMemory } from './proof/pair-memory.ts';
import { PairTest } from './proof/pair-test.ts';
import {
  type ClearanceOptions,
  type PathClearance,
  type PathContact,
  type PathContactOptions,
  pathClearance,
  pathContact,
  sceneSize,
} from './proof/path-queries.ts';
import { SceneState, writePose } from './proof/scene-state.ts';
import { type RobotContact, type RobotDistance, robotCollide, robotDistance } from './proof/still-queries.ts';
import { ModelBytes, openModels, type SharedRobot, sharedBody } from './sharing/shared-robot.ts';
import { textOf } from './text-of.ts';

/** Options of a {@link Robot}. */
export interface RobotOptions {
  /** Meshes by the names that the URDF has for them. */
  readonly meshes?: MeshLookup | undefined;
  readonly semantics?: SemanticDescription | undefined;
  /** Contacts with a link count this far from its surface, in metres: for all links, or by name. */
  readonly padding?: number | Readonly<Record<string, number>> | undefined;
  /** @internal Models of all collision elements, in the order of the description. */
  readonly models?: readonly Model[] | undefined;
}

/** Something that a robot may hit. See {@link Robot.addObstacle}. */
export interface Obstacle {
  readonly name: string;
  readonly model: Model;
  readonly pose?: Pose | undefined;
  /** Its own motion along the path's time; without one it stays at `pose`. */
  readonly motion?: ObstacleMotion | undefined;
  readonly padding?: number | undefined;
}

/** Something that a link carries. See {@link Robot.attach}. */
export interface AttachedObject {
  readonly name: string;
  readonly model: Model;
  readonly link: string;
  /** Where it is in the link's frame. */
  readonly pose?: Pose | undefined;
  /** Links that it may touch besides the one that carries it, such as fingers. */
  readonly touches?: readonly string[] | undefined;
  readonly padding?: number | undefined;
}

/** Options of {@link Robot.addWorld}. */
export interface WorldObstacleOptions {
  /** Obstacles are called by this and the body's number; `body ` by default. */
  readonly prefix?: string | undefined;
  /** How a body of the world moves along the path's time; undefined where it stays. */
  readonly motionOf?: ((body: number) => ObstacleMotion | undefined) | undefined;
}

const WORLD_KEYS = ['prefix', 'motionOf'];
const ROBOT_KEYS = ['meshes', 'semantics', 'padding', 'models'];
const OBSTACLE_KEYS = ['name', 'model', 'pose', 'motion', 'padding'];
const ATTACHED_KEYS = ['name', 'model', 'link', 'pose', 'touches', 'padding'];

/** Bodies, the pairs that count, and what is kept of them. */
export interface RobotScene {
  readonly tree: KinematicTree;
  readonly bodies: readonly Body[];
  readonly memory: PairMemory;
  readonly state: SceneState;
  readonly motion: IntervalMotion;
  readonly test: PairTest;
  /** What rounding of poses is a part of. */
  readonly size: number;
}

/**
 * A robot among obstacles. It remembers results of one query to speed up the next, as a `Pair` does: a bracket may differ in its width, never
 * in what it proves.
 *
 * @example
 * const urdf = '<robot name="r"><link name="base"/><link name="arm"><collision><geometry><sphere radius="0.1"/></geometry></collision></link><joint name="slide" type="prismatic"><parent link="base"/><child link="arm"/><axis xyz="1 0 0"/><limit lower="0" upper="2" velocity="1" effort="1"/></joint></robot>';
 * const robot = new Robot(readUrdf(urdf));
 * robot.addObstacle({ name: 'wall', model: Model.build(box({ size: [0.01, 1, 1] })), pose: { position: [1, 0, 0] } });
 * const path = robot.path({ waypoints: [[0], [2]] });
 * console.log(robot.pathContact(path).status); // contact
 */
export class Robot {
  readonly description: RobotDescription;
  readonly variables: readonly JointVariable[];
  /** What is odd about the robot, in sentences. */
  readonly warnings: readonly string[];
  readonly #tree: KinematicTree;
  readonly #linkBodies: readonly Body[];
  readonly #attached = new Map<
    string,
    { readonly body: Body; readonly own: Float64Array; readonly touches: string[] }
  >();
  readonly #obstacles = new Map<string, Body>();
  readonly #ignored: LinkPairs;
  #scene: RobotScene | null = null;

  constructor(description: RobotDescription, options: RobotOptions = {}) {
    requireKeys(options, ROBOT_KEYS, 'A robot', 'options/bad-value');
    const { meshes = () => undefined, semantics, padding = 0, models } = options;
    const warnings: string[] = oddOrigins(description);
    const tree = kinematicTree(description);
    this.description = description;
    this.#tree = tree;
    this.variables = tree.variables;
    requirePaddings(description, padding);
    this.#linkBodies = linkShapes(description, meshes, warnings, models).map(({ link, element, shape }) => {
      const { name, collisions } = description.links[link];
      const offset = new Float64Array(TRANSFORM);
      multiplyTransforms(
        tree.linkOffsets,
        TRANSFORM * link,
        transformNumbers(collisions[element].origin),
        0,
        offset,
        0,
      );
      const own = typeof padding === 'number' ? padding : (padding[name] ?? 0);
      return { name, link, frame: tree.linkFrames[link], offset, shape, padding: own, motion: null };
    });
    this.#ignored = joinedLinks(description);
    for (const [a, b] of semantics?.disabledPairs ?? []) this.#ignored.add(a, b);
    this.warnings = warnings;
  }

  /** The values in the middle of all limits; 0 where there is none. */
  get middle(): Float64Array {
    return Float64Array.from(this.variables, ({ lower, upper }) =>
      Number.isFinite(lower + upper) ? lower + (upper - lower) / 2 : 0,
    );
  }

  /** The values at rest: 0, or the limit nearest to 0. */
  get rest(): Float64Array {
    return Float64Array.from(this.variables, restValue);
  }

  /** Adds something that the robot may hit. */
  addObstacle(obstacle: Obstacle): void {
    requireKeys(obstacle, OBSTACLE_KEYS, 'An obstacle', 'robot/bad-scene');
    const { name, model, pose = {}, motion, padding = 0 } = obstacle;
    this.#requireNewName(name);
    requirePadding(padding, name);
    if (motion !== undefined) requireMotion(motion, name);
    const offset = new Float64Array(TRANSFORM);
    writePose(pose, offset);
    const shape = shapeOf(model, this.#shapes);
    this.#obstacles.set(name, { name, link: -1, frame: 0, offset, shape, padding, motion: motion ?? null });
    this.#scene = null;
  }

  /** Adds all bodies of a world, where they are now. Those that `motionOf` has a motion of go on from there by it. */
  addWorld(world: World, options: WorldObstacleOptions = {}): void {
    requireKeys(options, WORLD_KEYS, 'addWorld', 'options/bad-value');
    const { prefix = 'body ', motionOf = () => undefined } = options;
    const far = 1e150;
    const obstacles = Array.from(world.inBox([-far, -far, -far], [far, far, far]), (body) => {
      const name = `${prefix}${body}`;
      const motion = motionOf(body);
      // All are checked before the first is added.
      this.#requireNewName(name);
      if (motion !== undefined) requireMotion(motion, name);
      return { name, model: world.modelOf(body), pose: world.poseOf(body), motion };
    });
    for (const obstacle of obstacles) this.addObstacle(obstacle);
  }

  removeObstacle(name: string): void {
    if (!this.#obstacles.delete(name)) throw new NearmissError('robot/bad-scene', `There is no obstacle "${name}".`);
    // Another one may get its name.
    this.#ignored.removeBody(name);
    this.#scene = null;
  }

  /** Lets a link carry an object. Its contacts count, but for those with the link. */
  attach(object: AttachedObject): void {
    requireKeys(object, ATTACHED_KEYS, 'An attached object', 'robot/bad-scene');
    const { name, model, link, pose = {}, touches = [], padding = 0 } = object;
    this.#requireNewName(name);
    requirePadding(padding, name);
    const number = this.linkNumber(link);
    for (const other of touches) this.linkNumber(other);
    const own = new Float64Array(TRANSFORM);
    const offset = new Float64Array(TRANSFORM);
    writePose(pose, own);
    multiplyTransforms(this.#tree.linkOffsets, TRANSFORM * number, own, 0, offset, 0);
    const shape = shapeOf(model, this.#shapes);
    const body = { name, link: number, frame: this.#tree.linkFrames[number], offset, shape, padding, motion: null };
    this.#attached.set(name, { body, own, touches: [link, ...touches] });
    this.#scene = null;
  }

  detach(name: string): void {
    if (!this.#attached.delete(name))
      throw new NearmissError('robot/bad-scene', `Nothing attached is called "${name}".`);
    this.#scene = null;
  }

  /**
   * Contacts of two links, or of a link and an obstacle such as the table it stands on, no longer count if they touch or overlap in the
   * middle of all limits. Returns whether they do.
   */
  allow(a: string, b: string): boolean {
    this.#requireLinkAndOther(a, b);
    const bodies = [...this.#linkBodies, ...this.#obstacles.values()];
    const pairs = countedPairs(this.#tree, bodies, (first, second) => !samePair(first, second, a, b));
    const found = robotCollide(this.#sceneOf(bodies, pairs), this.middle);
    if (found.status === 'separated') return false;
    this.#ignored.add(a, b);
    this.#scene = null;
    return true;
  }

  /** The pose of a link where the robot has the values `q`. */
  linkPose(q: ArrayLike<number>, link: string): { readonly position: Float64Array; readonly rotation: Float64Array } {
    const number = this.linkNumber(link);
    const { state } = this.#currentScene();
    state.frames.update(readConfiguration(this.variables, q));
    const out = new Float64Array(TRANSFORM);
    const { linkFrames, linkOffsets } = this.#tree;
    multiplyTransforms(state.frames.poses, TRANSFORM * linkFrames[number], linkOffsets, TRANSFORM * number, out, 0);
    return { position: out.subarray(0, 3), rotation: out.subarray(3) };
  }

  /** Whether anything that counts touches, and what. Moving obstacles are where they are at `time`. */
  collide(q: ArrayLike<number>, time = 0): RobotContact {
    return robotCollide(this.#currentScene(), readConfiguration(this.variables, q), time);
  }

  /** The least distance of all pairs that count, with its gradient in the variables. */
  distance(q: ArrayLike<number>, time = 0): RobotDistance {
    return robotDistance(this.#currentScene(), readConfiguration(this.variables, q), time);
  }

  /** A path through waypoints. */
  path(options: PathOptions): JointPath {
    return readPath(this.variables, options);
  }

  /** The first contact along a path, or a proof that there is none. */
  pathContact(path: JointPath, options: PathContactOptions = {}): PathContact {
    return pathContact(this.#currentScene(), this.#requirePath(path), options);
  }

  /**
   * `pathContact` of many paths, such as the edges of a planner. What one path teaches is forgotten before the next: the results do not
   * depend on their order, nor on how many workers they are divided among.
   *
   * @see {@link RobotPool}
   */
  pathContacts(paths: readonly PathOptions[], options: PathContactOptions = {}): PathContact[] {
    const scene = this.#currentScene();
    return paths.map((path) => {
      scene.memory.forget();
      return pathContact(scene, readPath(this.variables, path), options);
    });
  }

  /**
   * The robot with its obstacles as plain data, with models in shared memory where there is such: for {@link Robot.fromShared} in another thread.
   * Obstacles with a motion cannot be shared.
   */
  share(): SharedRobot {
    const models = new ModelBytes();
    const links = this.#linkBodies.map((body) => sharedBody(body, body.offset, null, [], models));
    const attached = [...this.#attached.values()].map(({ body, own, touches }) =>
      sharedBody(body, own, touches[0], touches.slice(1), models),
    );
    const obstacles = [...this.#obstacles.values()].map((body) => sharedBody(body, body.offset, null, [], models));
    const bodies = [...links, ...attached, ...obstacles];
    return { description: this.description, ignored: this.#ignored.list(), models: models.bytes, bodies };
  }

  /** The robot that another thread has shared. */
  static fromShared({ description, ignored, models: bytes, bodies }: SharedRobot): Robot {
    const models = openModels(bytes);
    const count = description.links.reduce((sum, { collisions }) => sum + collisions.length, 0);
    const links = bodies.slice(0, count);
    const robot = new Robot(description, {
      models: links.map(({ model }) => models[model]),
      padding: Object.fromEntries(links.map(({ name, padding }) => [name, padding])),
      semantics: { disabledPairs: ignored, groups: [] },
    });
    for (const { name, model, link, pose, padding, touches } of bodies.slice(count)) {
      const given = {
        name,
        model: models[model],
        pose: { position: pose.slice(0, 3), rotation: pose.slice(3) },
        padding,
      };
      if (link === null) robot.addObstacle(given);
      else robot.attach({ ...given, link, touches });
    }
    return robot;
  }

  /** As `pathContact`, with the intervals on which each pair was proven apart. */
  certify(path: JointPath, options: PathContactOptions = {}): CertifiedPath {
    return certifyPath(this.#currentScene(), this.#requirePath(path), options);
  }

  /** Checks a certificate of the same path among the same obstacles, by interval arithmetic: slow, and without the bounds that made it. */
  verify(path: JointPath, certificate: PathCertificate): CertificateCheck {
    return verifyCertificate(this.#currentScene(), this.#requirePath(path), certificate);
  }

  /** The least distance along a whole path, as a bracket. */
  clearance(path: JointPath, options: ClearanceOptions = {}): PathClearance {
    return pathClearance(this.#currentScene(), this.#requirePath(path), options);
  }

  /** Values within all limits at which nothing touches; null after `most` tries. `random` gives numbers from 0 up to 1. */
  sampleFree(random: () => number, most = 1000): Float64Array | null {
    if (typeof random !== 'function') {
      throw new NearmissError(
        'options/bad-value',
        'sampleFree takes a function of random numbers, such as Math.random.',
      );
    }
    for (let tries = 0; tries < most; tries++) {
      const q = Float64Array.from(this.variables, ({ lower, upper }) => {
        const [least, greatest] = Number.isFinite(lower + upper) ? [lower, upper] : [-Math.PI, Math.PI];
        return least + random() * (greatest - least);
      });
      if (this.collide(q).status === 'separated') return q;
    }
    return null;
  }

  /** The number of a link in the description. */
  linkNumber(link: string): number {
    const names = this.description.links.map(({ name }) => name);
    const number = names.indexOf(link);
    if (number < 0) throw unknownName(link, names, 'link');
    return number;
  }

  /** Shapes of models that were used once: their hulls take long to make. */
  readonly #shapes = new WeakMap<Model, ShapeBounds>();

  #requirePath(path: JointPath): JointPath {
    if (typeof path?.write !== 'function') {
      throw new NearmissError('robot/bad-path', 'The path must be one of robot.path({ waypoints }) or functionPath.');
    }
    if (path.size === this.variables.length) return path;
    throw new NearmissError(
      'robot/bad-path',
      `The path has ${path.size} variables; the robot has ${this.variables.length}.`,
    );
  }

  #requireLinkAndOther(a: string, b: string): void {
    const [links, obstacles] = [this.description.links.map(({ name }) => name), [...this.#obstacles.keys()]];
    const names = [...links, ...obstacles];
    const unknown = [a, b].find((name) => !names.includes(name));
    if (unknown !== undefined) throw unknownName(unknown, names, 'link or obstacle');
    if (links.includes(a) || links.includes(b)) return;
    throw new NearmissError('robot/unknown-link', `"${a}" and "${b}" are obstacles, whose contacts never count.`);
  }

  #requireNewName(name: string): void {
    if (typeof name !== 'string' || name === '') {
      throw new NearmissError('robot/bad-scene', `The name is ${JSON.stringify(name)}; it is a text of its own.`);
    }
    const isLink = this.description.links.some((link) => link.name === name);
    const what = isLink ? 'a link' : this.#obstacles.has(name) ? 'an obstacle' : 'an attached object';
    if (!isLink && !this.#obstacles.has(name) && !this.#attached.has(name)) return;
    throw new NearmissError('robot/bad-scene', `There is ${what} "${name}" already.`);
  }

  #currentScene(): RobotScene {
    if (this.#scene !== null) return this.#scene;
    const attached = [...this.#attached.values()];
    const bodies = [...this.#linkBodies, ...attached.map(({ body }) => body), ...this.#obstacles.values()];
    const carried = new LinkPairs(
      attached.flatMap(({ body, touches }) => touches.map((link): [string, string] => [body.name, link])),
    );
    const isIgnored = (a: string, b: string): boolean => this.#ignored.has(a, b) || carried.has(a, b);
    this.#scene = this.#sceneOf(bodies, countedPairs(this.#tree, bodies, isIgnored));
    return this.#scene;
  }

  #sceneOf(bodies: readonly Body[], pairs: readonly BodyPair[]): RobotScene {
    const tree = this.#tree;
    const memory = new PairMemory(bodies, pairs);
    const state = new SceneState(tree, bodies);
    const motion = new IntervalMotion(state);
    const test = new PairTest(state, motion, memory);
    return { tree, bodies, memory, state, motion, test, size: sceneSize(tree, bodies) };
  }
}

function shapeOf(model: Model, known: WeakMap<Model, ShapeBounds>): ShapeBounds {
  const shape = known.get(model) ?? shapeBounds(model);
  known.set(model, shape);
  return shape;
}

function unknownName(name: string, names: readonly string[], what: string): NearmissError {
  const near = nearestName(textOf(name), names);
  const hint = near === null ? '' : ` Did you mean "${near}"?`;
  return new NearmissError('robot/unknown-link', `There is no ${what} "${textOf(name)}".${hint}`);
}

function samePair(a: string, b: string, c: string, d: string): boolean {
  return (a === c && b === d) || (a === d && b === c);
}

function requireMotion(motion: ObstacleMotion, name: string): void {
  const { pose, speed, angularSpeed } = motion ?? {};
  if (typeof pose === 'function' && isSpeed(speed) && isSpeed(angularSpeed)) return;
  throw new NearmissError(
    'robot/bad-scene',
    `The motion of "${name}" needs pose, a function of time, and speed and angularSpeed, finite numbers from 0 on.`,
  );
}

function isSpeed(value: number | undefined): boolean {
  return typeof value === 'number' && value >= 0 && value < Infinity;
}

function requirePadding(padding: number, name: string): void {
  if (typeof padding === 'number' && padding >= 0 && padding < Infinity) return;
  throw new NearmissError(
    'options/bad-value',
    `The padding of "${name}" is ${String(padding)}; it is a length from 0 on.`,
  );
}

function requirePaddings({ links }: RobotDescription, padding: number | Readonly<Record<string, number>>): void {
  if (typeof padding === 'number') {
    requirePadding(padding, 'all links');
    return;
  }
  for (const [name, value] of Object.entries(padding)) {
    requirePadding(value, name);
    if (links.some((link) => link.name === name)) continue;
    throw new NearmissError('robot/unknown-link', `There is no link "${name}" to be padded.`);
  }
}
