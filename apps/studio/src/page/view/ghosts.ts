import { BufferAttribute, BufferGeometry, Group, type Matrix4, Mesh, MeshStandardMaterial } from 'three';
import type { BodyShape, Slot } from '../body.ts';
import type { Theme } from './theme.ts';

/** Copies of a body along its motion: on the way to the contact, at it, beyond it where nothing is proven, and at the end. */
export type GhostKind = 'before' | 'contact' | 'after' | 'end';

/** How much of a ghost is seen. */
const OPACITY: Readonly<Record<GhostKind, number>> = { before: 0.2, contact: 0.5, after: 0.06, end: 0.22 };

export interface Ghost {
  readonly kind: GhostKind;
  readonly matrix: Matrix4;
}

type GhostMesh = Mesh<BufferGeometry, MeshStandardMaterial>;

/** The translucent copies of one body. */
export class Ghosts {
  readonly root: Group = new Group();
  readonly slot: Slot;
  #geometry: BufferGeometry = new BufferGeometry();
  readonly #tints: Readonly<Record<GhostKind, MeshStandardMaterial>> = {
    before: tint('before'),
    contact: tint('contact'),
    after: tint('after'),
    end: tint('end'),
  };
  #end: GhostMesh | null = null;

  constructor(slot: Slot) {
    this.slot = slot;
  }

  /** The ghost at the end, which can be taken hold of. */
  get end(): GhostMesh | null {
    return this.#end;
  }

  /** Ghosts of another body; none yet. */
  show({ positions, triangles }: BodyShape): void {
    this.#geometry.dispose();
    this.#geometry = new BufferGeometry();
    this.#geometry.setAttribute('position', new BufferAttribute(positions, 3));
    this.#geometry.setIndex(new BufferAttribute(triangles, 1));
    this.place([]);
  }

  place(ghosts: readonly Ghost[]): void {
    const meshes = ghosts.map(({ kind, matrix }) => {
      const mesh: GhostMesh = new Mesh(this.#geometry, this.#tints[kind]);
      mesh.matrixAutoUpdate = false;
      mesh.matrix.copy(matrix);
      return mesh;
    });
    this.root.clear();
    for (const mesh of meshes) this.root.add(mesh);
    this.#end = meshes[ghosts.findIndex(({ kind }) => kind === 'end')] ?? null;
  }

  setTheme({ body }: Theme): void {
    for (const material of Object.values(this.#tints)) material.color.set(body[this.slot]);
  }
}

function tint(kind: GhostKind): MeshStandardMaterial {
  return new MeshStandardMaterial({
    flatShading: true,
    roughness: 0.62,
    transparent: true,
    opacity: OPACITY[kind],
    depthWrite: false, // ghosts lie in each other, and none is to hide another
    // Behind a body whose planes they share: bodies are pushed back by less.
    polygonOffset: true,
    polygonOffsetFactor: 2,
    polygonOffsetUnits: 2,
  });
}
