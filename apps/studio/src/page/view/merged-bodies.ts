// Many rigid bodies in one mesh, drawn by one call. Corners are posed and lit here, and only faces that the eye sees from the front are
// drawn, nearest bodies first: without a graphics card a vertex shader that poses them, faces seen from behind and pixels that are painted
// over cost more than this loop. Measured with SwiftShader and 1,000 bodies: instances take twice as long as one mesh; half the
// resolution, scaled up by the page, saves 6 to 10 ms of the 61 to 67 a frame, and is less sharp.

import {
  BufferAttribute,
  BufferGeometry,
  type Camera,
  type Color,
  DynamicDrawUsage,
  GLSL3,
  Matrix4,
  Mesh,
  ShaderMaterial,
  Vector3,
} from 'three';
import type { DrawnMesh } from '../many/messages.ts';
import { type FlatMesh, flatMesh } from './flat-mesh.ts';

/** Towards the light, which is beside the eye; in the directions of the camera. */
const LIGHT: Vector3 = new Vector3(-0.446, 0.669, 0.595);
/** Of the light, what comes from all around, and what comes from there. */
const AMBIENT = 0.72;
const DIRECT = 0.4;
/** Indices of more vertices have 32 bits. */
const MOST_SHORT = 2 ** 16;

/** The colour of a face is that of its last corner. */
const VERTEX_SHADER = `
in vec4 tint;
flat out vec3 colour;
void main() {
  colour = tint.rgb;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

const FRAGMENT_SHADER = `
flat in vec3 colour;
out vec4 painted;
void main() {
  painted = vec4(colour, 1.0);
}`;

/** Where the eye and the light are, in the frame of a body. */
interface Sight {
  readonly eye: Vector3;
  readonly light: Vector3;
}

export class MergedBodies {
  readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #meshes: readonly FlatMesh[];
  /** The first vertex of each body. */
  readonly #starts: Uint32Array;
  /** Position and quaternion of each body, seven numbers each. */
  #poses: Float32Array;
  /** Red, green and blue of each body, of the screen, up to 255. */
  readonly #colours: Float32Array;
  /** Bodies from the nearest to the farthest, and how far each is, squared. */
  readonly #order: Uint32Array;
  readonly #distances: Float64Array;
  readonly #position: BufferAttribute;
  readonly #tint: BufferAttribute;
  readonly #index: BufferAttribute;
  readonly #toBody = new Matrix4();
  readonly #rotation = new Float64Array(9);
  readonly #sight: Sight = { eye: new Vector3(), light: new Vector3() };

  /** `shapeOf` says which of the shapes each body has. */
  constructor(shapes: readonly DrawnMesh[], shapeOf: Uint8Array) {
    const flat = shapes.map(flatMesh);
    this.#meshes = Array.from(shapeOf, (shape) => flat[shape]).filter((mesh) => mesh !== undefined);
    const bodies = this.#meshes.length;
    this.#starts = new Uint32Array(bodies);
    let vertices = 0;
    let corners = 0;
    for (const [body, { positions, triangles }] of this.#meshes.entries()) {
      this.#starts[body] = vertices;
      vertices += positions.length / 3;
      corners += triangles.length;
    }
    this.#poses = new Float32Array(7 * bodies);
    this.#colours = new Float32Array(3 * bodies);
    this.#order = Uint32Array.from({ length: bodies }, (_, body) => body);
    this.#distances = new Float64Array(bodies);
    const dynamic = (attribute: BufferAttribute): BufferAttribute => attribute.setUsage(DynamicDrawUsage);
    this.#position = dynamic(new BufferAttribute(new Float32Array(3 * vertices), 3));
    this.#tint = dynamic(new BufferAttribute(new Uint8ClampedArray(4 * vertices), 4, true));
    const index = vertices > MOST_SHORT ? new Uint32Array(corners) : new Uint16Array(corners);
    this.#index = dynamic(new BufferAttribute(index, 1));
    const geometry = new BufferGeometry()
      .setAttribute('position', this.#position)
      .setAttribute('tint', this.#tint)
      .setIndex(this.#index);
    const shaders = { glslVersion: GLSL3, vertexShader: VERTEX_SHADER, fragmentShader: FRAGMENT_SHADER };
    this.mesh = new Mesh(geometry, new ShaderMaterial(shaders));
    this.mesh.frustumCulled = false; // its bounds would have to be computed anew in every step
  }

  /** Position and quaternion of each body, seven numbers each. */
  setPoses(poses: Float32Array): void {
    this.#poses = poses;
  }

  /** The colour of a body, of the screen. */
  setColour(body: number, { r, g, b }: Color): void {
    this.#colours[3 * body] = 255 * r;
    this.#colours[3 * body + 1] = 255 * g;
    this.#colours[3 * body + 2] = 255 * b;
  }

  /** Poses and lights what the camera sees. Before every picture. */
  prepare(camera: Camera): void {
    this.#toBody.copy(this.mesh.matrixWorld).invert();
    const eye = new Vector3().setFromMatrixPosition(camera.matrixWorld).applyMatrix4(this.#toBody);
    const light = LIGHT.clone().transformDirection(camera.matrixWorld).transformDirection(this.#toBody);
    this.#sortFrom(eye);
    let corner = 0;
    for (const body of this.#order) {
      this.#transform(body, eye, light);
      corner = this.#addFaces(body, corner);
    }
    this.mesh.geometry.setDrawRange(0, corner);
    this.#index.clearUpdateRanges();
    this.#index.addUpdateRange(0, corner);
    for (const attribute of [this.#position, this.#tint, this.#index]) attribute.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }

  /** By insertion: the order hardly changes from one picture to the next. */
  #sortFrom({ x, y, z }: Vector3): void {
    const order = this.#order;
    const distances = this.#distances;
    for (let body = 0; body < order.length; body++) {
      const dx = (this.#poses[7 * body] ?? 0) - x;
      const dy = (this.#poses[7 * body + 1] ?? 0) - y;
      const dz = (this.#poses[7 * body + 2] ?? 0) - z;
      distances[body] = dx * dx + dy * dy + dz * dz;
    }
    for (let at = 1; at < order.length; at++) {
      const body = order[at] ?? 0;
      const distance = distances[body] ?? 0;
      let to = at;
      for (; to > 0 && (distances[order[to - 1] ?? 0] ?? 0) > distance; to--) order[to] = order[to - 1] ?? 0;
      order[to] = body;
    }
  }

  /** Poses the vertices of a body, and takes eye and light into its frame. */
  #transform(body: number, eye: Vector3, light: Vector3): void {
    const from = 7 * body;
    const x = this.#poses[from] ?? 0;
    const y = this.#poses[from + 1] ?? 0;
    const z = this.#poses[from + 2] ?? 0;
    const r = this.#rotation;
    writeRotation(r, this.#poses, from + 3);
    const { 0: r0 = 0, 1: r1 = 0, 2: r2 = 0, 3: r3 = 0, 4: r4 = 0, 5: r5 = 0, 6: r6 = 0, 7: r7 = 0, 8: r8 = 0 } = r;
    const positions = this.#meshes[body]?.positions ?? new Float32Array();
    const to = this.#position.array;
    for (let k = 0, at = 3 * (this.#starts[body] ?? 0); k < positions.length; k += 3, at += 3) {
      const px = positions[k] ?? 0;
      const py = positions[k + 1] ?? 0;
      const pz = positions[k + 2] ?? 0;
      to[at] = r0 * px + r1 * py + r2 * pz + x;
      to[at + 1] = r3 * px + r4 * py + r5 * pz + y;
      to[at + 2] = r6 * px + r7 * py + r8 * pz + z;
    }
    const ex = eye.x - x;
    const ey = eye.y - y;
    const ez = eye.z - z;
    this.#sight.eye.set(r0 * ex + r3 * ey + r6 * ez, r1 * ex + r4 * ey + r7 * ez, r2 * ex + r5 * ey + r8 * ez);
    const { x: lx, y: ly, z: lz } = light;
    this.#sight.light.set(r0 * lx + r3 * ly + r6 * lz, r1 * lx + r4 * ly + r7 * lz, r2 * lx + r5 * ly + r8 * lz);
  }

  /** Adds the faces of a body that are seen from the front, each in its light, from a corner of the index on; returns the next corner. */
  #addFaces(body: number, corner: number): number {
    const mesh = this.#meshes[body];
    if (mesh === undefined) return corner;
    const { positions, triangles, normals } = mesh;
    const { eye, light } = this.#sight;
    const index = this.#index.array;
    const tint = this.#tint.array;
    const start = this.#starts[body] ?? 0;
    const red = this.#colours[3 * body] ?? 0;
    const green = this.#colours[3 * body + 1] ?? 0;
    const blue = this.#colours[3 * body + 2] ?? 0;
    let next = corner;
    for (let k = 0; k < triangles.length; k += 3) {
      const last = triangles[k + 2] ?? 0;
      const nx = normals[3 * last] ?? 0;
      const ny = normals[3 * last + 1] ?? 0;
      const nz = normals[3 * last + 2] ?? 0;
      const dx = eye.x - (positions[3 * last] ?? 0);
      const dy = eye.y - (positions[3 * last + 1] ?? 0);
      const dz = eye.z - (positions[3 * last + 2] ?? 0);
      if (!(nx * dx + ny * dy + nz * dz > 0)) continue;
      const lit = AMBIENT + DIRECT * Math.max(0, nx * light.x + ny * light.y + nz * light.z);
      const at = 4 * (start + last);
      tint[at] = lit * red;
      tint[at + 1] = lit * green;
      tint[at + 2] = lit * blue;
      index[next++] = start + (triangles[k] ?? 0);
      index[next++] = start + (triangles[k + 1] ?? 0);
      index[next++] = start + last;
    }
    return next;
  }
}

/** The rotation matrix of a unit quaternion, row by row. */
function writeRotation(out: Float64Array, quaternions: Float32Array, at: number): void {
  const x = quaternions[at] ?? 0;
  const y = quaternions[at + 1] ?? 0;
  const z = quaternions[at + 2] ?? 0;
  const w = quaternions[at + 3] ?? 0;
  out[0] = 1 - 2 * (y * y + z * z);
  out[1] = 2 * (x * y - w * z);
  out[2] = 2 * (x * z + w * y);
  out[3] = 2 * (x * y + w * z);
  out[4] = 1 - 2 * (x * x + z * z);
  out[5] = 2 * (y * z - w * x);
  out[6] = 2 * (x * z - w * y);
  out[7] = 2 * (y * z + w * x);
  out[8] = 1 - 2 * (x * x + y * y);
}
