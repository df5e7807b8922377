// A picture of bodies by three.js, drawn when something has changed. Colours come from the style sheet.

import {
  type Camera,
  DirectionalLight,
  HemisphereLight,
  type Object3D,
  PerspectiveCamera,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import type { Point } from './messages.ts';

/** Angle of view over the shorter side of the picture. Degrees. */
const VIEW_ANGLE = 32;
/** From the front, a little to the right and above. */
const FIRST_DIRECTION = new Vector3(0.25, 0.45, 1).normalize();
/** Radians of camera a pixel. */
const ORBIT_SPEED = 0.008;
const STEEPEST = 1.4;

export class Picture {
  readonly scene = new Scene();
  readonly canvas: HTMLCanvasElement;
  readonly #renderer: WebGLRenderer;
  readonly #camera = new PerspectiveCamera(VIEW_ANGLE, 1, 0.01, 100);
  readonly #raycaster = new Raycaster();
  readonly #resizes: ResizeObserver;
  readonly #onDraw: () => void;
  #radius = 1;
  #yaw = Math.atan2(FIRST_DIRECTION.x, FIRST_DIRECTION.z);
  #pitch = Math.asin(FIRST_DIRECTION.y);
  #isDue = false;

  /** Throws where there is no WebGL. */
  constructor(canvas: HTMLCanvasElement, onDraw: () => void) {
    this.canvas = canvas;
    this.#onDraw = onDraw;
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    const sun = new DirectionalLight('white', 2.2);
    sun.position.set(2, 4, 3);
    this.scene.add(new HemisphereLight('white', '#8090a0', 1.6), sun);
    this.#resizes = new ResizeObserver(() => this.#resize());
    this.#resizes.observe(canvas);
    this.#resize();
  }

  get camera(): Camera {
    return this.#camera;
  }

  /** Shows a ball about the origin with this radius. */
  frame(radius: number): void {
    this.#radius = radius;
    this.#moveCamera();
  }

  /** Turns the camera by a drag of the background, in pixels. */
  orbit(dx: number, dy: number): void {
    this.#yaw -= ORBIT_SPEED * dx;
    this.#pitch = Math.max(-STEEPEST, Math.min(STEEPEST, this.#pitch + ORBIT_SPEED * dy));
    this.#moveCamera();
  }

  invalidate(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      this.#renderer.render(this.scene, this.#camera);
      this.#onDraw();
    });
  }

  /** The first of the objects under a point of the window, and where. */
  pick(clientX: number, clientY: number, objects: Object3D[]): { object: Object3D; point: Vector3 } | null {
    return this.ray(clientX, clientY).intersectObjects(objects, false)[0] ?? null;
  }

  ray(clientX: number, clientY: number): Raycaster {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    const x = ((clientX - left) / width) * 2 - 1;
    const y = 1 - ((clientY - top) / height) * 2;
    this.scene.updateMatrixWorld();
    this.#raycaster.setFromCamera(new Vector2(x, y), this.#camera);
    return this.#raycaster;
  }

  /** Where a point of the world is on the canvas, in CSS pixels. */
  toCanvas(point: Point): { readonly x: number; readonly y: number } {
    const { x, y } = new Vector3(...point).project(this.#camera);
    return { x: (0.5 + x / 2) * this.canvas.clientWidth, y: (0.5 - y / 2) * this.canvas.clientHeight };
  }

  dispose(): void {
    this.#resizes.disconnect();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.#renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.#renderer.setSize(clientWidth, clientHeight, false);
    this.#camera.aspect = clientWidth / clientHeight;
    this.#moveCamera();
  }

  #moveCamera(): void {
    const { aspect } = this.#camera;
    const half = (VIEW_ANGLE / 2) * (Math.PI / 180);
    // The angle is that of the shorter side.
    this.#camera.fov = aspect >= 1 ? VIEW_ANGLE : (2 * Math.atan(Math.tan(half) / aspect) * 180) / Math.PI;
    const distance = this.#radius / Math.sin(half);
    const flat = Math.cos(this.#pitch);
    this.#camera.position.set(
      distance * flat * Math.sin(this.#yaw),
      distance * Math.sin(this.#pitch),
      distance * flat * Math.cos(this.#yaw),
    );
    this.#camera.near = distance / 100;
    this.#camera.far = distance * 10;
    this.#camera.lookAt(0, 0, 0);
    this.#camera.updateProjectionMatrix();
    this.#camera.updateMatrixWorld();
    this.invalidate();
  }
}
