// Figs. 16 and 21 of PolyDepth: single poses whose free start and separating translation are drawn. What came of them is data; the bodies are made
// anew from their names when a picture is redrawn.

import { type Mesh, Model, type PenetrationStep, penetration } from 'nearmiss';
import { distortedTorus, grate } from 'nearmiss/shapes';
import { type BodyPose, poseFromQuaternion, type Vector } from '../body-pose.ts';
import { unit } from '../vector.ts';
import { isWrong } from './check.ts';
import { spoonInCup, turn } from './led-paths.ts';
import { IDENTITY } from './measured-translations.ts';

const STARTS = ['centroid', 'clear', 'sampling', 'auto'] as const;
type PicturedStart = (typeof STARTS)[number];

export interface PicturedScene {
  readonly name: string;
  readonly a: Mesh;
  readonly b: Mesh;
  /** Of A. */
  readonly pose: BodyPose;
  /** The start whose translation is drawn. */
  readonly start: PicturedStart;
  /** From where it is tested. */
  readonly from: Vector;
}

interface StartTranslation {
  readonly start: PicturedStart;
  /** The free translation that the separating translation came down from. */
  readonly free: Vector;
  readonly method: Vector;
  readonly lower: number;
  readonly upper: number;
  readonly iterations: number;
  readonly isWrong: boolean;
}

export interface PlottedTranslations {
  readonly name: string;
  readonly triangles: readonly [number, number];
  readonly methods: readonly StartTranslation[];
}

export function runPlottedTranslations(scenes: readonly PicturedScene[]): PlottedTranslations[] {
  return scenes.map(({ name, a: meshA, b: meshB, pose }) => {
    const [a, b] = [Model.build(meshA), Model.build(meshB)];
    const methods = STARTS.map((start): StartTranslation => {
      const result = penetration(a, pose, b, IDENTITY, { start, trace: true });
      const { translation, lower, upper, iterations, trace = [] } = result;
      return {
        start,
        free: bestStart(trace),
        method: translation,
        lower,
        upper,
        iterations,
        isWrong: isWrong(a, pose, b, IDENTITY, result),
      };
    });
    return { name, triangles: [a.triangleCount, b.triangleCount], methods };
  });
}

/** Of all starts the one that is nearest once it has been taken back towards A: that is gone down from. */
function bestStart(trace: readonly PenetrationStep[]): Vector {
  const starts = trace.flatMap(({ kind, translation }, k) => {
    const next = trace[k + 1];
    return kind === 'start' && next !== undefined ? [{ translation, back: Math.hypot(...next.translation) }] : [];
  });
  return starts.reduce((best, start) => (start.back < best.back ? start : best)).translation;
}

const RING = { majorSegments: 37, minorSegments: 18 } as const;
const SMALL_RING = { ...RING, majorRadius: 0.12, minorRadius: 0.04, seed: 3 } as const;

/** Fig. 16: bodies with holes, in each other. */
export function holedScenes(): PicturedScene[] {
  const from: Vector = [0.5, -1, 0.6];
  return [
    {
      name: 'grate across a grate',
      a: grate(),
      b: grate({ size: [1, 1, 0.2], holes: [3, 3], bar: 0.08 }),
      pose: posed([0.03, 0.3, 0.1], [1, 0.1, 0.2], 80),
      start: 'sampling',
      from,
    },
    {
      name: 'ring in a hole of a grate',
      a: distortedTorus(SMALL_RING),
      b: grate({ size: [1, 1, 0.3], holes: [2, 2], bar: 0.1 }),
      pose: posed([0.32, 0.12, 0.02], [1, 0.5, 0.2], 60),
      start: 'clear',
      from,
    },
    {
      name: 'rings that are linked',
      a: distortedTorus({ ...RING, seed: 2 }),
      b: distortedTorus(RING),
      pose: posed([0.22, 0.05, 0.02], [1, 0.1, 0], 85),
      start: 'sampling',
      from,
    },
    {
      name: 'small ring in a ring',
      a: distortedTorus(SMALL_RING),
      b: distortedTorus(RING),
      pose: posed([0.14, 0.05, 0.05], [1, 0.1, 0], 40),
      start: 'clear',
      from,
    },
  ];
}

/** Parts of the path after which the spoon is tested: it overlaps the cup at all of them. */
const TIMES = [0.61, 0.67, 0.8, 0.87] as const;

/** Fig. 21: the spoon on its path through the cup. */
export function spoonScenes(): PicturedScene[] {
  const { name, a, b, at } = spoonInCup();
  return TIMES.map((time) => ({
    name: `${name}, ${Math.round(100 * time)} % of the path`,
    a,
    b,
    pose: at(time, 0),
    start: 'clear',
    from: [0.3, -1, 0.7],
  }));
}

function posed(position: Vector, axis: Vector, degrees: number): BodyPose {
  return poseFromQuaternion(position, turn(unit(axis), (degrees * Math.PI) / 180));
}
