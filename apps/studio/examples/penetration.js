import { penetrationObjects, ResultLines } from '@nearmiss/three';
import { BoxGeometry, Mesh, MeshStandardMaterial, SphereGeometry } from 'three';
import { TransformControls } from 'three/addons/controls/TransformControls.js';
import { createScene, say } from './scene.js';

const ball = new Mesh(new SphereGeometry(1, 32, 24), new MeshStandardMaterial({ color: 0x6f9bd8 }));
const box = new Mesh(
  new BoxGeometry(2, 2, 2),
  new MeshStandardMaterial({ color: 0xdfb264, transparent: true, opacity: 0.5 }),
);
const lines = new ResultLines();
ball.position.set(1.4, 0.3, 0);

const { scene, camera, controls, renderer } = createScene(() => {
  const result = penetrationObjects(ball, box);
  lines.show(result, { from: [ball.position.x, ball.position.y, ball.position.z] });
  say(`${result.status}: ${result.depth.toFixed(4)}`);
});
const gizmo = new TransformControls(camera, renderer.domElement);
gizmo.attach(ball);
gizmo.addEventListener('dragging-changed', ({ value }) => {
  controls.enabled = value !== true;
});
scene.add(ball, box, lines, gizmo.getHelper());
