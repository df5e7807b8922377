import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  type Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  type Object3D,
  type Plane,
  WireframeGeometry,
} from 'three';
import type { BodyShape, Slot } from '../body.ts';
import { emptyGeometry } from './empty-geometry.ts';
import type { FacePaint } from './face-paint.ts';
import { withBounds } from './normalised.ts';
import { readTheme, type Theme } from './theme.ts';

/** With more triangles than this, their edges would cover the surface. */
const MOST_EDGED_TRIANGLES = 30_000;
/** Hulls lie over each other and over the body: what is behind them is to be seen. */
const HULL_OPACITY = 0.22;
/** How much of an edge is seen, and of one of a body that is glass. */
const EDGE_OPACITY = 0.16;
const GLASS_EDGE_OPACITY = 0.07;
/** How much of a body is left when it hides another inside it. */
const GLASS = 0.3;

/** One body as it is drawn: the surface, its edges, and the faces that touch lit up. */
export class BodyView {
  readonly root: Group = new Group();
  readonly slot: Slot;
  readonly surface: Mesh<BufferGeometry, MeshStandardMaterial>;
  readonly #edges: LineSegments<BufferGeometry, LineBasicMaterial>;
  readonly #lit: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #hulls: LineSegments<BufferGeometry, LineBasicMaterial>;
  #triangles: Uint32Array = new Uint32Array();
  #plain: BufferGeometry = new BufferGeometry();
  #paint: FacePaint | null = null;
  #colours: BufferAttribute = new BufferAttribute(new Float32Array(), 3);
  #theme: Theme = readTheme();

  constructor(slot: Slot) {
    this.slot = slot;
    // Pushed back a little, so that edges and lit faces, which lie in the same planes, stay in front.
    const behind = { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 };
    const surface = new MeshStandardMaterial({ flatShading: true, roughness: 0.62, side: DoubleSide, ...behind });
    this.surface = new Mesh(emptyGeometry(), surface);
    this.surface.castShadow = true;
    const edges = new LineBasicMaterial({ transparent: true, opacity: EDGE_OPACITY, depthWrite: false });
    this.#edges = new LineSegments(emptyGeometry(), edges);
    this.#lit = new Mesh(emptyGeometry(), new MeshBasicMaterial({ side: DoubleSide }));
    this.#lit.visible = false;
    const hullEdges = new LineBasicMaterial({ transparent: true, opacity: HULL_OPACITY, depthWrite: false });
    this.#hulls = new LineSegments(emptyGeometry(), hullEdges);
    this.#hulls.visible = false;
    this.root.add(this.surface, this.#edges, this.#hulls, this.#lit);
    this.root.matrixAutoUpdate = false;
  }

  show({ positions, triangles, triangleCount }: BodyShape): void {
    for (const { geometry } of [this.surface, this.#edges, this.#hulls, this.#lit]) geometry.dispose();
    this.#plain.dispose();
    this.#triangles = triangles;
    const corners = new BufferAttribute(positions, 3);
    const surface = withBounds(new BufferGeometry());
    surface.setAttribute('position', corners);
    surface.setIndex(new BufferAttribute(triangles, 1));
    this.#plain = surface;
    this.surface.geometry = surface;
    this.#edges.geometry = triangleCount > MOST_EDGED_TRIANGLES ? emptyGeometry() : new WireframeGeometry(surface);
    this.#lit.geometry = withBounds(new BufferGeometry());
    this.#lit.geometry.setAttribute('position', corners);
    this.light(new Uint32Array());
    this.#hulls.geometry = withBounds(new BufferGeometry());
    this.#hulls.geometry.setAttribute('position', corners);
    this.paint(null, new Uint32Array());
  }

  /** Gives every face a colour of its own, or none; and draws hulls by their edges, two vertices each. */
  paint(paint: FacePaint | null, hullEdges: Uint32Array): void {
    this.#paint = paint;
    this.#hulls.geometry.setIndex(new BufferAttribute(hullEdges, 1));
    this.#hulls.visible = hullEdges.length > 0;
    this.#applyPaint();
  }

  pose(matrix: Matrix4): void {
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

  /** Clips the surface by planes, of which each keeps its side; none leave it whole. */
  clip(planes: Plane[]): void {
    for (const { material } of [this.surface, this.#edges]) material.clippingPlanes = planes;
  }

  /** Makes the body glass, so that what is inside it can be seen, or solid again. */
  setGlass(glass: boolean): void {
    const { material } = this.surface;
    if (material.transparent === glass) return;
    material.transparent = glass;
    material.opacity = glass ? GLASS : 1;
    material.depthWrite = !glass;
    this.#edges.material.opacity = glass ? GLASS_EDGE_OPACITY : EDGE_OPACITY;
    material.needsUpdate = true;
  }

  /** Shows triangles by their edges alone. */
  setWireframe(isShown: boolean): void {
    this.surface.material.wireframe = isShown;
    this.#edges.visible = !isShown;
  }

  /** Puts something into the body that goes with it, in its normalised picture; edges would hide it. */
  fill(inside: Object3D): void {
    this.root.add(inside);
    this.#edges.visible = false;
  }

  setTheme(theme: Theme): void {
    this.#theme = theme;
    this.#edges.material.color.set(theme.edge);
    this.#hulls.material.color.set(theme.hull);
    this.#lit.material.color.set(theme.touch);
    this.#applyPaint();
  }

  /** Faces share corners; to have colours of their own, they need corners of their own. */
  #applyPaint(): void {
    const { material } = this.surface;
    const paint = this.#paint;
    if (material.vertexColors !== (paint !== null)) {
      if (paint === null) this.surface.geometry.dispose();
      this.surface.geometry = paint === null ? this.#plain : this.#plain.toNonIndexed();
      this.#colours = new BufferAttribute(new Float32Array(paint === null ? 0 : 3 * this.#triangles.length), 3);
      if (paint !== null) this.surface.geometry.setAttribute('color', this.#colours);
      material.vertexColors = paint !== null;
      material.needsUpdate = true;
    }
    material.color.set(paint === null ? this.#theme.body[this.slot] : 'white');
    if (paint === null) return;
    const colour = new Color();
    for (let corner = 0; corner < this.#triangles.length; corner++) {
      if (corner % 3 === 0) paint(corner / 3, this.#theme, colour);
      this.#colours.setXYZ(corner, colour.r, colour.g, colour.b);
    }
    this.#colours.needsUpdate = true;
  }
}
