// A crowd of bodies that fly about in a box, and bounce off its walls and off each other.

import { type BodyId, type Mesh, Model, type Pose, StepResult, World } from 'nearmiss';
import { BROAD_PHASES } from 'nearmiss/lab';
import { box, gear, icosphere, prism, starShape, torus } from 'nearmiss/shapes';
import { Quaternion, Vector3 } from 'three';
import type { Drawing, Frame, Scenery } from '../messages.ts';
import type { CrowdSettings } from '../settings.ts';
import { seeded } from './seeded.ts';
import type { Simulation } from './simulation.ts';

export const SHAPES: readonly Mesh[] = [
  box({ size: [0.8, 0.6, 0.5] }),
  icosphere({ radius: 0.45, subdivisions: 2 }),
  torus({ majorRadius: 0.42, minorRadius: 0.15, majorSegments: 20, minorSegments: 10 }),
  gear({ thickness: 0.3 }),
  starShape({ outerRadius: 0.6, innerRadius: 0.28, height: 0.3 }),
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
    this.flyers = new Map(flyers.map((flyer) => [flyer.id, flyer]));
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
    const flyers = [...this.flyers.values()];
    const lit = new Set(this.touching().flat());
    const { begin, stay } = this.#found;
    return {
      kind: 'crowd',
      poses: Float32Array.from(flyers.flatMap(({ position, rotation }) => [...position, ...rotation])),
      touching: Uint8Array.from(flyers, (flyer) => Number(lit.has(flyer))),
      points: Float32Array.from([...begin, ...stay].flatMap(({ contact }) => [...(contact?.pointA ?? [])])),
    };
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
