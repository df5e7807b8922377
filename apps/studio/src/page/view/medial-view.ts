import { BufferAttribute, BufferGeometry, Group, LineBasicMaterial, LineSegments, type Plane } from 'three';
import type { Slot } from '../body.ts';
import type { ContactAnswer, DrawnAxis } from '../medial/messages.ts';
import type { MedialKind, ShownAxis } from '../medial/shown-axis.ts';
import { BallsView } from './balls-view.ts';
import { coneSurfaces, coneVertices, SLAB_VERTICES, slabSurfaces } from './medial-geometry.ts';
import { SurfacesView } from './surfaces-view.ts';
import { readTheme, type Theme } from './theme.ts';

/** Sides of a truncated cone, by how many there are at least. */
const SIDES = [
  { atLeast: 4000, sides: 8 },
  { atLeast: 1000, sides: 16 },
  { atLeast: 0, sides: 28 },
] as const;

/** The lines between centres are seen through everything. */
const SKELETON = { transparent: true, opacity: 0.85, depthTest: false } as const;

/** The medial axis of one body: balls, cones and the sides of slabs, slabs; and balls inside the solid. */
export class MedialView {
  readonly root: Group = new Group();
  readonly #slot: Slot;
  readonly #spheres: BallsView;
  readonly #inner: BallsView;
  readonly #cones: SurfacesView;
  readonly #slabs: SurfacesView;
  readonly #skeleton: LineSegments<BufferGeometry, LineBasicMaterial>;
  readonly #coneCount: number;
  readonly #innerCount: number;
  #theme: Theme = readTheme();
  #isVeil = false;
  /** The cones along each slab's sides, three each, by their index among all that are drawn. */
  readonly #sidesOf: Uint32Array;

  constructor(slot: Slot, { spheres, cones, slabs, innerBalls }: DrawnAxis) {
    this.#slot = slot;
    this.#coneCount = cones.length / 2;
    this.#innerCount = innerBalls.length / 4;
    const { pairs, sidesOf } = conesAndSides(cones, slabs);
    this.#sidesOf = sidesOf;
    const { sides } = SIDES.find(({ atLeast }) => pairs.length / 2 >= atLeast) ?? SIDES[0];
    this.#spheres = new BallsView(spheres, 2);
    this.#inner = new BallsView(innerBalls, 0);
    this.#cones = new SurfacesView(coneSurfaces(spheres, pairs, sides), coneVertices(sides), 1);
    this.#slabs = new SurfacesView(slabSurfaces(spheres, slabs), SLAB_VERTICES, 0);
    this.#skeleton = new LineSegments(centresOf(spheres, pairs), new LineBasicMaterial(SKELETON));
    this.#skeleton.renderOrder = 1;
    this.root.add(...this.#parts.map(({ root }) => root), this.#skeleton);
  }

  /** What holds the surface lets it be seen; what is in it need not. */
  show({ enclosure, kinds, surface, skeleton }: ShownAxis): void {
    // Of what is no solid there are no inner balls to show.
    const isEnclosing = enclosure === 'enclosing' || this.#innerCount === 0;
    this.#inner.root.visible = !isEnclosing;
    this.#skeleton.visible = skeleton;
    this.#spheres.root.visible = isEnclosing && kinds.has('spheres');
    this.#cones.root.visible = isEnclosing && kinds.has('cones');
    this.#slabs.root.visible = isEnclosing && kinds.has('slabs');
    for (const part of [this.#spheres, this.#cones, this.#slabs]) part.setGlassy(surface);
    this.#isVeil = surface;
    this.#applyTheme();
  }

  /** Clips it by planes, of which each keeps its side; none leave it whole. */
  clip(planes: Plane[]): void {
    for (const part of this.#parts) part.clip(planes);
    this.#skeleton.material.clippingPlanes = planes;
  }

  /** Lights up what overlaps the other body; nothing without an answer. */
  light(answer: ContactAnswer | null): void {
    const slot = this.#slot;
    const numbers = answer?.primitives.numbers[slot] ?? new Uint32Array();
    const slabs = numbers.filter((number) => number >= this.#coneCount).map((number) => number - this.#coneCount);
    const sides = [...slabs].flatMap((slab) => [...this.#sidesOf.subarray(3 * slab, 3 * slab + 3)]);
    this.#cones.light([...numbers.filter((number) => number < this.#coneCount), ...sides]);
    this.#slabs.light([...slabs]);
    this.#spheres.light(answer?.spheres.numbers[slot] ?? new Uint32Array());
    this.#inner.light(answer?.innerBalls.numbers[slot] ?? new Uint32Array());
  }

  setTheme(theme: Theme): void {
    this.#theme = theme;
    this.#applyTheme();
  }

  /** Around a surface that is seen through it, an enclosure has one colour; alone, one for each kind of primitive. */
  #applyTheme(): void {
    const { medial, body, touch, near, hull, veil } = this.#theme;
    const colourOf = (kind: MedialKind): string => (this.#isVeil ? veil : medial[kind]);
    this.#skeleton.material.color.set(hull);
    this.#spheres.setColours(colourOf('spheres'), touch);
    this.#inner.setColours(body[this.#slot], touch);
    this.#cones.setColours(colourOf('cones'), near);
    this.#slabs.setColours(colourOf('slabs'), near);
  }

  dispose(): void {
    this.root.removeFromParent();
    for (const part of this.#parts) part.dispose();
    this.#skeleton.geometry.dispose();
    this.#skeleton.material.dispose();
  }

  get #parts(): readonly (BallsView | SurfacesView)[] {
    return [this.#spheres, this.#cones, this.#slabs, this.#inner];
  }
}

/** Lines between the centres of pairs of balls. */
function centresOf(balls: Float32Array, pairs: Uint32Array): BufferGeometry {
  const centres = balls.filter((_, k) => k % 4 < 3);
  const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(centres, 3));
  return geometry.setIndex(new BufferAttribute(pairs, 1));
}

/** Pairs of balls to be joined: the cones, then the sides of slabs, each once; and which of them are a slab's sides. */
function conesAndSides(
  cones: Uint32Array,
  slabs: Uint32Array,
): { readonly pairs: Uint32Array; readonly sidesOf: Uint32Array } {
  const pairs = [...cones];
  const indices = new Map<string, number>();
  const sidesOf = new Uint32Array(slabs.length);
  for (let side = 0; side < slabs.length; side++) {
    const first = slabs[side] ?? 0;
    const second = slabs[side % 3 === 2 ? side - 2 : side + 1] ?? 0;
    const name = `${Math.min(first, second)} ${Math.max(first, second)}`;
    const index = indices.get(name) ?? pairs.length / 2;
    if (!indices.has(name)) pairs.push(first, second);
    indices.set(name, index);
    sidesOf[side] = index;
  }
  return { pairs: Uint32Array.from(pairs), sidesOf };
}
