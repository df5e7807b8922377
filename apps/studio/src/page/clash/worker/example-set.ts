// An example to begin with: a structure, and services in it that clash with the structure and with each other. Metres, z up.

import type { ElementFile, FileElement } from '@nearmiss/clash';
import type { Mesh } from 'nearmiss';
import { box, prism, torus } from 'nearmiss/shapes';

/** As a set file has it. */
export const EXAMPLE_SET: Readonly<Record<'models' | 'tests', unknown>> = {
  models: { structure: 'structure.ifc', services: 'services.ifc' },
  tests: [
    { name: 'services and structure', mode: 'hard', a: { model: 'services' }, b: { model: 'structure' } },
    { name: 'services', mode: 'clearance', clearance: 0.05, a: { model: 'services' } },
    { name: 'duplicates', mode: 'duplicate', tolerance: 0.001, a: { model: 'services' } },
  ],
};

type Triple = readonly [number, number, number];

interface Part {
  readonly name: string;
  readonly class: string;
  readonly mesh: Mesh;
  readonly at: Triple;
  /** The axis that the mesh's own z goes along. */
  readonly along?: 'x' | 'y';
}

/** Sides of a pipe. */
const SIDES = 20;

function pipe(radius: number, length: number): Mesh {
  const outline = Array.from({ length: SIDES }, (_, k) => (2 * Math.PI * k) / SIDES).flatMap((angle) => [
    radius * Math.cos(angle),
    radius * Math.sin(angle),
  ]);
  return prism({ outline, height: length });
}

const block = (x: number, y: number, z: number): Mesh => box({ size: [x, y, z] });
const VALVE = torus({ majorRadius: 0.18, minorRadius: 0.04, majorSegments: 12, minorSegments: 6 });

const STRUCTURE: readonly Part[] = [
  { name: 'floor', class: 'IfcSlab', mesh: block(8.2, 6.2, 0.3), at: [0, 0, -0.15] },
  { name: 'north wall', class: 'IfcWall', mesh: block(8.2, 0.2, 3.2), at: [0, 3, 1.6] },
  { name: 'west wall', class: 'IfcWall', mesh: block(0.2, 6, 3.2), at: [-4, -0.1, 1.6] },
  { name: 'column 1', class: 'IfcColumn', mesh: block(0.4, 0.4, 2.6), at: [1.5, 0, 1.3] },
  { name: 'column 2', class: 'IfcColumn', mesh: block(0.4, 0.4, 2.6), at: [-2.5, 0, 1.3] },
  { name: 'beam', class: 'IfcBeam', mesh: block(7.8, 0.3, 0.4), at: [0, 0, 2.8] },
  { name: 'roof beam', class: 'IfcBeam', mesh: block(7.8, 0.3, 0.4), at: [0, -2.7, 2.8] },
  { name: 'column 3', class: 'IfcColumn', mesh: block(0.4, 0.4, 2.6), at: [1.5, -2.7, 1.3] },
];

const SERVICES: readonly Part[] = [
  { name: 'supply duct', class: 'IfcDuctSegment', mesh: block(0.7, 5.4, 0.4), at: [-1.4, 0.1, 2.5] },
  { name: 'return duct', class: 'IfcDuctSegment', mesh: block(0.5, 5.2, 0.35), at: [2.6, -0.1, 2.3] },
  { name: 'heating pipe', class: 'IfcPipeSegment', mesh: pipe(0.08, 6), at: [0.2, 0.4, 2.75], along: 'y' },
  { name: 'cooling pipe', class: 'IfcPipeSegment', mesh: pipe(0.08, 5), at: [0.39, -0.4, 2.35], along: 'y' },
  { name: 'drain', class: 'IfcPipeSegment', mesh: pipe(0.06, 7), at: [-0.8, -1.6, 0.3], along: 'x' },
  { name: 'riser', class: 'IfcPipeSegment', mesh: pipe(0.07, 2.2), at: [0.2, 2, 1.55] },
  { name: 'cable tray', class: 'IfcCableCarrierSegment', mesh: block(6.5, 0.3, 0.08), at: [0.3, 1.2, 2.22] },
  { name: 'tank', class: 'IfcTank', mesh: pipe(0.7, 1.8), at: [2.6, -1.7, 0.9] },
  { name: 'level sensor', class: 'IfcSensor', mesh: block(0.12, 0.12, 0.3), at: [2.6, -1.7, 1.2] },
  { name: 'pump', class: 'IfcPump', mesh: block(0.7, 0.5, 0.5), at: [-2.6, -1.6, 0.35] },
  { name: 'boiler', class: 'IfcBoiler', mesh: block(0.9, 0.8, 1.6), at: [-3.3, 1.8, 0.8] },
  { name: 'panel', class: 'IfcDistributionBoard', mesh: block(0.8, 0.24, 1.2), at: [3.2, 2.78, 1.5] },
  { name: 'light 1', class: 'IfcLightFixture', mesh: block(1.2, 0.2, 0.08), at: [-2.9, 1.6, 2.9] },
  { name: 'light 2', class: 'IfcLightFixture', mesh: block(1.2, 0.2, 0.08), at: [1.4, 1.9, 2.9] },
  { name: 'fan', class: 'IfcFan', mesh: block(0.8, 0.8, 0.9), at: [-0.3, -2.2, 0.85] },
  { name: 'expansion vessel', class: 'IfcTank', mesh: pipe(0.3, 0.9), at: [-3.4, -0.6, 0.6] },
  { name: 'valve', class: 'IfcValve', mesh: VALVE, at: [0.2, 2, 1.2] },
  { name: 'valve (copy)', class: 'IfcValve', mesh: VALVE, at: [0.2, 2, 1.2] },
];

/** What the files of the example would hold. */
export function exampleFiles(): ReadonlyMap<string, ElementFile> {
  return new Map([
    ['structure', fileOf(STRUCTURE)],
    ['services', fileOf(SERVICES)],
  ]);
}

function fileOf(parts: readonly Part[]): ElementFile {
  const meshes = [...new Set(parts.map(({ mesh }) => mesh))];
  const elements = parts.map(
    (part, k): FileElement => ({
      id: String(k),
      name: part.name,
      class: part.class,
      parent: '',
      stableId: part.name,
      parts: [{ mesh: meshes.indexOf(part.mesh), matrix: matrixOf(part), error: new Array<number>(16).fill(0) }],
    }),
  );
  return { meshes, elements, warnings: [] };
}

/** 4 × 4, column by column. The axes go around, so that nothing is mirrored. */
function matrixOf({ at, along }: Part): readonly number[] {
  const columns = { x: [0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0], y: [0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0] };
  const axes = along === undefined ? [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0] : columns[along];
  return [...axes, ...at, 1];
}
