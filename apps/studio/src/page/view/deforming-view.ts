import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  DynamicDrawUsage,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  Vector3,
} from 'three';
import type { Drawing, DrawnMesh, Scenery } from '../many/messages.ts';
import type { Ball } from './picture.ts';
import type { Theme } from './theme.ts';

type DeformingScenery = Extract<Scenery, { kind: 'deforming' }>;
type DeformingDrawing = Extract<Drawing, { kind: 'deforming' }>;

/** What is to be seen whole: the cloth with what it falls on, and the hand. */
const BALLS: readonly Ball[] = [
  { middle: new Vector3(-1.2, 0.1, 0.1), radius: 1.6 },
  { middle: new Vector3(1.25, 0, 0.2), radius: 0.8 },
];
/** How much is seen of a cell's edges. */
const CELL_OPACITY = 0.3;
/** And of the edges of faces. */
const EDGE_OPACITY = 0.16;
/** The corners of a box, by their bits x, y, z, that an edge joins. */
const BOX_EDGES = [0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7];

/** Bodies that change their shape, the faces of them that meet lit, and the cells in which they were compared. */
export class DeformingView {
  readonly root: Group = new Group();
  readonly balls: readonly Ball[] = BALLS;
  readonly #bodies: readonly BendingBody[];
  readonly #rigid: readonly number[];
  readonly #cells: LineSegments<BufferGeometry, LineBasicMaterial>;

  constructor({ meshes, rigid }: DeformingScenery) {
    this.#rigid = rigid;
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
    for (const [k, body] of this.#bodies.entries())
      body.setTheme(theme, theme.body[this.#rigid.includes(k) ? 'b' : 'a']);
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
  readonly #positions: BufferAttribute;
  readonly #litCorners: BufferAttribute;
  readonly #surface: Mesh<BufferGeometry, MeshStandardMaterial>;
  readonly #edges: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #lit: Mesh<BufferGeometry, MeshBasicMaterial>;

  constructor({ positions, triangles }: DrawnMesh) {
    this.#triangles = triangles;
    this.#positions = new BufferAttribute(positions.slice(), 3).setUsage(DynamicDrawUsage);
    this.#litCorners = new BufferAttribute(new Uint32Array(triangles.length), 1).setUsage(DynamicDrawUsage);
    const geometry = new BufferGeometry().setAttribute('position', this.#positions);
    geometry.setIndex(new BufferAttribute(triangles, 1));
    // All lie in the same planes: faces are pushed back behind lit ones, and these behind the edges.
    const behind = { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 };
    const inFront = { polygonOffset: true, polygonOffsetFactor: 0.5, polygonOffsetUnits: 0.5 };
    const surface = { flatShading: true, roughness: 0.62, side: DoubleSide, ...behind };
    this.#surface = new Mesh(geometry, new MeshStandardMaterial(surface));
    const edges = { wireframe: true, transparent: true, opacity: EDGE_OPACITY, depthWrite: false };
    this.#edges = new Mesh(geometry, new MeshBasicMaterial(edges));
    const lit = new BufferGeometry().setAttribute('position', this.#positions).setIndex(this.#litCorners);
    this.#lit = new Mesh(lit, new MeshBasicMaterial({ side: DoubleSide, ...inFront }));
    for (const mesh of this.#meshes) mesh.frustumCulled = false; // bounds would have to be computed anew in every step
    this.root.add(...this.#meshes);
  }

  show(positions: Float32Array, faces: Uint32Array): void {
    this.#positions.copyArray(positions).needsUpdate = true;
    for (const [k, face] of faces.entries()) {
      this.#litCorners.array.set(this.#triangles.subarray(3 * face, 3 * face + 3), 3 * k);
    }
    this.#litCorners.needsUpdate = true;
    this.#lit.geometry.setDrawRange(0, 3 * faces.length);
  }

  setTheme({ touch, edge }: Theme, colour: string): void {
    this.#surface.material.color.set(colour);
    this.#edges.material.color.set(edge);
    this.#lit.material.color.set(touch);
  }

  dispose(): void {
    for (const { geometry, material } of this.#meshes) {
      geometry.dispose();
      material.dispose();
    }
  }

  get #meshes(): readonly Mesh<BufferGeometry, MeshBasicMaterial | MeshStandardMaterial>[] {
    return [this.#surface, this.#lit, this.#edges];
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
