// The bodies of a scene, in the form that `nearmiss simulate` reads, as obstacles of a robot.

import { centerOfMassOf } from '@nearmiss/dynamics';
import type { Obstacle, ObstacleMotion } from '@nearmiss/robot';
import { type Model, motionPose, NearmissError, nearestName, type Pose } from 'nearmiss';
import type { Models } from '../batch/models.ts';

type Json = Readonly<Record<string, unknown>>;

const SCENE_KEYS = ['gravity', 'step', 'duration', 'stepper', 'every', 'materials', 'bodies', 'joints', 'threshold'];
const KINDS = ['dynamic', 'static', 'kinematic'];
const MODEL_KEYS = ['model', 'mesh', 'shape', 'convex'];
const BODY_KEYS = [
  ...['id', ...MODEL_KEYS, 'kind', 'pose', 'velocity', 'angularVelocity', 'density', 'mass', 'centerOfMass', 'inertia'],
  ...['friction', 'restitution', 'linearDamping', 'angularDamping', 'group', 'mask', 'medial'],
];

/** Reads the bodies of a scene. Kinematic bodies move with their velocities over the times of the path; all others stand still. */
export async function readObstacles(given: unknown, models: Models, from: number, to: number): Promise<Obstacle[]> {
  const scene = requireObject(given, '', SCENE_KEYS);
  if (!Array.isArray(scene.bodies)) throw fault('/bodies', 'It takes a list of bodies.');
  const obstacles: Obstacle[] = [];
  for (const [k, body] of scene.bodies.entries()) {
    obstacles.push(await readBody(body, `/bodies/${k}`, models, from, to));
  }
  return obstacles;
}

async function readBody(given: unknown, at: string, models: Models, from: number, to: number): Promise<Obstacle> {
  const body = requireObject(given, at, BODY_KEYS);
  const { id, kind = 'dynamic' } = body;
  if (typeof id !== 'string' || id === '') throw fault(`${at}/id`, 'A body needs an id, a text.');
  if (!KINDS.some((known) => known === kind)) {
    throw fault(`${at}/kind`, `The kind of a body is one of ${KINDS.join(', ')}, not ${JSON.stringify(kind)}.`);
  }
  const named = Object.fromEntries(MODEL_KEYS.filter((key) => body[key] !== undefined).map((key) => [key, body[key]]));
  try {
    const model = await models.read(named, 'the body');
    const pose = motionPose(readPose(body.pose), 0);
    if (kind !== 'kinematic') return { name: id, model, pose };
    const motion = kinematicMotion(model, pose, body, from, to);
    return { name: id, model, pose, motion };
  } catch (error) {
    if (!(error instanceof NearmissError)) throw error;
    throw new NearmissError(error.code, `The scene at ${at}: ${error.message}`, { location: at, cause: error });
  }
}

/** As in a simulation: `velocity` is that of the centre of mass, about which the body turns. */
function kinematicMotion(model: Model, pose: Pose, body: Json, from: number, to: number): ObstacleMotion {
  const span = to - from;
  const velocity = readVector(body.velocity, 'A velocity').map((value) => value * span);
  const angularVelocity = readVector(body.angularVelocity, 'A velocity').map((value) => value * span);
  const given = body.centerOfMass === undefined ? undefined : readVector(body.centerOfMass, 'A centre of mass');
  const pivot = centerOfMassOf(model, given);
  const motion = { from: pose, velocity, angularVelocity, pivot };
  motionPose(motion, 1);
  const angularSpeed = Math.hypot(...angularVelocity) / span;
  return {
    pose: (time) => motionPose(motion, Math.min(1, Math.max(0, (time - from) / span))),
    // The origin goes around the centre of mass.
    speed: Math.hypot(...velocity) / span + angularSpeed * Math.hypot(...pivot),
    angularSpeed,
  };
}

function readVector(given: unknown, what: string): number[] {
  if (given === undefined) return [0, 0, 0];
  const isRight = Array.isArray(given) && given.length === 3 && given.every((value) => Number.isFinite(value));
  if (!isRight) throw new NearmissError('robot/bad-scene', `${what} takes three numbers.`);
  return given;
}

/** The pose checks its numbers itself when it is used. */
function readPose(given: unknown): Pose {
  if (given === undefined) return {};
  const pose = requireObject(given, '', ['position', 'rotation', 'matrix']);
  const matrix = Array.isArray(pose.matrix) ? pose.matrix.flat() : pose.matrix;
  return { ...pose, ...(matrix === undefined ? {} : { matrix }) } as Pose;
}

function requireObject(given: unknown, at: string, keys: readonly string[]): Json {
  if (given === null || typeof given !== 'object' || Array.isArray(given)) throw fault(at, 'It takes an object.');
  for (const key of Object.keys(given)) {
    if (keys.includes(key)) continue;
    const near = nearestName(key, keys);
    throw fault(
      `${at}/${key}`,
      `There is no "${key}"; ${near === null ? `there are ${keys.join(', ')}.` : `did you mean "${near}"?`}`,
    );
  }
  return { ...given };
}

function fault(at: string, message: string): NearmissError {
  const location = at === '' ? '/' : at;
  return new NearmissError('robot/bad-scene', `The scene${at === '' ? '' : ` at ${at}`}: ${message}`, { location });
}
