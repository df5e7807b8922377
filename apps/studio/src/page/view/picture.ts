// A picture: camera, lights, and whatever is put into its scene. Drawn only when something has changed.

import {
  DirectionalLight,
  HemisphereLight,
  type Object3D,
  PerspectiveCamera,
  Raycaster,
  Scene,
  Spherical,
  Vector2,
  Vector3,
  VSMShadowMap,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { offerPicture } from '../share/picture-sharing.ts';
import { attachCameraKeys } from './camera-keys.ts';
import { SubmittedFrames } from './submitted-frames.ts';
import { onSchemeChange, readTheme, type Theme } from './theme.ts';

/** Half the height of what the camera sees. Degrees. */
const FIELD_OF_VIEW = 16;
/** How near to the middle of a scene, which has a radius of about 1, and how far from it the camera may go. */
const NEAREST = 0.05;
const FARTHEST = 40;
/** The nearest that the camera sees, from where a whole scene is framed. */
const NEAR_PLANE = 0.01;
/** The least angle between the direction of the camera and up or down. Radians. */
const STEEPEST = 0.01;
/** How long the camera flies. Milliseconds. */
const FLIGHT = 450;
/** The most of the height of a picture that tools or bars may take from a scene. */
const MOST_COVERED = 0.35;
const REDUCED_MOTION = matchMedia('(prefers-reduced-motion: reduce)');

/** Something to be seen whole, in the view. */
export interface Ball {
  readonly middle: Vector3;
  readonly radius: number;
}

export class Picture {
  readonly canvas: HTMLCanvasElement;
  readonly camera: PerspectiveCamera = new PerspectiveCamera(2 * FIELD_OF_VIEW, 1, NEAR_PLANE, 100);
  readonly scene: Scene = new Scene();
  readonly #renderer: WebGLRenderer;
  readonly #controls: OrbitControls;
  readonly #onDraw: () => void;
  readonly #raycaster = new Raycaster();
  /** What helps to use the picture and is not part of it. */
  readonly #aids: Object3D[] = [];
  /** What ends with the picture. */
  readonly #stops: (() => void)[] = [];
  /** Called after every picture. */
  readonly #drawnListeners = new Set<() => void>();
  #drawn = true;
  readonly #submitted: SubmittedFrames;
  /** What was framed, until the user moves the camera: framed anew in a window of another size. */
  #framed: readonly Ball[] | null = null;
  /** What lies over the upper and the lower edge of the picture where it is shown; nothing is framed there. */
  readonly #above: readonly HTMLElement[];
  readonly #below: readonly HTMLElement[];
  #shownBars = 0;
  /** Counts flights of the camera: a new one, or the user, ends the one before. */
  #flights = 0;

  /**
   * A plain picture costs a software renderer half as much: its edges are not smoothed, by several samples for each pixel, and its ground has
   * one colour, so that nothing of the page is seen through it.
   */
  constructor(canvas: HTMLCanvasElement, onDraw: () => void = () => {}, isPlain = false) {
    this.canvas = canvas;
    this.#onDraw = onDraw;
    this.#renderer = isPlain ? plainRenderer(canvas) : new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.#submitted = new SubmittedFrames(this.#renderer.getContext());
    if (isPlain) this.useTheme(({ ground }) => this.#renderer.setClearColor(ground));
    // Asking whether a shader is right waits until it is compiled, which takes a software renderer seconds.
    this.#renderer.debug.checkShaderErrors = false;
    this.#controls = new OrbitControls(this.camera, canvas);
    this.#controls.minDistance = NEAREST;
    this.#controls.maxDistance = FARTHEST;
    this.#controls.addEventListener('change', () => this.invalidate());
    this.#controls.addEventListener('start', () => {
      this.#framed = null;
      this.#flights++;
    });
    const key = new DirectionalLight(0xffffff, 2.2);
    key.position.set(-0.6, 0.9, 0.8);
    // The light goes with the eye, so that no side of a body is ever dark.
    this.camera.add(key);
    this.scene.add(new HemisphereLight(0xffffff, 0xb8b4c8, 1.5), this.camera);
    const focus = canvas.closest('#picture');
    if (focus instanceof HTMLElement) attachCameraKeys(focus, this.arrowsOrbit, this);
    const stage = canvas.closest('#stage');
    if (stage !== null) offerPicture(this, stage);
    this.#above = [...(stage?.querySelectorAll<HTMLElement>('#tools') ?? [])];
    this.#below = [...(stage?.querySelectorAll<HTMLElement>('.bar') ?? [])];
    const resizes = new ResizeObserver(() => this.#resize());
    resizes.observe(canvas);
    // A bar that comes or goes; not one that has another line of text, which would make the scene jump.
    const bars = new ResizeObserver(() => {
      const { length } = this.#below.filter(isShown);
      if (length !== this.#shownBars) this.#resize();
      this.#shownBars = length;
    });
    for (const bar of this.#below) bars.observe(bar);
    this.#stops.push(
      () => resizes.disconnect(),
      () => bars.disconnect(),
    );
  }

  /** Whether the arrow keys on the picture orbit the camera; where bodies are moved by them they do not. */
  protected get arrowsOrbit(): boolean {
    return true;
  }

  /** For a picture within a page that scrolls: neither the wheel nor a finger that moves up or down is the camera's. */
  letPageScroll(): void {
    this.#controls.enableZoom = false;
    this.canvas.style.touchAction = 'pan-y';
  }

  /** Frees what the picture holds; it is not drawn again. */
  dispose(): void {
    for (const stop of this.#stops) stop();
    this.#controls.dispose();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }

  /** Compiles the shaders of all that is in the scene, also of what is not seen yet, without waiting for them. */
  async compile(): Promise<void> {
    // Without the extension it cannot be asked whether a shader is ready.
    if (this.#renderer.extensions.has('KHR_parallel_shader_compile')) {
      await this.#renderer.compileAsync(this.scene, this.camera);
    } else this.#renderer.compile(this.scene, this.camera);
    // The first use of a program asks the graphics card about it, which then first draws all that it was given. Now that is nothing.
    for (const program of this.#renderer.info.programs ?? []) {
      program.getUniforms();
      program.getAttributes();
    }
    this.invalidate();
  }

  /** Lets bodies throw shadows; they are computed when asked for, not for every picture. */
  useShadows(): void {
    this.#renderer.shadowMap.enabled = true;
    this.#renderer.shadowMap.type = VSMShadowMap;
    this.#renderer.shadowMap.autoUpdate = false;
  }

  /** A body is elsewhere: so is its shadow. */
  invalidateShadows(): void {
    this.#renderer.shadowMap.needsUpdate = true;
    this.invalidate();
  }

  /** Units of the view that are as long as a CSS pixel, at the point that it orbits. */
  get viewPerPixel(): number {
    const distance = this.camera.position.distanceTo(this.#controls.target);
    return (2 * distance * Math.tan((FIELD_OF_VIEW * Math.PI) / 180)) / Math.max(1, this.canvas.clientHeight);
  }

  /** Asks for a new picture with the next frame. */
  invalidate(): void {
    if (!this.#drawn) return;
    this.#drawn = false;
    requestAnimationFrame(() => this.#draw());
  }

  /** Draws unless the graphics card is behind: the call would wait for it, for a software renderer hundreds of milliseconds. */
  #draw(): void {
    if (this.#submitted.isFull) {
      requestAnimationFrame(() => this.#draw());
      return;
    }
    this.#drawn = true;
    this.#renderer.render(this.scene, this.camera);
    this.#submitted.add();
    this.#onDraw();
    for (const listener of this.#drawnListeners) listener();
  }

  /** Draws now, without aids, and calls `take`: a canvas keeps what was drawn until the next frame only. */
  drawFor(take: () => void): void {
    const shown = this.#aids.filter(({ visible }) => visible);
    for (const aid of shown) aid.visible = false;
    this.#renderer.render(this.scene, this.camera);
    for (const aid of shown) aid.visible = true;
    take();
    this.invalidate();
  }

  /** Calls the listener after every picture, while the canvas has it, until the returned function is called. */
  onDrawn(listener: () => void): () => void {
    this.#drawnListeners.add(listener);
    return () => this.#drawnListeners.delete(listener);
  }

  /** Lets materials be clipped by planes of their own. */
  allowClipping(): void {
    this.#renderer.localClippingEnabled = true;
  }

  /** Leaves an object out of pictures that are taken away. */
  addAid(aid: Object3D): void {
    this.#aids.push(aid);
  }

  /** Whether the pointer orbits the camera. */
  setOrbiting(isOrbiting: boolean): void {
    this.#controls.enabled = isOrbiting;
  }

  /** A point of the window in the coordinates of the picture, from −1 to 1. */
  pointerOf({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Vector2 {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    return new Vector2(((clientX - left) / width) * 2 - 1, 1 - ((clientY - top) / height) * 2);
  }

  /** The ray under a point of the window, in the view. */
  rayThrough(clientX: number, clientY: number): Raycaster {
    this.scene.updateMatrixWorld();
    this.#raycaster.setFromCamera(this.pointerOf({ clientX, clientY }), this.camera);
    return this.#raycaster;
  }

  /** Hands over the colours of the page, now and whenever they change. */
  useTheme(use: (theme: Theme) => void): void {
    const apply = (): void => {
      use(readTheme(this.canvas));
      this.invalidate();
    };
    apply();
    this.#stops.push(onSchemeChange(apply));
  }

  /** Frames all of the balls, which lie about the origin; from a direction, or from where the camera is. */
  lookAt(balls: readonly Ball[], from: Vector3 | null): void {
    const { camera } = this;
    this.#framed = balls;
    this.#flights++;
    this.#controls.minDistance = NEAREST;
    camera.near = NEAR_PLANE;
    camera.updateProjectionMatrix();
    const direction = from?.clone() ?? camera.position.clone().sub(this.#controls.target);
    direction.normalize();
    this.#controls.target.set(0, 0, 0);
    camera.position.copy(direction);
    camera.lookAt(0, 0, 0);
    const turned = balls.map(({ middle, radius }) => ({
      middle: middle.clone().applyQuaternion(camera.quaternion.clone().invert()),
      radius,
    }));
    camera.position.copy(direction.multiplyScalar(distanceToSee(turned, camera.aspect, this.#centre())));
    this.#controls.update();
  }

  /** Turns the camera about the middle of the scene, to the right and up. Radians. */
  orbit(right: number, up: number): void {
    this.#moveCamera((offset) => {
      const turned = new Spherical().setFromVector3(offset);
      turned.theta += right;
      turned.phi = Math.max(STEEPEST, Math.min(Math.PI - STEEPEST, turned.phi - up));
      offset.setFromSpherical(turned);
    });
  }

  /** Multiplies the distance of the camera to the middle of the scene. */
  zoom(factor: number): void {
    this.#moveCamera((offset) => offset.multiplyScalar(factor));
  }

  /** Changes where the camera is from what it orbits; the controls keep it within their limits. */
  #moveCamera(change: (offset: Vector3) => void): void {
    const { target } = this.#controls;
    const offset = this.camera.position.clone().sub(target);
    change(offset);
    this.#framed = null;
    this.#flights++;
    this.camera.position.copy(target).add(offset);
    this.#controls.update();
    this.invalidate();
  }

  /** Moves the camera to where a ball fills the picture, without turning it; at once where motion is not wanted. */
  flyTo({ middle, radius }: Ball): void {
    const { camera } = this;
    const { target } = this.#controls;
    const flight = ++this.#flights;
    this.#framed = null;
    const distance = distanceToSee([{ middle: new Vector3(), radius }], camera.aspect, this.#centre());
    const from = { target: target.clone(), position: camera.position.clone() };
    const direction = from.position.clone().sub(from.target).normalize();
    const end = middle.clone().addScaledVector(direction, distance);
    this.#controls.minDistance = Math.min(NEAREST, distance / 4);
    camera.near = Math.min(NEAR_PLANE, distance / 20);
    camera.updateProjectionMatrix();
    const started = performance.now();
    const go = (now: number): void => {
      if (flight !== this.#flights) return;
      const part = REDUCED_MOTION.matches ? 1 : Math.max(0, Math.min(1, (now - started) / FLIGHT));
      const eased = part * part * (3 - 2 * part);
      target.lerpVectors(from.target, middle, eased);
      camera.position.lerpVectors(from.position, end, eased);
      this.#controls.update();
      this.invalidate();
      if (part < 1) requestAnimationFrame(go);
    };
    go(started);
  }

  /** Puts the middle of a scene into the middle of what nothing covers, and returns that part of the height. */
  #centre(): number {
    const { clientWidth, clientHeight } = this.canvas;
    if (clientWidth === 0 || clientHeight === 0) return 1;
    const { top, bottom } = this.canvas.getBoundingClientRect();
    const covered = (over: readonly HTMLElement[], depth: (edges: DOMRect) => number): number => {
      const depths = over.filter(isShown).map((each) => depth(each.getBoundingClientRect()));
      return Math.min(MOST_COVERED * clientHeight, Math.max(0, ...depths));
    };
    const above = covered(this.#above, (edges) => edges.bottom - top);
    const below = covered(this.#below, (edges) => bottom - edges.top);
    this.camera.setViewOffset(clientWidth, clientHeight, 0, (below - above) / 2, clientWidth, clientHeight);
    this.camera.updateProjectionMatrix();
    return 1 - (above + below) / clientHeight;
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.#renderer.setPixelRatio(devicePixelRatio);
    this.#renderer.setSize(clientWidth, clientHeight, false);
    this.camera.aspect = clientWidth / clientHeight;
    this.#centre();
    if (this.#framed !== null) this.lookAt(this.#framed, null);
    this.invalidate();
  }
}

function isShown(element: HTMLElement): boolean {
  return element.offsetParent !== null;
}

/** Draws without smoothing edges on an opaque canvas, which three.js does not make itself. */
function plainRenderer(canvas: HTMLCanvasElement): WebGLRenderer {
  const context = canvas.getContext('webgl2', { alpha: false, antialias: false });
  return context === null ? new WebGLRenderer({ canvas }) : new WebGLRenderer({ canvas, context });
}

/**
 * How far back a camera has to be for balls, given in its directions, to lie between the sides of what it sees; `seen` is the part of the
 * height that nothing covers.
 */
function distanceToSee(balls: readonly Ball[], aspect: number, seen: number): number {
  const half = Math.tan((FIELD_OF_VIEW * Math.PI) / 180);
  const up = Math.atan(half * seen);
  const across = Math.atan(half * aspect);
  const distances = balls.flatMap(({ middle: { x, y, z }, radius }) => [
    z + Math.abs(x) / Math.tan(across) + radius / Math.sin(across),
    z + Math.abs(y) / Math.tan(up) + radius / Math.sin(up),
  ]);
  return Math.max(...distances);
}
