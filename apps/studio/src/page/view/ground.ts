// A grid under the bodies, and their soft shadows on it. Shadows are computed when a body moves, not when the camera does; a
// variance shadow map needs one sample for each pixel of the ground, which a software renderer can afford.

import {
  BufferAttribute,
  BufferGeometry,
  CircleGeometry,
  Color,
  DirectionalLight,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  ShadowMaterial,
} from 'three';
import { emptyGeometry } from './empty-geometry.ts';
import { niceLength } from './nice-length.ts';
import type { Theme } from './theme.ts';

/** How far the grid and the shadows reach, in units of the view; the scene is about as large as 1. */
const REACH = 2.6;
/** A cell of the grid is at most so large, in units of the view. */
const CELL = 0.25;
/** Each line fades towards its ends in so many steps. */
const STEPS = 16;
const GRID_OPACITY = 0.32;
const SHADOW_OPACITY = 0.2;
/** Pixels of the shadow map along a side, and of the blur. */
const SHADOW_MAP = 512;
const SHADOW_BLUR = 6;

export class Ground {
  readonly root: Group = new Group();
  readonly #grid: LineSegments<BufferGeometry, LineBasicMaterial>;
  readonly #shadow: Mesh<CircleGeometry, ShadowMaterial>;
  readonly #light = new DirectionalLight(0xffffff, 0);
  #cell = 0;
  #colour = new Color();

  constructor() {
    const lines = { vertexColors: true, transparent: true, opacity: GRID_OPACITY, depthWrite: false };
    this.#grid = new LineSegments(emptyGeometry(4), new LineBasicMaterial(lines));
    const shadow = new ShadowMaterial({ transparent: true, opacity: SHADOW_OPACITY, depthWrite: false });
    this.#shadow = new Mesh(new CircleGeometry(REACH, 48).rotateX(-Math.PI / 2), shadow);
    this.#shadow.receiveShadow = true;
    // It gives no light of its own: it only says where shadows fall.
    const light = this.#light;
    light.position.set(0.5, 3, 0.8);
    light.castShadow = true;
    light.shadow.mapSize.set(SHADOW_MAP, SHADOW_MAP);
    light.shadow.radius = SHADOW_BLUR;
    light.shadow.bias = -0.002;
    const { camera } = light.shadow;
    [camera.left, camera.right, camera.top, camera.bottom] = [-REACH, REACH, REACH, -REACH];
    [camera.near, camera.far] = [0.1, 8];
    this.root.add(this.#shadow, this.#grid, light, light.target);
  }

  setGrid(isShown: boolean): void {
    this.#grid.visible = isShown;
  }

  setShadows(isShown: boolean): void {
    this.#shadow.visible = isShown;
    this.#light.castShadow = isShown;
  }

  /** Lies at a height of the view, with cells of a round length in the world; `unit` is the world's length of one unit of the view. */
  show(height: number, unit: number): void {
    this.#shadow.position.y = height;
    this.#grid.position.y = height;
    this.#light.position.y = height + 3;
    this.#light.target.position.y = height;
    this.#cell = niceLength(CELL * unit) / unit;
    this.#draw();
  }

  setTheme({ hull }: Theme): void {
    this.#colour.set(hull);
    this.#draw();
  }

  #draw(): void {
    if (this.#cell === 0) return;
    const count = Math.floor(REACH / this.#cell);
    const points: number[] = [];
    const colours: number[] = [];
    const { r, g, b } = this.#colour;
    for (let k = -count; k <= count; k++) {
      const across = k * this.#cell;
      const half = Math.sqrt(Math.max(0, REACH * REACH - across * across));
      for (const isAlongX of [false, true]) {
        for (let end = 1; end < 2 * STEPS + 1; end++) {
          const along = half * (Math.floor(end / 2) * (2 / STEPS) - 1);
          points.push(isAlongX ? along : across, 0, isAlongX ? across : along);
          colours.push(r, g, b, Math.max(0, 1 - Math.hypot(across, along) / REACH) ** 2);
        }
      }
    }
    this.#grid.geometry.dispose();
    this.#grid.geometry = new BufferGeometry()
      .setAttribute('position', new BufferAttribute(new Float32Array(points), 3))
      .setAttribute('color', new BufferAttribute(new Float32Array(colours), 4));
  }
}
