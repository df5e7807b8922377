import type { Mesh } from '../mesh/mesh.ts';
import { powerOfTwo } from '../scalar/power-of-two.ts';
import { seededRandom } from '../scalar/random.ts';
import { cosine, sine } from '../scalar/sin-cos.ts';
import { geodesic } from './geodesic.ts';
import {
  refuse,
  requireInteger,
  requireNotNegative,
  requirePositive,
  requireSeed,
  requireTriangleCount,
  resolveParameters,
} from './parameters.ts';
import { SurfaceBuilder } from './surface-builder.ts';

/** Options of {@link randomSolid}. */
export interface RandomSolidOptions {
  /** A whole number of 32 bits. */
  readonly seed?: number;
  /** 20·f² for some whole f: 20, 80, 180, 320, … . */
  readonly triangles?: number;
  /** Mean of the smallest and the largest distance of a vertex from the origin. */
  readonly radius?: number;
  /** In [0, 1): vertices lie between radius·(1 − roughness) and radius·(1 + roughness) from the origin; both occur. */
  readonly roughness?: number;
}

/** Defaults of {@link RandomSolidOptions}. */
export const RANDOM_SOLID_DEFAULTS: Readonly<Required<RandomSolidOptions>> = Object.freeze({
  seed: 1,
  triangles: 1280,
  radius: 0.4,
  roughness: 0.5,
});

/** The noise: plane waves in random directions, so many an octave; frequencies in radians over the unit radius. */
const OCTAVES = 4;
const WAVES_PER_OCTAVE = 8;
const BASE_FREQUENCY = 2.5;
/** Amplitude of an octave over that of the one before. Dimensionless. */
const OCTAVE_DECAY = 0.6;

/**
 * A seeded random solid, not convex: a sphere with noise of several frequencies on its radius, star-shaped from 0.
 *
 * @example
 * console.log(checkMesh(randomSolid()).closed); // true
 */
export function randomSolid(options: RandomSolidOptions = RANDOM_SOLID_DEFAULTS): Mesh {
  const o = resolveParameters('random-solid', RANDOM_SOLID_DEFAULTS, options);
  requirePositive('random-solid', { radius: o.radius });
  requireNotNegative('random-solid', { roughness: o.roughness });
  requireSeed('random-solid', o.seed);
  if (o.roughness >= 1) refuse('random-solid', `roughness must be smaller than 1, not ${o.roughness}.`);
  const { directions, triangles } = geodesic(frequencyFor(o.triangles));

  const noise = sphereNoise(o.seed, directions);
  let least = Infinity;
  let most = -Infinity;
  for (const value of noise) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const surface = new SurfaceBuilder(noise.length, triangles.length / 3);
  for (let i = 0; i < noise.length; i++) {
    const radius = o.radius * (1 + o.roughness * ((2 * (noise[i] - least)) / (most - least) - 1));
    surface.vertex(radius * directions[3 * i], radius * directions[3 * i + 1], radius * directions[3 * i + 2]);
  }
  for (let at = 0; at < triangles.length; at += 3) {
    surface.triangle(triangles[at], triangles[at + 1], triangles[at + 2]);
  }
  return surface.build('random-solid');
}

function frequencyFor(triangles: number): number {
  requireInteger('random-solid', 'triangles', triangles, 20, Number.MAX_SAFE_INTEGER);
  requireTriangleCount('random-solid', triangles);
  const frequency = Math.round(Math.sqrt(triangles / 20));
  if (20 * frequency * frequency !== triangles) {
    const near = 20 * frequency * frequency;
    refuse('random-solid', `triangles must be 20·f² for a whole f, as ${near} is and ${triangles} is not.`);
  }
  return frequency;
}

/** One value a direction. */
function sphereNoise(seed: number, directions: Float64Array): Float64Array {
  const random = seededRandom(seed);
  const noise = new Float64Array(directions.length / 3);
  for (let octave = 0, amplitude = 1; octave < OCTAVES; octave++, amplitude *= OCTAVE_DECAY) {
    const frequency = BASE_FREQUENCY * powerOfTwo(octave);
    for (let wave = 0; wave < WAVES_PER_OCTAVE; wave++) {
      const wz = 2 * random() - 1;
      const level = Math.sqrt(1 - wz * wz);
      const angle = 2 * Math.PI * random();
      const wx = level * cosine(angle);
      const wy = level * sine(angle);
      const phase = 2 * Math.PI * random();
      for (let i = 0; i < noise.length; i++) {
        const along = wx * directions[3 * i] + wy * directions[3 * i + 1] + wz * directions[3 * i + 2];
        noise[i] += amplitude * cosine(frequency * along + phase);
      }
    }
  }
  return noise;
}
