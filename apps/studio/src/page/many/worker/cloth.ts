// A cloth of particles in a square grid: gravity, threads that keep their lengths, and things it cannot fall into. Positions
// are advanced by what they have come before (Verlet), threads are pulled to their lengths one after the other, some rounds a
// step (Jakobsen, "Advanced character physics", 2001). Only + − × ÷ and square roots: every engine makes the same steps.

import { Mesh } from 'nearmiss';
import { Vector3 } from 'three';
import { roundedLength } from './block.ts';

/** Something solid: puts a particle that is in it onto its surface, and says whether it was. */
export type Obstacle = (particle: Vector3) => boolean;

/** How far particles fall in their first step. */
const GRAVITY = 0.0006;
/** The share of its displacement that a particle keeps: in air, and on an obstacle. */
const DRAG = 0.99;
const FRICTION = 0.6;
const ROUNDS = 14;

interface Thread {
  readonly from: Vector3;
  readonly to: Vector3;
  readonly length: number;
}

export class Cloth {
  readonly mesh: Mesh;
  readonly #start: readonly Vector3[];
  readonly #particles: readonly Vector3[];
  readonly #before: readonly Vector3[];
  readonly #threads: readonly Thread[];

  /** A square with so many cells along a side, flat, about a middle. */
  constructor(middle: Vector3, side: number, cells: number) {
    const row = cells + 1;
    const grid = Array.from({ length: row * row }, (_, k) => [k % row, Math.floor(k / row)] as const);
    this.#start = grid.map(([i, k]) => {
      // Not quite level, so that it does not fall alike to all sides.
      const tilt = (0.06 * side * (i - k)) / cells;
      return new Vector3(i / cells - 0.5, 0, k / cells - 0.5)
        .multiplyScalar(side)
        .add(middle)
        .setY(middle.y + tilt);
    });
    this.#particles = this.#start.map((at) => at.clone());
    this.#before = this.#start.map((at) => at.clone());
    const threads: Thread[] = [];
    const tie = (a: number, b: number): void => {
      const from = this.#particles[a];
      const to = this.#particles[b];
      if (from !== undefined && to !== undefined) threads.push({ from, to, length: from.distanceTo(to) });
    };
    const triangles: number[] = [];
    for (const [i, k] of grid) {
      const at = row * k + i;
      if (i < cells) tie(at, at + 1);
      if (k < cells) tie(at, at + row);
      if (i === cells || k === cells) continue;
      tie(at, at + row + 1);
      tie(at + 1, at + row);
      triangles.push(at, at + row, at + 1, at + 1, at + row, at + row + 1);
    }
    this.#threads = threads;
    this.mesh = new Mesh(this.positions(), triangles);
  }

  /** As it was in the beginning. */
  restart(): void {
    for (const [k, at] of this.#start.entries()) {
      this.#particles[k]?.copy(at);
      this.#before[k]?.copy(at);
    }
  }

  fall(obstacles: readonly Obstacle[]): void {
    const displacement = new Vector3();
    for (const [k, particle] of this.#particles.entries()) {
      const before = this.#before[k] ?? particle;
      displacement.subVectors(particle, before).multiplyScalar(DRAG);
      displacement.y -= GRAVITY;
      before.copy(particle);
      particle.add(displacement);
    }
    for (let round = 0; round < ROUNDS; round++) for (const thread of this.#threads) pull(thread);
    for (const [k, particle] of this.#particles.entries()) {
      if (!obstacles.map((pushOut) => pushOut(particle)).includes(true)) continue;
      this.#before[k]?.lerp(particle, 1 - FRICTION);
    }
  }

  positions(): Float64Array {
    return Float64Array.from(this.#particles.flatMap((at) => at.toArray()));
  }
}

const along = new Vector3();

function pull({ from, to, length }: Thread): void {
  along.subVectors(to, from);
  along.multiplyScalar((along.length() - length) / (2 * along.length()));
  from.add(along);
  to.sub(along);
}

export function ballObstacle(centre: Vector3, radius: number): Obstacle {
  return (particle) => {
    along.subVectors(particle, centre);
    if (along.length() >= radius) return false;
    particle.addVectors(centre, along.setLength(radius));
    return true;
  };
}

/** A rounded box, `roundedLength` of whose points, over half its sides, is 1. */
export function blockObstacle(centre: Vector3, half: Vector3): Obstacle {
  return (particle) => {
    const inside = roundedLength(along.subVectors(particle, centre).divide(half));
    if (inside >= 1) return false;
    particle.copy(along.divideScalar(inside).multiply(half).add(centre));
    return true;
  };
}
