// A picture of a clash, drawn by a small rasterizer: a depth buffer for each element, the one in front translucent. Faces are lit from the
// camera.

import type { ClashScene } from '../scene.ts';
import { encodePng } from './png.ts';
import { ASPECT, FIELD_OF_VIEW } from './view.ts';

/** Clashes of a report with a picture: more take minutes to draw, and make a page slow to open. */
export const MOST_PICTURES = 500;

const HEIGHT = 200;
const WIDTH = HEIGHT * ASPECT;
/** Red, green and blue. */
const BACKGROUND = Object.freeze([245, 246, 248]);
const COLOUR_A = Object.freeze([204, 62, 52]);
const COLOUR_B = Object.freeze([72, 122, 176]);
const MARK = Object.freeze([255, 196, 0]);
/** How much is seen of the element in front where the other is behind it. */
const OPAQUE = 0.55;
/** Of a face that is seen edge on. */
const LEAST_LIGHT = 0.4;
/** Nearest depth that is drawn, in distances of the camera from its target. */
const NEAR = 0.02;
/** Half the size of the mark at the target, in pixels. */
const MARK_SIZE = 2;

/** Depths and light of the nearest face at each pixel. */
interface Layer {
  readonly depths: Float64Array;
  readonly lights: Float64Array;
}

/** A picture of a clash as a PNG file. */
export function clashPicture(scene: ClashScene): Uint8Array {
  const a = drawLayer(scene.a, scene);
  const b = drawLayer(scene.b, scene);
  const pixels = new Uint8Array(3 * WIDTH * HEIGHT);
  for (let k = 0; k < WIDTH * HEIGHT; k++) {
    for (let c = 0; c < 3; c++) {
      const colourA = a.depths[k] < Infinity ? COLOUR_A[c] * a.lights[k] : BACKGROUND[c];
      const colourB = b.depths[k] < Infinity ? COLOUR_B[c] * b.lights[k] : BACKGROUND[c];
      const [front, behind] = a.depths[k] <= b.depths[k] ? [colourA, colourB] : [colourB, colourA];
      pixels[3 * k + c] = OPAQUE * front + (1 - OPAQUE) * behind;
    }
  }
  for (let y = -MARK_SIZE; y <= MARK_SIZE; y++) {
    for (let x = -MARK_SIZE; x <= MARK_SIZE; x++) {
      if (x * y === 0) pixels.set(MARK, 3 * ((HEIGHT / 2 + y) * WIDTH + WIDTH / 2 + x));
    }
  }
  return encodePng(pixels, WIDTH, HEIGHT);
}

function drawLayer(faces: Float64Array, { view }: ClashScene): Layer {
  const layer = { depths: new Float64Array(WIDTH * HEIGHT).fill(Infinity), lights: new Float64Array(WIDTH * HEIGHT) };
  const { direction, up, back } = view;
  const right = cross(direction, up);
  const seen = new Float64Array(9);
  for (let k = 0; k < faces.length; k += 9) {
    for (let corner = 0; corner < 9; corner += 3) {
      const p = faces.subarray(k + corner, k + corner + 3);
      seen[corner] = dot(right, p);
      seen[corner + 1] = dot(up, p);
      seen[corner + 2] = dot(direction, p) + back;
    }
    const light = lightOf(seen);
    const polygon = clipped(seen, NEAR * back);
    for (let corner = 1; corner + 1 < polygon.length; corner++) {
      drawTriangle(layer, [polygon[0], polygon[corner], polygon[corner + 1]], light);
    }
  }
  return layer;
}

/** The part of a triangle that is farther than `near`, as a polygon. */
function clipped(seen: Float64Array, near: number): number[][] {
  const polygon: number[][] = [];
  for (let k = 0; k < 3; k++) {
    const p = [...seen.subarray(3 * k, 3 * k + 3)];
    const q = [...seen.subarray(3 * ((k + 1) % 3), 3 * ((k + 1) % 3) + 3)];
    if (p[2] >= near) polygon.push(p);
    if (p[2] >= near === q[2] >= near) continue;
    const part = (near - p[2]) / (q[2] - p[2]);
    polygon.push(p.map((x, c) => x + part * (q[c] - x)));
  }
  return polygon;
}

/** Draws a triangle in the camera's frame. 1 / depth is linear over the picture. */
function drawTriangle({ depths, lights }: Layer, corners: readonly (readonly number[])[], light: number): void {
  const focus = HEIGHT / 2 / Math.tan((FIELD_OF_VIEW * Math.PI) / 360);
  const [p, q, r] = corners.map(([x, y, z]) => [WIDTH / 2 + (focus * x) / z, HEIGHT / 2 - (focus * y) / z, 1 / z]);
  const area = (q[0] - p[0]) * (r[1] - p[1]) - (r[0] - p[0]) * (q[1] - p[1]);
  if (!(Math.abs(area) > 0)) return;
  const [left, top] = [0, 1].map((k) => Math.max(0, Math.ceil(Math.min(p[k], q[k], r[k]) - 0.5)));
  const rightEnd = Math.min(WIDTH - 1, Math.floor(Math.max(p[0], q[0], r[0]) - 0.5));
  const bottom = Math.min(HEIGHT - 1, Math.floor(Math.max(p[1], q[1], r[1]) - 0.5));
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= rightEnd; x++) {
      const [dx, dy] = [x + 0.5 - p[0], y + 0.5 - p[1]];
      const s = (dx * (r[1] - p[1]) - (r[0] - p[0]) * dy) / area;
      const t = ((q[0] - p[0]) * dy - dx * (q[1] - p[1])) / area;
      if (s < 0 || t < 0 || s + t > 1) continue;
      const depth = 1 / (p[2] + s * (q[2] - p[2]) + t * (r[2] - p[2]));
      const pixel = y * WIDTH + x;
      if (depth >= depths[pixel]) continue;
      depths[pixel] = depth;
      lights[pixel] = light;
    }
  }
}

function lightOf(f: Float64Array): number {
  const n = cross([f[3] - f[0], f[4] - f[1], f[5] - f[2]], [f[6] - f[0], f[7] - f[1], f[8] - f[2]]);
  const length = Math.hypot(...n);
  return length > 0 ? LEAST_LIGHT + ((1 - LEAST_LIGHT) * Math.abs(n[2])) / length : LEAST_LIGHT;
}

function dot(a: readonly number[], p: Float64Array): number {
  return a[0] * p[0] + a[1] * p[1] + a[2] * p[2];
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
