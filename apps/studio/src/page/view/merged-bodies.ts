// Many rigid bodies in one mesh, drawn by one call. Each vertex knows its body; pose and colour of the body come from a texture. Instances
// would do the same on a graphics card, but cost a software renderer about twice as much: measured with SwiftShader, 1,000 bodies.

import {
  BufferAttribute,
  BufferGeometry,
  type Color,
  DataTexture,
  FloatType,
  GLSL3,
  Mesh,
  RGBAFormat,
  ShaderMaterial,
} from 'three';
import type { DrawnMesh } from '../many/messages.ts';
import { flatMesh } from './flat-mesh.ts';

/** Texels of a body, a row each: position, quaternion, colour. */
const TEXELS = 3;
const ROW = 4 * TEXELS;

/**
 * Rotates by a unit quaternion, then translates. The colour of a face is that of its last corner, under a light beside the eye and light
 * from all around.
 */
const VERTEX_SHADER = `
in float body;
uniform highp sampler2D poses;
flat out vec3 colour;
const vec3 LIGHT = vec3(-0.446, 0.669, 0.595);
vec3 turn(vec4 q, vec3 v) {
  return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}
void main() {
  int row = int(body);
  vec3 centre = texelFetch(poses, ivec2(0, row), 0).xyz;
  vec4 q = texelFetch(poses, ivec2(1, row), 0);
  vec3 seenNormal = normalize(normalMatrix * turn(q, normal));
  colour = texelFetch(poses, ivec2(2, row), 0).rgb * (0.72 + 0.4 * max(dot(seenNormal, LIGHT), 0.0));
  gl_Position = projectionMatrix * modelViewMatrix * vec4(turn(q, position) + centre, 1.0);
}`;

const FRAGMENT_SHADER = `
flat in vec3 colour;
out vec4 painted;
void main() {
  painted = vec4(colour, 1.0);
}`;

/** Poses and colours of bodies, a row of texels each. */
export class PoseTexture {
  readonly texture: DataTexture;
  readonly #texels: Float32Array;

  constructor(bodies: number) {
    this.#texels = new Float32Array(ROW * bodies);
    this.texture = new DataTexture(this.#texels, TEXELS, bodies, RGBAFormat, FloatType);
  }

  /** Takes the pose of a body out of those of all, seven numbers each: position and quaternion. */
  setPose(body: number, poses: Float32Array): void {
    const from = 7 * body;
    const to = ROW * body;
    for (let k = 0; k < 3; k++) this.#texels[to + k] = poses[from + k] ?? 0;
    for (let k = 0; k < 4; k++) this.#texels[to + 4 + k] = poses[from + 3 + k] ?? 0;
    this.texture.needsUpdate = true;
  }

  setColour(body: number, { r, g, b }: Color): void {
    const to = ROW * body + 8;
    this.#texels[to] = r;
    this.#texels[to + 1] = g;
    this.#texels[to + 2] = b;
    this.texture.needsUpdate = true;
  }
}

/** All bodies as one mesh; `shapeOf` says which of the shapes each has. */
export function bodiesMesh(
  shapes: readonly DrawnMesh[],
  shapeOf: Uint8Array,
  poses: PoseTexture,
): Mesh<BufferGeometry, ShaderMaterial> {
  const material = new ShaderMaterial({
    glslVersion: GLSL3,
    uniforms: { poses: { value: poses.texture } },
    vertexShader: VERTEX_SHADER,
    fragmentShader: FRAGMENT_SHADER,
  });
  const mesh = new Mesh(mergedGeometry(shapes, shapeOf), material);
  mesh.frustumCulled = false; // its bounds would have to be computed anew in every step
  return mesh;
}

function mergedGeometry(shapes: readonly DrawnMesh[], shapeOf: Uint8Array): BufferGeometry {
  const flat = shapes.map(flatMesh);
  const meshes = Array.from(shapeOf, (shape) => flat[shape]).filter((mesh) => mesh !== undefined);
  const vertices = meshes.reduce((sum, { positions }) => sum + positions.length / 3, 0);
  const corners = meshes.reduce((sum, { triangles }) => sum + triangles.length, 0);
  const position = new Float32Array(3 * vertices);
  const normal = new Float32Array(3 * vertices);
  const body = new Float32Array(vertices);
  const index = new Uint32Array(corners);
  let vertex = 0;
  let corner = 0;
  for (const [number, { positions, normals, triangles }] of meshes.entries()) {
    const next = vertex + positions.length / 3;
    position.set(positions, 3 * vertex);
    normal.set(normals, 3 * vertex);
    body.fill(number, vertex, next);
    for (const at of triangles) index[corner++] = vertex + at;
    vertex = next;
  }
  return new BufferGeometry()
    .setAttribute('position', new BufferAttribute(position, 3))
    .setAttribute('normal', new BufferAttribute(normal, 3))
    .setAttribute('body', new BufferAttribute(body, 1))
    .setIndex(new BufferAttribute(index, 1));
}
