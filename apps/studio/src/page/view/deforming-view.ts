import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
} from 'three';
import type { Drawing, DrawnMesh, Scenery } from '../many/messages.ts';
import type { Theme } from './theme.ts';

type DeformingScenery = Extract<Scenery, { kind: 'deforming' }>;
type DeformingDrawing = Extract<Drawing, { kind: 'deforming' }>;

/** Half the size of all that is drawn. */
const REACH = 2.15;
/** How much is seen of a cell's edges. */
const CELL_OPACITY = 0.45;
/** The corners of a box, by their bits x, y, z, that an edge joins. */
const BOX_EDGES = [0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7];

/** Bodies that change their shape, the faces of them that meet lit, and the cells in which they were compared. */
export class DeformingView {
  readonly root: Group = new Group();
  readonly reach: number = REACH;
  readonly #bodies: readonly BendingBody[];
  readonly #cells: LineSegments<BufferGeometry, LineBasicMaterial>;

  constructor({ meshes }: DeformingScenery) {
    this.#bodies = meshes.map((mesh) => new BendingBody(mesh));
    const lines = new LineBasicMaterial({ transparent: true, opacity: CELL_OPACITY, depthWrite: false });
    this.#cells = new LineSegments(new BufferGeometry(), lines);
    this.#cells.frustumCulled = false;
    this.root.add(...this.#bodies.map(({ root }) => root), this.#cells);
  }

  show({ positions, faces, cells }: DeformingDrawing): void {
    for (const [k, body] of this.#bodies.entries()) {
      body.show(positions[k] ?? new Float32Array(), faces[k] ?? new Uint32Array());
    }
    this.#cells.geometry.dispose();
    this.#cells.geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(edgesOf(cells), 3));
  }

  setTheme(theme: Theme): void {
    // Soft bodies in the colour of A, rigid ones in that of B.
    for (const [k, body] of this.#bodies.entries()) body.setTheme(theme, k % 3 === 0 ? theme.body.a : theme.body.b);
    this.#cells.material.color.set(theme.hull);
  }

  dispose(): void {
    for (const body of this.#bodies) body.dispose();
    this.#cells.geometry.dispose();
    this.#cells.material.dispose();
  }
}

class BendingBody {
  readonly root: Group = new Group();
  readonly #triangles: Uint32Array;
  readonly #surface: Mesh<BufferGeometry, MeshStandardMaterial>;
  readonly #lit: Mesh<BufferGeometry, MeshBasicMaterial>;

  constructor({ triangles }: DrawnMesh) {
    this.#triangles = triangles;
    const surface = { flatShading: true, roughness: 0.62, side: DoubleSide };
    // Pushed back a little, so that lit faces, which lie in the same planes, stay in front.
    const behind = { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 };
    this.#surface = new Mesh(new BufferGeometry(), new MeshStandardMaterial({ ...surface, ...behind }));
    this.#surface.geometry.setIndex(new BufferAttribute(triangles, 1));
    this.#lit = new Mesh(new BufferGeometry(), new MeshBasicMaterial({ side: DoubleSide }));
    for (const mesh of [this.#surface, this.#lit]) mesh.frustumCulled = false;
    this.root.add(this.#surface, this.#lit);
  }

  show(positions: Float32Array, faces: Uint32Array): void {
    const places = new BufferAttribute(positions, 3);
    const corners = Array.from(faces).flatMap((face) => [...this.#triangles.subarray(3 * face, 3 * face + 3)]);
    this.#surface.geometry.setAttribute('position', places);
    this.#lit.geometry.dispose();
    this.#lit.geometry = new BufferGeometry().setAttribute('position', places).setIndex(corners);
  }

  setTheme({ touch }: Theme, colour: string): void {
    this.#surface.material.color.set(colour);
    this.#lit.material.color.set(touch);
  }

  dispose(): void {
    for (const { geometry, material } of [this.#surface, this.#lit]) {
      geometry.dispose();
      material.dispose();
    }
  }
}

/** The edges of boxes, given by their least and greatest corners. */
function edgesOf(boxes: Float32Array): Float32Array {
  const edges = new Float32Array((boxes.length / 6) * BOX_EDGES.length * 3);
  let at = 0;
  for (let box = 0; box < boxes.length; box += 6) {
    for (const corner of BOX_EDGES) {
      for (let axis = 0; axis < 3; axis++) edges[at++] = boxes[box + axis + 3 * ((corner >> axis) & 1)] ?? 0;
    }
  }
  return edges;
}
