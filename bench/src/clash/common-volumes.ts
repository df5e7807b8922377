import type { Assembly, ClashElement } from '@nearmiss/clash';
import Module, { type Manifold, type ManifoldToplevel } from 'manifold-3d';

/** Volumes that elements of an assembly have in common, by Manifold's boolean operations. */
export class CommonVolumes {
  readonly #elements: readonly ClashElement[];
  /** By shape; null where Manifold does not take it. */
  readonly #solids: readonly (Manifold | null)[];

  private constructor(elements: readonly ClashElement[], solids: readonly (Manifold | null)[]) {
    this.#elements = elements;
    this.#solids = solids;
  }

  static async of({ elements, shapes }: Assembly): Promise<CommonVolumes> {
    const wasm = await Module();
    wasm.setup();
    const solids = shapes.map(({ mesh }) => solidOf(wasm, mesh.positions, mesh.triangles));
    return new CommonVolumes(elements, solids);
  }

  /** The volume in common as a part of the smaller volume; null where one is no solid. */
  part(a: number, b: number): number | null {
    const [first, second] = [this.#elements[a], this.#elements[b]];
    const [solidA, solidB] = [this.#solids[first.shape], this.#solids[second.shape]];
    if (solidA === null || solidB === null) return null;
    // About the first element, since coordinates far from the origin would lose digits.
    const origin = Array.from(first.pose.position ?? [0, 0, 0]);
    const [posedA, posedB] = [solidA.transform(matrixOf(first, origin)), solidB.transform(matrixOf(second, origin))];
    const common = posedA.intersect(posedB);
    const part = common.volume() / Math.min(solidA.volume(), solidB.volume());
    for (const one of [posedA, posedB, common]) one.delete();
    return part;
  }
}

function solidOf(wasm: ManifoldToplevel, positions: Float64Array, triangles: Uint32Array): Manifold | null {
  const mesh = new wasm.Mesh({ numProp: 3, vertProperties: Float32Array.from(positions), triVerts: triangles.slice() });
  mesh.merge();
  try {
    const solid = new wasm.Manifold(mesh);
    return solid.volume() > 0 ? solid : null;
  } catch {
    return null;
  }
}

/** By columns. */
function matrixOf({ pose }: ClashElement, origin: readonly number[]): number[] {
  const { position = [0, 0, 0], rotation = [0, 0, 0, 1] } = pose;
  const [x, y, z, w] = Array.from(rotation);
  const [px, py, pz] = [0, 1, 2].map((k) => position[k] - origin[k]);
  return [
    ...[1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0],
    ...[2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0],
    ...[2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0],
    ...[px, py, pz, 1],
  ];
}
