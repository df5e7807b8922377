// Surfaces of medial primitives: where planes touch two balls, a truncated cone, and where they touch three, two triangles. Of each
// primitive there are as many vertices, so that its index in the arrays is known; what has no such surface is drawn together to a point.

import { Vector3 } from 'three';

export interface Surfaces {
  readonly positions: Float32Array<ArrayBuffer>;
  readonly normals: Float32Array<ArrayBuffer>;
}

/** Vertices of a slab: two triangles. */
export const SLAB_VERTICES = 6;

/** Vertices of a truncated cone of so many sides, two triangles each. */
export function coneVertices(sides: number): number {
  return 6 * sides;
}

/** The truncated cones between pairs of balls (4 numbers each). */
export function coneSurfaces(balls: Float32Array, pairs: Uint32Array, sides: number): Surfaces {
  const writer = new SurfaceWriter((pairs.length / 2) * coneVertices(sides));
  for (let pair = 0; pair < pairs.length; pair += 2) {
    const [first, second] = [ballAt(balls, pairs[pair]), ballAt(balls, pairs[pair + 1])];
    const axis = second.centre.clone().sub(first.centre);
    const length = axis.length();
    // The normal leans towards the smaller ball by the slope of the radius; a ball inside the other has no tangent planes.
    const lean = (first.radius - second.radius) / length;
    const isCone = Math.abs(lean) < 1;
    axis.divideScalar(length);
    const across = perpendicularTo(axis).multiplyScalar(Math.sqrt(1 - lean * lean));
    const upright = axis.clone().cross(across);
    const normalAt = (side: number): Vector3 => {
      const angle = (2 * Math.PI * side) / sides;
      const round = across.clone().multiplyScalar(Math.cos(angle)).addScaledVector(upright, Math.sin(angle));
      return round.addScaledVector(axis, lean);
    };
    for (let side = 0; side < sides; side++) {
      const [here, next] = isCone ? [normalAt(side), normalAt(side + 1)] : [null, null];
      writer.add(first, here);
      writer.add(first, next);
      writer.add(second, next);
      writer.add(first, here);
      writer.add(second, next);
      writer.add(second, here);
    }
  }
  return writer;
}

/** The two triangles of each slab, corners on its three balls. */
export function slabSurfaces(balls: Float32Array, slabs: Uint32Array): Surfaces {
  const writer = new SurfaceWriter((slabs.length / 3) * SLAB_VERTICES);
  for (let slab = 0; slab < slabs.length; slab += 3) {
    const p = ballAt(balls, slabs[slab]);
    const q = ballAt(balls, slabs[slab + 1]);
    const r = ballAt(balls, slabs[slab + 2]);
    for (const side of [1, -1]) {
      const normal = tangentNormal(p, q, r, side);
      for (const ball of side > 0 ? [p, q, r] : [p, r, q]) writer.add(ball, normal);
    }
  }
  return writer;
}

interface Ball {
  readonly centre: Vector3;
  readonly radius: number;
}

function ballAt(balls: Float32Array, ball = 0): Ball {
  return { centre: new Vector3().fromArray(balls, 4 * ball), radius: balls[4 * ball + 3] ?? 0 };
}

/** The unit normal of the plane that touches three balls on one side: n·(centre) + radius is the same for all. */
function tangentNormal(p: Ball, q: Ball, r: Ball, side: number): Vector3 | null {
  const u = q.centre.clone().sub(p.centre);
  const v = r.centre.clone().sub(p.centre);
  const w = u.clone().cross(v);
  const areaSq = w.lengthSq();
  const inPlane = v
    .clone()
    .cross(w)
    .multiplyScalar(p.radius - q.radius);
  inPlane.addScaledVector(w.clone().cross(u), p.radius - r.radius).divideScalar(areaSq);
  const uprightSq = 1 - inPlane.lengthSq();
  if (!(uprightSq >= 0)) return null;
  return inPlane.addScaledVector(w, side * Math.sqrt(uprightSq / areaSq));
}

function perpendicularTo(axis: Vector3): Vector3 {
  const [x, y, z] = [Math.abs(axis.x), Math.abs(axis.y), Math.abs(axis.z)];
  const other = x <= y && x <= z ? new Vector3(1, 0, 0) : y <= z ? new Vector3(0, 1, 0) : new Vector3(0, 0, 1);
  return other.cross(axis).normalize();
}

class SurfaceWriter implements Surfaces {
  readonly positions: Float32Array<ArrayBuffer>;
  readonly normals: Float32Array<ArrayBuffer>;
  #at = 0;

  constructor(vertices: number) {
    this.positions = new Float32Array(3 * vertices);
    this.normals = new Float32Array(3 * vertices);
  }

  /** The point of a ball that is farthest along a normal; its middle without one. */
  add({ centre, radius }: Ball, normal: Vector3 | null): void {
    const point = normal === null ? centre : centre.clone().addScaledVector(normal, radius);
    point.toArray(this.positions, this.#at);
    normal?.toArray(this.normals, this.#at);
    this.#at += 3;
  }
}
