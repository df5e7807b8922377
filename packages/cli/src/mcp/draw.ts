// Draws bodies without a graphics card: parallel projection, one depth a pixel (Catmull's z-buffer), one shade a face.

import type { Mesh, Pose } from 'nearmiss';
import type { Picture } from './png.ts';

type Colour = readonly [number, number, number];

/** A mesh where it is, in a colour. */
export interface DrawnBody {
  readonly mesh: Mesh;
  readonly pose: Pose;
  readonly colour: Colour;
}

/** A line between two points of the world, over everything. */
export interface DrawnLine {
  readonly from: ArrayLike<number>;
  readonly to: ArrayLike<number>;
}

/** Told apart with any colour vision (Okabe and Ito). */
export const COLOURS: Readonly<Record<'a' | 'b' | 'rest' | 'clash', Colour>> = {
  a: [86, 180, 233],
  b: [230, 159, 0],
  rest: [170, 170, 170],
  clash: [213, 94, 0],
};
const BACKGROUND: Colour = [255, 255, 255];
const LINE: Colour = [0, 0, 0];

/** The axes of the picture in the world: right, up, and towards the eye. z is up. */
const RIGHT = [Math.SQRT1_2, Math.SQRT1_2, 0] as const;
const UP = [-0.4082482904638631, 0.4082482904638631, 0.8164965809277261] as const;
const EYE = [0.5773502691896258, -0.5773502691896258, 0.5773502691896258] as const;
/** Where the light comes from, in the axes of the canvas, whose second points down: from above and a little from the left. */
const LIGHT = [-0.36, -0.6, 0.7144228439796697] as const;
/** Part of the picture around the bodies that stays empty, on each side. */
const MARGIN = 0.06;
/** Shades of a colour: few, so that the file is small. */
const SHADES = 12;

/** A picture of bodies from above and from the side, as large as fits. */
export function draw(
  bodies: readonly DrawnBody[],
  lines: readonly DrawnLine[],
  width: number,
  height: number,
): Picture {
  const projected = bodies.map(projectBody);
  const canvas = new Canvas(width, height, viewOf(projected, width, height));
  for (const [k, { mesh, colour }] of bodies.entries())
    canvas.fillMesh(mesh, projected[k] ?? new Float64Array(), colour);
  for (const { from, to } of lines) canvas.drawLine(projectPoint(from), projectPoint(to));
  return canvas;
}

/** Scale and middle of what is seen. */
interface View {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

class Canvas implements Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  readonly #depths: Float64Array;
  readonly #view: View;

  constructor(width: number, height: number, view: View) {
    this.width = width;
    this.height = height;
    this.#view = view;
    this.pixels = new Uint8Array(3 * width * height);
    for (let k = 0; k < this.pixels.length; k++) this.pixels[k] = BACKGROUND[k % 3] ?? 0;
    this.#depths = new Float64Array(width * height).fill(-Infinity);
  }

  fillMesh({ triangles }: Mesh, points: Float64Array, colour: Colour): void {
    for (let k = 0; k < triangles.length; k += 3) {
      const [p, q, r] = [0, 1, 2].map((corner) => this.#onCanvas(points, 3 * (triangles[k + corner] ?? 0)));
      if (p !== undefined && q !== undefined && r !== undefined) this.#fill(p, q, r, colour);
    }
  }

  drawLine(from: Triple, to: Triple): void {
    const [p, q] = [this.#onCanvas(from, 0), this.#onCanvas(to, 0)];
    const steps = Math.ceil(Math.max(Math.abs(q[0] - p[0]), Math.abs(q[1] - p[1]), 1));
    for (let k = 0; k <= steps; k++) {
      const [x, y] = [p[0] + ((q[0] - p[0]) * k) / steps, p[1] + ((q[1] - p[1]) * k) / steps];
      // Two pixels wide; the ends are dots.
      const radius = k === 0 || k === steps ? 2 : 1;
      for (let i = -radius; i <= radius; i++) {
        for (let j = -radius; j <= radius; j++) {
          if (i * i + j * j <= radius * radius) this.#paint(Math.floor(x) + i, Math.floor(y) + j, LINE, 1);
        }
      }
    }
  }

  /** Pixels from the top left corner, and the depth towards the eye. */
  #onCanvas(points: ArrayLike<number>, at: number): Triple {
    const { scale, x, y } = this.#view;
    const [px = 0, py = 0, pz = 0] = [points[at], points[at + 1], points[at + 2]];
    return [this.width / 2 + scale * (px - x), this.height / 2 - scale * (py - y), scale * pz];
  }

  #fill(p: Triple, q: Triple, r: Triple, colour: Colour): void {
    const area = (q[0] - p[0]) * (r[1] - p[1]) - (r[0] - p[0]) * (q[1] - p[1]);
    if (area === 0) return;
    const shade = shadeOf(p, q, r);
    const low = Math.max(0, Math.floor(Math.min(p[1], q[1], r[1])));
    const high = Math.min(this.height - 1, Math.ceil(Math.max(p[1], q[1], r[1])));
    const left = Math.max(0, Math.floor(Math.min(p[0], q[0], r[0])));
    const right = Math.min(this.width - 1, Math.ceil(Math.max(p[0], q[0], r[0])));
    for (let row = low; row <= high; row++) {
      for (let column = left; column <= right; column++) {
        const [x, y] = [column + 0.5, row + 0.5];
        const u = ((q[0] - x) * (r[1] - y) - (r[0] - x) * (q[1] - y)) / area;
        const v = ((r[0] - x) * (p[1] - y) - (p[0] - x) * (r[1] - y)) / area;
        const w = 1 - u - v;
        if (u < 0 || v < 0 || w < 0) continue;
        const depth = u * p[2] + v * q[2] + w * r[2];
        const pixel = row * this.width + column;
        if (depth <= (this.#depths[pixel] ?? 0)) continue;
        this.#depths[pixel] = depth;
        this.#paint(column, row, colour, shade);
      }
    }
  }

  #paint(column: number, row: number, colour: Colour, shade: number): void {
    if (column < 0 || row < 0 || column >= this.width || row >= this.height) return;
    const at = 3 * (row * this.width + column);
    for (let k = 0; k < 3; k++) this.pixels[at + k] = Math.round((colour[k] ?? 0) * shade);
  }
}

type Triple = [number, number, number];

/** How bright a face is, by the angle to the light; of either side, the one towards the eye counts. */
function shadeOf(p: Triple, q: Triple, r: Triple): number {
  const [u, v] = [q.map((x, k) => x - (p[k] ?? 0)), r.map((x, k) => x - (p[k] ?? 0))];
  const [ux = 0, uy = 0, uz = 0] = u;
  const [vx = 0, vy = 0, vz = 0] = v;
  const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.hypot(...normal) * ((normal[2] ?? 0) < 0 ? -1 : 1);
  const along = LIGHT.reduce((sum, x, k) => sum + x * (normal[k] ?? 0), 0);
  const brightness = length === 0 ? 0 : Math.max(0, along / length);
  return 0.35 + (0.65 * Math.round(brightness * SHADES)) / SHADES;
}

/** The points of a mesh in the picture's axes. */
function projectBody({ mesh, pose }: DrawnBody): Float64Array {
  const { positions } = mesh;
  const projected = new Float64Array(positions.length);
  const { position = [0, 0, 0], rotation = [0, 0, 0, 1] } = pose;
  const [qx = 0, qy = 0, qz = 0, qw = 1] = Array.from(rotation);
  const [ox = 0, oy = 0, oz = 0] = Array.from(position);
  for (let k = 0; k < positions.length; k += 3) {
    const [x = 0, y = 0, z = 0] = [positions[k], positions[k + 1], positions[k + 2]];
    const [tx, ty, tz] = [2 * (qy * z - qz * y), 2 * (qz * x - qx * z), 2 * (qx * y - qy * x)];
    projected.set(
      projectPoint([
        x + qw * tx + qy * tz - qz * ty + ox,
        y + qw * ty + qz * tx - qx * tz + oy,
        z + qw * tz + qx * ty - qy * tx + oz,
      ]),
      k,
    );
  }
  return projected;
}

function projectPoint(point: ArrayLike<number>): Triple {
  const along = (axis: readonly [number, number, number]): number =>
    axis[0] * (point[0] ?? 0) + axis[1] * (point[1] ?? 0) + axis[2] * (point[2] ?? 0);
  return [along(RIGHT), along(UP), along(EYE)];
}

function viewOf(projected: readonly Float64Array[], width: number, height: number): View {
  const [low, high] = [
    [Infinity, Infinity],
    [-Infinity, -Infinity],
  ];
  for (const points of projected) {
    for (let k = 0; k < points.length; k++) {
      const axis = k % 3;
      if (axis === 2) continue;
      low[axis] = Math.min(low[axis] ?? 0, points[k] ?? 0);
      high[axis] = Math.max(high[axis] ?? 0, points[k] ?? 0);
    }
  }
  const [x0 = 0, y0 = 0] = low;
  const [x1 = 0, y1 = 0] = high;
  const inner = 1 - 2 * MARGIN;
  const scale = Math.min((inner * width) / (x1 - x0), (inner * height) / (y1 - y0));
  return { scale: Number.isFinite(scale) && scale > 0 ? scale : 1, x: (x0 + x1) / 2, y: (y0 + y1) / 2 };
}
