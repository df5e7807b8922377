// What a demo of two bodies begins with.

import type { BodyPose } from '../../apps/studio/src/page/body.ts';
import type { Poses, Query } from './messages.ts';

/** Shapes to choose from: the name for people, and the one that `makeShape` reads. */
export const SHAPES: readonly (readonly [string, string])[] = [
  ['torus knot', 'torus-knot(triangles=1440)'],
  ['torus', 'torus'],
  ['cup', 'cup'],
  ['gear', 'gear'],
  ['box', 'box'],
  ['ball', 'icosphere'],
  ['L shape', 'l-shape'],
];

export interface PairScene {
  readonly shapes: { readonly a: string; readonly b: string };
  readonly poses: Poses;
}

const KNOT = 'torus-knot(triangles=1440)';
const UPRIGHT: BodyPose['rotation'] = [0, 0, 0, 1];
const QUARTER_TURN_X: BodyPose['rotation'] = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
const SOME_TURN: BodyPose['rotation'] = [0.48, 0.36, -0.48, 0.64];

const at = (x: number, y: number, z: number, rotation: BodyPose['rotation'] = UPRIGHT): BodyPose => ({
  position: [x, y, z],
  rotation,
});

export const SCENES: Readonly<Record<Query, PairScene>> = {
  distance: {
    shapes: { a: KNOT, b: 'gear' },
    poses: { a: at(-0.8, 0, 0, SOME_TURN), b: at(0.6, 0, 0), end: at(0.4, 0, 0) },
  },
  collide: {
    shapes: { a: 'torus', b: 'torus' },
    poses: { a: at(-0.25, 0, 0, QUARTER_TURN_X), b: at(0.25, 0, 0), end: at(0.4, 0, 0) },
  },
  penetration: {
    shapes: { a: 'box', b: KNOT },
    poses: { a: at(-0.45, 0.1, 0.1, SOME_TURN), b: at(0.25, 0, 0), end: at(0.4, 0, 0) },
  },
  'time-of-contact': {
    shapes: { a: 'gear', b: 'torus' },
    poses: { a: at(-1.2, 0.3, 0), b: at(0.3, 0, 0, QUARTER_TURN_X), end: at(1.3, -0.2, 0, SOME_TURN) },
  },
};
