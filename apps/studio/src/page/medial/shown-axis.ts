// What is shown of an axis, as page and address name it.

/** The axis with its radii enlarged until it holds the surface, or balls that lie in the solid. */
const ENCLOSURES = ['inner', 'enclosing'] as const;
export type Enclosure = (typeof ENCLOSURES)[number];

/** Parts of an axis that can be shown one by one. */
export const MEDIAL_KINDS = ['spheres', 'cones', 'slabs'] as const;
export type MedialKind = (typeof MEDIAL_KINDS)[number];

export interface ShownAxis {
  readonly enclosure: Enclosure;
  readonly kinds: ReadonlySet<MedialKind>;
  /** Whether the surface of the body is seen as well. */
  readonly surface: boolean;
  /** Whether the lines between centres are. */
  readonly skeleton: boolean;
  /** The part of the picture, from the left, that has the surface alone; the rest has the axis alone. 0: both, everywhere. */
  readonly wipe: number;
}

export function enclosureNamed(name: string | null): Enclosure {
  return ENCLOSURES.find((enclosure) => enclosure === name) ?? 'inner';
}
