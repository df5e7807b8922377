// The elements of an assembly: those that clash in the colours of A and B, the rest as ghosts.

import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  Mesh,
  MeshStandardMaterial,
  type Plane,
  type Raycaster,
  Vector3,
} from 'three';
import type { DrawnAssembly } from '../clash/messages.ts';
import type { Ball } from './picture.ts';
import type { Theme } from './theme.ts';

const GHOST_OPACITY = 0.09;
/** Both bodies of a clash are seen through, so that what they share is seen. */
const CHOSEN_OPACITY = 0.72;

/** How an element is drawn: as a ghost, as A or B of some clash, or as A or B of the chosen one. */
const STYLES = ['ghost', 'lit-a', 'lit-b', 'a', 'b'] as const;
type Style = (typeof STYLES)[number];

/** What is shown: elements by their numbers. */
export interface Shown {
  /** Those that clash, and as what. */
  readonly lit: ReadonlyMap<number, 'a' | 'b'>;
  readonly chosen: { readonly a: number | null; readonly b: number | null } | null;
  /** Whether only the chosen, or only the lit ones, are there. */
  readonly isolated: boolean;
}

type Drawn = Mesh<BufferGeometry, MeshStandardMaterial>;

/** What is seen through comes after what is behind it, and ghosts last. */
const RENDER_ORDER: Readonly<Record<Style, number>> = { 'lit-a': 0, 'lit-b': 0, a: 1, b: 1, ghost: 2 };

export class AssemblyView {
  readonly root: Group = new Group();
  /** What is to be seen whole. */
  readonly balls: readonly Ball[] = [{ middle: new Vector3(), radius: 1 }];
  readonly #assembly: DrawnAssembly;
  readonly #geometries: readonly BufferGeometry[];
  readonly #elements: readonly Drawn[];
  readonly #materials: Readonly<Record<Style, MeshStandardMaterial>> = {
    ghost: material(GHOST_OPACITY),
    'lit-a': material(1),
    'lit-b': material(1),
    a: material(CHOSEN_OPACITY),
    b: material(CHOSEN_OPACITY),
  };

  constructor(assembly: DrawnAssembly) {
    this.#assembly = assembly;
    this.#geometries = assembly.shapes.map(({ positions, triangles }) =>
      new BufferGeometry()
        .setAttribute('position', new BufferAttribute(positions, 3))
        .setIndex(new BufferAttribute(triangles, 1)),
    );
    this.#elements = assembly.elements.map(({ shape, position, rotation }) => {
      const drawn = new Mesh(this.#geometries[shape], this.#materials.ghost);
      drawn.position.set(...position);
      drawn.quaternion.set(...rotation);
      return drawn;
    });
    for (const drawn of this.#elements) this.root.add(drawn);
    this.root.quaternion.setFromUnitVectors(new Vector3(...assembly.up), new Vector3(0, 1, 0));
    this.root.scale.setScalar(1 / assembly.reach);
  }

  /** Shows elements; how many there are of each style. */
  show({ lit, chosen, isolated }: Shown): Readonly<Record<'ghost' | 'lit' | 'a' | 'b' | 'hidden', number>> {
    const counts = { ghost: 0, lit: 0, a: 0, b: 0, hidden: 0 };
    for (const [k, drawn] of this.#elements.entries()) {
      const style = styleOf(k, lit, chosen);
      drawn.material = this.#materials[style];
      drawn.visible = !(isolated && style === 'ghost');
      // Ghosts come last, over what is lit, and hide nothing.
      drawn.renderOrder = RENDER_ORDER[style];
      counts[drawn.visible ? (style === 'lit-a' || style === 'lit-b' ? 'lit' : style) : 'hidden']++;
    }
    return counts;
  }

  setTheme({ body, hull }: Theme): void {
    const colours = { ghost: hull, 'lit-a': body.a, 'lit-b': body.b, a: body.a, b: body.b };
    for (const style of STYLES) this.#materials[style].color.set(colours[style]);
  }

  /** Clips all elements by planes of the view. */
  clip(planes: Plane[]): void {
    for (const own of Object.values(this.#materials)) {
      own.clippingPlanes = planes;
      own.needsUpdate = true;
    }
  }

  /** The elements that are seen under a ray, from the nearest on. */
  find(raycaster: Raycaster, isMeant: (element: number) => boolean): number | null {
    const meant = this.#elements.filter((drawn, k) => drawn.visible && isMeant(k));
    const [hit] = raycaster.intersectObjects<Drawn>(meant, false);
    return hit === undefined ? null : this.#elements.indexOf(hit.object);
  }

  /** A point of the world in the view. */
  toView(world: readonly number[]): Vector3 {
    const { origin, reach } = this.#assembly;
    const [x = 0, y = 0, z = 0] = world;
    return new Vector3(x - origin[0], y - origin[1], z - origin[2])
      .divideScalar(reach)
      .applyQuaternion(this.root.quaternion);
  }

  /** A direction of the world in the view. */
  directionInView(direction: Vector3): Vector3 {
    return direction.clone().applyQuaternion(this.root.quaternion);
  }

  /** The ball around an element, in the view. */
  ballOf(element: number): Ball | null {
    const drawn = this.#assembly.elements[element];
    if (drawn === undefined) return null;
    const { reach } = this.#assembly;
    const middle = new Vector3(...drawn.middle).divideScalar(reach).applyQuaternion(this.root.quaternion);
    return { middle, radius: drawn.radius / reach };
  }

  dispose(): void {
    for (const geometry of this.#geometries) geometry.dispose();
    for (const own of Object.values(this.#materials)) own.dispose();
  }
}

function styleOf(element: number, lit: Shown['lit'], chosen: Shown['chosen']): Style {
  const role = lit.get(element);
  if (chosen === null) return role === undefined ? 'ghost' : `lit-${role}`;
  if (element === chosen.a) return 'a';
  return element === chosen.b ? 'b' : 'ghost';
}

function material(opacity: number): MeshStandardMaterial {
  return new MeshStandardMaterial({
    flatShading: true,
    roughness: 0.7,
    // A file may hold open surfaces, and a section shows what is inside.
    side: DoubleSide,
    transparent: opacity < 1,
    opacity,
    depthWrite: opacity > 0.5,
  });
}
