// Bodies of several shapes shot about inside a closed hollow ball: none gets out, and none ever intersects another.

import { energyOf, Simulation } from '@nearmiss/dynamics';
import { seeded } from '@nearmiss/fixtures';
import { Mesh, Model } from 'nearmiss';
import { makeConvex } from 'nearmiss/convex';
import { icosphere, makeShape } from 'nearmiss/shapes';
import { intersecting } from './exact-pairs.mjs';

/** @typedef {{ bodies: number, seconds: number, seed: number, step?: number, every?: number }} HollowOptions */
/** @typedef {{ step: number, outside: string[], crossing: string[], impacts: number, stopped: number, milliseconds: number, growth: number }} HollowFrame */

/** Side of the cells that bodies begin in, one a cell; their sizes are below it. */
const CELL = 0.22;
/** Metres a second, at most, along each axis. */
const SPEED = 10;

const SHAPES = [
  () => Model.build(makeShape('box(size=[0.1,0.12,0.08])')),
  () => makeConvex('sphere(radius=0.06)'),
  () => Model.build(makeShape('torus(majorRadius=0.07,minorRadius=0.02,majorSegments=10,minorSegments=6)')),
  () => makeConvex('capsule(radius=0.03,length=0.08)'),
  () => Model.build(makeShape('l-shape(size=[0.12,0.1,0.05],arm=0.03)')),
];

/**
 * Runs the simulation, and gives a frame each `every` steps.
 *
 * @param {HollowOptions} options
 * @returns {Generator<HollowFrame>}
 */
export function* shootInside({ bodies, seconds, seed, step = 0.001, every = 1 }) {
  const random = seeded(seed);
  const between = (/** @type {number} */ a, /** @type {number} */ b) => a + (b - a) * random();
  const simulation = new Simulation({ materials: { friction: 0.2, restitution: 0.9 } });
  const inner = 0.25 + 0.7 * CELL * Math.cbrt(bodies);
  simulation.addBody({ id: 'shell', model: hollowBall(1.15 * inner + 0.1, inner), kind: 'static' });
  const models = SHAPES.map((make) => make());
  for (const [k, position] of cells(bodies, inner).entries()) {
    simulation.addBody({
      id: `body${k}`,
      model: models[k % models.length],
      pose: { position, rotation: randomRotation(between) },
      velocity: [0, 1, 2].map(() => between(-SPEED, SPEED)),
      angularVelocity: [0, 1, 2].map(() => between(-20, 20)),
    });
  }
  const first = energyOf(simulation.bodies, simulation.gravity).kinetic;
  let [impacts, stopped, spent] = [0, 0, 0];
  const steps = Math.round(seconds / step);
  for (let k = 1; k <= steps; k++) {
    const start = process.cpuUsage().user;
    const report = simulation.step(step);
    spent += (process.cpuUsage().user - start) / 1000;
    impacts += report.impacts;
    stopped = Math.max(stopped, report.stoppedTime);
    if (k % every !== 0 && k !== steps) continue;
    const outside = simulation.bodies
      .filter(({ id, position }) => id !== 'shell' && !(Math.hypot(...position) < inner))
      .map(({ id }) => id);
    const growth = energyOf(simulation.bodies, simulation.gravity).kinetic / first - 1;
    yield { step: k, outside, crossing: intersecting(simulation), impacts, stopped, milliseconds: spent / k, growth };
  }
}

/**
 * Middles of cells of a grid, nearest to the origin first.
 *
 * @param {number} count
 * @param {number} inner
 * @returns {number[][]}
 */
function cells(count, inner) {
  const most = Math.ceil(inner / CELL);
  const axis = Array.from({ length: 2 * most }, (_, k) => CELL * (k - most + 0.5));
  const all = axis.flatMap((x) => axis.flatMap((y) => axis.map((z) => [x, y, z])));
  const found = all.filter((p) => Math.hypot(...p) < inner - 0.12).sort((p, q) => Math.hypot(...p) - Math.hypot(...q));
  if (found.length < count) throw new Error(`There are ${found.length} cells for ${count} bodies.`);
  return found.slice(0, count);
}

/** @param {(a: number, b: number) => number} between */
function randomRotation(between) {
  const q = [0, 1, 2, 3].map(() => between(-1, 1));
  const length = Math.hypot(...q) || 1;
  return q.map((x) => x / length);
}

/**
 * A closed hollow ball: an outer shell, and an inner one that faces inwards.
 *
 * @param {number} outer
 * @param {number} inner
 */
function hollowBall(outer, inner) {
  const [far, near] = [outer, inner].map((radius) => icosphere({ radius, subdivisions: 3 }));
  const count = far.positions.length / 3;
  /** @type {number[]} */
  const turned = [];
  for (let k = 0; k < near.triangles.length; k += 3) {
    turned.push(near.triangles[k] + count, near.triangles[k + 2] + count, near.triangles[k + 1] + count);
  }
  return Model.build(new Mesh([...far.positions, ...near.positions], [...far.triangles, ...turned]));
}
