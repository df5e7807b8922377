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
  lines.show(result);
  say(result.depth > 0 ? `depth ${result.depth.toFixed(4)}` : result.status);
});
const gizmo = new TransformControls(camera, renderer.domElement);
gizmo.setColors(0xd55e00, 0xcc79a7, 0x0072b2, 0x000000);
gizmo.attach(ball);
gizmo.addEventListener('dragging-changed', ({ value }) => {
  controls.enabled = value !== true;
});
scene.add(ball, box, lines, gizmo.getHelper());
