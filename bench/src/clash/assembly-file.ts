// The candidate pairs of an assembly as native/fcl-assembly.cpp reads them.

import type { Assembly, CandidatePair, ClashElement } from '@nearmiss/clash';

/** With `isShared`, elements of one shape share its tree; otherwise every element has its own. */
export function assemblyFile(
  { shapes, elements }: Assembly,
  pairs: readonly CandidatePair[],
  isShared: boolean,
): Uint8Array {
  const built = isShared ? shapes : elements.map(({ shape }) => shapes[shape]);
  const numbers = elements.map(({ shape }, k) => (isShared ? shape : k));
  const parts: Uint8Array[] = [words([built.length, elements.length, pairs.length, 0])];
  for (const { mesh } of built) {
    parts.push(words([mesh.vertexCount, mesh.triangleCount]), bytesOf(mesh.positions), bytesOf(mesh.triangles));
    if (mesh.triangleCount % 2 === 1) parts.push(words([0]));
  }
  parts.push(bytesOf(Float64Array.from(elements.flatMap(row))), words(numbers));
  parts.push(words(pairs.flatMap(({ a, b }) => [a, b])));
  return Buffer.concat(parts);
}

/** Rotation by rows, then the translation. */
function row({ pose }: ClashElement): number[] {
  const { position = [0, 0, 0], rotation = [0, 0, 0, 1] } = pose;
  const [x, y, z, w] = Array.from(rotation);
  return [
    ...[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    ...[2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    ...[2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ...Array.from(position),
  ];
}

function words(numbers: readonly number[]): Uint8Array {
  return bytesOf(Uint32Array.from(numbers));
}

function bytesOf({ buffer, byteOffset, byteLength }: Float64Array | Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
