// Scenes: the bodies, joints and settings of a simulation as JSON, in the form that `nearmiss simulate` reads.

import { type ErrorCode, type Model, NearmissError, nearestName, type Pose } from 'nearmiss';
import { requireCount, requireNumber, requirePositive } from './input.ts';
import { Simulation } from './simulation.ts';
import type { SimulationOptions } from './simulation-options.ts';

/** A scene that was read: the simulation at its start, and how long it runs. See {@link runScene}. */
export interface Scene {
  readonly simulation: Simulation;
  /** Seconds a step. */
  readonly step: number;
  readonly duration: number;
  /** A frame is written each so many steps. */
  readonly every: number;
}

/** Makes the model of a body, of which one of `model`, `mesh`, `shape` and `convex` is given. See {@link readScene}. */
export type OpenModel = (given: Readonly<Record<string, unknown>>) => Promise<Model>;

type Json = Readonly<Record<string, unknown>>;

/** Steps of a scene at most: more are a slip of units, and would never end. */
const MOST_STEPS = 1e9;

const SCENE_KEYS = ['gravity', 'step', 'duration', 'stepper', 'every', 'materials', 'bodies', 'joints', 'threshold'];
const MODEL_KEYS = ['model', 'mesh', 'shape', 'convex'];
const BODY_KEYS = [
  ...['id', ...MODEL_KEYS, 'kind', 'pose', 'velocity', 'angularVelocity', 'density', 'mass', 'centerOfMass', 'inertia'],
  ...['friction', 'restitution', 'linearDamping', 'angularDamping', 'group', 'mask', 'medial'],
];
const JOINT_KEYS = ['kind', 'a', 'b', 'anchor', 'axis', 'limits', 'motor', 'collide', 'breakForce'];

/** Reads a scene. What is wrong with it is told with a JSON pointer to it. See {@link Scene}. */
export async function readScene(given: unknown, open: OpenModel): Promise<Scene> {
  if (typeof open !== 'function') {
    throw new NearmissError('dynamics/bad-value', 'readScene takes a function that makes the models of bodies.');
  }
  const scene = requireObject(given, '', 'A scene', SCENE_KEYS);
  const step = at('', () => requirePositive(scene.step, 'step'));
  const duration = at('', () => requireNumber(scene.duration, 'duration', 0));
  if (!(duration / step <= MOST_STEPS)) {
    throw fault(
      '/step',
      'dynamics/bad-value',
      `${duration} s in steps of ${step} s are more than ${MOST_STEPS} steps.`,
    );
  }
  const every = scene.every === undefined ? 1 : at('', () => requireCount(scene.every, 'every'));
  const settings = { gravity: scene.gravity, stepper: scene.stepper, threshold: scene.threshold };
  const materials =
    scene.materials === undefined
      ? undefined
      : requireObject(scene.materials, '/materials', 'materials', ['friction', 'restitution']);
  const simulation = at('', () => new Simulation({ ...settings, materials } as SimulationOptions));
  const bodies = requireList(scene.bodies, '/bodies');
  for (const [k, body] of bodies.entries()) await addBody(simulation, body, `/bodies/${k}`, open);
  const joints = scene.joints === undefined ? [] : requireList(scene.joints, '/joints');
  for (const [k, joint] of joints.entries()) addJoint(simulation, joint, `/joints/${k}`);
  return { simulation, step, duration, every };
}

async function addBody(simulation: Simulation, given: unknown, pointer: string, open: OpenModel): Promise<void> {
  const { model, mesh, shape, convex, ...options } = requireObject(given, pointer, 'A body', BODY_KEYS);
  const { id } = options;
  if (typeof id !== 'string' || id === '')
    throw fault(`${pointer}/id`, 'dynamics/bad-value', 'A body needs an id, a text.');
  const source = { model, mesh, shape, convex };
  const named = MODEL_KEYS.filter((key) => Reflect.get(source, key) !== undefined);
  if (named.length !== 1) {
    throw fault(pointer, 'query/bad-form', `A body has one of ${MODEL_KEYS.join(', ')}; this one has ${named.length}.`);
  }
  let opened: Model;
  try {
    opened = await open(Object.fromEntries(named.map((key) => [key, Reflect.get(source, key)])));
  } catch (error) {
    throw error instanceof NearmissError ? fault(`${pointer}/${named[0]}`, error.code, error.message, error) : error;
  }
  const pose = options.pose === undefined ? {} : readPose(options.pose, `${pointer}/pose`);
  at(pointer, () => simulation.addBody({ ...options, id, pose, model: opened }));
}

const POSE_KEYS = ['position', 'rotation', 'matrix'];

function readPose(given: unknown, pointer: string): Pose {
  const { position, rotation, matrix } = requireObject(given, pointer, 'A pose', POSE_KEYS);
  const rows = Array.isArray(matrix) ? matrix.flat() : matrix;
  return {
    ...(position === undefined ? {} : { position: position as readonly number[] }),
    ...(rotation === undefined ? {} : { rotation: rotation as readonly number[] }),
    ...(rows === undefined ? {} : { matrix: rows as readonly number[] }),
  };
}

function addJoint(simulation: Simulation, given: unknown, pointer: string): void {
  const { a, b, ...options } = requireObject(given, pointer, 'A joint', JOINT_KEYS);
  const bodyA = at(`${pointer}/a`, () => simulation.body(a as string));
  const bodyB = b === undefined || b === null ? undefined : at(`${pointer}/b`, () => simulation.body(b as string));
  // The joint checks every value it is handed.
  at(pointer, () => simulation.addJoint({ ...options, a: bodyA, b: bodyB } as Parameters<Simulation['addJoint']>[0]));
}

/** Runs a part of the reader. Its errors are told with a pointer, to the property where they name one. */
function at<T>(pointer: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof NearmissError)) throw error;
    throw fault(pointer + (error.location ?? ''), error.code, error.message, error);
  }
}

function fault(pointer: string, code: ErrorCode, message: string, cause?: unknown): NearmissError {
  const where = pointer === '' ? 'The scene' : `The scene at ${pointer}`;
  return new NearmissError(code, `${where}: ${message}`, { location: pointer === '' ? '/' : pointer, cause });
}

function requireObject(given: unknown, pointer: string, what: string, keys: readonly string[]): Json {
  if (given === null || typeof given !== 'object' || Array.isArray(given)) {
    throw fault(pointer, 'query/bad-form', `${what} is an object.`);
  }
  for (const key of Object.keys(given)) {
    if (keys.includes(key)) continue;
    const near = nearestName(key, keys);
    const hint = near === null ? `it has ${keys.join(', ')}` : `did you mean "${near}"?`;
    throw fault(`${pointer}/${key}`, 'query/bad-form', `${what} has no "${key}"; ${hint}`);
  }
  return { ...given };
}

function requireList(given: unknown, pointer: string): readonly unknown[] {
  if (Array.isArray(given)) return given;
  throw fault(pointer, 'query/bad-form', 'It takes a list.');
}
