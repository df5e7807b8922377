// A crowd of bodies that fly about in a box, and bounce off its walls and off each other.

import { type BodyId, type Mesh, Model, type Pose, StepResult, World } from 'nearmiss';
import { BROAD_PHASES } from 'nearmiss/lab';
import { box, icosphere, prism, starShape, torus } from 'nearmiss/shapes';
import { Quaternion, Vector3 } from 'three';
import type { Drawing, Frame, Scenery } from '../messages.ts';
import type { CrowdSettings } from '../settings.ts';
import { seeded } from './seeded.ts';
import type { Simulation } from './simulation.ts';

/** Of few faces: a thousand bodies are searched and drawn thirty times a second, without a graphics card too. */
export const SHAPES: readonly Mesh[] = [
  box({ size: [0.8, 0.6, 0.5] }),
  icosphere({ radius: 0.48, subdivisions: 0 }),
  torus({ majorRadius: 0.42, minorRadius: 0.18, majorSegments: 6, minorSegments: 3 }),
  prism({ outline: [-0.4, -0.45, 0.4, -0.45, 0.4, -0.1, -0.05, -0.1, -0.05, 0.45, -0.4, 0.45], height: 0.35 }),
  starShape({ points: 4, outerRadius: 0.6, innerRadius: 0.28, height: 0.3 }),
  prism({ outline: [-0.45, -0.3, 0.45, -0.3, 0, 0.5], height: 0.6 }),
];

/** Side of the box for each body, in three dimensions: space to fly, and to meet others. */
const SPACE = 1.5;
/** How far bodies stay from the walls: no shape is larger. */
const RADIUS = 0.65;
/** The longest displacement and turn of a step, along each axis and about it. */
const SPEED = 0.03;
const SPIN = 0.04;

export interface Flyer {
  readonly id: BodyId;
  readonly shape: number;
  readonly position: Vector3;
  readonly rotation: Quaternion;
  /** ShownTranslation and turn of a step. */
  readonly velocity: Vector3;
  readonly spin: Vector3;
}

export class Crowd implements Simulation {
  readonly stages = ['moving', 'broad', 'waking', 'narrow', 'report'] as const;
  readonly scenery: Scenery;
  readonly flyers: ReadonlyMap<BodyId, Flyer>;
  readonly #flyers: readonly Flyer[];
  /** Where each body stands among those that are drawn. */
  readonly #numbers: ReadonlyMap<BodyId, number>;
  readonly #world: World;
  readonly #found = new StepResult();
  /** How far from the origin bodies fly along an axis. */
  readonly #limit: number;

  constructor({ bodies, seed, broadPhase }: Omit<CrowdSettings, 'scene'>) {
    const random = seeded(seed);
    const within = (limit: number): number => limit * (2 * random() - 1);
    const vector = (limit: number): Vector3 => new Vector3(within(limit), within(limit), within(limit));
    const models = SHAPES.map((mesh) => Model.build(mesh));
    this.#limit = (SPACE * Math.cbrt(bodies)) / 2;
    this.#world = new World({ broadPhase: BROAD_PHASES[broadPhase] });
    const flyers = models.flatMap((model, shape) =>
      Array.from({ length: Math.ceil((bodies - shape) / models.length) }, (): Flyer => {
        const position = vector(this.#limit);
        const rotation = new Quaternion(within(1), within(1), within(1), within(1)).normalize();
        const id = this.#world.add(model, poseOf({ position, rotation }));
        return { id, shape, position, rotation, velocity: vector(SPEED), spin: vector(SPIN) };
      }),
    );
    this.#flyers = flyers;
    this.flyers = new Map(flyers.map((flyer) => [flyer.id, flyer]));
    this.#numbers = new Map(flyers.map(({ id }, number) => [id, number]));
    this.scenery = {
      kind: 'crowd',
      shapes: SHAPES.map(({ positions, triangles }) => ({ positions: Float32Array.from(positions), triangles })),
      shapeOf: Uint8Array.from(flyers, ({ shape }) => shape),
      reach: this.#limit + RADIUS,
    };
    this.#world.step({}, this.#found);
  }

  advance(mark: (stage: string) => void): void {
    mark('moving');
    for (const [a, b] of this.touching()) bounce(a, b);
    for (const flyer of this.flyers.values()) {
      fly(flyer, this.#limit);
      this.#world.move(flyer.id, poseOf(flyer));
    }
    this.#world.step({ onStage: mark }, this.#found);
  }

  counts(): Frame['counts'] {
    const { begin, stay, end, boxPairs, measured, sleeping } = this.#found;
    return {
      touching: begin.length + stay.length,
      begin: begin.length,
      stay: stay.length,
      end: end.length,
      'box pairs': boxPairs,
      measured,
      asleep: sleeping,
    };
  }

  /** The pairs that touch. */
  touching(): readonly (readonly [Flyer, Flyer])[] {
    const { begin, stay } = this.#found;
    return [...begin, ...stay].flatMap(({ bodyA, bodyB }) => {
      const a = this.flyers.get(bodyA);
      const b = this.flyers.get(bodyB);
      return a === undefined || b === undefined ? [] : [[a, b] as const];
    });
  }

  drawing(): Drawing {
    const poses = new Float32Array(7 * this.#flyers.length);
    for (const [body, { position, rotation }] of this.#flyers.entries()) {
      position.toArray(poses, 7 * body);
      rotation.toArray(poses, 7 * body + 3);
    }
    const { begin, stay } = this.#found;
    const touching = new Uint8Array(this.#flyers.length);
    const points = new Float32Array(3 * (begin.length + stay.length));
    let point = 0;
    for (const pairs of [begin, stay]) {
      for (const { bodyA, bodyB, contact } of pairs) {
        for (const id of [bodyA, bodyB]) {
          const number = this.#numbers.get(id);
          if (number !== undefined) touching[number] = 1;
        }
        const at = contact?.pointA ?? null;
        if (at !== null) points.set(at, 3 * point++);
      }
    }
    return { kind: 'crowd', poses, touching, points: points.subarray(0, 3 * point) };
  }
}

export function poseOf({ position, rotation }: Pick<Flyer, 'position' | 'rotation'>): Pose {
  return { position: position.toArray(), rotation: [rotation.x, rotation.y, rotation.z, rotation.w] };
}

const between = new Vector3();
const relative = new Vector3();

/** Bodies that come nearer exchange what they have of speed towards each other, as equal balls do. */
function bounce(a: Flyer, b: Flyer): void {
  between.subVectors(b.position, a.position);
  const nearing = relative.subVectors(a.velocity, b.velocity).dot(between);
  if (!(nearing > 0)) return;
  between.multiplyScalar(nearing / between.lengthSq());
  a.velocity.sub(between);
  b.velocity.add(between);
}

/** One step of a body, and back from a wall if it has come to one. */
function fly({ position, rotation, velocity, spin }: Flyer, limit: number): void {
  position.add(velocity);
  for (const axis of ['x', 'y', 'z'] as const) {
    if (Math.abs(position[axis]) > limit && position[axis] * velocity[axis] > 0) velocity[axis] *= -1;
  }
  // dq/dt = ω q / 2; no sines, which engines may round differently.
  const { x, y, z, w } = rotation;
  rotation.x += (spin.x * w + spin.y * z - spin.z * y) / 2;
  rotation.y += (spin.y * w + spin.z * x - spin.x * z) / 2;
  rotation.z += (spin.z * w + spin.x * y - spin.y * x) / 2;
  rotation.w -= (spin.x * x + spin.y * y + spin.z * z) / 2;
  rotation.normalize();
}
