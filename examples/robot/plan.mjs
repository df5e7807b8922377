// Plans a motion of an arm between two posts and over a table, shortens it, proves it free and checks the proof. Writes the
// trajectory for `nearmiss path arm.urdf trajectory.json`.   usage: node plan.mjs [SEED] [TRAJECTORY]

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadRobot } from '@nearmiss/robot/node';
import { Model } from 'nearmiss';
import { box } from 'nearmiss/shapes';
import { plan, shortcut } from './rrt-connect.mjs';

const [seed = '1', trajectory] = process.argv.slice(2);
const robot = await loadRobot(fileURLToPath(new URL('arm.urdf', import.meta.url)));
const post = Model.build(box({ size: [0.1, 0.1, 1.2] }));
robot.addObstacle({
  name: 'table',
  model: Model.build(box({ size: [2, 2, 0.02] })),
  pose: { position: [0, 0, -0.02] },
});
robot.addObstacle({ name: 'left post', model: post, pose: { position: [0.45, 0.3, 0.6] } });
robot.addObstacle({ name: 'right post', model: post, pose: { position: [0.45, -0.3, 0.6] } });

const random = mulberry32(Number(seed));
const found = plan(robot, [-1.6, -0.6, 0.8, 0, 0, 0], [1.6, -0.6, 0.8, 0, 0, 0], random);
if (found === null) throw new Error('No path was found.');
const waypoints = shortcut(robot, found, random);
const joints = robot.variables.map(({ name }) => name);
const path = robot.path({ joints, waypoints });
const { contact, certificate } = robot.certify(path);
const clearance = robot.clearance(path, { accuracy: 1e-3 });
console.log(`${found.length} waypoints, ${waypoints.length} after shortcuts`);
console.log(`${contact.status}, ${clearance.lower.toFixed(4)} to ${clearance.upper.toFixed(4)} m from ${clearance.b}`);
console.log(`the proof ${robot.verify(path, certificate).verified ? 'holds' : 'does not hold'}`);
if (trajectory !== undefined) writeFileSync(trajectory, `${JSON.stringify({ joints, waypoints })}\n`);

/** A small generator of numbers from 0 up to 1, so that a seed gives the same path everywhere. @param {number} state */
function mulberry32(state) {
  let at = state | 0;
  return () => {
    at = (at + 0x6d2b79f5) | 0;
    let t = Math.imul(at ^ (at >>> 15), 1 | at);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
