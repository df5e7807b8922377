import { NearmissError } from '../error.ts';
import { Mesh, requireCoordinates, requireNumbers } from '../mesh/mesh.ts';
import { weldVertices } from '../mesh/weld.ts';
import { elementOwners } from './element-owners.ts';
import { BOX, type FaceSource } from './face-table.ts';
import { RefitTree } from './refit-tree.ts';

/** Number of searches after which building a tree pays: it takes about as long as sixteen of them save with it. */
const WISHES_A_TREE = 16;

/**
 * A mesh whose vertices move and whose triangles do not change. Positions are world coordinates: there is no separate pose.
 *
 * A new shape only updates its box; a tree is built and refitted only when a search needs one.
 *
 * @example
 * const body = new DeformingMesh(box());
 * body.deform(box({ size: [2, 2, 2] }).positions);
 * console.log(selfCollide(body).length); // 0
 */
export class DeformingMesh implements FaceSource {
  /** Three vertex numbers per triangle, as in the mesh. */
  readonly triangles: Uint32Array;
  /** @internal Min x, y, z, max x, y, z of the vertices. */
  readonly box: Float64Array = new Float64Array(BOX);
  /** @internal Number of searches in progress: meanwhile the mesh refuses to be deformed. */
  watched = 0;
  #positions: Float64Array;
  /** Buffer for the next shape, so that a refused one changes nothing. */
  #spare: Float64Array | null;
  #tree: RefitTree | null = null;
  #treeIsStale = false;
  #treeWishes = 0;
  #weld: Uint32Array | null = null;
  #elementOwners: Uint8Array | null = null;
  readonly #mesh: Mesh;

  constructor(mesh: Mesh) {
    if (!(mesh instanceof Mesh)) {
      throw new NearmissError(
        'model/bad-argument',
        'A DeformingMesh is made of a Mesh: new Mesh(positions, triangles).',
      );
    }
    // A copy, checked again: the caller can write to the arrays of a mesh at any time.
    const own = new Mesh(mesh.positions, mesh.triangles);
    this.#mesh = own;
    this.triangles = own.triangles;
    this.#positions = own.positions.slice();
    this.#spare = new Float64Array(mesh.positions.length);
    this.#fitBox(this.#positions);
  }

  /** x, y, z of each vertex. Read only; `deform` changes them. */
  get positions(): Float64Array {
    return this.#positions;
  }

  get triangleCount(): number {
    return this.triangles.length / 3;
  }

  /** Gives every vertex a new position, flat: [x0, y0, z0, x1, …]. Refused positions change nothing. */
  deform(positions: ArrayLike<number>): void {
    if (this.watched > 0) {
      throw new NearmissError(
        'world/busy',
        'The mesh is being searched; it cannot be deformed by what watches the search.',
      );
    }
    const spare = this.#spare ?? new Float64Array(this.#positions.length);
    // This call owns the spare buffer until it is read: getters of the positions may deform the mesh, too.
    this.#spare = null;
    const shape = this.readShape(positions, spare);
    this.#spare = this.#positions;
    this.#positions = shape;
    this.#fitBox(shape);
    this.#treeIsStale = true;
  }

  /** @internal A shape of this mesh, copied and checked. */
  readShape(positions: ArrayLike<number>, out: Float64Array = new Float64Array(this.#positions.length)): Float64Array {
    requireNumbers('positions', positions);
    if (positions.length !== out.length) {
      throw new NearmissError(
        'mesh/bad-length',
        `The mesh has ${out.length / 3} vertices; a shape of it has as many positions, three numbers each, flat.`,
      );
    }
    out.set(positions);
    requireCoordinates(out);
    return out;
  }

  /** @internal The tree, fitted to the current shape. */
  tree(): RefitTree {
    if (this.#tree === null) this.#tree = new RefitTree(this);
    else if (this.#treeIsStale) this.#tree.refit();
    this.#treeIsStale = false;
    return this.#tree;
  }

  /**
   * Called whenever a search would be faster with a tree: whether there is one, or calls were so many that building it pays.
   *
   * @internal
   */
  wantsTree(): boolean {
    return this.#tree !== null || ++this.#treeWishes > WISHES_A_TREE;
  }

  /**
   * The representative of each vertex for the search of neighbours: the first vertex at the same position in the mesh. So the two
   * sides of a texture seam are neighbours.
   *
   * @internal
   */
  weld(): Uint32Array {
    this.#weld ??= weldVertices(this.#mesh.positions);
    return this.#weld;
  }

  /** @internal The elements that each face owns. */
  elementOwners(): Uint8Array {
    this.#elementOwners ??= elementOwners(this.triangles);
    return this.#elementOwners;
  }

  /** Around all vertices, used or not: a box too large costs time only. */
  #fitBox(positions: Float64Array): void {
    let lowX = Infinity;
    let lowY = Infinity;
    let lowZ = Infinity;
    let highX = -Infinity;
    let highY = -Infinity;
    let highZ = -Infinity;
    for (let k = 0; k < positions.length; k += 3) {
      const x = positions[k];
      const y = positions[k + 1];
      const z = positions[k + 2];
      if (x < lowX) lowX = x;
      if (y < lowY) lowY = y;
      if (z < lowZ) lowZ = z;
      if (x > highX) highX = x;
      if (y > highY) highY = y;
      if (z > highZ) highZ = z;
    }
    const { box } = this;
    box[0] = lowX;
    box[1] = lowY;
    box[2] = lowZ;
    box[3] = highX;
    box[4] = highY;
    box[5] = highZ;
  }
}
