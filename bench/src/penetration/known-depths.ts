// Table II of PolyDepth: how far from the exact depth the answers are, by the paper's two metrics. Ties occur, so what is
// compared are lengths, not vectors; and the average vertex is taken from the centroid, for a body's frame is nobody's choice.

import { existsSync, readFileSync } from 'node:fs';
import { seeded } from '@nearmiss/fixtures';
import { Mesh, Model, type PenetrationStart, penetration } from 'nearmiss';
import { type BodyPose, poseFromRow, type Vector } from '../body-pose.ts';
import { randomDirection } from '../pose-generator.ts';
import { mean, median } from '../statistics.ts';
import { dot, minus, plus, scaled } from '../vector.ts';
import { isWrong } from './check.ts';

const STARTS: readonly PenetrationStart[] = ['centroid', 'auto'];
/** Slack of a bracket against stored doubles: a length; the bodies are 1 to 8 in size. */
const STORED = 1e-9;
/** Directions from which the greatest width is climbed to. */
const CLIMBS = 100;
const SEED = 12;

interface StoredPose {
  readonly R: readonly (readonly number[])[];
  readonly t: readonly number[];
}

interface StoredCase {
  readonly name: string;
  readonly meshA: string;
  readonly meshB: string;
  readonly poseA: StoredPose;
  readonly poseB: StoredPose;
  readonly depth: number;
  /** Teeth into slots of the same width: whether they go in is a matter of definition, and the closed sum has a depth too. */
  readonly ambiguous_exact_fit?: boolean;
  readonly cgal_nef?: { readonly distance_to_boundary: number };
}

interface StoredCases {
  readonly models: Readonly<Record<string, { readonly vertices: number[][]; readonly triangles: number[][] }>>;
  readonly cases: readonly StoredCase[];
}

interface KnownCase {
  readonly name: string;
  readonly depth: number;
  readonly lower: number;
  readonly upper: number;
  /** Parts of 1. */
  readonly error1: number;
  readonly error2: number;
  readonly isWrong: boolean;
}

export interface KnownDepths {
  readonly start: PenetrationStart;
  readonly cases: readonly KnownCase[];
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

/** Empty where the file is missing. */
export function runKnownDepths(path: string): KnownDepths[] {
  if (!existsSync(path)) return [];
  const stored: StoredCases = JSON.parse(readFileSync(path, 'utf8'));
  return STARTS.map((start) => ({ start, cases: stored.cases.map((one) => measure(stored, one, start)) }));
}

function measure({ models }: StoredCases, stored: StoredCase, start: PenetrationStart): KnownCase {
  const { name, meshA, meshB, depth } = stored;
  const [poseA, poseB] = [poseOf(stored.poseA, name), poseOf(stored.poseB, name)];
  const [a, b] = [meshA, meshB].map((mesh) =>
    Model.build(new Mesh(models[mesh].vertices.flat(), models[mesh].triangles.flat())),
  );
  const result = penetration(a, poseA, b, poseB, { start });
  const { lower, upper } = result;
  const pointsA = placed(models[meshA].vertices, poseA);
  const pointsB = placed(models[meshB].vertices, poseB);
  const accepted = stored.ambiguous_exact_fit === true ? (stored.cgal_nef?.distance_to_boundary ?? depth) : depth;
  const off = Math.min(Math.abs(upper - depth), Math.abs(upper - accepted));
  const isOutside = lower > depth + STORED || upper < depth - STORED;
  return {
    name,
    depth,
    lower,
    upper,
    error1: off / greatestWidth(pointsA, pointsB),
    error2: off / (2 * averageVertex(pointsA) + 2 * averageVertex(pointsB)),
    isWrong: isOutside || isWrong(a, poseA, b, poseB, result),
  };
}

function poseOf({ R, t }: StoredPose, name: string): BodyPose {
  return poseFromRow([...R.flat(), ...t], `A pose of ${name}`);
}

function placed(vertices: readonly (readonly number[])[], { row, position }: BodyPose): Vector[] {
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
 * direction give the next direction, and it never narrows; what a climb misses can only make the error look larger.
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
