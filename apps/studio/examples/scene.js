// What the examples share: a canvas, a camera, lights, and a loop. Everything about nearmiss is in the examples themselves.

import { DirectionalLight, HemisphereLight, PerspectiveCamera, Scene, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

/** From here the camera sees a scene in a window as wide as this many heights; in a narrower one it moves back. */
const DISTANCE = 7.3;
const WIDTH = 1.3;
/** What is shown where motion is not wanted. Milliseconds. */
const MOMENT = 1200;

// The theme that was chosen in the studio; the style sheet has both.
const theme = localStorage.getItem('nearmiss-theme');
if (theme === 'light' || theme === 'dark') document.documentElement.style.colorScheme = theme;

/**
 * @param {(seconds: number) => void} onFrame called before each frame
 */
export function createScene(onFrame) {
  const renderer = new WebGLRenderer({ antialias: true, alpha: true });
  const scene = new Scene();
  const camera = new PerspectiveCamera(35, WIDTH, 0.1, 100);
  const controls = new OrbitControls(camera, renderer.domElement);
  scene.add(new HemisphereLight(0xffffff, 0x8d93a5, 2), new DirectionalLight(0xffffff, 2));
  camera.position.set(0, 2, 7).setLength(DISTANCE);
  renderer.domElement.setAttribute('aria-hidden', 'true');
  document.querySelector('#stage')?.append(renderer.domElement);
  const resize = () => {
    renderer.setPixelRatio(devicePixelRatio);
    renderer.setSize(innerWidth, innerHeight);
    const farther = Math.max(1, (WIDTH * innerHeight) / innerWidth) / Math.max(1, WIDTH / camera.aspect);
    camera.position.multiplyScalar(farther);
    camera.aspect = innerWidth / innerHeight;
    camera.updateProjectionMatrix();
    controls.update();
  };
  addEventListener('resize', resize);
  resize();
  const draw = (/** @type {number} */ milliseconds) => {
    onFrame(milliseconds / 1000);
    renderer.render(scene, camera);
  };
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    // One moment; the camera moves all the same. The objects are added after this call.
    const drawMoment = () => requestAnimationFrame(() => draw(MOMENT));
    controls.addEventListener('change', drawMoment);
    addEventListener('resize', drawMoment);
    drawMoment();
  } else renderer.setAnimationLoop(draw);
  return { scene, camera, controls, renderer };
}

/** Shows a sentence over the scene. @param {string} text */
export function say(text) {
  const output = document.querySelector('output');
  if (output !== null && output.textContent !== text) output.textContent = text;
}
