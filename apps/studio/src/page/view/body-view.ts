import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  type Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  WireframeGeometry,
} from 'three';
import type { BodyShape, Slot } from '../body.ts';
import type { Theme } from './theme.ts';

/** With more triangles than this, their edges would cover the surface. */
const MOST_EDGED_TRIANGLES = 30_000;
/** How much of a body is left when it hides another inside it. */
const GLASS = 0.3;

/** One body as it is drawn: the surface, its edges, and the faces that touch lit up. */
export class BodyView {
  readonly root: Group = new Group();
  readonly slot: Slot;
  readonly surface: Mesh<BufferGeometry, MeshStandardMaterial>;
  readonly #edges: LineSegments<BufferGeometry, LineBasicMaterial>;
  readonly #lit: Mesh<BufferGeometry, MeshBasicMaterial>;
  #triangles: Uint32Array = new Uint32Array();

  constructor(slot: Slot) {
    this.slot = slot;
    // Pushed back a little, so that edges and lit faces, which lie in the same planes, stay in front.
    const behind = { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 };
    const surface = new MeshStandardMaterial({ flatShading: true, roughness: 0.62, side: DoubleSide, ...behind });
    this.surface = new Mesh(new BufferGeometry(), surface);
    const edges = new LineBasicMaterial({ transparent: true, opacity: 0.16, depthWrite: false });
    this.#edges = new LineSegments(new BufferGeometry(), edges);
    this.#lit = new Mesh(new BufferGeometry(), new MeshBasicMaterial({ side: DoubleSide }));
    this.#lit.visible = false;
    this.root.add(this.surface, this.#edges, this.#lit);
    this.root.matrixAutoUpdate = false;
  }

  show({ positions, triangles, triangleCount }: BodyShape): void {
    for (const { geometry } of [this.surface, this.#edges, this.#lit]) geometry.dispose();
    this.#triangles = triangles;
    const corners = new BufferAttribute(positions, 3);
    const surface = new BufferGeometry();
    surface.setAttribute('position', corners);
    surface.setIndex(new BufferAttribute(triangles, 1));
    this.surface.geometry = surface;
    this.#edges.geometry = triangleCount > MOST_EDGED_TRIANGLES ? new BufferGeometry() : new WireframeGeometry(surface);
    this.#lit.geometry = new BufferGeometry();
    this.#lit.geometry.setAttribute('position', corners);
    this.light(new Uint32Array());
  }

  place(matrix: Matrix4): void {
    this.root.matrix.copy(matrix);
    this.root.matrixWorldNeedsUpdate = true;
  }

  /** Lights up the faces with these numbers, and no others. */
  light(faces: Uint32Array): void {
    const corners = new Uint32Array(3 * faces.length);
    faces.forEach((face, k) => {
      corners.set(this.#triangles.subarray(3 * face, 3 * face + 3), 3 * k);
    });
    this.#lit.geometry.setIndex(new BufferAttribute(corners, 1));
    this.#lit.visible = faces.length > 0;
  }

  /** Makes the body glass, so that what is inside it can be seen, or solid again. */
  setGlass(glass: boolean): void {
    const { material } = this.surface;
    if (material.transparent === glass) return;
    material.transparent = glass;
    material.opacity = glass ? GLASS : 1;
    material.depthWrite = !glass;
    material.needsUpdate = true;
  }

  setTheme({ body, touch, edge }: Theme): void {
    this.surface.material.color.set(body[this.slot]);
    this.#edges.material.color.set(edge);
    this.#lit.material.color.set(touch);
  }
}
