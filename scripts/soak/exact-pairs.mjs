// What a frame of a simulation is judged by: exact tests of all pairs, and the linking numbers of tori.

import { collide } from 'nearmiss';
import { modelBox } from 'nearmiss/bodies';

/** @typedef {import('@nearmiss/dynamics').Body} Body */
/** @typedef {import('@nearmiss/dynamics').Simulation} Simulation */

/**
 * The pairs of bodies that may collide and that exact `collide` says intersect. Only those whose bounding balls overlap are asked: sorted along x and swept.
 *
 * @param {Simulation} simulation
 * @returns {string[]}
 */
export function intersecting({ bodies, joints }) {
  const balls = bodies
    .map((body) => ({ body, position: body.position, radius: reachOf(body.model) * (1 + 1e-9) }))
    .sort((p, q) => p.position[0] - p.radius - (q.position[0] - q.radius));
  /** @type {string[]} */
  const found = [];
  balls.forEach((p, i) => {
    const end = p.position[0] + p.radius;
    for (let j = i + 1; j < balls.length && balls[j].position[0] - balls[j].radius <= end; j++) {
      const q = balls[j];
      const [a, b] = [p.body, q.body];
      if ((a.kind !== 'dynamic' && b.kind !== 'dynamic') || areJoined(joints, a, b)) continue;
      const [x, y, z] = [0, 1, 2].map((k) => p.position[k] - q.position[k]);
      const reach = p.radius + q.radius;
      if (x * x + y * y + z * z > reach * reach) continue;
      const { status } = collide(a.model, poseOf(a), b.model, poseOf(b));
      if (status !== 'separated' && status !== 'touching') found.push(`${a.id} and ${b.id}: ${status}`);
    }
  });
  return found;
}

/**
 * Whether a joint holds two bodies that do not collide because of it.
 *
 * @param {Simulation['joints']} joints
 * @param {Body} p
 * @param {Body} q
 */
export function areJoined(joints, p, q) {
  return joints.some(({ a, b, collide: isSolid }) => !isSolid && ((a === p && b === q) || (a === q && b === p)));
}

/** @param {Body} body */
export function poseOf({ position, rotation }) {
  return { position, rotation };
}

/** @type {WeakMap<object, number>} */
const reaches = new WeakMap();

/**
 * The radius of the ball about the origin of a model that holds it.
 *
 * @param {import('nearmiss').Model} model
 */
function reachOf(model) {
  let reach = reaches.get(model);
  if (reach === undefined) {
    const { low, high } = modelBox(model);
    reach = Math.hypot(...[0, 1, 2].map((k) => Math.max(Math.abs(low[k]), Math.abs(high[k]))));
    reaches.set(model, reach);
  }
  return reach;
}

/** Corners of the polygon that stands for the centre circle of a torus. */
const CORNERS = 96;

/**
 * How often the centre circle of torus B goes through the disc within that of A, with signs: their linking number. The tori lie in the
 * x-y planes of their frames.
 *
 * @param {Body} a
 * @param {Body} b
 * @param {number} radius of both circles
 */
export function linkingNumber(a, b, radius) {
  const axis = turned(a, [0, 0, 1]);
  const points = Array.from({ length: CORNERS }, (_, k) => {
    const angle = (2 * Math.PI * k) / CORNERS;
    const arm = turned(b, [radius * Math.cos(angle), radius * Math.sin(angle), 0]);
    const from = arm.map((x, c) => x + b.position[c] - a.position[c]);
    const height = from.reduce((sum, x, c) => sum + x * axis[c], 0);
    return { height, isInside: from.reduce((sum, x) => sum + x * x, 0) - height * height < radius * radius };
  });
  return points.reduce((sum, { height, isInside }, k) => {
    const next = points[(k + 1) % CORNERS];
    return isInside && height < 0 !== next.height < 0 ? sum + Math.sign(next.height - height) : sum;
  }, 0);
}

/** @param {Body} body @param {readonly number[]} vector @returns {number[]} */
function turned({ rotation: [x, y, z, w] }, [a, b, c]) {
  const [tx, ty, tz] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx];
}
