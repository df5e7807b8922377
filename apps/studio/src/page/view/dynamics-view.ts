// Bodies in motion: a mesh each, dots for points of contact and lines for the forces there.

import {
  BufferAttribute,
  BufferGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshStandardMaterial,
  Points,
  PointsMaterial,
  Quaternion,
  type Raycaster,
  Vector3,
} from 'three';
import type { Frame, Scenery } from '../dynamics/messages.ts';
import type { DrawnMesh } from '../many/messages.ts';
import { disc } from './crowd-view.ts';
import type { Ball } from './picture.ts';
import type { Theme } from './theme.ts';

/** Size of the mark of a contact. CSS pixels. */
const MARK = 6;
/** The longest line of a force, and that of the weight of the heaviest body, in the view. */
const LONGEST = 0.4;
const WEIGHT = 0.25;
/** A static body with a radius this many times that of what moves is ground: drawn pale, and not framed. */
const GROUND = 2;
const GROUND_OPACITY = 0.28;
/** A body that falls to the ground from no higher than this is framed there too. In its radius. */
const LONGEST_FALL = 30;

type Drawn = Mesh<BufferGeometry, MeshStandardMaterial>;

/** A body under the pointer, and the point of it in the body's frame. */
export interface BodyHit {
  readonly body: number;
  readonly point: Vector3;
  /** The same in the view. */
  readonly inView: Vector3;
}

export class DynamicsView {
  readonly root: Group = new Group();
  /** What is to be seen whole: the bodies that move, about the origin. */
  readonly balls: readonly Ball[];
  readonly #scenery: Scenery;
  readonly #geometries: readonly BufferGeometry[];
  readonly #bodies: readonly Drawn[];
  readonly #marks: Points<BufferGeometry, PointsMaterial>;
  readonly #forces: LineSegments<BufferGeometry, LineBasicMaterial>;
  /** World units that are one unit of the view. */
  readonly #unit: number;

  constructor(scenery: Scenery, first: Frame) {
    this.#scenery = scenery;
    this.#geometries = scenery.meshes.map(geometryOf);
    this.#bodies = scenery.bodies.map(
      ({ mesh }) => new Mesh(this.#geometries[mesh], new MeshStandardMaterial(SURFACE)),
    );
    this.#marks = new Points(
      new BufferGeometry(),
      new PointsMaterial({ ...ON_TOP, map: disc(), size: MARK * devicePixelRatio }),
    );
    this.#forces = new LineSegments(
      new BufferGeometry(),
      new LineBasicMaterial({ depthTest: false, transparent: true }),
    );
    for (const drawn of [this.#marks, this.#forces]) drawn.frustumCulled = false;
    this.root.add(...this.#bodies, this.#marks, this.#forces);
    this.#setPoses(first);
    const { middle, reach } = this.#framed();
    this.#unit = reach;
    // Up is up in the picture, and the bodies that move fill it.
    const turn = new Quaternion().setFromUnitVectors(new Vector3(...scenery.up), new Vector3(0, 1, 0));
    this.root.quaternion.copy(turn);
    this.root.scale.setScalar(1 / reach);
    this.root.position.copy(middle.clone().applyQuaternion(turn).divideScalar(-reach));
    this.balls = [{ middle: new Vector3(), radius: 1 }];
    this.show(first);
  }

  show(frame: Frame): void {
    this.#setPoses(frame);
    const { contacts } = frame;
    const points = new Float32Array(contacts.length / 2);
    const lines = new Float32Array(contacts.length);
    for (let k = 0; 6 * k < contacts.length; k++) {
      const point = contacts.subarray(6 * k, 6 * k + 3);
      const force = contacts.subarray(6 * k + 3, 6 * k + 6);
      points.set(point, 3 * k);
      lines.set(point, 6 * k);
      const scale = this.#lengthOf(Math.hypot(...force));
      for (let c = 0; c < 3; c++) lines[6 * k + 3 + c] = (point[c] ?? 0) + scale * (force[c] ?? 0);
    }
    replaceGeometry(this.#marks, points);
    replaceGeometry(this.#forces, lines);
  }

  setTheme({ body, touch, curve, hull, heat: [still = hull] }: Theme): void {
    for (const [k, { material }] of this.#bodies.entries()) {
      const isStatic = this.#scenery.bodies[k]?.kind === 'static';
      const isGround = isStatic && this.#radiusOf(k) > GROUND * this.#unit;
      material.color.set(isGround ? hull : isStatic ? still : k % 2 === 0 ? body.a : body.b);
      material.transparent = isGround;
      material.opacity = isGround ? GROUND_OPACITY : 1;
      // What is below a floor is seen through it.
      material.depthWrite = !isGround;
    }
    this.#marks.material.color.set(curve);
    this.#forces.material.color.set(touch);
  }

  /** Gives bodies a colour of their own, until the theme is set again. */
  light(bodies: readonly number[], colour: string): void {
    for (const body of bodies) this.#bodies[body]?.material.color.set(colour);
  }

  /** The first dynamic body on a ray. */
  find(raycaster: Raycaster): BodyHit | null {
    const movable = this.#bodies.filter((_, k) => this.#scenery.bodies[k]?.kind === 'dynamic');
    const [hit] = raycaster.intersectObjects<Drawn>(movable, false);
    if (hit === undefined) return null;
    const point = hit.object.worldToLocal(hit.point.clone());
    return { body: this.#bodies.indexOf(hit.object), point, inView: hit.point.clone() };
  }

  /** A point of the view in the world of the scene. */
  toWorld(inView: Vector3): Vector3 {
    return this.root.worldToLocal(inView.clone());
  }

  dispose(): void {
    for (const geometry of this.#geometries) geometry.dispose();
    for (const { material } of this.#bodies) material.dispose();
    for (const { geometry, material } of [this.#marks, this.#forces]) {
      geometry.dispose();
      material.dispose();
    }
    this.#marks.material.map?.dispose();
  }

  #setPoses({ poses, asleep }: Frame): void {
    for (const [k, drawn] of this.#bodies.entries()) {
      drawn.position.fromArray(poses, 7 * k);
      drawn.quaternion.fromArray(poses, 7 * k + 3);
      drawn.material.emissiveIntensity = asleep[k] === 1 ? 0 : 0.1;
    }
  }

  /** The factor from a force to its line. */
  #lengthOf(force: number): number {
    if (!(force > 0)) return 0;
    const { weight } = this.#scenery;
    const length = weight > 0 ? Math.min(LONGEST, (WEIGHT * force) / weight) : WEIGHT;
    return (length * this.#unit) / force;
  }

  /** The ball about what moves, and about the static bodies that are not much larger. */
  #framed(): { readonly middle: Vector3; readonly reach: number } {
    const all = this.#bodies.map((_, k) => this.#ballOf(k));
    const dynamic = all.filter((_, k) => this.#scenery.bodies[k]?.kind !== 'static');
    const own = ballAround(dynamic.length > 0 ? dynamic : all);
    const isGround = (ball: Ball): boolean => !dynamic.includes(ball) && ball.radius > GROUND * own.reach;
    const top = Math.max(...all.map((ball, k) => (isGround(ball) ? this.#topOf(k) : -Infinity)));
    const landed = dynamic.map((ball) => this.#landed(ball, top)).filter((ball) => ball !== null);
    return ballAround([...all.filter((ball) => !isGround(ball)), ...landed]);
  }

  /** A body that has fallen to the ground, if that is not far. */
  #landed({ middle, radius }: Ball, top: number): Ball | null {
    const up = new Vector3(...this.#scenery.up);
    const height = middle.dot(up) - radius - top;
    if (!(height > 0 && height < LONGEST_FALL * radius)) return null;
    return { middle: middle.clone().addScaledVector(up, -height), radius };
  }

  /** The greatest height of a body. */
  #topOf(k: number): number {
    const drawn = this.#bodies[k];
    const positions = drawn?.geometry.getAttribute('position');
    const up = new Vector3(...this.#scenery.up);
    let top = -Infinity;
    if (drawn === undefined || positions === undefined) return top;
    const vertex = new Vector3();
    for (let v = 0; v < positions.count; v++) {
      vertex.fromBufferAttribute(positions, v).applyQuaternion(drawn.quaternion).add(drawn.position);
      top = Math.max(top, vertex.dot(up));
    }
    return top;
  }

  #ballOf(k: number): Ball {
    const drawn = this.#bodies[k];
    const centre = drawn?.geometry.boundingSphere?.center.clone() ?? new Vector3();
    if (drawn !== undefined) centre.applyQuaternion(drawn.quaternion).add(drawn.position);
    return { middle: centre, radius: this.#radiusOf(k) };
  }

  #radiusOf(k: number): number {
    return this.#bodies[k]?.geometry.boundingSphere?.radius ?? 0;
  }
}

const SURFACE = { flatShading: true, roughness: 0.62 } as const;
const ON_TOP = { alphaTest: 0.5, depthTest: false, transparent: true, sizeAttenuation: false } as const;

function geometryOf({ positions, triangles }: DrawnMesh): BufferGeometry {
  const geometry = new BufferGeometry()
    .setAttribute('position', new BufferAttribute(positions, 3))
    .setIndex(new BufferAttribute(triangles, 1));
  geometry.computeBoundingSphere();
  return geometry;
}

function replaceGeometry(drawn: Points | LineSegments, positions: Float32Array): void {
  drawn.geometry.dispose();
  drawn.geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(positions, 3));
}

/** The ball about the middle of the box of balls. */
function ballAround(balls: readonly Ball[]): { readonly middle: Vector3; readonly reach: number } {
  const low = new Vector3(Infinity, Infinity, Infinity);
  const high = new Vector3(-Infinity, -Infinity, -Infinity);
  for (const { middle, radius } of balls) {
    low.min(middle.clone().subScalar(radius));
    high.max(middle.clone().addScalar(radius));
  }
  const middle = balls.length === 0 ? new Vector3() : low.add(high).multiplyScalar(0.5);
  const reach = Math.max(...balls.map((ball) => ball.middle.distanceTo(middle) + ball.radius), 0);
  return { middle, reach: reach || 1 };
}
