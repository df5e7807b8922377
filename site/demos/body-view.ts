// One body as it is drawn: its surface, the faces in contact, and a translucent copy where the answer puts it.

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  type Object3D,
} from 'three';
import type { FacePaint } from '../../apps/studio/src/page/view/face-paint.ts';
import type { BodyPose, DrawnShape } from './messages.ts';

const GHOST_OPACITY = 0.32;
const GLASS_OPACITY = 0.55;

export class BodyView {
  readonly root = new Group();
  readonly surface: Mesh<BufferGeometry, MeshStandardMaterial>;
  readonly #lit: Mesh<BufferGeometry, MeshBasicMaterial>;
  #triangles: Uint32Array = new Uint32Array();
  #colour = 'white';

  constructor(kind: 'solid' | 'ghost') {
    const isGhost = kind === 'ghost';
    const material = new MeshStandardMaterial({
      flatShading: true,
      roughness: 0.65,
      side: DoubleSide,
      transparent: isGhost,
      opacity: isGhost ? GHOST_OPACITY : 1,
      depthWrite: !isGhost,
      // Behind the faces in contact, which lie in the same planes.
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 1,
    });
    this.surface = new Mesh(new BufferGeometry(), material);
    this.#lit = new Mesh(new BufferGeometry(), new MeshBasicMaterial({ side: DoubleSide }));
    this.root.add(this.surface, this.#lit);
  }

  show({ positions, triangles }: DrawnShape): void {
    this.#triangles = triangles;
    this.surface.material.vertexColors = false;
    this.surface.material.color.set(this.#colour);
    const corners = new BufferAttribute(positions, 3);
    for (const mesh of [this.surface, this.#lit]) {
      mesh.geometry.dispose();
      mesh.geometry = new BufferGeometry();
      mesh.geometry.setAttribute('position', corners);
    }
    this.surface.geometry.setIndex(new BufferAttribute(triangles, 1));
    this.light(new Uint32Array());
  }

  /** Gives every face a colour of its own, or none. */
  paint(paint: FacePaint | null, theme: Parameters<FacePaint>[1]): void {
    const { material } = this.surface;
    const { geometry } = this.#lit;
    if (paint === null) {
      if (!material.vertexColors) return;
      this.surface.geometry.dispose();
      this.surface.geometry = new BufferGeometry().setAttribute('position', geometry.getAttribute('position'));
      this.surface.geometry.setIndex(new BufferAttribute(this.#triangles, 1));
    } else {
      const colours = new Float32Array(3 * this.#triangles.length);
      const colour = new Color();
      this.#triangles.forEach((_, corner) => {
        if (corner % 3 === 0) paint(corner / 3, theme, colour);
        colour.toArray(colours, 3 * corner);
      });
      if (!material.vertexColors) this.surface.geometry = this.surface.geometry.toNonIndexed();
      this.surface.geometry.setAttribute('color', new BufferAttribute(colours, 3));
    }
    material.vertexColors = paint !== null;
    material.color.set(paint === null ? this.#colour : 'white');
    material.needsUpdate = true;
  }

  setPose({ position, rotation }: BodyPose): void {
    this.root.position.set(...position);
    this.root.quaternion.set(...rotation);
  }

  /** Highlights these faces and no others. */
  light(faces: Uint32Array): void {
    const corners = new Uint32Array(3 * faces.length);
    faces.forEach((face, k) => {
      corners.set(this.#triangles.subarray(3 * face, 3 * face + 3), 3 * k);
    });
    this.#lit.geometry.setIndex(new BufferAttribute(corners, 1));
    this.#lit.visible = faces.length > 0;
  }

  /** Makes the body translucent, so that what is behind its surface is seen. */
  setGlass(isGlass: boolean): void {
    const { material } = this.surface;
    material.transparent = isGlass;
    material.opacity = isGlass ? GLASS_OPACITY : 1;
    material.needsUpdate = true;
  }

  setColours(surface: string, lit: string): void {
    this.#colour = surface;
    // Painted faces have colours of their own.
    if (!this.surface.material.vertexColors) this.surface.material.color.set(surface);
    this.#lit.material.color.set(lit);
  }

  owns(object: Object3D): boolean {
    return this.surface === object;
  }

  dispose(): void {
    this.surface.geometry.dispose();
    this.#lit.geometry.dispose();
    this.surface.material.dispose();
    this.#lit.material.dispose();
  }
}
