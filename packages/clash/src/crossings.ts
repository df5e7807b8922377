import { collide, Mesh, Model } from 'nearmiss';
import type { PosedModel } from './posed-model.ts';

/** Pairs of faces that are listed. */
const MOST_PAIRS = 50_000;
/** Pairs whose faces are bodies of their own. */
const MOST_OF_FACES = 256;

type Segment = readonly [readonly number[], readonly number[]];

interface Listed {
  readonly pairs: readonly (readonly [number, number])[];
  readonly segments: readonly Segment[];
  readonly isWhole: boolean;
}

/** The pairs of faces in which two bodies cross. They are searched for once, when they are first needed. */
export class Crossings {
  readonly a: PosedModel;
  readonly b: PosedModel;
  readonly budget: number;
  /** The models whose faces are listed. */
  readonly #searched: readonly [Model, Model];
  #listed: Listed | null = null;
  #faces: readonly [Model, Model] | null = null;

  constructor(a: PosedModel, b: PosedModel, budget: number, searched: readonly [Model, Model] = [a.model, b.model]) {
    this.a = a;
    this.#searched = searched;
    this.b = b;
    this.budget = budget;
  }

  /** Numbers of a face of A and a face of B that share points. */
  get pairs(): readonly (readonly [number, number])[] {
    return this.#list().pairs;
  }

  /** What two faces have in common, where they cross. */
  get segments(): readonly Segment[] {
    return this.#list().segments;
  }

  /** False if there are more pairs than are listed, or the budget ended. */
  get isWhole(): boolean {
    return this.#list().isWhole;
  }

  /** Faces of A and of B that cross, as models in the poses of A and B: where these still cross, the bodies do. */
  get faces(): readonly [Model, Model] {
    if (this.#faces === null) {
      const pairs = spaced(this.pairs, MOST_OF_FACES);
      const modelOf = ({ model }: PosedModel, side: 0 | 1): Model =>
        Model.build(meshOfFaces(model.mesh, [...new Set(pairs.map((pair) => pair[side]))]));
      this.#faces = [modelOf(this.a, 0), modelOf(this.b, 1)];
    }
    return this.#faces;
  }

  /** Those among the faces that cross, numbered among themselves, that cross when A is moved. */
  moved(by: readonly number[]): Crossings {
    const { position = [0, 0, 0] } = this.a.pose;
    const pose = { ...this.a.pose, position: by.map((x, k) => position[k] + x) };
    return new Crossings({ ...this.a, pose }, this.b, this.budget, this.faces);
  }

  #list(): Listed {
    if (this.#listed === null) {
      const { a, b, budget } = this;
      const [first, second] = this.#searched;
      const options = { contacts: 'all', segments: true, limit: MOST_PAIRS, budget } as const;
      const { status, pairs, segments = [] } = collide(first, a.pose, second, b.pose, options);
      this.#listed = { pairs, segments, isWhole: status !== 'iteration-limit' && pairs.length < MOST_PAIRS };
    }
    return this.#listed;
  }
}

/** Some faces of a mesh, each with corners of its own. */
function meshOfFaces({ positions, triangles }: Mesh, faces: readonly number[]): Mesh {
  const corners: number[] = [];
  for (const face of faces) {
    for (const vertex of triangles.subarray(3 * face, 3 * face + 3)) {
      corners.push(...positions.subarray(3 * vertex, 3 * vertex + 3));
    }
  }
  return new Mesh(corners, [...corners.keys()].slice(0, corners.length / 3));
}

/** At most `most` members of a list, evenly spaced. */
export function spaced<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, k) => list[Math.floor((k * list.length) / most)]);
}
