// How far from the origin balls cover everything: branch and bound over cubes. A cube within one ball is covered; the cube nearest to the
// origin is examined first, so that no point nearer than it is uncovered.

/** A ball: centre and radius. */
export type Ball = readonly [x: number, y: number, z: number, radius: number];

/** Finds balls around a point that none of the others is known to cover; none ends the search. */
export type MoreBalls = (x: number, y: number, z: number) => readonly Ball[];

interface Cube {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly half: number;
  /** Its least distance from the origin. */
  readonly near: number;
  /** The balls that reach into it, of those that were known when it was made. */
  readonly balls: readonly Ball[];
  readonly known: number;
}

/** Cubes that are examined; half the side, in parts of the limit, from which balls are asked for, and of the smallest. */
const MOST_CUBES = 2000;
const SMALL = 2 ** -3;
const SMALLEST = 2 ** -6;
/** Distances are taken for this much longer or shorter, against their rounding. */
const LONGER = 1 + 2 ** -48;

/** A length up to `limit` such that every point nearer to the origin is in one of the open balls, of those given and those that `more` finds. */
export function coveredRadius(given: readonly Ball[], limit: number, more: MoreBalls): number {
  const balls = [...given];
  const queue: Cube[] = [];
  push(queue, { x: 0, y: 0, z: 0, half: limit, near: 0, balls: [], known: 0 });
  for (let count = 0; count < MOST_CUBES; count++) {
    const cube = pop(queue);
    if (cube === undefined) return limit;
    const reaching = reachingInto(cube, cube.balls.concat(balls.slice(cube.known)));
    if (reaching === null) continue;
    const known = balls.length;
    if (cube.half < SMALLEST * limit) return cube.near;
    if (cube.half < SMALL * limit || reaching.length === 0) {
      balls.push(...more(cube.x, cube.y, cube.z));
      if (balls.length === known && reaching.length === 0) return cube.near;
    }
    for (let octant = 0; octant < 8; octant++) {
      const part = octantOf(cube, octant, reaching, known);
      if (part.near < limit) push(queue, part);
    }
  }
  return pop(queue)?.near ?? limit;
}

/** The balls that reach into a cube; null if one of them covers it. */
function reachingInto({ x, y, z, half }: Cube, balls: readonly Ball[]): Ball[] | null {
  const reaching: Ball[] = [];
  for (const ball of balls) {
    const dx = Math.abs(ball[0] - x);
    const dy = Math.abs(ball[1] - y);
    const dz = Math.abs(ball[2] - z);
    const radius = ball[3];
    if (radius > 0 && Math.sqrt((dx + half) ** 2 + (dy + half) ** 2 + (dz + half) ** 2) * LONGER < radius) return null;
    if (distance(dx, dy, dz, half) < radius) reaching.push(ball);
  }
  return reaching;
}

/** The least distance of a point from a cube about the origin. */
function distance(x: number, y: number, z: number, half: number): number {
  const [ex, ey, ez] = [
    Math.max(0, Math.abs(x) - half),
    Math.max(0, Math.abs(y) - half),
    Math.max(0, Math.abs(z) - half),
  ];
  return Math.sqrt(ex * ex + ey * ey + ez * ez);
}

function octantOf(cube: Cube, octant: number, balls: readonly Ball[], known: number): Cube {
  const half = cube.half / 2;
  const x = cube.x + (octant & 1 ? half : -half);
  const y = cube.y + (octant & 2 ? half : -half);
  const z = cube.z + (octant & 4 ? half : -half);
  return { x, y, z, half, near: distance(x, y, z, half) / LONGER, balls, known };
}

/** Adds to a heap, the nearest first. */
function push(heap: Cube[], cube: Cube): void {
  let at = heap.length;
  heap.push(cube);
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (heap[parent].near <= cube.near) break;
    heap[at] = heap[parent];
    at = parent;
  }
  heap[at] = cube;
}

/** Removes the nearest. */
function pop(heap: Cube[]): Cube | undefined {
  const nearest = heap[0];
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return nearest;
  let at = 0;
  for (let child = 1; child < heap.length; child = 2 * at + 1) {
    if (child + 1 < heap.length && heap[child + 1].near < heap[child].near) child++;
    if (heap[child].near >= last.near) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = last;
  return nearest;
}
