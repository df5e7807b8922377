// What can be chosen of the scenes of many bodies; the address holds it, and the form shows it.

import type { DeformingMethod } from 'nearmiss/deforming';
import type { BroadPhaseName } from 'nearmiss/lab';

export interface CrowdSettings {
  readonly scene: 'crowd';
  readonly bodies: number;
  readonly seed: number;
  readonly broadPhase: BroadPhaseName;
}

export interface DeformingSettings {
  readonly scene: 'deforming';
  readonly method: DeformingMethod;
  /** Levels of the subdivision. */
  readonly depth: number | 'auto';
  readonly cells: 'drawn' | 'hidden';
}

export type Settings = CrowdSettings | DeformingSettings;
export type SceneName = Settings['scene'];

/** A field of the form: one of several words, or a whole number. */
export type Field =
  | { readonly name: string; readonly label: string; readonly words: readonly string[] }
  | { readonly name: string; readonly label: string; readonly least: number; readonly most: number };

const BROAD_PHASES: readonly BroadPhaseName[] = [
  'dynamic-tree',
  'grid',
  'sweep-and-prune',
  'r-tree',
  'space-time',
  'kd-tree',
  'octree',
  'bsp-tree',
];
const METHODS: readonly DeformingMethod[] = ['octree', 'bintree', 'refit', 'auto'];
const DEPTHS = ['auto', 2, 3, 4, 5, 6, 7, 8] as const;
const CELLS = ['drawn', 'hidden'] as const;

/** More bodies than this take longer to draw than to step. */
const MOST_BODIES = 2000;
const MOST_SEED = 9999;
/** The last step that a link can lead to: all before are made when it is opened. */
const MOST_LINKED_STEP = 5000;

export const FIELDS: Readonly<Record<SceneName, readonly Field[]>> = {
  crowd: [
    { name: 'bodies', label: 'bodies', least: 2, most: MOST_BODIES },
    { name: 'seed', label: 'seed', least: 0, most: MOST_SEED },
    { name: 'broadPhase', label: 'broad phase', words: BROAD_PHASES },
  ],
  deforming: [
    { name: 'method', label: 'method', words: METHODS },
    { name: 'depth', label: 'depth', words: DEPTHS.map(String) },
    { name: 'cells', label: 'cells', words: CELLS },
  ],
};

export function sceneNamed(name: string | null): SceneName {
  return name === 'deforming' ? name : 'crowd';
}

/** The settings that a form or a link tells; what it does not say, or says wrongly, is as on a first visit. */
export function readSettings(scene: SceneName, values: URLSearchParams): Settings {
  if (scene === 'crowd') {
    return {
      scene,
      bodies: wholeNumber(values.get('bodies'), 2, MOST_BODIES, 300),
      seed: wholeNumber(values.get('seed'), 0, MOST_SEED, 1),
      broadPhase: wordIn(BROAD_PHASES, values.get('broadPhase'), 'dynamic-tree'),
    };
  }
  return {
    scene,
    method: wordIn(METHODS, values.get('method'), 'octree'),
    depth: wordIn(DEPTHS, values.get('depth'), 4),
    cells: wordIn(CELLS, values.get('cells'), 'drawn'),
  };
}

/** The settings by the names of their fields. */
export function settingValues({ scene: _scene, ...values }: Settings): URLSearchParams {
  return new URLSearchParams(Object.entries(values).map(([name, value]): [string, string] => [name, String(value)]));
}

/** The step that a link leads to; null where it leads to none. */
export function readStep(values: URLSearchParams): number | null {
  const step = wholeNumber(values.get('step'), 0, MOST_LINKED_STEP, -1);
  return step < 0 ? null : step;
}

function wordIn<T extends string | number>(words: readonly T[], text: string | null, first: T): T {
  return words.find((word) => String(word) === text) ?? first;
}

function wholeNumber(text: string | null, least: number, most: number, first: number): number {
  if (text === null || !/^\d{1,6}$/.test(text)) return first;
  return Math.min(most, Math.max(least, Number(text)));
}
