import { discVolume } from '../bounds/disc.ts';
import { requireVolumeKind, type VolumeKind } from '../bounds/volume.ts';
import { requireSplit, type Split } from '../bvh/rules.ts';
import { BRANCHINGS, type Branching, type Tree } from '../bvh/tree.ts';
import { fitVolumes } from '../bvh/volumes.ts';
import type { RoundShape } from '../convex/round-shape.ts';
import { NearmissError, textOf } from '../error.ts';
import { Mesh } from '../mesh/mesh.ts';
import { type KnownKeys, requireKnownKeys } from '../scalar/known-keys.ts';
import { buildParts, MODEL_STEPS, refitParts } from './build-parts.ts';
import { packSections, requireSection, type Section, unpackSections } from './bytes.ts';
import type { Frame } from './model-frame.ts';
import { modelKernels } from './model-kernels.ts';
import { type ModelParts, PART_SECTIONS, readParts, writeParts } from './model-parts.ts';
import type { SolidFacts } from './solid.ts';
import { isVolumeKind, type ModelPart, type Structure, type StructureReader } from './structure.ts';
import { readVolumes } from './volume-sections.ts';

/** Options of `Model.build`. See {@link Model}. */
export interface BuildOptions {
  /**
   * How the tree is built: `sah` searches fastest, `median` is shallowest, `mean` builds fastest; or a rule of its own, such as
   * those of `nearmiss/lab`. All give the same results; docs/lab/volumes-sphere-trees.md compares them.
   */
  readonly split?: Split | undefined;
  /** The largest number of children of a node: 4 usually searches fastest (docs/lab/volumes.md). */
  readonly branching?: Branching | undefined;
  /**
   * What the model stores, and saves, beyond mesh and tree. Everything else is derived when a query first needs it, and not saved.
   */
  readonly with?: readonly ModelPart[] | undefined;
}

const BUILD_KEYS: KnownKeys<BuildOptions> = { split: true, branching: true, with: true };

/** Defaults of {@link BuildOptions}. */
export const BUILD_DEFAULTS: {
  readonly split: 'sah';
  readonly branching: Branching;
  readonly with: readonly ModelPart[];
} = /* @__PURE__ */ Object.freeze({
  split: 'sah',
  branching: 4,
  with: /* @__PURE__ */ Object.freeze([discVolume]),
});

/** Options of `Model.fromBytes`. See {@link Model}. */
export interface LoadOptions {
  /** What the model stores from now on: read from the bytes and checked at once, or built where they have none. */
  readonly with?: readonly ModelPart[] | undefined;
}

/** The stored structures of a model: values by name, and the same as sections to save. */
interface Carried {
  readonly kinds: readonly VolumeKind[];
  readonly values: ReadonlyMap<string, unknown>;
  readonly sections: ReadonlyMap<string, Section>;
  /** The structure or kind of volume of each section, by name; unknown for loaded sections whose structure was not passed in. */
  readonly owners: ReadonlyMap<string, string>;
}

const NOTHING: Carried = {
  kinds: [],
  values: /* @__PURE__ */ new Map(),
  sections: /* @__PURE__ */ new Map(),
  owners: /* @__PURE__ */ new Map(),
};

/**
 * A mesh, or a round shape, prepared for queries: immutable flat arrays, shared freely between queries, saved and loaded as bytes.
 * It stores structures but does not depend on them: the module that owns one builds and reads it.
 *
 * @example
 * const model = Model.build(box());
 * const copy = Model.fromBytes(model.toBytes());
 * console.log(collide(model, {}, copy, { position: [3, 0, 0] }).status); // separated
 */
export class Model {
  /** The triangles; for a round shape its axis, as one triangle without area. */
  readonly mesh: Mesh;
  /** @internal The exact shape, in units of the frame; null for meshes. */
  readonly round: RoundShape | null;
  /** @internal */ readonly frame: Frame;
  /** @internal */ readonly tree: Tree;
  /** @internal */ readonly facts: SolidFacts;
  /** @internal Whether it was made by `refit`, so that proofs about its shape do not pay. */
  readonly isRefitted: boolean;
  /** @internal Values that modules have derived from it (per-model.ts). */
  readonly derived: unknown[] = [];
  readonly #carried: Carried;
  /** Stored or derived, by kind. In units of the frame, so that a model in another unit shares them. */
  readonly #volumes: Map<VolumeKind, Float64Array>;
  /** Stored, as read from its sections. */
  readonly #loaded: Map<StructureReader<unknown>, unknown> = new Map();
  /** Stored or derived, by structure. */
  readonly #structures: Map<Structure<unknown>, unknown> = new Map();

  private constructor(parts: ModelParts, carried: Carried, volumes: Map<VolumeKind, Float64Array>) {
    this.round = parts.round;
    this.mesh = parts.mesh;
    this.frame = parts.frame;
    this.tree = parts.tree;
    this.facts = parts.facts;
    this.isRefitted = parts.isRefitted;
    this.#carried = carried;
    this.#volumes = volumes;
  }

  /** Whether a value has been made by this class: what only has its prototype has none of its parts. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return Model.isModel(value);
  }

  /** @internal The same for queries: engines do not inline `instanceof` where a class defines it. */
  static isModel(value: unknown): value is Model {
    return typeof value === 'object' && value !== null && #carried in value;
  }

  /** @internal A model of consistent parts, and of discs on its tree where they are known. */
  static of(parts: ModelParts, discs?: Float64Array): Model {
    return new Model(parts, NOTHING, new Map(discs === undefined ? [] : [[discVolume, discs]]));
  }

  /** Builds the search structures of a mesh. */
  static build(given: Mesh, options: BuildOptions = BUILD_DEFAULTS): Model {
    if (!(given instanceof Mesh)) {
      throw new NearmissError('model/bad-argument', 'Model.build takes a Mesh: new Mesh(positions, triangles).');
    }
    requireObject(options);
    requireKnownKeys(options, BUILD_KEYS, 'options/bad-value', 'options');
    const { split = BUILD_DEFAULTS.split, branching = BUILD_DEFAULTS.branching } = options;
    const { with: carried = BUILD_DEFAULTS.with } = options;
    requireSplit(split);
    if (!BRANCHINGS.includes(branching)) {
      throw new NearmissError(
        'options/bad-value',
        `branching is ${textOf(branching)}; it is one of ${BRANCHINGS.join(', ')}.`,
      );
    }
    requireParts(carried);
    // A copy, checked again: the caller can write to the arrays of a mesh at any time.
    const mesh = new Mesh(given.positions, given.triangles);
    const isUsual = split === 'sah' && branching === 4 && carried.includes(discVolume);
    const built = isUsual ? modelKernels.kernels?.buildParts(mesh, MODEL_STEPS) : null;
    const { discs, ...parts } = built ?? buildParts(mesh, split, branching);
    return Model.of({ ...parts, mesh, round: null, isRefitted: false }, discs).with(...carried);
  }

  get triangleCount(): number {
    return this.mesh.triangleCount;
  }

  /** Whether the mesh has no border, so that `solid: "auto"` interprets it as a solid. */
  get closed(): boolean {
    return this.facts.closed;
  }

  /** A model of the same body that also stores these: newly built, in place of others of their names. */
  with(...parts: readonly ModelPart[]): Model {
    requireParts(parts);
    return parts.reduce<Model>(
      (model, part) => model.#carry(part, isVolumeKind(part) ? model.volumes(part) : part.build(model)),
      this,
    );
  }

  #carry(part: ModelPart, value: unknown): Model {
    const { kinds, values, sections, owners } = this.#carried;
    const written = new Map<string, Section>();
    if (isVolumeKind(part)) written.set(part.name, this.volumes(part));
    else part.write(value, written);
    // Without the sections of what it replaces.
    const saved = new Map([...sections].filter(([name]) => owners.get(name) !== part.name));
    const owned = new Map([...owners].filter(([, owner]) => owner !== part.name));
    for (const [name, section] of written) {
      requireSection(name, section);
      if (owned.has(name) || PART_SECTIONS.includes(name)) {
        const owner = owned.get(name) ?? 'every model';
        throw new NearmissError(
          'model/bad-argument',
          `"${part.name}" writes a section "${name}", which is that of ${owner}.`,
        );
      }
      saved.set(name, section);
      owned.set(name, part.name);
    }
    const others = kinds.filter(({ name }) => name !== part.name);
    const carried: Carried = {
      kinds: isVolumeKind(part) ? [...others, part] : others,
      values: isVolumeKind(part) ? values : new Map(values).set(part.name, value),
      sections: saved,
      owners: owned,
    };
    return new Model(this, carried, this.#volumes);
  }

  /** A structure of the model: the stored one, or else one derived on first use. */
  structure<T>(structure: Structure<T>): T {
    const known = this.#structures.get(structure);
    if (known !== undefined) return known as T;
    const value = this.carried(structure) ?? structure.build(this);
    this.#structures.set(structure, value);
    return value;
  }

  /** The structure of that name that the model was built or loaded with; undefined if it stores none. */
  carried<T>(structure: StructureReader<T>): T | undefined {
    if (typeof structure?.read !== 'function') {
      throw new NearmissError('model/bad-argument', `${textOf(structure)} is no structure, as hullTree is one.`);
    }
    const { values, sections } = this.#carried;
    const built = values.get(structure.name);
    // One name, one structure: the stored value was made by its owner.
    if (built !== undefined) return built as T;
    const known = this.#loaded.get(structure);
    if (known !== undefined) return known as T;
    const read = undamaged(() => structure.read(sections, this));
    if (read !== undefined) this.#loaded.set(structure, read);
    return read;
  }

  /**
   * The bounding volumes of one kind on the tree: the stored ones, or else fitted on first use.
   *
   * @internal
   */
  volumes(kind: VolumeKind): Float64Array {
    // Called by every query, so without a closure: its captures are allocated at each call.
    return this.#volumes.get(kind) ?? this.#deriveVolumes(kind);
  }

  #deriveVolumes(kind: VolumeKind): Float64Array {
    const { kinds, sections } = this.#carried;
    // Another kind may have the same name.
    const isOwn = kinds.every((other) => other === kind || other.name !== kind.name);
    const read = isOwn ? undamaged(() => readVolumes(sections, this.tree, kind)) : undefined;
    const volumes = read ?? fitVolumes(this.tree, kind);
    this.#volumes.set(kind, volumes);
    return volumes;
  }

  /** Reads a part from the sections, and refuses damaged ones. */
  #readCarried(part: ModelPart): void {
    const { sections } = this.#carried;
    if (isVolumeKind(part)) {
      const volumes = readVolumes(sections, this.tree, part);
      if (volumes !== undefined) this.#volumes.set(part, volumes);
    } else {
      const value = part.read(sections, this);
      if (value !== undefined) this.#loaded.set(part, value);
    }
  }

  /**
   * The same body in another unit; `mesh` and `frame` are its own multiplied by a power of two. All stored structures are in units
   * of the frame, and stay.
   *
   * @internal
   */
  inUnit(mesh: Mesh, frame: Frame): Model {
    const { tree, facts, round, isRefitted } = this;
    return new Model({ mesh, frame, tree, facts, round, isRefitted }, this.#carried, this.#volumes);
  }

  /**
   * The same mesh with its vertices moved: a new model on the old topology with refitted volumes. Much faster than building, and as
   * exact; after large deformations searches are slower than on a new model. Queries search its triangles even if it is convex. It
   * stores the volumes that the model was built with, or that were passed when it was loaded; other structures are dropped, and
   * derived again when next needed.
   */
  refit(positions: ArrayLike<number>): Model {
    if (this.round !== null) {
      throw new NearmissError('model/bad-argument', 'A round shape has no vertices to move; make another one.');
    }
    if (positions?.length !== this.mesh.positions.length) {
      throw new NearmissError(
        'mesh/bad-length',
        `The model has ${this.mesh.vertexCount} vertices; refit takes as many positions, three numbers each.`,
      );
    }
    const mesh = new Mesh(positions, this.mesh.triangles);
    const { kinds } = this.#carried;
    const built = kinds.includes(discVolume) ? modelKernels.kernels?.refitParts(mesh, this.tree, MODEL_STEPS) : null;
    const { discs, ...parts } = built ?? refitParts(mesh, this.tree);
    return Model.of({ ...parts, mesh, round: null, isRefitted: true }, discs).with(...kinds);
  }

  /**
   * The model as bytes: mesh, tree and what it was built with. With `shared` they are in a SharedArrayBuffer, which workers can
   * open with `Model.fromBytes` without a copy.
   */
  toBytes(options: { readonly shared?: boolean | undefined } = {}): Uint8Array {
    requireObject(options);
    requireKnownKeys(options, { shared: true }, 'options/bad-value', 'options');
    const { shared = false } = options;
    if (shared !== true && shared !== false) {
      throw new NearmissError('options/bad-value', `shared is ${textOf(shared)}; it is true or false.`);
    }
    const sections = writeParts(this);
    // In one order, independent of which was built first: equal models have equal bytes.
    const carried = [...this.#carried.sections].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [name, section] of carried) sections.set(name, section);
    return packSections(sections, shared);
  }

  /**
   * A model from the bytes of `toBytes`. The bytes are used in place where they are aligned to 8, so they must not be changed
   * afterwards. Structures passed in `with` are checked at once, and damaged ones refused. Sections of others are kept, and checked
   * on first use: a damaged one is ignored and the structure derived again, so that no query ends in an error.
   */
  static fromBytes(bytes: ArrayBufferLike | ArrayBufferView, options: LoadOptions = {}): Model {
    requireObject(options);
    requireKnownKeys(options, { with: true }, 'options/bad-value', 'options');
    const { with: parts = [] } = options;
    requireParts(parts);
    const sections = unpackSections(bytes);
    const own = readParts(sections);
    for (const name of PART_SECTIONS) sections.delete(name);
    // The four lengths of a round shape determine everything that queries need.
    if (own.round !== null) sections.clear();
    const kinds = sections.has(discVolume.name) ? [discVolume] : [];
    const owners = new Map(kinds.map(({ name }) => [name, name]));
    const model = new Model(own, { kinds, values: new Map(), sections, owners }, new Map());
    for (const part of new Set<ModelPart>([...kinds, ...parts])) model.#readCarried(part);
    return parts.reduce<Model>(
      (loaded, part) =>
        loaded.#carry(part, isVolumeKind(part) ? loaded.volumes(part) : (loaded.carried(part) ?? part.build(loaded))),
      model,
    );
  }
}

/** The value, or undefined if it is damaged: it was not passed in `with`, and can be derived again. */
function undamaged<T>(read: () => T | undefined): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof NearmissError && error.code === 'model/damaged') return undefined;
    throw error;
  }
}

function requireObject(options: object): void {
  if (options === null || typeof options !== 'object') {
    throw new NearmissError('options/bad-value', 'Options must be an object.');
  }
}

/** Refuses anything but a list of kinds of volume and structures with unique names. */
function requireParts(parts: readonly ModelPart[]): void {
  if (!Array.isArray(parts)) {
    throw new NearmissError('options/bad-value', 'with is a list of structures, such as [disc, hullTree].');
  }
  const names = new Set<string>();
  for (const part of parts) {
    if (typeof part === 'string') {
      const where = 'disc of nearmiss, hullTree of nearmiss/convex or others';
      throw new NearmissError('options/bad-value', `with names "${textOf(part)}"; it takes objects: ${where}.`);
    }
    if (!isStructure(part)) requireVolumeKind(part, 'A structure in with');
    if (PART_SECTIONS.includes(part.name) || (part.name === discVolume.name && part !== discVolume)) {
      throw new NearmissError(
        'options/bad-value',
        `with has a structure named "${part.name}", as a part of every model is.`,
      );
    }
    if (names.has(part.name)) throw new NearmissError('options/bad-value', `with names "${part.name}" twice.`);
    names.add(part.name);
  }
}

function isStructure(part: Partial<Structure<unknown>>): boolean {
  return typeof part?.build === 'function' && typeof part.read === 'function' && typeof part.write === 'function';
}
