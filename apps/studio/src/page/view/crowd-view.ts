import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  type Camera,
  CanvasTexture,
  Color,
  DynamicDrawUsage,
  EdgesGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  Points,
  PointsMaterial,
  Quaternion,
  type Raycaster,
  Vector3,
} from 'three';
import type { Drawing, Scenery } from '../many/messages.ts';
import { MergedBodies } from './merged-bodies.ts';
import type { Ball } from './picture.ts';
import type { Theme } from './theme.ts';

/** Size of the mark of a contact. CSS pixels. */
const MARK = 7;
/** Contact marks that the first buffer holds; it doubles when they are more. */
const FIRST_MARKS = 256;
const ONE = new Vector3(1, 1, 1);
/** Margin around the corners of the box, in half its side. */
const CORNER = 0.06;

type CrowdScenery = Extract<Scenery, { kind: 'crowd' }>;
type CrowdDrawing = Extract<Drawing, { kind: 'crowd' }>;

/** Hundreds of bodies of a few shapes, drawn by one call. */
export class CrowdView {
  readonly root: Group = new Group();
  /** What is to be seen whole: the corners of the box. */
  readonly balls: readonly Ball[];
  readonly #shapeOf: Uint8Array;
  readonly #bodies: MergedBodies;
  readonly #marks: Points<BufferGeometry, PointsMaterial>;
  readonly #box: LineSegments<BufferGeometry, LineBasicMaterial>;
  readonly #shades: readonly Color[];
  /** A mesh of each shape, which is not drawn: what a ray meets. */
  readonly #shapes: readonly Mesh[];
  /** In the hand of the user, and its colour; none where that is -1. */
  #chosen = -1;
  readonly #inHand = new Color();
  readonly #lit = new Color();
  #markPositions: BufferAttribute = markBuffer(FIRST_MARKS);
  #drawing: CrowdDrawing | null = null;

  constructor({ shapes, shapeOf, reach }: CrowdScenery) {
    this.root.scale.setScalar(1 / reach);
    const ends = [-1, 1];
    const corners = ends.flatMap((x) => ends.flatMap((y) => ends.map((z) => new Vector3(x, y, z))));
    this.balls = corners.map((middle) => ({ middle, radius: CORNER }));
    this.#shapeOf = shapeOf;
    this.#shapes = shapes.map(({ positions, triangles }) => {
      const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(positions, 3));
      return new Mesh(geometry.setIndex(new BufferAttribute(triangles, 1)));
    });
    this.#shades = shapes.map(() => new Color());
    this.#bodies = new MergedBodies(shapes, shapeOf);
    const round = { map: disc(), transparent: true, alphaTest: 0.5, depthTest: false, sizeAttenuation: false };
    this.#marks = new Points(new BufferGeometry(), new PointsMaterial({ ...round, size: MARK * devicePixelRatio }));
    this.#marks.geometry.setAttribute('position', this.#markPositions);
    this.#marks.frustumCulled = false;
    const side = 2 * reach;
    const edges = new LineBasicMaterial({ transparent: true, opacity: 0.35 });
    this.#box = new LineSegments(new EdgesGeometry(new BoxGeometry(side, side, side)), edges);
    this.root.add(this.#box, this.#bodies.mesh, this.#marks);
  }

  show(drawing: CrowdDrawing): void {
    this.#drawing = drawing;
    this.#bodies.setPoses(drawing.poses);
    this.#showMarks(drawing.points);
    this.#tint();
  }

  /** The first body on a ray, and where; both in the view. */
  find(raycaster: Raycaster): { readonly body: number; readonly point: Vector3 } | null {
    const { poses } = this.#drawing ?? { poses: new Float32Array() };
    this.root.updateWorldMatrix(true, false);
    let nearest: { readonly body: number; readonly point: Vector3; readonly distance: number } | null = null;
    for (let body = 0; 7 * body < poses.length; body++) {
      const mesh = this.#shapes[this.#shapeOf[body] ?? 0];
      if (mesh === undefined) continue;
      const position = new Vector3().fromArray(poses, 7 * body);
      mesh.matrixWorld.compose(position, new Quaternion().fromArray(poses, 7 * body + 3), ONE);
      mesh.matrixWorld.premultiply(this.root.matrixWorld);
      const [hit] = raycaster.intersectObject(mesh, false);
      if (hit !== undefined && !(nearest !== null && nearest.distance < hit.distance)) {
        nearest = { body, point: hit.point, distance: hit.distance };
      }
    }
    return nearest;
  }

  /** Marks a body as the one in hand; none for -1. */
  choose(body: number): void {
    this.#chosen = body;
    this.#tint();
  }

  /** Readies what the camera sees. Before every picture. */
  prepare(camera: Camera): void {
    this.#bodies.prepare(camera);
  }

  setTheme({ body, touch, curve, hull, mark }: Theme): void {
    this.#marks.material.color.set(curve);
    this.#box.material.color.set(hull);
    // The shader writes colours as they are, so they are those of the screen.
    this.#lit.set(touch).convertLinearToSRGB();
    this.#inHand.set(mark).convertLinearToSRGB();
    const [first, last] = [new Color(body.a), new Color(body.b)];
    for (const [k, shade] of this.#shades.entries()) {
      shade
        .copy(first)
        .lerp(last, k / (this.#shades.length - 1))
        .convertLinearToSRGB();
    }
    this.#tint();
  }

  dispose(): void {
    this.#bodies.dispose();
    for (const { geometry } of this.#shapes) geometry.dispose();
    for (const { geometry, material } of [this.#marks, this.#box]) {
      geometry.dispose();
      material.dispose();
    }
    this.#marks.material.map?.dispose();
  }

  #showMarks(points: Float32Array): void {
    const { geometry } = this.#marks;
    let capacity = this.#markPositions.count;
    if (points.length > 3 * capacity) {
      while (points.length > 3 * capacity) capacity *= 2;
      // A buffer of the graphics card keeps its size; the renderer frees the old one with its geometry.
      geometry.dispose();
      this.#markPositions = markBuffer(capacity);
      geometry.setAttribute('position', this.#markPositions);
    }
    this.#markPositions.array.set(points);
    this.#markPositions.needsUpdate = true;
    geometry.setDrawRange(0, points.length / 3);
  }

  /** Shapes by shades between the colours of two bodies; what touches, lit. */
  #tint(): void {
    if (this.#drawing === null) return;
    const { touching } = this.#drawing;
    for (let body = 0; body < this.#shapeOf.length; body++) {
      const shade = this.#shades[this.#shapeOf[body] ?? 0] ?? this.#lit;
      this.#bodies.setColour(body, touching[body] === 1 ? this.#lit : body === this.#chosen ? this.#inHand : shade);
    }
  }
}

function markBuffer(count: number): BufferAttribute {
  return new BufferAttribute(new Float32Array(3 * count), 3).setUsage(DynamicDrawUsage);
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
