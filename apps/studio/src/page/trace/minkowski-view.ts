// The Minkowski difference of two convex bodies, seen from where the camera is: the bodies are as far apart as the origin is from it. A step
// of GJK holds a simplex of it, and the next support point is the farthest towards the origin.

import type { TraceStep } from 'nearmiss/lab';
import { type Quaternion, Vector3 } from 'three';
import type { Difference } from '../worker/minkowski-difference.ts';
import { pathThrough, svgDrawing, svgElement } from './svg.ts';

const WIDTH = 320;
const HEIGHT = 220;
const MARGIN = 26;
/** Normals of two faces whose cosine is above this are one plane, and have no edge between them. */
const FLAT = 1 - 1e-9;
const ARROW = 9;

/** An edge of a hull, with the normals of the faces on both sides. */
interface Edge {
  readonly from: number;
  readonly to: number;
  readonly normals: readonly Vector3[];
}

/** The edges of a closed hull, without those between faces of one plane. */
export function hullEdges({ vertices, triangles }: Pick<Difference, 'vertices' | 'triangles'>): Edge[] {
  const corner = (vertex: number): Vector3 => new Vector3().fromArray(vertices, 3 * vertex);
  const sides = new Map<string, { from: number; to: number; normals: Vector3[] }>();
  for (let k = 0; k < triangles.length; k += 3) {
    const [u = 0, v = 0, w = 0] = triangles.subarray(k, k + 3);
    const normal = corner(v)
      .sub(corner(u))
      .cross(corner(w).sub(corner(u)))
      .normalize();
    for (const [from, to] of [[u, v] as const, [v, w] as const, [w, u] as const]) {
      const key = from < to ? `${from} ${to}` : `${to} ${from}`;
      const side = sides.get(key) ?? { from, to, normals: [] };
      side.normals.push(normal);
      sides.set(key, side);
    }
  }
  return [...sides.values()].filter(({ normals: [one, other] }) => !(one && other && one.dot(other) > FLAT));
}

export class MinkowskiView {
  readonly root: SVGElement = svgDrawing(
    WIDTH,
    HEIGHT,
    'The Minkowski difference A − B, the origin and the simplex',
    'chart minkowski',
  );
  #difference: Difference | null = null;
  #edges: readonly Edge[] = [];
  #step: TraceStep | null = null;

  show(difference: Difference | null): void {
    this.#difference = difference;
    this.#edges = difference === null ? [] : hullEdges(difference);
  }

  showStep(step: TraceStep | null): void {
    this.#step = step;
  }

  /** Draws it as seen by a camera. */
  draw(camera: Quaternion): void {
    if (this.#difference === null || this.#step === null) return;
    const { vertices } = this.#difference;
    const { simplex, pointA, pointB } = this.#step;
    const turn = camera.clone().invert();
    const turned = (point: readonly number[]): Vector3 =>
      new Vector3(point[0], point[1], point[2]).applyQuaternion(turn);
    const corners = Array.from({ length: vertices.length / 3 }, (_, k) =>
      turned([...vertices.subarray(3 * k, 3 * k + 3)]),
    );
    const origin = new Vector3();
    const project = projection([...corners, origin]);
    const nearest = turned([pointA[0] - pointB[0], pointA[1] - pointB[1], pointA[2] - pointB[2]]);
    const edges = (isFront: boolean): string =>
      this.#edges
        .filter(({ normals }) => normals.some((normal) => normal.clone().applyQuaternion(turn).z > 0) === isFront)
        .map(({ from, to }) => pathThrough([project(corners[from] ?? origin), project(corners[to] ?? origin)]))
        .join('');
    const held = simplex.map((point) => project(turned(point)));
    const [ox, oy] = project(origin);
    this.root.replaceChildren(
      svgElement('path', { class: 'surface', d: this.#outline(corners, project) }),
      ...(this.#difference.isExact ? [svgElement('path', { class: 'back', d: edges(false) })] : []),
      svgElement('path', { class: 'simplex', d: `${pathThrough(held)}Z` }),
      svgElement('path', { class: 'front', d: edges(true) }),
      ...held.map(([cx, cy]) => svgElement('circle', { class: 'corner', r: 3.5, cx, cy })),
      svgElement('path', { class: 'towards', d: arrow(project(nearest), [ox, oy]) }),
      svgElement('path', { class: 'origin', d: `M${ox - 6} ${oy}H${ox + 6}M${ox} ${oy - 6}V${oy + 6}` }),
      svgElement('text', { x: ox, y: oy + 18, class: 'middle strong' }, 'origin'),
    );
  }

  /** The faces that are turned to the camera. */
  #outline(corners: readonly Vector3[], project: (point: Vector3) => [number, number]): string {
    const { triangles } = this.#difference ?? { triangles: new Uint32Array() };
    const faces: string[] = [];
    for (let k = 0; k < triangles.length; k += 3) {
      const points = [...triangles.subarray(k, k + 3)].map((vertex) => project(corners[vertex] ?? new Vector3()));
      const [[ux, uy] = [0, 0], [vx, vy] = [0, 0], [wx, wy] = [0, 0]] = points;
      const isFront = (vx - ux) * (wy - uy) - (vy - uy) * (wx - ux) < 0; // y points down
      if (isFront) faces.push(`${pathThrough(points)}Z`);
    }
    return faces.join('');
  }
}

/** Fits points, seen along z, into the drawing. */
function projection(points: readonly Vector3[]): (point: Vector3) => [number, number] {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [low, high] = [Math.min(...ys), Math.max(...ys)];
  const scale = Math.min((WIDTH - 2 * MARGIN) / (right - left), (HEIGHT - 2 * MARGIN) / (high - low));
  return ({ x, y }) => [WIDTH / 2 + (x - (left + right) / 2) * scale, HEIGHT / 2 - (y - (low + high) / 2) * scale];
}

/** A line with a head at its end. */
function arrow(from: readonly [number, number], to: readonly [number, number]): string {
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(x, y);
  if (length < ARROW) return pathThrough([from, to]);
  const [dx, dy] = [(x / length) * ARROW, (y / length) * ARROW];
  const left: [number, number] = [to[0] - dx - dy / 2, to[1] - dy + dx / 2];
  const right: [number, number] = [to[0] - dx + dy / 2, to[1] - dy - dx / 2];
  return pathThrough([from, to]) + pathThrough([left, to, right]);
}
