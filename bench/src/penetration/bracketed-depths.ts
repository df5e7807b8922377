// Table II and Fig. 17 of PolyDepth on its Distorted-torus and its Bunny1. The paper takes near-exact Minkowski sums for the truth. Here the truth
// is between two proofs: the shortest separating translation that any of the translations found, and the best bound from below, for the most part that of
// `accuracy`, which searches all translations.

import { Mesh, Model, penetration } from 'nearmiss';
import { distortedTorus } from 'nearmiss/shapes';
import type { Vector } from '../body-pose.ts';
import type { TriangleMesh } from '../mesh-file.ts';
import { mixedPoses } from '../pose-generator.ts';
import { isOverlapping } from './check.ts';
import { errorScales, posed } from './depth-errors.ts';
import { IDENTITY, type Measured, type Method, measureTranslations, setApart } from './measured-translations.ts';
import { fromStart } from './random-poses.ts';

/** As many triangles as the paper's has, 1.33K. */
const SEGMENTS = { majorSegments: 37, minorSegments: 18 } as const;
const POSES = 200;
const WARM_UP = 3;
const SEED = 9;
/** Asked for, not always reached: a length; the bodies are about 1 across. */
const ACCURACY = 0.001;

type BracketedTranslation = 'centroid' | 'sampling' | 'auto' | 'accuracy';

/** Errors of a translation, parts of 1, one a pose: `known` beyond the shortest separating translation known, `proven` beyond the best bound from below. */
interface TranslationErrors {
  readonly name: BracketedTranslation;
  readonly known1: readonly number[];
  readonly known2: readonly number[];
  readonly proven1: readonly number[];
  readonly proven2: readonly number[];
}

export interface BracketedDepths extends Measured<BracketedTranslation> {
  readonly model: string;
  readonly triangles: number;
  readonly poses: number;
  /** Of each pose. */
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  readonly errors: readonly TranslationErrors[];
}

export function bracketedTorus(): { readonly name: string; readonly mesh: TriangleMesh } {
  return { name: 'distorted torus', mesh: distortedTorus(SEGMENTS) };
}

/** Of the poses drawn, those that overlap are asked. */
export async function runBracketedDepths(
  { name: body, mesh }: { readonly name: string; readonly mesh: TriangleMesh },
  rounds: number,
  drawn: number = POSES,
): Promise<BracketedDepths> {
  const model = Model.build(new Mesh(mesh.positions, mesh.triangles));
  const overlapping = mixedPoses(drawn, SEED).filter((pose) => isOverlapping(model, pose, model, IDENTITY));
  const [warmUp, poses] = [overlapping.slice(0, WARM_UP), overlapping.slice(WARM_UP)];
  const proven: Method<BracketedTranslation> = {
    name: 'accuracy',
    open: (options) => (pose) => penetration(model, pose, model, IDENTITY, { ...options, accuracy: ACCURACY }),
  };
  const starts = ['centroid', 'sampling', 'auto'] as const;
  const methods: Method<BracketedTranslation>[] = [...starts.map((start) => fromStart(model, model, start)), proven];
  const measured = await measureTranslations([model, model], { poses, warmUp }, setApart(mesh, mesh), methods, rounds);
  const bestOf = (pick: (...values: number[]) => number, bound: 'lower' | 'upper'): number[] =>
    poses.map((_, k) => pick(...measured.methods.map(({ each }) => each[bound][k])));
  const [lower, upper] = [bestOf(Math.max, 'lower'), bestOf(Math.min, 'upper')];
  const vertices = verticesOf(mesh.positions);
  const scales = poses.map((pose) => errorScales(posed(vertices, pose), vertices));
  const errors = measured.methods.map(({ name, each }): TranslationErrors => {
    const beyond = (bound: readonly number[], metric: 'metric1' | 'metric2'): number[] =>
      each.upper.map((depth, k) => (depth - bound[k]) / scales[k][metric]);
    return {
      name,
      known1: beyond(upper, 'metric1'),
      known2: beyond(upper, 'metric2'),
      proven1: beyond(lower, 'metric1'),
      proven2: beyond(lower, 'metric2'),
    };
  });
  const triangles = model.triangleCount;
  return { model: body, triangles, poses: poses.length, lower, upper, errors, ...measured };
}

function verticesOf(positions: Float64Array): Vector[] {
  return Array.from({ length: positions.length / 3 }, (_, k) => [
    positions[3 * k],
    positions[3 * k + 1],
    positions[3 * k + 2],
  ]);
}
