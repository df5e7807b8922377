import { createHash } from 'node:crypto';
import { Mesh, Model, NearmissError } from 'nearmiss';
import { simd } from 'nearmiss/simd';
import { knownNames } from '../known-names.ts';
import { ByteCache } from './byte-cache.ts';

const MESH_KEYS = ['positions', 'triangles'];

/** A model that a query names instead of defining it inline. */
export interface ModelName {
  readonly kind: 'file' | 'shape' | 'convex';
  readonly text: string;
}

/** The content behind a name: its hash, and how to build the model if no other name has the same hash. */
interface Opened {
  readonly hash: string;
  readonly build: () => Model;
}

/** Resolves a name to its content. */
export type OpenModel = (name: ModelName) => Promise<Opened>;

/** Bytes of models that are kept for later queries. */
export const CACHE_BYTES: number = 2 ** 28;
/** Number of models that are kept; building small ones again is faster than a very large cache. */
const CACHE_ENTRIES = 256;
/** Bytes per triangle in a model with its mesh and its copy for the kernels, per vertex, and per empty model: measured, rounded up. */
const TRIANGLE_BYTES = 500;
const VERTEX_BYTES = 24;
const EMPTY_BYTES = 8192;

/** The properties by which a query names a model, and the name. */
const NAMED: ReadonlyMap<string, ModelName['kind']> = new Map([
  ['model', 'file'],
  ['shape', 'shape'],
  ['convex', 'convex'],
]);

/** Number of names kept with their hashes; each is a short text. */
const NAME_ENTRIES = 4096;

/** The models of a batch, built on first use and cached by their content. */
export class Models {
  readonly #open: OpenModel;
  readonly #models: ByteCache<Model>;
  readonly #hashes = new ByteCache<string>(Infinity, NAME_ENTRIES);

  constructor(open: OpenModel, cacheBytes: number = CACHE_BYTES) {
    this.#open = open;
    this.#models = new ByteCache(cacheBytes, CACHE_ENTRIES, (model) => simd.release(model));
  }

  /** The model of a query's `a` or `b`. */
  async read(body: Readonly<Record<string, unknown>>, what: string): Promise<Model> {
    const given = ['mesh', ...NAMED.keys()].filter((method) => body[method] !== undefined);
    const [method = ''] = given;
    if (given.length !== 1) {
      const found = given.length === 0 ? 'none of them' : 'more than one';
      throw new NearmissError(
        'query/bad-form',
        `${what} is given by one of model, mesh, shape and convex; it has ${found}.`,
      );
    }
    const kind = NAMED.get(method);
    if (kind === undefined) return this.#fromArrays(body[method], what);
    const text = body[method];
    if (typeof text !== 'string') throw new NearmissError('query/bad-form', `${what}.${method} must be a text.`);
    return (await this.named({ kind, text })).model;
  }

  async named(name: ModelName): Promise<{ readonly hash: string; readonly model: Model }> {
    const key = `${name.kind}:${name.text}`;
    const known = this.#hashes.get(key);
    const cached = known === undefined ? undefined : this.#models.get(known);
    if (known !== undefined && cached !== undefined) return { hash: known, model: cached };
    const { hash, build } = await this.#open(name);
    this.#hashes.set(key, hash, 0);
    return { hash, model: this.#cached(hash, build) };
  }

  #fromArrays(given: unknown, what: string): Model {
    if (typeof given !== 'object' || given === null) {
      throw new NearmissError('query/bad-form', `${what}.mesh must be an object { positions, triangles }.`);
    }
    for (const key of Object.keys(given)) {
      if (MESH_KEYS.includes(key)) continue;
      throw new NearmissError('query/bad-form', `${what}.mesh has "${key}"; it has ${knownNames(key, MESH_KEYS)}`);
    }
    const { positions, triangles } = given as { positions?: unknown; triangles?: unknown };
    const mesh = new Mesh(flat(positions, `${what}.mesh.positions`), flat(triangles, `${what}.mesh.triangles`));
    return this.#cached(hashMesh(mesh), () => Model.build(mesh));
  }

  #cached(hash: string, build: () => Model): Model {
    let model = this.#models.get(hash);
    if (model === undefined) {
      model = build();
      const { triangleCount, vertexCount } = model.mesh;
      this.#models.set(hash, model, TRIANGLE_BYTES * triangleCount + VERTEX_BYTES * vertexCount + EMPTY_BYTES);
    }
    return model;
  }
}

/** A short hash of the content of a mesh; equal hashes mean equal meshes. */
export function hashMesh({ positions, triangles }: Mesh): string {
  // The length first, so that positions cannot be confused with triangles.
  const hash = createHash('sha256').update(`${positions.length},`);
  return hash.update(positions).update(triangles).digest('base64');
}

/** Numbers given flat or three by three, as one flat array; the mesh checks their values. */
function flat(given: unknown, what: string): ArrayLike<number> {
  if (!Array.isArray(given)) throw new NearmissError('mesh/bad-length', `${what} must be an array.`);
  if (!Array.isArray(given[0])) return given;
  const numbers: number[] = [];
  for (const [index, triple] of given.entries()) {
    if (!Array.isArray(triple) || triple.length !== 3) {
      throw new NearmissError('mesh/bad-length', `${what}[${index}] must be three numbers.`);
    }
    numbers.push(triple[0], triple[1], triple[2]);
  }
  return numbers;
}
