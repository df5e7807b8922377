import { collideObjects } from '@nearmiss/three';
import {
  Color,
  IcosahedronGeometry,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  TorusKnotGeometry,
} from 'three';
import { createScene, say } from './scene.js';

const COUNT = 300;
const CALM = new Color(0x9fb4d4);
const TOUCHED = new Color(0xd55e00);

const crowd = new InstancedMesh(new IcosahedronGeometry(0.16, 1), new MeshStandardMaterial(), COUNT);
for (let k = 0; k < COUNT; k++) {
  const [x, y, z] = [k % 10, Math.floor(k / 10) % 6, Math.floor(k / 60)];
  crowd.setMatrixAt(k, new Matrix4().makeTranslation((x - 4.5) * 0.55, (y - 2.5) * 0.55, (z - 2) * 0.55));
  crowd.setColorAt(k, CALM);
}
const knot = new Mesh(new TorusKnotGeometry(0.5, 0.14, 96, 12), new MeshStandardMaterial({ color: 0xdfb264 }));

const { scene } = createScene((seconds) => {
  knot.position.set(2 * Math.sin(0.5 * seconds), Math.sin(0.9 * seconds), 0.5 * Math.cos(0.7 * seconds));
  knot.rotation.set(seconds, 0.5 * seconds, 0);
  let touched = 0;
  for (let instance = 0; instance < COUNT; instance++) {
    const { colliding } = collideObjects({ object: crowd, instance }, knot);
    crowd.setColorAt(instance, colliding === true ? TOUCHED : CALM);
    if (colliding === true) touched++;
  }
  if (crowd.instanceColor !== null) crowd.instanceColor.needsUpdate = true;
  say(`${touched} of ${COUNT}`);
});
scene.add(crowd, knot);
