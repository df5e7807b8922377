import { Mesh, NearmissError } from 'nearmiss';
import type { MeshFile } from './mesh-file.ts';
import { textOf } from './require-input.ts';

/**
 * Metres in a unit of length that files are made in.
 *
 * @example
 * console.log(METRES.mm); // 0.001
 */
export const METRES: Readonly<Record<LengthUnit, number>> = Object.freeze({
  um: 1e-6,
  mm: 1e-3,
  cm: 1e-2,
  dm: 0.1,
  m: 1,
  km: 1000,
  in: 0.0254,
  ft: 0.3048,
  yd: 0.9144,
});

/** The names of {@link METRES}. */
export type LengthUnit = 'um' | 'mm' | 'cm' | 'dm' | 'm' | 'km' | 'in' | 'ft' | 'yd';

/**
 * The file with every coordinate multiplied by `factor`, rounded once.
 *
 * @example
 * const file = parsePly(writePly(box()));
 * console.log(scaleFile(file, METRES.mm).mesh.positions[0]); // -0.0005
 */
export function scaleFile(file: MeshFile, factor: number): MeshFile {
  if (!(typeof factor === 'number' && factor > 0 && factor < Infinity)) {
    throw new NearmissError('options/bad-value', `The scale is ${textOf(factor)}; it must be a number above 0.`);
  }
  if (factor === 1) return file;
  // A thousandth is not a double, but a thousand is: x / 1000 is the correctly rounded 0.001 · x.
  const divisor = Math.round(1 / factor);
  const isPart = divisor > 1 && 1 / divisor === factor;
  const positions = file.mesh.positions.map((x) => (isPart ? x / divisor : x * factor));
  return { ...file, mesh: new Mesh(positions, file.mesh.triangles) };
}
