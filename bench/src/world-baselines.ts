// What the lectures' paths to spare tests pairs are worth in a World. The figures of docs/lab/broad-phase.md:
//
//   node bench/dist/world-baselines.js
//
// Counts depend on nothing but the sources; processor times are those of the machine at hand, to be compared within a run.

import { type BodyId, Model, StepResult, World, type WorldOptions } from 'nearmiss';
import { box, icosphere, torus } from 'nearmiss/shapes';
import { rTree, spaceTime } from 'nearmiss/world';
import { alignColumns, number } from './report/format.ts';

const STEP = 0.01;
const STEPS = 400;

interface Flyer {
  readonly model: Model;
  readonly position: number[];
  readonly rotation: number[];
  readonly velocity: readonly number[];
  readonly angularSpeed: number;
}

/** A sequence of numbers in [0, 1) that is the same everywhere (Park & Miller). */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const PLANK = Model.build(box({ size: [2, 0.1, 0.1] }));
const RING = Model.build(torus({ majorRadius: 0.5, minorRadius: 0.12, majorSegments: 24, minorSegments: 12 }));
const BALL = Model.build(icosphere({ radius: 0.4, subdivisions: 2 }));

/** Bodies side by side, their boxes overlapping, all at one velocity. */
function formation(): Flyer[] {
  const tilt = [0, 0, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)];
  return Array.from({ length: 60 }, (_, k) => ({
    model: PLANK,
    position: [0, 0.6 * k, 0],
    rotation: [...tilt],
    velocity: [1, 0, 0],
    angularSpeed: 0,
  }));
}

/** Bodies that fly and tumble in all directions. */
function crowd(models: readonly Model[], speed: number): Flyer[] {
  const next = sequence(11);
  return Array.from({ length: 120 }, (_, k) => ({
    model: models[k % models.length],
    position: [0, 1, 2].map(() => 6 * next() - 3),
    rotation: [0, 0, 0, 1],
    velocity: [0, 1, 2].map(() => speed * (2 * next() - 1)),
    angularSpeed: speed,
  }));
}

const SCENES: Readonly<Record<string, () => Flyer[]>> = {
  'planks in formation': formation,
  'balls and planks, slow': () => crowd([BALL, PLANK], 0.1),
  'rings and balls, slow': () => crowd([RING, BALL], 0.1),
  'rings and balls, fast': () => crowd([RING, BALL], 2),
};

interface Run {
  readonly measured: number;
  readonly boxPairs: number;
  readonly begun: number;
  readonly milliseconds: number;
}

function run(flyers: readonly Flyer[], options: WorldOptions): Run {
  const world = new World({ contacts: 'none', ...options });
  const ids = flyers.map(({ model, position, rotation }): BodyId => world.add(model, { position, rotation }));
  if (options.schedule === 'times') {
    for (const [k, id] of ids.entries()) {
      const { velocity, angularSpeed } = flyers[k];
      world.setMotionBounds(id, { velocity, angularSpeed });
    }
  }
  const result = new StepResult();
  let measured = 0;
  let boxPairs = 0;
  let begun = 0;
  const start = process.cpuUsage();
  for (let step = 0; step < STEPS; step++) {
    for (const [k, id] of ids.entries()) {
      const { position, rotation, velocity, angularSpeed } = flyers[k];
      for (let axis = 0; axis < 3; axis++) position[axis] += STEP * velocity[axis];
      if (angularSpeed > 0) {
        const angle = angularSpeed * STEP * step;
        rotation[0] = Math.sin(angle / 2);
        rotation[3] = Math.cos(angle / 2);
      }
      world.move(id, { position, rotation });
    }
    world.step({ dt: STEP, changesOnly: true }, result);
    measured += result.measured;
    boxPairs += result.boxPairs;
    begun += result.begin.length;
  }
  const { user, system } = process.cpuUsage(start);
  return { measured, boxPairs, begun, milliseconds: (user + system) / 1000 };
}

function compare(title: string, variants: Readonly<Record<string, WorldOptions>>): void {
  const head = [title, 'pairs of boxes', 'tests', 'contacts begun', 'ms'];
  const rows = Object.entries(SCENES).flatMap(([scene, make]) =>
    Object.entries(variants).map(([name, options]) => {
      // The first run is for the compiler.
      run(make(), options);
      const { measured, boxPairs, begun, milliseconds } = run(make(), options);
      return [`${scene}: ${name}`, number(boxPairs), number(measured), number(begun), number(milliseconds)];
    }),
  );
  console.log(`${alignColumns([head, ...rows])}\n`);
}

compare(`schedule, ${STEPS} steps`, { travel: { schedule: 'travel' }, times: { schedule: 'times' } });
compare(`boxes, ${STEPS} steps`, { dynamic: {}, fixed: { boxes: 'fixed' }, hull: { boxes: 'hull' } });
compare(`broad phase, ${STEPS} steps`, {
  'dynamic-tree': {},
  'r-tree': { broadPhase: rTree },
  'space-time': { broadPhase: spaceTime },
});
