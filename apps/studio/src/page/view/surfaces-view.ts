import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Group,
  Mesh,
  type MeshBasicMaterial,
  type MeshStandardMaterial,
  type Plane,
} from 'three';
import { coat, foreground, pushedBack, setGlassy } from './glassy.ts';
import type { Surfaces } from './medial-geometry.ts';

/** Surfaces of many primitives, some of them lit; each has the same number of vertices. */
export class SurfacesView {
  readonly root: Group = new Group();
  readonly #mesh: Mesh<BufferGeometry, MeshStandardMaterial>;
  readonly #foreground: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #colours: BufferAttribute;
  readonly #verticesEach: number;
  readonly #plain: Color = new Color();
  readonly #bright: Color = new Color();
  #lit: readonly number[] = [];

  /** `behind`: how far it is pushed back behind others that it touches. */
  constructor({ positions, normals }: Surfaces, verticesEach: number, behind: number) {
    this.#verticesEach = verticesEach;
    this.#colours = new BufferAttribute(new Float32Array(positions.length), 3);
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(positions, 3));
    geometry.setAttribute('normal', new BufferAttribute(normals, 3));
    geometry.setAttribute('color', this.#colours);
    this.#mesh = new Mesh(geometry, coat({ vertexColors: true, ...pushedBack(behind) }));
    this.#foreground = new Mesh(geometry, foreground(pushedBack(behind)));
    this.root.add(this.#foreground, this.#mesh);
  }

  setColours(plain: string, bright: string): void {
    this.#plain.set(plain);
    this.#bright.set(bright);
    this.#paint(0, this.#colours.count, this.#plain);
    this.light(this.#lit);
  }

  /** Lights up the primitives with these numbers, and no others. */
  light(primitives: readonly number[]): void {
    const each = this.#verticesEach;
    for (const primitive of this.#lit) this.#paint(each * primitive, each * primitive + each, this.#plain);
    for (const primitive of primitives) this.#paint(each * primitive, each * primitive + each, this.#bright);
    this.#lit = primitives;
    this.#colours.needsUpdate = true;
  }

  setGlassy(glassy: boolean): void {
    setGlassy(this.#mesh, this.#foreground, glassy);
  }

  clip(planes: Plane[]): void {
    for (const { material } of [this.#mesh, this.#foreground]) material.clippingPlanes = planes;
  }

  dispose(): void {
    this.#mesh.geometry.dispose();
    for (const { material } of [this.#mesh, this.#foreground]) material.dispose();
  }

  #paint(from: number, to: number, { r, g, b }: Color): void {
    for (let vertex = from; vertex < to; vertex++) this.#colours.setXYZ(vertex, r, g, b);
  }
}
