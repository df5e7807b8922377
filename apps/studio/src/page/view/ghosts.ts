import { BufferAttribute, BufferGeometry, Group, type Matrix4, Mesh, MeshStandardMaterial } from 'three';
import type { BodyShape, Slot } from '../body.ts';
import { withBounds } from './normalised.ts';
import type { Theme } from './theme.ts';

/**
 * Copies of a body along its motion: before the contact, at it, beyond it where nothing is proven, and at the end.
 * And as it separates from another: at a free start, where a projection led to, clear of the other at the end, and, of
 * whatever kind, where it was a step or more ago.
 */
const GHOST_KINDS = ['before', 'contact', 'after', 'end', 'start', 'projected', 'parted', 'past'] as const;
export type GhostKind = (typeof GHOST_KINDS)[number];

/** How much of a ghost is seen. */
const OPACITY: Readonly<Record<GhostKind, number>> = {
  before: 0.2,
  contact: 0.5,
  after: 0.06,
  end: 0.22,
  start: 0.4,
  projected: 0.4,
  parted: 0.5,
  past: 0.1,
};

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
  readonly #tints: ReadonlyMap<GhostKind, MeshStandardMaterial> = new Map(
    GHOST_KINDS.map((kind) => [kind, tint(kind)]),
  );
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
    this.#geometry = withBounds(new BufferGeometry());
    this.#geometry.setAttribute('position', new BufferAttribute(positions, 3));
    this.#geometry.setIndex(new BufferAttribute(triangles, 1));
    this.pose([]);
  }

  pose(ghosts: readonly Ghost[]): void {
    const meshes = ghosts.map(({ kind, matrix }) => {
      const mesh: GhostMesh = new Mesh(this.#geometry, this.#tints.get(kind));
      mesh.matrixAutoUpdate = false;
      mesh.matrix.copy(matrix);
      return mesh;
    });
    this.root.clear();
    for (const mesh of meshes) this.root.add(mesh);
    this.#end = meshes[ghosts.findIndex(({ kind }) => kind === 'end')] ?? null;
  }

  setTheme({ body, step }: Theme): void {
    for (const [kind, material] of this.#tints) material.color.set(step[kind] ?? body[this.slot]);
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
