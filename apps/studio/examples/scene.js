// What the examples share: a canvas, a camera, lights, and a loop. Everything about nearmiss is in the examples themselves.

import { Color, DirectionalLight, HemisphereLight, PerspectiveCamera, Scene, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

/**
 * @param {(seconds: number) => void} onFrame called before each frame
 */
export function createScene(onFrame) {
  const renderer = new WebGLRenderer({ antialias: true });
  const scene = new Scene();
  const camera = new PerspectiveCamera(35, 1, 0.1, 100);
  const controls = new OrbitControls(camera, renderer.domElement);
  scene.background = new Color(0xeef1f5);
  scene.add(new HemisphereLight(0xffffff, 0x8d93a5, 2), new DirectionalLight(0xffffff, 2));
  camera.position.set(0, 2, 7);
  controls.update();
  renderer.domElement.setAttribute('aria-hidden', 'true');
  document.querySelector('#stage')?.append(renderer.domElement);
  const resize = () => {
    renderer.setPixelRatio(devicePixelRatio);
    renderer.setSize(innerWidth, innerHeight);
    camera.aspect = innerWidth / innerHeight;
    camera.updateProjectionMatrix();
  };
  addEventListener('resize', resize);
  resize();
  renderer.setAnimationLoop((milliseconds) => {
    onFrame(milliseconds / 1000);
    renderer.render(scene, camera);
  });
  return { scene, camera, controls, renderer };
}

/** Shows a sentence over the scene. @param {string} text */
export function say(text) {
  const output = document.querySelector('output');
  if (output !== null && output.textContent !== text) output.textContent = text;
}
