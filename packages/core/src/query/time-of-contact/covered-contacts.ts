// Contacts that are a part of another one: a corner near the border of a face that it is over, or an end of an edge.

import type { ContactFeature } from './contact-features.ts';

/** A feature of one body: a kind, its number, and its corners, which identify it. */
export interface Feature {
  readonly kind: ContactFeature['kind'];
  readonly index: number;
  /** The number of its name. */
  readonly id: number;
  readonly name: string;
  /** Identifiers of the corners. */
  readonly corners: readonly string[];
}

/** A contact of two features. */
export interface Found {
  readonly queryMotion: Feature;
  readonly referenceMotion: Feature;
  /** In the reference frame: point of the query body, of the reference body, normal from the query body to the reference body. */
  readonly numbers: Float64Array;
}

/** Removes contacts that a larger feature covers: a corner near the border of a face that it is over. */
export function withoutCovered(found: readonly Found[]): Found[] {
  const onQuery = new Map<string, Covers>();
  const onReference = new Map<string, Covers>();
  for (const { queryMotion, referenceMotion } of found) {
    coversAt(onQuery, queryMotion.name).add(referenceMotion);
    coversAt(onReference, referenceMotion.name).add(queryMotion);
  }
  return found.filter(
    ({ queryMotion, referenceMotion }) =>
      !coversAt(onQuery, queryMotion.name).has(referenceMotion) &&
      !coversAt(onReference, referenceMotion.name).has(queryMotion),
  );
}

function coversAt(covers: Map<string, Covers>, name: string): Covers {
  const known = covers.get(name);
  if (known !== undefined) return known;
  const added = new Covers();
  covers.set(name, added);
  return added;
}

/** The parts of the features of one body that are in contact with one feature of the other: corners of edges and faces, sides of faces. */
class Covers {
  readonly #ofEdges = new Set<string>();
  readonly #ofFaces = new Set<string>();

  add({ kind, corners }: Feature): void {
    if (kind === 'vertex') return;
    const parts = kind === 'edge' ? this.#ofEdges : this.#ofFaces;
    for (const [k, corner] of corners.entries()) {
      parts.add(corner);
      for (const other of corners.slice(0, k)) parts.add(nameOfCorners([corner, other]));
    }
  }

  /** Whether the feature is a part of one of another kind. */
  has({ kind, corners }: Feature): boolean {
    const name = nameOfCorners(corners);
    return (kind !== 'edge' && this.#ofEdges.has(name)) || (kind !== 'face' && this.#ofFaces.has(name));
  }
}

/** Degenerate edges and faces have fewer corners. */
function nameOfCorners(corners: readonly string[]): string {
  return [...new Set(corners)].sort().join('/');
}
