// A scene that is simulated: its models, its steps, and what the page draws of them.

import {
  type Body,
  energyOf,
  type Frame as RecordedFrame,
  Recorder,
  readScene,
  type Scene,
  type StepReport,
} from '@nearmiss/dynamics';
import { METRES, readMesh, scaleFile, selectPart } from '@nearmiss/io';
import { Mesh, Model, NearmissError } from 'nearmiss';
import { makeConvex } from 'nearmiss/convex';
import { makeShape } from 'nearmiss/shapes';
import type { NamedBytes } from '../../worker/messages.ts';
import type { Frame, Pull, Scenery } from '../messages.ts';
import { pairNamed } from '../sentence.ts';
import { drawnModel } from './drawn-model.ts';
import { pullBody } from './pull-body.ts';

/** Steps between two frames that can be rewound to. */
const REWIND_STEPS = 10;

export class RunningScene {
  readonly scenery: Scenery;
  readonly #scene: Scene;
  readonly #recorder: Recorder;
  #steps = 0;

  private constructor(scene: Scene) {
    this.#scene = scene;
    this.scenery = sceneryOf(scene);
    this.#recorder = new Recorder(scene.simulation, { step: scene.step, every: REWIND_STEPS });
  }

  static async open(text: string, files: readonly NamedBytes[]): Promise<RunningScene> {
    const models = new Map<string, Promise<Model>>();
    const open = (given: Readonly<Record<string, unknown>>): Promise<Model> => {
      const key = JSON.stringify(given);
      const model = models.get(key) ?? openModel(given, files);
      models.set(key, model);
      return model;
    };
    return new RunningScene(await readScene(parse(text), open));
  }

  advance(pull: Pull | null): Frame {
    const { simulation } = this.#scene;
    const body = pull === null ? undefined : simulation.bodies[pull.body];
    if (pull !== null && body !== undefined) pullBody(body, pull);
    const start = performance.now();
    const report = this.#recorder.advance();
    this.#steps++;
    return this.#frame(report, performance.now() - start);
  }

  /** The scene as it is, before any step. */
  first(): Frame {
    return this.#frame(null, 0);
  }

  /** Back to a recorded frame at or before a step; the step it is of. */
  rewind(step: number): number {
    const frame = Math.min(Math.floor(step / REWIND_STEPS), this.#recorder.frames.length - 1);
    this.#recorder.rewind(frame);
    this.#steps = frame * REWIND_STEPS;
    return this.#steps;
  }

  get frames(): readonly RecordedFrame[] {
    return this.#recorder.frames;
  }

  get bodies(): readonly Body[] {
    return this.#scene.simulation.bodies;
  }

  /** A frame of a recorded trajectory, whose bodies are those of this scene. */
  replayed(recorded: RecordedFrame, first: RecordedFrame, step: number): Frame {
    const poses = this.#scene.simulation.bodies.flatMap(({ id }) => {
      const state = recorded.bodies[id] ?? first.bodies[id];
      if (state === undefined) {
        throw new NearmissError('dynamics/unknown-body', `The trajectory has no body "${id}": it is of another scene.`);
      }
      return [...state.position, ...state.rotation];
    });
    return {
      step,
      time: recorded.t,
      poses: Float32Array.from(poses),
      asleep: new Uint8Array(this.#scene.simulation.bodies.length),
      contacts: new Float32Array(0),
      contactCount: recorded.contacts,
      kinetic: recorded.energy.kinetic,
      potential: recorded.energy.potential,
      violated: (recorded.violated ?? []).map(([a, b]) => pairNamed(a, b)),
      impacts: 0,
      spent: 0,
    };
  }

  #frame(report: StepReport | null, spent: number): Frame {
    const { simulation } = this.#scene;
    const { bodies, contacts } = simulation;
    const { kinetic, potential } = energyOf(bodies, simulation.gravity);
    return {
      step: this.#steps,
      time: simulation.time,
      poses: Float32Array.from(bodies.flatMap(({ position, rotation }) => [...position, ...rotation])),
      asleep: Uint8Array.from(bodies, ({ isAsleep }) => (isAsleep ? 1 : 0)),
      contacts: Float32Array.from(contacts.flatMap(({ point, force }) => [...point, ...force])),
      contactCount: contacts.length,
      kinetic,
      potential,
      violated: (report?.violated ?? []).map(([a, b]) => pairNamed(a.id, b.id)),
      impacts: report?.impacts ?? 0,
      spent,
    };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new NearmissError('query/bad-form', `The scene is no JSON: ${(cause as Error).message}`, { cause });
  }
}

async function openModel(given: Readonly<Record<string, unknown>>, files: readonly NamedBytes[]): Promise<Model> {
  const { model, mesh, shape, convex } = given;
  if (typeof shape === 'string') return Model.build(makeShape(shape));
  if (typeof convex === 'string') return makeConvex(convex);
  if (typeof model === 'string') {
    return Model.build(await openFile(model, files));
  }
  if (mesh !== null && typeof mesh === 'object' && 'positions' in mesh && 'triangles' in mesh) {
    return Model.build(new Mesh(numbersOf(mesh.positions), numbersOf(mesh.triangles)));
  }
  throw new NearmissError('query/bad-form', 'A body is a shape, a convex, a model or a mesh { positions, triangles }.');
}

/** A file as a scene names it: `part.stl`, and behind that perhaps `#part` and `@mm` or `@0.001`. */
async function openFile(model: string, files: readonly NamedBytes[]): Promise<Mesh> {
  const named = model.slice(model.lastIndexOf('/') + 1);
  const isFile = (name: string): boolean => files.some((file) => file.name === name);
  const [, name = named, part, scale] = isFile(named) ? [] : (/^(.+?)(?:#([^@]*))?(?:@([^@#]+))?$/.exec(named) ?? []);
  const file = files.find((candidate) => candidate.name === name);
  if (file === undefined) {
    throw new NearmissError('io/missing-resource', `The scene refers to ${model}: drop both files together.`);
  }
  const read = await readMesh(file.bytes, { name });
  const units: Readonly<Record<string, number>> = METRES;
  const factor = scale === undefined ? 1 : (units[scale] ?? Number(scale));
  return scaleFile(part === undefined ? read : selectPart(read, part), factor).mesh;
}

/** Numbers, flat or three by three; what is none becomes NaN, which the mesh refuses with its index. */
function numbersOf(given: unknown): number[] {
  if (Array.isArray(given)) return given.flat().map((x: unknown) => (typeof x === 'number' ? x : Number.NaN));
  throw new NearmissError('mesh/bad-length', 'The positions and triangles of a mesh are lists.');
}

function sceneryOf({ simulation, step, duration }: Scene): Scenery {
  const models = [...new Set(simulation.bodies.map(({ model }) => model))];
  const [x = 0, y = 0, z = 0] = simulation.gravity;
  const pull = Math.hypot(x, y, z);
  const masses = simulation.bodies.filter(({ kind }) => kind === 'dynamic').map(({ mass }) => mass);
  return {
    meshes: models.map(drawnModel),
    bodies: simulation.bodies.map(({ id, kind, model }) => ({ id, kind, mesh: models.indexOf(model) })),
    up: pull > 0 ? [-x / pull, -y / pull, -z / pull] : [0, 0, 1],
    weight: pull * Math.max(0, ...masses),
    stepper: simulation.stepper,
    step,
    duration,
  };
}
