// Bodies as a picture, parallel projection, a depth buffer, flat faces lit from beside the eye. Opaque bodies hide each other where
// they pass through each other; of a translucent one the nearest face is laid over what is behind it. Nothing is painted
// where there is no body, so that the paper shows.

import type { BodyPose, Vector } from '../body-pose.ts';
import type { TriangleMesh } from '../mesh-file.ts';
import { cross, dot, minus, plus, scaled, unit } from '../vector.ts';
import type { Picture } from './png.ts';

export interface PicturedBody {
  readonly mesh: TriangleMesh;
  readonly pose: BodyPose;
  /** Red, green, blue, up to 255. */
  readonly colour: readonly [number, number, number];
  /** 1: hides what is behind it. */
  readonly opacity: number;
}

/** Samples a pixel, along each side. */
const FINE = 2;
/** Part of the picture that is left free around the bodies. */
const MARGIN = 0.03;
/** Light on a face that is turned away from the lamp, and what is added on one that faces it. */
const AMBIENT = 0.45;
const DIFFUSE = 0.55;
/** Shades that are told apart: few enough for flat areas to pack well. */
const SHADES = 24;
/** In the picture's own frame: to the right, up, towards the eye. */
const LAMP: Vector = unit([-0.5, 0.5, 0.9]);

/** Nearest faces: how near, and their colour. */
interface Layer {
  readonly nearness: Float32Array;
  readonly colours: Uint8ClampedArray;
}

/** Tested from the direction `from`, z upwards, fitted into the picture. */
export function pictureOf(bodies: readonly PicturedBody[], from: Vector, width: number, height: number): Picture {
  const eye = unit(from);
  const right = unit(cross([0, 0, 1], eye));
  const up = cross(eye, right);
  const seen = bodies.map(({ mesh, pose }) => projected(mesh.positions, pose, [right, up, eye]));
  const [columns, rows] = [FINE * width, FINE * height];
  fit(seen, columns, rows);
  const solid = emptyLayer(columns * rows);
  for (const [k, body] of bodies.entries()) if (body.opacity === 1) paint(body, seen[k], solid, columns, rows);
  for (const [k, body] of bodies.entries()) {
    if (body.opacity === 1) continue;
    const glass = emptyLayer(columns * rows);
    paint(body, seen[k], glass, columns, rows);
    layOver(solid, glass, body.opacity);
  }
  return { width, height, pixels: averaged(solid.colours, width, height) };
}

/** x, y and nearness of every vertex. */
function projected(positions: Float64Array, { row, position }: BodyPose, axes: readonly Vector[]): Float64Array {
  const columns: readonly Vector[] = [0, 1, 2].map((k): Vector => [row[k], row[k + 3], row[k + 6]]);
  const out = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const world = columns.reduce((sum, column, k) => plus(sum, scaled(column, positions[i + k])), position);
    for (let c = 0; c < 3; c++) out[i + c] = dot(axes[c], world);
  }
  return out;
}

/** Moves and scales what is seen into the picture, y downwards; nearness is scaled alike. */
function fit(seen: readonly Float64Array[], columns: number, rows: number): void {
  const low = [Infinity, Infinity];
  const high = [-Infinity, -Infinity];
  for (const points of seen) {
    for (let i = 0; i < points.length; i += 3) {
      for (let c = 0; c < 2; c++) {
        low[c] = Math.min(low[c], points[i + c]);
        high[c] = Math.max(high[c], points[i + c]);
      }
    }
  }
  const scale = (1 - 2 * MARGIN) * Math.min(columns / (high[0] - low[0]), rows / (high[1] - low[1]));
  for (const points of seen) {
    for (let i = 0; i < points.length; i += 3) {
      points[i] = columns / 2 + scale * (points[i] - (low[0] + high[0]) / 2);
      points[i + 1] = rows / 2 - scale * (points[i + 1] - (low[1] + high[1]) / 2);
      points[i + 2] *= scale;
    }
  }
}

function emptyLayer(samples: number): Layer {
  return { nearness: new Float32Array(samples).fill(-Infinity), colours: new Uint8ClampedArray(4 * samples) };
}

function paint(
  { mesh, colour }: PicturedBody,
  points: Float64Array,
  layer: Layer,
  columns: number,
  rows: number,
): void {
  const corner = (k: number): Vector => {
    const at = 3 * mesh.triangles[k];
    return [points[at], points[at + 1], points[at + 2]];
  };
  for (let k = 0; k < mesh.triangles.length; k += 3) {
    const [p, q, r] = [corner(k), corner(k + 1), corner(k + 2)];
    const normal = cross(minus(q, p), minus(r, p));
    // Seen from its edge, or from behind: y points down here, so the outside has its normal away from the eye.
    if (!(normal[2] < 0)) continue;
    const [nx, ny, nz] = unit(normal);
    const lit = AMBIENT + DIFFUSE * Math.max(0, dot([-nx, ny, -nz], LAMP));
    fill([p, q, r], normal, scaled(colour, Math.round(SHADES * lit) / SHADES), layer, columns, rows);
  }
}

/** Samples whose middle is in the triangle, where nothing nearer has been painted. */
function fill(
  [p, q, r]: readonly [Vector, Vector, Vector],
  normal: Vector,
  colour: Vector,
  { nearness, colours }: Layer,
  columns: number,
  rows: number,
): void {
  const span = (c: number, most: number): [number, number] => [
    Math.max(0, Math.ceil(Math.min(p[c], q[c], r[c]) - 0.5)),
    Math.min(most - 1, Math.floor(Math.max(p[c], q[c], r[c]) - 0.5)),
  ];
  const [left, right] = span(0, columns);
  const [top, bottom] = span(1, rows);
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      const [x, y] = [column + 0.5, row + 0.5];
      if (side(p, q, x, y) > 0 || side(q, r, x, y) > 0 || side(r, p, x, y) > 0) continue;
      const near = p[2] - (normal[0] * (x - p[0]) + normal[1] * (y - p[1])) / normal[2];
      const at = columns * row + column;
      if (near <= nearness[at]) continue;
      nearness[at] = near;
      colours.set([colour[0], colour[1], colour[2], 255], 4 * at);
    }
  }
}

const side = (p: Vector, q: Vector, x: number, y: number): number =>
  (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]);

function layOver(under: Layer, glass: Layer, opacity: number): void {
  for (let at = 0; at < glass.nearness.length; at++) {
    if (glass.nearness[at] <= under.nearness[at]) continue;
    // Over nothing, the glass keeps its colour and lets the paper through; over a body, colours mix.
    const isOverBody = under.colours[4 * at + 3] > 0;
    for (let c = 0; c < 3; c++) {
      const own = glass.colours[4 * at + c];
      under.colours[4 * at + c] = isOverBody ? opacity * own + (1 - opacity) * under.colours[4 * at + c] : own;
    }
    if (!isOverBody) under.colours[4 * at + 3] = 255 * opacity;
  }
}

/** Means over the samples of each pixel, colours weighed by opacity. */
function averaged(samples: Uint8ClampedArray, width: number, height: number): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(4 * width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const sum = [0, 0, 0, 0];
      for (let k = 0; k < FINE * FINE; k++) {
        const at = 4 * (FINE * width * (FINE * y + Math.floor(k / FINE)) + FINE * x + (k % FINE));
        const opacity = samples[at + 3];
        for (let c = 0; c < 3; c++) sum[c] += opacity * samples[at + c];
        sum[3] += opacity;
      }
      const out = 4 * (width * y + x);
      for (let c = 0; c < 3; c++) pixels[out + c] = sum[3] > 0 ? sum[c] / sum[3] : 0;
      pixels[out + 3] = sum[3] / (FINE * FINE);
    }
  }
  return pixels;
}
