import type { Mesh } from '../mesh/mesh.ts';
import { type Random, seededRandom } from '../scalar/random.ts';
import { cosine, sine } from '../scalar/sin-cos.ts';
import { circle } from './circle.ts';
import { largestTubeRadius } from './curve-thickness.ts';
import { loftMesh, loftTriangleCount } from './loft.ts';
import {
  refuse,
  requireComparable,
  requireInteger,
  requireNotNegative,
  requireSeed,
  requireTriangleCount,
  resolveParameters,
} from './parameters.ts';
import { FRAME_STRIDE, sweep, writeFrame } from './sweep.ts';

/** Options of {@link distortedTorus}. */
export interface DistortedTorusOptions {
  /** From the axis to the middle of the tube, before distortion. */
  readonly majorRadius?: number;
  /** Of the tube, before distortion. */
  readonly minorRadius?: number;
  /** Around the axis, at least 3. */
  readonly majorSegments?: number;
  /** Around the tube, at least 3: 2·majorSegments·minorSegments triangles. */
  readonly minorSegments?: number;
  /** In [0, 1): the tube's radius varies by up to this share, the middle line by a third of it, out and up. */
  readonly distortion?: number;
  /** A whole number of 32 bits. */
  readonly seed?: number;
}

/** Defaults of {@link DistortedTorusOptions}. */
export const DISTORTED_TORUS_DEFAULTS: Readonly<Required<DistortedTorusOptions>> = Object.freeze({
  majorRadius: 0.33,
  minorRadius: 0.1,
  majorSegments: 64,
  minorSegments: 32,
  distortion: 0.3,
  seed: 1,
});

/** Share of `distortion` that goes to the middle line. Dimensionless: more would fold it before it thins the tube. */
const MIDDLE_LINE_SHARE = 1 / 3;
/** Samples for the search of the thickness. A count: the highest wave of the middle line has 64 of them. */
const THICKNESS_SAMPLES = 256;

/**
 * A torus about the z axis with a seeded smooth distortion: its centre line varies in radius and height, and its tube in thickness.
 * Parameters with which the tube would touch itself are refused.
 *
 * @example
 * console.log(checkMesh(distortedTorus()).closed); // true
 */
export function distortedTorus(options: DistortedTorusOptions = DISTORTED_TORUS_DEFAULTS): Mesh {
  const o = resolveParameters('distorted-torus', DISTORTED_TORUS_DEFAULTS, options);
  const { majorRadius, minorRadius, majorSegments, minorSegments, distortion, seed } = o;
  requireComparable('distorted-torus', { majorRadius, minorRadius });
  requireNotNegative('distorted-torus', { distortion });
  requireInteger('distorted-torus', 'majorSegments', majorSegments, 3);
  requireInteger('distorted-torus', 'minorSegments', minorSegments, 3);
  requireSeed('distorted-torus', seed);
  requireTriangleCount('distorted-torus', loftTriangleCount(majorSegments, minorSegments));
  if (distortion >= 1) refuse('distorted-torus', `distortion must be smaller than 1, not ${distortion}.`);

  const random = seededRandom(seed);
  const outwards = randomWaves(random, [2, 3, 4], [0]);
  const upwards = randomWaves(random, [2, 3, 4], [0]);
  const swelling = randomWaves(random, [1, 2, 3], [0, 1, 2]);
  const amplitude = MIDDLE_LINE_SHARE * distortion * majorRadius;

  const frames = new Float64Array(FRAME_STRIDE * majorSegments);
  const middle = sampleMiddleLine(majorRadius, amplitude, outwards, upwards, majorSegments);
  for (let i = 0; i < majorSegments; i++) {
    const at = 3 * i;
    const { points: c, tangents: t } = middle;
    // Level normals: the centre line is never vertical, and a function of the tangent is periodic along it.
    writeFrame(frames, i, [c[at], c[at + 1], c[at + 2]], [t[at], t[at + 1], t[at + 2]], [t[at + 1], -t[at], 0]);
  }
  const fine = sampleMiddleLine(majorRadius, amplitude, outwards, upwards, THICKNESS_SAMPLES);
  const limit = largestTubeRadius(fine.points, fine.tangents, frames) / (1 + distortion);
  if (!(minorRadius <= limit)) {
    refuse('distorted-torus', `minorRadius must be at most ${limit} here, or the tube might touch itself.`);
  }

  const turn = circle(minorSegments);
  const section = (ring: number, side: number, out: Float64Array): void => {
    const u = (2 * Math.PI * ring) / majorSegments;
    const v = (2 * Math.PI * side) / minorSegments;
    const radius = minorRadius * (1 + distortion * waveSum(swelling, u, v));
    out[0] = radius * turn[2 * side];
    out[1] = radius * turn[2 * side + 1];
  };
  return loftMesh('distorted-torus', sweep(frames, minorSegments, section));
}

/** amplitude·cos(k·u + l·v + phase). */
interface Wave {
  readonly amplitude: number;
  readonly k: number;
  readonly l: number;
  readonly phase: number;
}

/** Random waves of every pair of frequencies; their amplitudes add up to 1, so the sum stays in [−1, 1]. */
function randomWaves(random: Random, ks: readonly number[], ls: readonly number[]): Wave[] {
  const raw = ks.flatMap((k) =>
    ls.map((l) => ({ k, l, amplitude: (0.5 + random()) / (k + l), phase: 2 * Math.PI * random() })),
  );
  const sum = raw.reduce((total, wave) => total + wave.amplitude, 0);
  return raw.map((wave) => ({ ...wave, amplitude: wave.amplitude / sum }));
}

function waveSum(waves: readonly Wave[], u: number, v: number): number {
  let sum = 0;
  for (const wave of waves) sum += wave.amplitude * cosine(wave.k * u + wave.l * v + wave.phase);
  return sum;
}

function waveSlope(waves: readonly Wave[], u: number): number {
  let sum = 0;
  for (const wave of waves) sum -= wave.amplitude * wave.k * sine(wave.k * u + wave.phase);
  return sum;
}

/** Points and unit tangents of the distorted circle at `count` equal angles. */
function sampleMiddleLine(
  majorRadius: number,
  amplitude: number,
  outwards: readonly Wave[],
  upwards: readonly Wave[],
  count: number,
): { points: Float64Array; tangents: Float64Array } {
  const turn = circle(count);
  const points = new Float64Array(3 * count);
  const tangents = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const u = (2 * Math.PI * i) / count;
    const cos = turn[2 * i];
    const sin = turn[2 * i + 1];
    const fromAxis = majorRadius + amplitude * waveSum(outwards, u, 0);
    const out = amplitude * waveSlope(outwards, u);
    const up = amplitude * waveSlope(upwards, u);
    const speed = Math.sqrt(out * out + fromAxis * fromAxis + up * up);
    points.set([fromAxis * cos, fromAxis * sin, amplitude * waveSum(upwards, u, 0)], 3 * i);
    tangents.set([(out * cos - fromAxis * sin) / speed, (out * sin + fromAxis * cos) / speed, up / speed], 3 * i);
  }
  return { points, tangents };
}
