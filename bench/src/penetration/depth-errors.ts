// The paper's two metrics of an error of depth (section 7.1.1): by the greatest width of A ⊕ −B, and by the average vertex. Ties
// occur, so what is compared are lengths, not vectors; and the average vertex is taken from the centroid, for a body's frame
// is nobody's choice.

import { seeded } from '@nearmiss/fixtures';
import type { BodyPose, Vector } from '../body-pose.ts';
import { randomDirection } from '../pose-generator.ts';
import { mean, median } from '../statistics.ts';
import { dot, minus, plus, scaled } from '../vector.ts';

/** Directions from which the greatest width is climbed to. */
const CLIMBS = 100;
const SEED = 12;

/** Lengths that errors are divided by. */
export interface ErrorScales {
  readonly metric1: number;
  readonly metric2: number;
}

export function errorScales(a: readonly Vector[], b: readonly Vector[]): ErrorScales {
  return { metric1: greatestWidth(a, b), metric2: 2 * averageVertex(a) + 2 * averageVertex(b) };
}

/** Of errors, by either metric. */
export interface ErrorSummary {
  readonly mean: number;
  readonly median: number;
  readonly most: number;
}

export function errorSummary(errors: readonly number[]): ErrorSummary {
  return { mean: mean(errors), median: median(errors), most: Math.max(...errors) };
}

export function posed(vertices: readonly (readonly number[])[], { row, position }: BodyPose): Vector[] {
  const along = (k: number, [x, y, z]: readonly number[]): number => row[k] * x + row[k + 1] * y + row[k + 2] * z;
  return vertices.map((vertex) => plus(position, [along(0, vertex), along(3, vertex), along(6, vertex)]));
}

/** Mean distance of the vertices from their centroid. */
export function averageVertex(points: readonly Vector[]): number {
  const centroid = scaled(points.reduce(plus), 1 / points.length);
  return mean(points.map((point) => Math.hypot(...minus(point, centroid))));
}

/**
 * Greatest width of A ⊕ −B over all directions, which is its diameter. The two points of the sum that are farthest apart along a
 * direction give the next direction, and it never narrows; what a climb misses can only make the error appear larger.
 */
export function greatestWidth(a: readonly Vector[], b: readonly Vector[]): number {
  const random = seeded(SEED);
  let greatest = 0;
  for (let climb = 0; climb < CLIMBS; climb++) {
    let direction = randomDirection(random);
    for (let width = 0; ; ) {
      const across = plus(extent(a, direction), extent(b, direction));
      const next = Math.hypot(...across);
      if (!(next > width)) break;
      width = next;
      direction = scaled(across, 1 / next);
      greatest = Math.max(greatest, width);
    }
  }
  return greatest;
}

/** From the point farthest back to the one farthest on. */
function extent(points: readonly Vector[], direction: Vector): Vector {
  const farthest = (sign: number): Vector =>
    points.reduce((best, point) => (sign * dot(point, direction) > sign * dot(best, direction) ? point : best));
  return minus(farthest(1), farthest(-1));
}
