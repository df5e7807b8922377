// The poses of a clearance map: body A, turned alike everywhere, at the positions of a square of cells in a plane about the origin of B.

import { Mesh } from 'nearmiss';
import type { Axis, MapSettings } from './map-settings.ts';

type Vector = readonly [number, number, number];
type Quaternion = readonly [number, number, number, number];

interface Directions {
  /** Along columns, along rows, and across the plane: right-handed. */
  readonly across: Vector;
  readonly along: Vector;
  readonly normal: Vector;
}

/** Doubles of a pose. */
const POSE = 7;
/** The side of the square, in radii of both bodies together: twice that is as far as they can touch. */
const SIDE = 2.1;
/** The size of A, in that of the shape that it is: what is moved among obstacles is smaller than they are. */
const MOVED = 0.28;

const DIRECTIONS: Readonly<Record<Axis, Directions>> = {
  x: { across: [0, 1, 0], along: [0, 0, 1], normal: [1, 0, 0] },
  y: { across: [0, 0, 1], along: [1, 0, 0], normal: [0, 1, 0] },
  z: { across: [1, 0, 0], along: [0, 1, 0], normal: [0, 0, 1] },
};

export function directionsOf(axis: Axis): Directions {
  return DIRECTIONS[axis];
}

/** The side of the square for bodies of these radii about their origins. */
export function sideOf(radiusA: number, radiusB: number): number {
  return SIDE * (radiusA + radiusB);
}

/** The mesh of the body that is moved. */
export function movedMesh({ positions, triangles }: Mesh): Mesh {
  return new Mesh(
    positions.map((x) => MOVED * x),
    triangles,
  );
}

/** The greatest distance of a vertex from the origin. */
export function radiusOf(positions: ArrayLike<number>): number {
  let most = 0;
  for (let k = 0; k < positions.length; k += 3) {
    most = Math.max(most, Math.hypot(positions[k] ?? 0, positions[k + 1] ?? 0, positions[k + 2] ?? 0));
  }
  return most;
}

/** How A is turned. */
export function rotationOf({ axis, turn, tilt }: Pick<MapSettings, 'axis' | 'turn' | 'tilt'>): Quaternion {
  const { across, normal } = DIRECTIONS[axis];
  return product(about(normal, turn), about(across, tilt));
}

/** The middle of a cell: column and row, each from 0 on. */
export function positionOf({ axis, height, cells }: MapSettings, side: number, column: number, row: number): Vector {
  const { across, along, normal } = DIRECTIONS[axis];
  const u = ((column + 0.5) / cells - 0.5) * side;
  const v = ((row + 0.5) / cells - 0.5) * side;
  const at = (k: 0 | 1 | 2): number => u * across[k] + v * along[k] + height * normal[k];
  return [at(0), at(1), at(2)];
}

/** The poses of cells, given by their numbers: row by row. */
export function posesOf(settings: MapSettings, side: number, numbers: Uint32Array): Float64Array {
  const rotation = rotationOf(settings);
  const poses = new Float64Array(POSE * numbers.length);
  for (const [k, cell] of numbers.entries()) {
    poses.set(positionOf(settings, side, cell % settings.cells, Math.floor(cell / settings.cells)), POSE * k);
    poses.set(rotation, POSE * k + 3);
  }
  return poses;
}

/** The cell at a part of the side along columns and along rows, each from −1/2 to 1/2; null beside the square. */
export function cellAt({ cells }: MapSettings, u: number, v: number): Cell | null {
  const column = Math.floor((u + 0.5) * cells);
  const row = Math.floor((v + 0.5) * cells);
  const isInside = column >= 0 && row >= 0 && column < cells && row < cells;
  return isInside ? { column, row } : null;
}

export interface Cell {
  readonly column: number;
  readonly row: number;
}

function about([x, y, z]: Vector, degrees: number): Quaternion {
  const half = (degrees * Math.PI) / 360;
  const sine = Math.sin(half);
  return [x * sine, y * sine, z * sine, Math.cos(half)];
}

function product([ax, ay, az, aw]: Quaternion, [bx, by, bz, bw]: Quaternion): Quaternion {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}
