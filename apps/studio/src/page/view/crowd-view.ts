import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  Color,
  EdgesGeometry,
  Group,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  MeshLambertMaterial,
  Points,
  PointsMaterial,
  Quaternion,
  Vector3,
} from 'three';
import type { Drawing, DrawnMesh, Scenery } from '../many/messages.ts';
import type { Ball } from './picture.ts';
import type { Theme } from './theme.ts';

/** Size of the mark of a contact. CSS pixels. */
const MARK = 7;
/** Margin around the corners of the box, in half its side. */
const CORNER = 0.06;

type CrowdScenery = Extract<Scenery, { kind: 'crowd' }>;
type CrowdDrawing = Extract<Drawing, { kind: 'crowd' }>;

/** Hundreds of bodies of a few shapes: one call to the graphics card a shape. */
export class CrowdView {
  readonly root: Group = new Group();
  /** What is to be seen whole: the corners of the box. */
  readonly balls: readonly Ball[];
  readonly #groups: readonly InstancedMesh<BufferGeometry, MeshLambertMaterial>[];
  /** Of each body: which group it is drawn in, and its number there. */
  readonly #instances: readonly (readonly [group: number, index: number])[];
  readonly #marks: Points<BufferGeometry, PointsMaterial>;
  readonly #box: LineSegments<BufferGeometry, LineBasicMaterial>;
  #drawing: CrowdDrawing | null = null;
  #theme: Theme | null = null;

  constructor({ shapes, shapeOf, reach }: CrowdScenery) {
    this.root.scale.setScalar(1 / reach);
    const ends = [-1, 1];
    const corners = ends.flatMap((x) => ends.flatMap((y) => ends.map((z) => new Vector3(x, y, z))));
    this.balls = corners.map((middle) => ({ middle, radius: CORNER }));
    const counts = shapes.map(() => 0);
    this.#instances = Array.from(shapeOf, (shape) => {
      const index = counts[shape] ?? 0;
      counts[shape] = index + 1;
      return [shape, index];
    });
    this.#groups = shapes.map((mesh, shape) => {
      const material = new MeshLambertMaterial({ flatShading: true });
      const group = new InstancedMesh(geometryOf(mesh), material, counts[shape] ?? 0);
      group.frustumCulled = false; // its bounds would have to be computed anew in every step
      return group;
    });
    const round = { map: disc(), transparent: true, alphaTest: 0.5, depthTest: false, sizeAttenuation: false };
    this.#marks = new Points(new BufferGeometry(), new PointsMaterial({ ...round, size: MARK * devicePixelRatio }));
    this.#marks.frustumCulled = false;
    const side = 2 * reach;
    const edges = new LineBasicMaterial({ transparent: true, opacity: 0.35 });
    this.#box = new LineSegments(new EdgesGeometry(new BoxGeometry(side, side, side)), edges);
    this.root.add(this.#box, ...this.#groups, this.#marks);
  }

  show(drawing: CrowdDrawing): void {
    this.#drawing = drawing;
    const { poses, points } = drawing;
    const matrix = new Matrix4();
    const position = new Vector3();
    const rotation = new Quaternion();
    const scale = new Vector3(1, 1, 1);
    for (const [body, [group, index]] of this.#instances.entries()) {
      position.fromArray(poses, 7 * body);
      rotation.fromArray(poses, 7 * body + 3);
      this.#groups[group]?.setMatrixAt(index, matrix.compose(position, rotation, scale));
    }
    for (const { instanceMatrix } of this.#groups) instanceMatrix.needsUpdate = true;
    this.#marks.geometry.dispose();
    this.#marks.geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(points, 3));
    this.#tint();
  }

  setTheme(theme: Theme): void {
    this.#theme = theme;
    this.#marks.material.color.set(theme.curve);
    this.#box.material.color.set(theme.hull);
    this.#tint();
  }

  dispose(): void {
    for (const { geometry, material } of [...this.#groups, this.#marks, this.#box]) {
      geometry.dispose();
      material.dispose();
    }
    for (const group of this.#groups) group.dispose();
    this.#marks.material.map?.dispose();
  }

  /** Shapes by shades between the colours of two bodies; what touches, lit. */
  #tint(): void {
    if (this.#theme === null || this.#drawing === null) return;
    const { body, touch } = this.#theme;
    const lit = new Color(touch);
    const last = new Color(body.b);
    const shades = this.#groups.map((_, k) => new Color(body.a).lerp(last, k / (this.#groups.length - 1)));
    for (const [body, [group, index]] of this.#instances.entries()) {
      const colour = this.#drawing.touching[body] === 1 ? lit : shades[group];
      if (colour !== undefined) this.#groups[group]?.setColorAt(index, colour);
    }
    for (const { instanceColor } of this.#groups) if (instanceColor !== null) instanceColor.needsUpdate = true;
  }
}

function geometryOf({ positions, triangles }: DrawnMesh): BufferGeometry {
  return new BufferGeometry()
    .setAttribute('position', new BufferAttribute(positions, 3))
    .setIndex(new BufferAttribute(triangles, 1));
}

/** The picture of a mark: white, to be coloured. */
export function disc(): CanvasTexture {
  const canvas = Object.assign(document.createElement('canvas'), { width: 32, height: 32 });
  const context = canvas.getContext('2d');
  if (context !== null) {
    context.fillStyle = 'white';
    context.arc(16, 16, 15, 0, 2 * Math.PI);
    context.fill();
  }
  return new CanvasTexture(canvas);
}
