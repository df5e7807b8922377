// Transforms as 4×4 matrices, column by column, as glTF writes them. The last row is 0 0 0 1.

import { refuse } from '../refuse.ts';
import { asNumbers, child, type JsonObject } from './json.ts';

export type Matrix4 = readonly number[];

export const IDENTITY: Matrix4 = Object.freeze([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);

/** The transform of a node relative to its parent: its matrix, or translation · rotation · scale. */
export function localTransform(node: JsonObject, path: string): Matrix4 {
  const matrix = child(node, path, 'matrix');
  if (matrix.value !== undefined) {
    const m = asNumbers(matrix, 16);
    if (m[3] === 0 && m[7] === 0 && m[11] === 0 && m[15] === 1) return m;
    refuse('io/unsupported', matrix.path, 'The last row of a node matrix is 0 0 0 1.');
  }
  if (['translation', 'rotation', 'scale'].every((key) => node[key] === undefined)) return IDENTITY;
  const translation = child(node, path, 'translation');
  const rotation = child(node, path, 'rotation');
  const scale = child(node, path, 'scale');
  const t = translation.value === undefined ? [0, 0, 0] : asNumbers(translation, 3);
  const s = scale.value === undefined ? [1, 1, 1] : asNumbers(scale, 3);
  const r =
    rotation.value === undefined ? [1, 0, 0, 0, 1, 0, 0, 0, 1] : rotationOf(asNumbers(rotation, 4), rotation.path);
  return [
    ...[r[0] * s[0], r[1] * s[0], r[2] * s[0], 0],
    ...[r[3] * s[1], r[4] * s[1], r[5] * s[1], 0],
    ...[r[6] * s[2], r[7] * s[2], r[8] * s[2], 0],
    ...[t[0], t[1], t[2], 1],
  ];
}

/**
 * The rotation of a quaternion x, y, z, w, column by column. Files store them rounded to f32, so they are normalized; otherwise the
 * model would be scaled slightly.
 */
function rotationOf(quaternion: readonly number[], path: string): readonly number[] {
  const largest = Math.max(...quaternion.map(Math.abs));
  if (largest === 0) refuse('io/bad-number', path, 'A rotation of length 0 turns nowhere.');
  const parts = quaternion.map((part) => part / largest); // so that no square overflows or vanishes
  const length = Math.sqrt(parts.reduce((sum, part) => sum + part * part, 0));
  const [x, y, z, w] = parts.map((part) => part / length);
  return [
    ...[1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    ...[2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    ...[2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
  ];
}

/** First `b`, then `a`. */
export function multiply(a: Matrix4, b: Matrix4): Matrix4 {
  if (a === IDENTITY) return b;
  if (b === IDENTITY) return a;
  const product: number[] = [];
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += a[4 * k + row] * b[4 * column + k];
      product.push(sum);
    }
  }
  return product;
}

/** Whether a transform mirrors, which reverses the orientation of triangles. */
export function mirrors(m: Matrix4): boolean {
  const cofactor = (i: number, j: number): number => m[4 + i] * m[8 + j] - m[4 + j] * m[8 + i];
  return m[0] * cofactor(1, 2) + m[1] * cofactor(2, 0) + m[2] * cofactor(0, 1) < 0;
}
