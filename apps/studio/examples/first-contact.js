import { ResultLines, timeOfContactObjects } from '@nearmiss/three';
import { Matrix4, Mesh, MeshStandardMaterial, SphereGeometry, TorusKnotGeometry } from 'three';
import { createScene, say } from './scene.js';

const knot = new Mesh(new TorusKnotGeometry(0.9, 0.25, 128, 16), new MeshStandardMaterial({ color: 0xdfb264 }));
const ball = new Mesh(new SphereGeometry(0.4, 32, 24), new MeshStandardMaterial({ color: 0x6f9bd8 }));
const ghost = new Mesh(ball.geometry, new MeshStandardMaterial({ color: 0x009e73, transparent: true, opacity: 0.5 }));
const lines = new ResultLines();

const start = [-3, 0.6, 0];
const end = [3, -0.4, 0];
const between = (/** @type {number} */ t) => start.map((x, k) => x + t * ((end[k] ?? 0) - x));

ball.position.set(-3, 0.6, 0);
const result = timeOfContactObjects(ball, new Matrix4().makeTranslation(3, -0.4, 0), knot, null);
lines.show(result, { normalLength: 0.4 });
ghost.visible = result.toc !== null;
const [gx = 0, gy = 0, gz = 0] = between(result.toc ?? 0);
ghost.position.set(gx, gy, gz);
say(`${result.status} at time ${result.toc?.toFixed(6)}`);

const { scene } = createScene((seconds) => {
  const [x = 0, y = 0, z = 0] = between(Math.min((seconds / 4) % 1.3, result.toc ?? 1));
  ball.position.set(x, y, z);
});
scene.add(knot, ball, ghost, lines);
