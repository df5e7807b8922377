// Random scenes of all kinds of bodies, joints and materials, judged by what must hold in every scene: energy, momentum, overlap, finite numbers.

import { energyOf, momentumOf, Simulation } from '@nearmiss/dynamics';
import { seeded } from '@nearmiss/fixtures';
import { collide, Model, penetration } from 'nearmiss';
import { makeConvex } from 'nearmiss/convex';
import { makeShape } from 'nearmiss/shapes';
import { areJoined, intersecting, poseOf } from './exact-pairs.mjs';

/** @typedef {import('@nearmiss/dynamics').Body} Body */
/** @typedef {import('@nearmiss/dynamics').StepperName} StepperName */
/** @typedef {ReturnType<typeof randomSource>} Source */
/**
 * A scene: what was drawn for it, and what it promises.
 *
 * @typedef {{
 *   simulation: Simulation, step: number, kinds: string[],
 *   isClosed: boolean, isFree: boolean, canBeViolated: boolean
 * }} RandomScene
 */
/**
 * What a run was like: energy in parts of the largest kinetic energy, momentum a step in parts of Σ|mv|, depth in parts of the smaller body.
 *
 * @typedef {{
 *   seed: number, stepper: StepperName, step: number, kinds: string[], growth: number, aboveStart: number, momentum: number, depth: number,
 *   crossing: string[], allFinite: boolean, isClosed: boolean, isFree: boolean, violated: number, impacts: number
 * }} RandomRun
 */

/** Shapes of bodies, about 1 across, by what they collide as. */
const SHAPES = {
  box: (/** @type {Source} */ r) => Model.build(makeShape(`box(size=[${r.size()},${r.size()},${r.size()}])`)),
  hull: (/** @type {Source} */ r) => makeConvex(`box(size=[${r.size()},${r.size()},${r.size()}])`),
  sphere: (/** @type {Source} */ r) => makeConvex(`sphere(radius=${r.size() / 2})`),
  capsule: (/** @type {Source} */ r) => makeConvex(`capsule(radius=${r.size() / 4},length=${r.size() / 2})`),
  cylinder: (/** @type {Source} */ r) => makeConvex(`cylinder(radius=${r.size() / 2},height=${r.size()})`),
  cone: (/** @type {Source} */ r) => makeConvex(`cone(radius=${r.size() / 2},height=${r.size()})`),
  geodesic: (/** @type {Source} */ r) => Model.build(makeShape(`icosphere(radius=${r.size() / 2},subdivisions=1)`)),
  torus: (/** @type {Source} */ r) => Model.build(torus(r)),
  lShape: (/** @type {Source} */ r) => Model.build(makeShape(`l-shape(size=[${r.size()},${r.size()},0.3],arm=0.2)`)),
  medial: (/** @type {Source} */ r) => Model.build(torus(r)),
};

/** @param {Source} r */
function torus(r) {
  const size = r.size() / 2;
  return makeShape(`torus(majorRadius=${0.72 * size},minorRadius=${0.28 * size},majorSegments=12,minorSegments=6)`);
}

/** Steps of which one is judged for overlap. */
const EVERY = 4;
/** What must hold: growth of the energy, of the momentum in a step, and, with `impulses`, the depth of overlaps, in the parts that runs have. */
const MOST_GROWTH = 1e-3;
const MOST_MOMENTUM = 1e-9;
const MOST_DEPTH = 0.1;

/** Side of the cells that bodies begin in, one a cell: none overlap. */
const CELL = 1.75;

/** @param {number} seed */
function randomSource(seed) {
  const random = seeded(seed);
  const between = (/** @type {number} */ a, /** @type {number} */ b) => a + (b - a) * random();
  return {
    between,
    size: () => Number(between(0.5, 1).toFixed(3)),
    chance: (/** @type {number} */ p) => random() < p,
    /** @template T @param {readonly T[]} list @returns {T} */
    pick: (list) => list[Math.floor(random() * list.length)],
    /** A vector of at most a length. @param {number} most */
    vector: (most) => {
      const v = [0, 1, 2].map(() => between(-1, 1));
      const length = Math.hypot(...v) || 1;
      const wanted = between(0, most);
      return v.map((x) => (x * wanted) / length);
    },
    rotation: () => {
      const q = [0, 1, 2, 3].map(() => between(-1, 1));
      const length = Math.hypot(...q) || 1;
      return q.map((x) => x / length);
    },
  };
}

/**
 * The scene of a seed.
 *
 * @param {number} seed
 * @param {StepperName} stepper
 * @returns {RandomScene}
 */
function randomScene(seed, stepper) {
  const r = randomSource(seed);
  const surroundings = r.pick(['nothing', 'floor', 'floor', 'walls', 'walls', 'kinematic']);
  const gravity = surroundings === 'nothing' && r.chance(0.7) ? [0, 0, 0] : [0, 0, -9.81];
  const restitution = r.pick([0, 0, r.between(0, 1), r.between(0, 1), 1]);
  const friction = r.pick([0, r.between(0, 1), r.between(0, 1), 1.5]);
  const simulation = new Simulation({ gravity, stepper, materials: { friction, restitution } });
  const step = 0.001 * 20 ** r.between(0, 1);
  const kinds = [surroundings, restitution === 0 ? 'inelastic' : 'elastic', friction === 0 ? 'smooth' : 'rough'];
  addSurroundings(simulation, surroundings, r);
  const count = Math.round(r.between(2, 9));
  const speed = r.pick([0, 2, 10]);
  const spin = r.pick([0, 5, 60]);
  if (spin === 60) kinds.push('fast spins');
  const bodies = Array.from({ length: count }, (_, k) => {
    const name = r.pick(/** @type {(keyof typeof SHAPES)[]} */ (Object.keys(SHAPES)));
    kinds.push(name);
    const cell = [(k % 2) - 0.5, (Math.floor(k / 2) % 2) - 0.5, Math.floor(k / 4) + 0.52];
    return simulation.addBody({
      model: SHAPES[name](r),
      pose: { position: cell.map((x) => CELL * x), rotation: r.chance(0.7) ? r.rotation() : [0, 0, 0, 1] },
      // Where nothing is around them, they fly towards each other.
      velocity: r.vector(speed).map((x, c) => (surroundings === 'nothing' ? x - 2 * CELL * cell[c] : x)),
      angularVelocity: r.vector(spin),
      density: r.chance(0.2) ? r.between(1, 1e4) : 1000,
      ...(name === 'medial' ? { medial: 24 } : {}),
    });
  });
  const joints = addJoints(simulation, bodies, r);
  kinds.push(...joints);
  const isHeldByWorld = joints.includes('to the world');
  const hasMotor = joints.includes('motor');
  return {
    simulation,
    step,
    kinds,
    isClosed: surroundings !== 'kinematic' && !hasMotor,
    isFree: surroundings === 'nothing' && !isHeldByWorld,
    canBeViolated: surroundings === 'kinematic' || joints.length > 0,
  };
}

/**
 * A floor, one with walls around it, or one with a blade that turns over it.
 *
 * @param {Simulation} simulation
 * @param {string} surroundings
 * @param {Source} r
 */
function addSurroundings(simulation, surroundings, r) {
  if (surroundings === 'nothing') return;
  const tilt = surroundings === 'floor' && r.chance(0.3) ? r.between(0, 0.2) : 0;
  const rotation = [0, Math.sin(tilt), 0, Math.cos(tilt)];
  const model = Model.build(makeShape('box(size=[24,24,1])'));
  simulation.addBody({ model, kind: 'static', pose: { position: [0, 0, -0.5 - 8 * tilt], rotation } });
  if (surroundings === 'walls') {
    for (const [x, y] of [
      [-1, 0],
      [1, 0],
      [0, -1],
      [0, 1],
    ]) {
      const wall = Model.build(makeShape('box(size=[6,6,12])'));
      simulation.addBody({ model: wall, kind: 'static', pose: { position: [5 * x, 5 * y, 6] } });
    }
  }
  if (surroundings === 'kinematic') {
    const blade = Model.build(makeShape('box(size=[4,0.2,0.3])'));
    const angularVelocity = [0, 0, r.between(-4, 4)];
    simulation.addBody({ model: blade, kind: 'kinematic', pose: { position: [4.5, 0, 0.3] }, angularVelocity });
  }
}

/**
 * Joints of some bodies with the next one or the world; returns what was drawn.
 *
 * @param {Simulation} simulation
 * @param {readonly Body[]} bodies
 * @param {Source} r
 */
function addJoints(simulation, bodies, r) {
  /** @type {string[]} */
  const drawn = [];
  if (r.chance(0.6)) return drawn;
  for (let k = 0; k < bodies.length; k += 2) {
    if (r.chance(0.4)) continue;
    const a = bodies[k];
    const b = r.chance(0.6) ? bodies[k + 1] : undefined;
    const kind = r.pick(/** @type {const} */ (['fixed', 'ball', 'hinge', 'slider']));
    const anchor = a.position.map((x, c) => (x + (b?.position[c] ?? x + (c === 2 ? 2 : 0))) / 2);
    const axis = r.vector(1);
    const isFreeUsed = kind === 'hinge' || kind === 'slider';
    const limits = isFreeUsed && r.chance(0.5) ? /** @type {const} */ ([-r.between(0, 1), r.between(0, 1)]) : undefined;
    const motor = isFreeUsed && r.chance(0.2) ? { speed: r.between(-2, 2), force: 1000 } : undefined;
    simulation.addJoint({ kind, a, b, anchor, ...(isFreeUsed ? { axis } : {}), limits, motor, collide: r.chance(0.3) });
    drawn.push(kind);
    if (b === undefined) drawn.push('to the world');
    if (limits !== undefined) drawn.push('limits');
    if (motor !== undefined) drawn.push('motor');
  }
  return drawn;
}

/**
 * Runs the scene of a seed for a number of steps.
 *
 * @param {{ seed: number, stepper: StepperName, steps: number }} options
 * @returns {RandomRun}
 */
export function runRandom({ seed, stepper, steps }) {
  const scene = randomScene(seed, stepper);
  const { simulation, step, kinds, isClosed, isFree } = scene;
  const { bodies } = simulation;
  const masses = bodies.reduce((sum, { mass }) => sum + mass, 0);
  const total = () => {
    const { kinetic, potential } = energyOf(bodies, simulation.gravity);
    largest = Math.max(largest, kinetic);
    return kinetic + potential;
  };
  let [largest, growth, aboveStart, momentum, depth, violated, impacts] = [0, 0, 0, 0, 0, 0, 0];
  const start = total();
  let least = start;
  let before = momentumOf(bodies);
  /** @type {string[]} */
  const crossing = [];
  for (let k = 0; k < steps; k++) {
    const report = simulation.step(step);
    impacts += report.impacts;
    violated = Math.max(violated, report.violated.length);
    const now = total();
    if (!Number.isFinite(now)) break;
    if (largest > 0) growth = Math.max(growth, (now - least) / largest);
    if (largest > 0) aboveStart = Math.max(aboveStart, (now - start) / largest);
    least = Math.min(least, now);
    const after = momentumOf(bodies);
    const size = bodies.reduce((sum, { mass, velocity }) => sum + mass * Math.hypot(...velocity), 0);
    const gained = after.map((p, c) => p - before[c] - masses * simulation.gravity[c] * step);
    if (size > 0) momentum = Math.max(momentum, Math.hypot(...gained) / size);
    before = after;
    if (k % EVERY !== 0) continue;
    // What cannot be prevented is told: a blade that crushes, joints that contradict contacts.
    const isTold = scene.canBeViolated && report.violated.length > 0;
    if (stepper === 'impulses') depth = Math.max(depth, deepest(simulation));
    else if (!isTold) crossing.push(...intersecting(simulation));
  }
  const allFinite = bodies.every(({ position, velocity, angularVelocity, rotation }) =>
    [...position, ...velocity, ...angularVelocity, ...rotation].every(Number.isFinite),
  );
  return {
    seed,
    stepper,
    step,
    kinds,
    growth,
    aboveStart,
    momentum,
    depth,
    crossing,
    allFinite,
    isClosed,
    isFree,
    violated,
    impacts,
  };
}

/**
 * The deepest overlap of two bodies that are not joined, in parts of the smaller one.
 *
 * @param {Simulation} simulation
 */
function deepest({ bodies, joints }) {
  let most = 0;
  bodies.forEach((a, i) => {
    for (const b of bodies.slice(i + 1)) {
      if (a.kind !== 'dynamic' && b.kind !== 'dynamic') continue;
      if (areJoined(joints, a, b)) continue;
      const [x, y, z] = [0, 1, 2].map((k) => a.position[k] - b.position[k]);
      if (a.kind === 'dynamic' && b.kind === 'dynamic' && Math.hypot(x, y, z) > a.size + b.size) continue;
      const { status } = collide(a.model, poseOf(a), b.model, poseOf(b));
      if (status === 'separated' || status === 'touching') continue;
      const { upper } = penetration(a.model, poseOf(a), b.model, poseOf(b), { quick: true });
      most = Math.max(most, upper / Math.min(a.size, b.size));
    }
  });
  return most;
}

/**
 * What a run has done that must not be.
 *
 * @param {RandomRun} run
 * @returns {string[]}
 */
export function faultsOf({ allFinite, isClosed, isFree, growth, momentum, depth, crossing }) {
  const faults = crossing.slice(0, 3);
  if (!allFinite) faults.push('a number that is not finite');
  if (isClosed && growth > MOST_GROWTH) faults.push(`energy grew by ${growth.toPrecision(3)}`);
  if (isFree && momentum > MOST_MOMENTUM) faults.push(`momentum changed by ${momentum.toPrecision(3)}`);
  if (depth > MOST_DEPTH) faults.push(`overlap of ${depth.toPrecision(3)}`);
  return faults;
}
