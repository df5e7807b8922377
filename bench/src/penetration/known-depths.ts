// Table II of PolyDepth: how far from the exact depth the answers are, where that is known.

import { existsSync, readFileSync } from 'node:fs';
import { Mesh, Model, type PenetrationStart, penetration } from 'nearmiss';
import { type BodyPose, poseFromRow } from '../body-pose.ts';
import { isWrong } from './check.ts';
import { errorScales, posed } from './depth-errors.ts';

const STARTS: readonly PenetrationStart[] = ['centroid', 'auto'];
/** Error bound of a bracket against stored doubles: a length; the bodies are 1 to 8 in size. */
const STORED = 1e-9;

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
  readonly iterations: number;
  /** Parts of 1. */
  readonly error1: number;
  readonly error2: number;
  readonly isWrong: boolean;
}

export interface KnownDepths {
  readonly start: PenetrationStart;
  readonly cases: readonly KnownCase[];
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
  const { lower, upper, iterations } = result;
  const scales = errorScales(posed(models[meshA].vertices, poseA), posed(models[meshB].vertices, poseB));
  const accepted = stored.ambiguous_exact_fit === true ? (stored.cgal_nef?.distance_to_boundary ?? depth) : depth;
  const off = Math.min(Math.abs(upper - depth), Math.abs(upper - accepted));
  const isOutside = lower > depth + STORED || upper < depth - STORED;
  return {
    name,
    depth,
    lower,
    upper,
    iterations,
    error1: off / scales.metric1,
    error2: off / scales.metric2,
    isWrong: isOutside || isWrong(a, poseA, b, poseB, result),
  };
}

function poseOf({ R, t }: StoredPose, name: string): BodyPose {
  return poseFromRow([...R.flat(), ...t], `A pose of ${name}`);
}
