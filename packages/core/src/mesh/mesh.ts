import { NearmissError, textOf } from '../error.ts';

/**
 * The largest magnitude of a coordinate, a length: the square of a distance between two such points, 1.2·10³⁰¹, can still be
 * multiplied and added. Larger coordinates would make squared lengths overflow.
 */
export const MAX_COORDINATE = 1e150;

/** Passed to the constructor if the arrays are already checked and may be kept as they are. */
const ADOPTED: unique symbol = Symbol('adopted');

/**
 * A triangle soup: positions in double precision and three vertex numbers per triangle.
 *
 * Any finite positions with indices in range are accepted. `checkMesh` reports what is unusual about them. The arrays are copied,
 * so later changes by the caller do not affect a mesh. Treat its own arrays as read-only: a function that takes the mesh checks
 * them again, and changes do not affect models that were built before.
 *
 * @example
 * const tetrahedron = new Mesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3]);
 * console.log(tetrahedron.triangleCount); // 4
 */
export class Mesh {
  /** x, y, z of each vertex. */
  readonly positions: Float64Array;
  /** Three vertex numbers per triangle; triangle t is `face` t in every result. */
  readonly triangles: Uint32Array;

  /** Both arrays are flat: [x0, y0, z0, x1, …] and [a0, b0, c0, a1, …]. */
  constructor(positions: ArrayLike<number>, triangles: ArrayLike<number>);
  /** @internal */
  constructor(positions: Float64Array, triangles: Uint32Array, adopted: typeof ADOPTED);
  constructor(positions: ArrayLike<number>, triangles: ArrayLike<number>, adopted?: typeof ADOPTED) {
    if (adopted === ADOPTED && positions instanceof Float64Array && triangles instanceof Uint32Array) {
      this.positions = positions;
      this.triangles = triangles;
      return;
    }
    requireNumbers('positions', positions);
    requireNumbers('triangles', triangles);
    if (triangles.length === 0) throw new NearmissError('mesh/empty', 'A mesh needs at least one triangle.');
    this.positions = copyPositions(positions);
    this.triangles = copyTriangles(triangles, this.positions.length / 3);
  }

  /**
   * Wraps arrays that are known to be valid, without copying or checking them: for loading a saved model.
   *
   * @internal
   */
  static adopt(positions: Float64Array, triangles: Uint32Array): Mesh {
    return new Mesh(positions, triangles, ADOPTED);
  }

  get vertexCount(): number {
    return this.positions.length / 3;
  }

  get triangleCount(): number {
    return this.triangles.length / 3;
  }
}

/**
 * Refuses a value that is not a mesh, and checks the arrays again: they belong to the mesh, but callers can write to them. `user`
 * is the function that was called.
 */
export function requireSoundMesh(user: string, mesh: Mesh): void {
  if (!(mesh instanceof Mesh)) {
    throw new NearmissError('model/bad-argument', `${user} takes a Mesh: new Mesh(positions, triangles).`);
  }
  requireCoordinates(mesh.positions);
  requireVertices(mesh.triangles, mesh.vertexCount);
}

/** Refuses anything but a flat array of numbers, three to an item. */
export function requireNumbers(name: 'positions' | 'triangles', given: unknown): void {
  const form = name === 'positions' ? 'a flat array [x0, y0, z0, x1, …]' : 'a flat array [a0, b0, c0, a1, …]';
  const refuse = (what: string): never => {
    throw new NearmissError('mesh/bad-length', `${name} ${what}; expected ${form}.`);
  };
  if (typeof given !== 'object' || given === null || !('length' in given)) refuse(`is ${kindOf(given)}`);
  const array = given as ArrayLike<unknown>;
  if (!Number.isSafeInteger(array.length) || array.length < 0) refuse(`has the length ${textOf(array.length)}`);

  // A typed array holds one kind of element, so the first one decides.
  const inspected = ArrayBuffer.isView(array) ? Math.min(array.length, 1) : array.length;
  for (let i = 0; i < inspected; i++) {
    if (typeof array[i] === 'number') continue;
    if (Array.isArray(array[i]) || ArrayBuffer.isView(array[i]))
      refuse('holds arrays: flatten it, for example with .flat()');
    refuse(`holds ${kindOf(array[i])} at index ${i}`);
  }
  if (array.length % 3 !== 0) refuse(`has ${array.length} numbers, which is not a multiple of 3`);
}

/** The kind of a value, for an error message. */
function kindOf(value: unknown): string {
  if (value === null || value === undefined) return textOf(value);
  if (typeof value === 'object') return 'an object that is no array';
  return `a ${typeof value}`;
}

/** The coordinates in an array of the mesh's own, each finite and no larger than MAX_COORDINATE. */
function copyPositions(given: ArrayLike<number>): Float64Array {
  const positions = given instanceof Float64Array ? new Float64Array(given) : new Float64Array(given.length);
  if (!(given instanceof Float64Array)) for (let i = 0; i < positions.length; i++) positions[i] = given[i];
  // The copy is checked: another thread may still write to the caller's memory.
  requireCoordinates(positions);
  return positions;
}

/** Refuses a coordinate that is not finite, or larger than MAX_COORDINATE. */
export function requireCoordinates(positions: Float64Array): void {
  for (let i = 0; i < positions.length; i++) {
    if (Math.abs(positions[i]) <= MAX_COORDINATE) continue; // false for NaN
    const where = `The ${'xyz'[i % 3]} of vertex ${Math.floor(i / 3)} is ${positions[i]}`;
    if (Number.isFinite(positions[i])) {
      throw new NearmissError('mesh/too-large', `${where}; coordinates go up to ±${MAX_COORDINATE}.`);
    }
    throw new NearmissError('mesh/non-finite', `${where}, which is not a finite number.`);
  }
}

/** The vertex numbers in an array of the mesh's own, each a whole number below `vertexCount`. */
function copyTriangles(given: ArrayLike<number>, vertexCount: number): Uint32Array {
  const triangles = given instanceof Uint32Array ? new Uint32Array(given) : new Uint32Array(given.length);
  if (!(given instanceof Uint32Array)) {
    for (let i = 0; i < triangles.length; i++) {
      triangles[i] = given[i];
      if (triangles[i] !== given[i]) refuseVertex(i, given[i], vertexCount); // negative, fractional, NaN or beyond 32 bits
    }
  }
  requireVertices(triangles, vertexCount);
  return triangles;
}

/** Refuses a vertex number that is not below `vertexCount`. */
function requireVertices(triangles: Uint32Array, vertexCount: number): void {
  for (let i = 0; i < triangles.length; i++) {
    if (triangles[i] >= vertexCount) refuseVertex(i, triangles[i], vertexCount);
  }
}

function refuseVertex(where: number, vertex: number, vertexCount: number): never {
  const what = `Triangle ${Math.floor(where / 3)} uses vertex ${vertex}`;
  const why = vertex >= vertexCount ? `but the mesh has ${vertexCount}` : 'but vertices are numbered 0, 1, 2, …';
  throw new NearmissError('mesh/index-out-of-range', `${what}, ${why}.`);
}
