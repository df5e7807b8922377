import { collideObjects, ResultLines } from '@nearmiss/three';
import { BufferAttribute, IcosahedronGeometry, Mesh, MeshStandardMaterial, TorusGeometry } from 'three';
import { createScene, say } from './scene.js';

// The morph target is a flattened, wider blob.
const geometry = new IcosahedronGeometry(0.7, 3);
const wide = Float32Array.from(geometry.getAttribute('position').array, (x, k) => (k % 3 === 1 ? 0.4 * x : 1.9 * x));
geometry.morphAttributes.position = [new BufferAttribute(wide, 3)];
const blob = new Mesh(geometry, new MeshStandardMaterial({ color: 0x6f9bd8, flatShading: true }));
blob.updateMorphTargets();
const ring = new Mesh(new TorusGeometry(1.3, 0.2, 16, 64), new MeshStandardMaterial({ color: 0xdfb264 }));
ring.rotation.x = Math.PI / 2;
const lines = new ResultLines();

const { scene } = createScene((seconds) => {
  if (blob.morphTargetInfluences !== undefined) blob.morphTargetInfluences[0] = 0.5 - 0.5 * Math.cos(seconds);
  const result = collideObjects(blob, ring, { contacts: 'all', segments: true });
  lines.show(result);
  say(`${result.status}, ${result.pairCount} pairs of faces`);
});
scene.add(blob, ring, lines);
