// Scenes: the bodies, joints and settings of a simulation as JSON, in the form that `nearmiss simulate` reads.

import { type ErrorCode, type Model, NearmissError, nearestName, type Pose } from 'nearmiss';
import { requireNumber, requirePositive } from './input.ts';
import { Simulation, type SimulationOptions } from './simulation.ts';

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

const SCENE_KEYS = ['gravity', 'step', 'duration', 'stepper', 'every', 'materials', 'bodies', 'joints', 'threshold'];
const MODEL_KEYS = ['model', 'mesh', 'shape', 'convex'];
const BODY_KEYS = [
  ...['id', ...MODEL_KEYS, 'kind', 'pose', 'velocity', 'angularVelocity', 'density', 'mass', 'centerOfMass', 'inertia'],
  ...['friction', 'restitution', 'linearDamping', 'angularDamping', 'group', 'mask', 'medial'],
];
const JOINT_KEYS = ['kind', 'a', 'b', 'anchor', 'axis', 'limits', 'motor', 'collide', 'breakForce'];

/** Reads a scene. What is wrong with it is told with its place, as a JSON pointer. See {@link Scene}. */
export async function readScene(given: unknown, open: OpenModel): Promise<Scene> {
  const scene = requireObject(given, '', 'A scene', SCENE_KEYS);
  const step = at('/step', () => requirePositive(scene.step, 'step'));
  const duration = at('/duration', () => requireNumber(scene.duration, 'duration', 0));
  const every = scene.every === undefined ? 1 : at('/every', () => requireCount(scene.every, 'every'));
  const settings = { gravity: scene.gravity, stepper: scene.stepper, threshold: scene.threshold };
  const materials =
    scene.materials === undefined
      ? undefined
      : requireObject(scene.materials, '/materials', 'materials', ['friction', 'restitution']);
  // The simulation checks every value it is handed.
  const simulation = at('', () => new Simulation({ ...settings, materials } as SimulationOptions));
  const bodies = requireList(scene.bodies, '/bodies');
  for (const [k, body] of bodies.entries()) await addBody(simulation, body, `/bodies/${k}`, open);
  const joints = scene.joints === undefined ? [] : requireList(scene.joints, '/joints');
  for (const [k, joint] of joints.entries()) addJoint(simulation, joint, `/joints/${k}`);
  return { simulation, step, duration, every };
}

async function addBody(simulation: Simulation, given: unknown, place: string, open: OpenModel): Promise<void> {
  const { medial, model, mesh, shape, convex, ...options } = requireObject(given, place, 'A body', BODY_KEYS);
  const { id } = options;
  if (typeof id !== 'string' || id === '')
    throw fault(`${place}/id`, 'dynamics/bad-value', 'A body needs an id, a text.');
  if (medial !== undefined) {
    throw fault(`${place}/medial`, 'query/unsupported', 'Medial enclosures are not simulated yet; leave medial out.');
  }
  const source = { model, mesh, shape, convex };
  const named = MODEL_KEYS.filter((key) => Reflect.get(source, key) !== undefined);
  if (named.length !== 1) {
    throw fault(place, 'query/bad-form', `A body has one of ${MODEL_KEYS.join(', ')}; this one has ${named.length}.`);
  }
  let opened: Model;
  try {
    opened = await open(Object.fromEntries(named.map((key) => [key, Reflect.get(source, key)])));
  } catch (error) {
    throw placed(error, `${place}/${named[0]}`);
  }
  const pose = options.pose === undefined ? {} : readPose(options.pose, `${place}/pose`);
  at(place, () => simulation.addBody({ ...options, id, pose, model: opened }));
}

const POSE_KEYS = ['position', 'rotation', 'matrix'];

function readPose(given: unknown, place: string): Pose {
  const { position, rotation, matrix } = requireObject(given, place, 'A pose', POSE_KEYS);
  const rows = Array.isArray(matrix) ? matrix.flat() : matrix;
  return {
    ...(position === undefined ? {} : { position: position as readonly number[] }),
    ...(rotation === undefined ? {} : { rotation: rotation as readonly number[] }),
    ...(rows === undefined ? {} : { matrix: rows as readonly number[] }),
  };
}

function addJoint(simulation: Simulation, given: unknown, place: string): void {
  const { a, b, ...options } = requireObject(given, place, 'A joint', JOINT_KEYS);
  const bodyA = at(`${place}/a`, () => simulation.body(String(a)));
  const bodyB = b === undefined || b === null ? undefined : at(`${place}/b`, () => simulation.body(String(b)));
  // The joint checks every value it is handed.
  at(place, () => simulation.addJoint({ ...options, a: bodyA, b: bodyB } as Parameters<Simulation['addJoint']>[0]));
}

/** Runs a part of the reading, whose errors are told with their place. */
function at<T>(place: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw placed(error, place);
  }
}

function placed(error: unknown, place: string): unknown {
  if (!(error instanceof NearmissError)) return error;
  return fault(place, error.code, error.message, error);
}

function fault(place: string, code: ErrorCode, message: string, cause?: unknown): NearmissError {
  const where = place === '' ? 'The scene' : `The scene at ${place}`;
  return new NearmissError(code, `${where}: ${message}`, { location: place === '' ? '/' : place, cause });
}

function requireObject(given: unknown, place: string, what: string, keys: readonly string[]): Json {
  if (given === null || typeof given !== 'object' || Array.isArray(given)) {
    throw fault(place, 'query/bad-form', `${what} is an object.`);
  }
  for (const key of Object.keys(given)) {
    if (keys.includes(key)) continue;
    const near = nearestName(key, keys);
    const hint = near === null ? `it has ${keys.join(', ')}` : `did you mean "${near}"?`;
    throw fault(`${place}/${key}`, 'query/bad-form', `${what} has no "${key}"; ${hint}`);
  }
  return { ...given };
}

function requireList(given: unknown, place: string): readonly unknown[] {
  if (Array.isArray(given)) return given;
  throw fault(place, 'query/bad-form', 'It takes a list.');
}

function requireCount(value: unknown, what: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1) return value;
  throw new NearmissError('dynamics/bad-value', `${what} is ${String(value)}; it takes a whole number from 1 on.`);
}
