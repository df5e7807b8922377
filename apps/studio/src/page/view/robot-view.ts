// A robot and its obstacles: a group of meshes for each body, ghosts of the robot along its path, and the two that touch lit.

import { BufferAttribute, BufferGeometry, Group, Mesh, MeshStandardMaterial, Quaternion, Vector3 } from 'three';
import type { Configuration, DrawnBody, Scenery } from '../robot/messages.ts';
import type { Ball } from './picture.ts';
import type { Theme } from './theme.ts';

/** Ghosts along a path. */
const GHOSTS = 9;
const GHOST_OPACITY = 0.1;
/** The part of the picture that is the robot with all its ghosts. */
const SURFACE = { flatShading: true, roughness: 0.62 } as const;

export class RobotView {
  readonly root: Group = new Group();
  readonly balls: readonly Ball[] = [{ middle: new Vector3(), radius: 1 }];
  readonly #scenery: Scenery;
  readonly #geometries: readonly BufferGeometry[];
  readonly #materials: readonly MeshStandardMaterial[];
  readonly #ghost = new MeshStandardMaterial({
    ...SURFACE,
    transparent: true,
    opacity: GHOST_OPACITY,
    depthWrite: false,
  });
  readonly #links: readonly Group[];
  readonly #ghosts: Group = new Group();
  #theme: Theme | null = null;
  #lit: readonly (string | null)[] = [];

  constructor(scenery: Scenery, samples: readonly Configuration[]) {
    this.#scenery = scenery;
    this.#geometries = scenery.meshes.map(({ positions, triangles }) => {
      const geometry = new BufferGeometry()
        .setAttribute('position', new BufferAttribute(positions, 3))
        .setIndex(new BufferAttribute(triangles, 1));
      geometry.computeBoundingSphere();
      return geometry;
    });
    const bodies = [...scenery.links, ...scenery.obstacles];
    this.#materials = bodies.map(() => new MeshStandardMaterial(SURFACE));
    const groups = bodies.map((body, k) => this.#groupOf(body, this.#materials[k]));
    this.#links = groups.slice(0, scenery.links.length);
    this.root.add(...groups, this.#ghosts);
    this.#frameAll(samples);
    this.setPath(samples);
  }

  /** Draws ghosts along a path. */
  setPath(samples: readonly Configuration[]): void {
    this.#ghosts.clear();
    for (let k = 0; k < GHOSTS; k++) {
      const sample = samples[Math.round((k * (samples.length - 1)) / (GHOSTS - 1))];
      if (sample === undefined) continue;
      const groups = this.#scenery.links.map((body) => this.#groupOf(body, this.#ghost));
      setPoses(groups, sample);
      this.#ghosts.add(...groups);
    }
  }

  setGhosts(areShown: boolean): void {
    this.#ghosts.visible = areShown;
  }

  show(configuration: Configuration): void {
    setPoses(this.#links, configuration);
    this.#lit = configuration.upper === 0 ? [configuration.a, configuration.b] : [];
    if (this.#theme !== null) this.setTheme(this.#theme);
  }

  setTheme(theme: Theme): void {
    this.#theme = theme;
    const { body, touch, obstacle } = theme;
    const { links, obstacles } = this.#scenery;
    for (const [k, { name }] of [...links, ...obstacles].entries()) {
      const isLit = this.#lit.includes(name);
      const own = k >= links.length ? obstacle : k % 2 === 0 ? body.a : body.b;
      this.#materials[k]?.color.set(isLit ? touch : own);
    }
    this.#ghost.color.set(body.a);
  }

  dispose(): void {
    for (const geometry of this.#geometries) geometry.dispose();
    for (const material of [...this.#materials, this.#ghost]) material.dispose();
  }

  #groupOf({ parts }: DrawnBody, material: MeshStandardMaterial | undefined): Group {
    const group = new Group();
    for (const { mesh, pose } of parts) {
      const drawn = new Mesh(this.#geometries[mesh], material);
      drawn.position.fromArray(pose, 0);
      drawn.quaternion.fromArray(pose, 3);
      group.add(drawn);
    }
    return group;
  }

  /** z is up in a URDF. The robot along its path fills the picture. */
  #frameAll(samples: readonly Configuration[]): void {
    const low = new Vector3(Infinity, Infinity, Infinity);
    const high = new Vector3(-Infinity, -Infinity, -Infinity);
    for (const { poses } of samples) {
      for (let k = 0; k < poses.length; k += 7) {
        const point = new Vector3().fromArray(poses, k);
        low.min(point);
        high.max(point);
      }
    }
    const middle = low.clone().add(high).multiplyScalar(0.5);
    const reach = Math.max(low.distanceTo(high) / 2, 1e-3) * 1.2;
    const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), new Vector3(0, 1, 0));
    this.root.quaternion.copy(turn);
    this.root.scale.setScalar(1 / reach);
    this.root.position.copy(middle.applyQuaternion(turn).divideScalar(-reach));
  }
}

function setPoses(groups: readonly Group[], { poses }: Configuration): void {
  for (const [k, group] of groups.entries()) {
    group.position.fromArray(poses, 7 * k);
    group.quaternion.fromArray(poses, 7 * k + 3);
  }
}
