// What a clearance map is of: two bodies, a plane of positions, and how body A is turned. The address tells it.

import { linkValues } from '../scene-link.ts';

export const AXES = ['x', 'y', 'z'] as const;
/** The axis of the world that the plane is across. */
export type Axis = (typeof AXES)[number];

/** Where queries run. */
export const PROCESSORS = ['gpu', 'cpu'] as const;
export type Processor = (typeof PROCESSORS)[number];

export interface MapSettings {
  /** Names of shapes: the body that is moved, and the one that stands still. */
  readonly a: string;
  readonly b: string;
  readonly axis: Axis;
  /** Of the plane over the origin of B, in model units. */
  readonly height: number;
  /** Of A about the axis, and then about the first direction of the plane. Degrees. */
  readonly turn: number;
  readonly tilt: number;
  /** Positions along a side. */
  readonly cells: number;
}

/** Shapes that can be chosen. */
export const MAP_SHAPES: readonly string[] = [
  ...['gear', 'torus-knot', 'torus', 'star-shape', 'spoon', 'cup', 'golf-club', 'grate', 'random-solid'],
];
export const CELL_COUNTS: readonly number[] = [64, 128, 256, 512];

export const FIRST_MAP: MapSettings = {
  ...{ a: 'gear', b: 'torus-knot', axis: 'z', height: 0.1, turn: 0, tilt: 60, cells: 512 },
};

/** A setting that a link does not have, or has wrongly, is that of a first visit. */
export function readMapSettings(hash: string): MapSettings {
  const values = linkValues(hash);
  const among = <T>(choices: readonly T[], name: string, first: T): T =>
    choices.find((choice) => String(choice) === values.get(name)) ?? first;
  const number = (name: string, first: number, most: number): number => {
    const text = values.get(name) ?? '';
    return text !== '' && Math.abs(Number(text)) <= most ? Number(text) : first;
  };
  return {
    a: among(MAP_SHAPES, 'a', FIRST_MAP.a),
    b: among(MAP_SHAPES, 'b', FIRST_MAP.b),
    axis: among(AXES, 'plane', FIRST_MAP.axis),
    height: number('height', FIRST_MAP.height, 100),
    turn: number('turn', FIRST_MAP.turn, 180),
    tilt: number('tilt', FIRST_MAP.tilt, 180),
    cells: among(CELL_COUNTS, 'cells', FIRST_MAP.cells),
  };
}

export function writeMapSettings({ a, b, axis, height, turn, tilt, cells }: MapSettings): string {
  return `a=${a}&b=${b}&plane=${axis}&height=${height}&turn=${turn}&tilt=${tilt}&cells=${cells}`;
}
