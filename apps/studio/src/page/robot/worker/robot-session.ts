// A robot among obstacles that the page shows: paths with what is proven of them, and samples to draw.

import { readScene } from '@nearmiss/dynamics';
import { readMesh } from '@nearmiss/io';
import { type PathOptions, Robot, type RobotDescription, readSrdf, readUrdf } from '@nearmiss/robot';
import { type Mesh, Model, NearmissError } from 'nearmiss';
import { makeConvex } from 'nearmiss/convex';
import { makeShape } from 'nearmiss/shapes';
import { plan, shortcut } from '../../../../../../examples/robot/rrt-connect.mjs';
import { drawnModel } from '../../dynamics/worker/drawn-model.ts';
import type { NamedBytes } from '../../worker/messages.ts';
import type { Configuration, DrawnBody, RobotFiles, Scenery, ShownPath, Trajectory } from '../messages.ts';

/** Samples of a path that are drawn. */
const SAMPLES = 160;
/** The width of the bracket of the least clearance, in metres. */
const ACCURACY = 1e-4;

export class RobotSession {
  readonly scenery: Scenery;
  readonly #robot: Robot;
  #path: PathOptions;
  readonly #kept: number;

  private constructor(robot: Robot, { path, kept }: AskedPath, warnings: readonly string[]) {
    this.#robot = robot;
    this.#path = path;
    this.#kept = kept;
    this.scenery = { ...sceneryOf(robot), warnings: [...robot.warnings, ...warnings] };
  }

  static async open(files: RobotFiles): Promise<RobotSession> {
    const description = readUrdf(files.urdf);
    const meshes = await openMeshes(description, files.meshes);
    const robot = new Robot(description, {
      meshes: (file) => meshes.get(file),
      semantics: files.srdf === null ? undefined : readSrdf(files.srdf, description),
    });
    const warnings = files.scene === null ? [] : await addObstacles(robot, files.scene);
    const rest = [...robot.rest];
    const still = { path: { waypoints: [rest, rest] }, kept: 0 };
    const asked = files.trajectory === null ? still : readTrajectory(files.trajectory);
    // What cannot be read is refused before anything is shown.
    robot.path(asked.path);
    return new RobotSession(robot, asked, warnings);
  }

  /** The path, with what is proven of it. */
  path(): ShownPath {
    const robot = this.#robot;
    const path = robot.path(this.#path);
    const { contact, certificate } = robot.certify(path, { clearance: this.#kept });
    const { status, lower, upper, a, b } = contact;
    const clearance = robot.clearance(path, { accuracy: ACCURACY });
    const [start = 0, end = 0] = [path.breaks[0], path.breaks.at(-1)];
    const values = new Float64Array(path.size);
    const rates = new Float64Array(path.size);
    const samples = Array.from({ length: SAMPLES + 1 }, (_, k) => {
      const time = start + ((end - start) * k) / SAMPLES;
      let segment = 0;
      while (segment + 2 < path.breaks.length && (path.breaks[segment + 1] ?? end) <= time) segment++;
      path.write(segment, time, values, rates);
      return this.at([...values]);
    });
    return {
      ...{ waypoints: this.#path.waypoints.length, status, lower, upper, a, b, start, end, samples },
      kept: this.#kept,
      clearance: { lower: clearance.lower, upper: clearance.upper },
      proofs: certificate.proofs.length,
      verified: status === 'free' ? robot.verify(path, certificate).verified : null,
    };
  }

  /** Searches for a path between the same ends that touches nothing. */
  plan(seed: number): void {
    const robot = this.#robot;
    const given = robot.path(this.#path);
    const [first, last] = [0, given.breaks.length - 2].map((segment, k) => {
      const values = new Float64Array(given.size);
      given.write(segment, given.breaks[k === 0 ? 0 : segment + 1] ?? 0, values, new Float64Array(given.size));
      return [...values];
    });
    const random = generator(seed);
    const found = plan(robot, first ?? [], last ?? [], random);
    if (found === null) throw new NearmissError('robot/bad-path', 'No path was found between the two ends.');
    this.#path = { waypoints: shortcut(robot, found, random) };
  }

  at(values: readonly number[]): Configuration {
    const robot = this.#robot;
    const { links } = robot.description;
    const poses = new Float32Array(7 * links.length);
    for (const [k, { name }] of links.entries()) {
      const { position, rotation } = robot.linkPose(values, name);
      poses.set(position, 7 * k);
      poses.set(rotation, 7 * k + 3);
    }
    const { lower, upper, a, b } = robot.distance(values);
    return { values, poses, lower, upper, a, b };
  }
}

/** The meshes that a URDF names, each from the given file whose path has most in common with the name. */
async function openMeshes(
  { links }: RobotDescription,
  files: readonly NamedBytes[],
): Promise<ReadonlyMap<string, Mesh>> {
  const meshes = new Map<string, Mesh>();
  for (const { geometry } of links.flatMap(({ collisions }) => collisions)) {
    if (geometry.kind !== 'mesh' || meshes.has(geometry.file)) continue;
    const found = nearestFile(geometry.file, files);
    if (found !== null) meshes.set(geometry.file, (await readMesh(found.bytes, { name: found.name })).mesh);
  }
  return meshes;
}

/** The file whose path ends like the wanted one, by as many folders as possible; null if no name is the same. */
function nearestFile(wanted: string, files: readonly NamedBytes[]): NamedBytes | null {
  const parts = wanted.split('/').toReversed();
  let [best, most]: [NamedBytes | null, number] = [null, 0];
  for (const file of files) {
    const own = file.name.split('/').toReversed();
    const differs = parts.findIndex((part, k) => part !== own[k]);
    const common = differs < 0 ? parts.length : differs;
    if (common > most) [best, most] = [file, common];
  }
  return best;
}

function sceneryOf(robot: Robot): Omit<Scenery, 'warnings'> {
  const { models, bodies } = robot.share();
  const { links } = robot.description;
  let next = 0;
  const drawn = links.map(
    ({ name, collisions }): DrawnBody => ({
      name,
      parts: collisions.map(({ origin }) => ({
        mesh: bodies[next++]?.model ?? 0,
        pose: [...origin.position, ...origin.rotation],
      })),
    }),
  );
  const obstacles = bodies
    .slice(next)
    .map(({ name, model, pose }): DrawnBody => ({ name, parts: [{ mesh: model, pose }] }));
  return {
    meshes: models.map((bytes) => drawnModel(Model.fromBytes(bytes))),
    ...{ links: drawn, obstacles },
    joints: robot.variables.map(({ name, lower, upper }) => ({
      name,
      lower: Number.isFinite(lower) ? lower : -Math.PI,
      upper: Number.isFinite(upper) ? upper : Math.PI,
    })),
  };
}

/** The bodies of a scene of `nearmiss simulate`, where they are at its start. Returns warnings. */
async function addObstacles(robot: Robot, text: string): Promise<string[]> {
  const given = parse(text, 'The scene');
  // Obstacles alone make a scene, as they do for `nearmiss path`.
  const scene = typeof given === 'object' && given !== null ? { step: 1, duration: 1, ...given } : given;
  const { simulation } = await readScene(scene, async ({ shape, convex }) => {
    if (typeof convex === 'string') return makeConvex(convex);
    if (typeof shape === 'string') return Model.build(makeShape(shape));
    throw new NearmissError('robot/bad-scene', 'Obstacles of this page are a shape or a convex body each.');
  });
  const warnings: string[] = [];
  for (const { id, model, position, rotation, kind } of simulation.bodies) {
    robot.addObstacle({ name: id, model, pose: { position, rotation } });
    if (kind === 'kinematic')
      warnings.push(`"${id}" is kinematic. It stands still on this page; in nearmiss path it moves.`);
  }
  return warnings;
}

/** A path, and the gap to be kept along it. */
interface AskedPath {
  readonly path: PathOptions;
  readonly kept: number;
}

/** The width of the bracket, `accuracy`, is the page's own. */
function readTrajectory(text: string): AskedPath {
  const given = parse(text, 'The trajectory');
  if (!isTrajectory(given)) throw new NearmissError('robot/bad-path', 'A trajectory has waypoints.');
  const { clearance = 0, accuracy: _, ...path } = given;
  return { path, kept: clearance };
}

function isTrajectory(given: unknown): given is Trajectory {
  return typeof given === 'object' && given !== null && 'waypoints' in given;
}

function parse(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new NearmissError('robot/bad-path', `${what} is no JSON: ${String(cause)}`, { cause });
  }
}

/** Numbers from 0 up to 1: the same for a seed everywhere (mulberry32). */
function generator(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
