import { distanceObjects, ResultLines } from '@nearmiss/three';
import { Group, Mesh, MeshStandardMaterial, TorusGeometry, TorusKnotGeometry } from 'three';
import { createScene, say } from './scene.js';

const knot = new Mesh(new TorusKnotGeometry(0.8, 0.2, 128, 16), new MeshStandardMaterial({ color: 0x6f9bd8 }));
const ring = new Mesh(new TorusGeometry(0.9, 0.15, 16, 64), new MeshStandardMaterial({ color: 0xdfb264 }));
const swing = new Group().add(ring);
const lines = new ResultLines();
ring.position.set(2.6, 0, 0);

const { scene } = createScene((seconds) => {
  knot.rotation.set(0.4 * seconds, 0.7 * seconds, 0);
  ring.rotation.set(seconds, 0, 0);
  swing.rotation.set(0, 0.3 * Math.sin(seconds), 0.2 * seconds);
  const result = distanceObjects(knot, ring);
  lines.show(result);
  say(`distance ${result.distance.toFixed(6)}`);
});
scene.add(knot, swing, lines);
