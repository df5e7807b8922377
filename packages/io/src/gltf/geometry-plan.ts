// The data to decode for the meshes of a scene, checked completely before any of it is fetched or decoded.
//
// The decoder (@gltf-transform) trusts its input: it allocates by counts and reads by indices without checks. So it never sees the
// file. It gets a new, small glTF document with only the needed accessors, every number of which was checked here: no materials,
// images, animations, skins or names, and no URIs.

import type { Warnings } from '../mesh-file.ts';
import { quote, refuse } from '../refuse.ts';
import { asCount, asIndex, asObject, asText, child, itemsOf, type JsonObject, type Located } from './json.ts';
import type { MeshInstance } from './scene.ts';

export interface GltfLimits {
  readonly maxVertices: number;
  readonly maxTriangles: number;
}

/** A list of triangles, strip or fan, by its accessors in the plan's document. */
export interface PlannedPrimitive {
  readonly path: string;
  readonly mode: 4 | 5 | 6;
  readonly positions: number;
  /** Null where the vertices are in order. */
  readonly indices: number | null;
  /** The index that restarts a strip or fan, or null. */
  readonly restart: number | null;
}

export interface PlannedMesh {
  readonly primitives: readonly PlannedPrimitive[];
  /** Vertices of one appearance; primitives that share an accessor share vertices. */
  readonly vertices: number;
  /** Triangles of one appearance at most: a strip may be split. */
  readonly triangles: number;
}

export interface PlannedAccessor {
  readonly path: string;
  readonly count: number;
  /** The divisor that converts an integer to its value; 1 for integers that are not normalised. */
  readonly divisor: number;
}

/** A buffer to be fetched; it must have at least `byteLength` bytes. */
export interface PlannedBuffer {
  readonly path: string;
  readonly byteLength: number;
  /** Null for the binary chunk of a GLB file. */
  readonly uri: Located | null;
}

/** Sparse indices, to be checked when the bytes are available. */
export interface SparseCheck {
  readonly path: string;
  readonly buffer: number;
  readonly byteOffset: number;
  readonly bytesEach: number;
  readonly count: number;
  readonly below: number;
}

/** A range of a buffer with Draco data. */
export interface DracoStretch {
  readonly path: string;
  readonly buffer: number;
  readonly byteOffset: number;
  readonly byteLength: number;
}

/** The document for the decoder. */
export interface PlannedJson {
  readonly asset: { readonly version: '2.0' };
  readonly extensionsUsed: string[];
  readonly buffers: { byteLength: number; uri: string }[];
  readonly bufferViews: Record<string, unknown>[];
  readonly accessors: Record<string, unknown>[];
  readonly meshes: { primitives: Record<string, unknown>[] }[];
}

const DRACO = 'KHR_draco_mesh_compression';
const MESHOPT = 'EXT_meshopt_compression';
const FLOAT64 = 'KHR_accessor_float64';
const RESTART = 'KHR_mesh_primitive_restart';

/** Required extensions that are supported, or that do not affect the shape. */
const KNOWN_EXTENSIONS =
  /^(KHR_draco_mesh_compression|EXT_meshopt_compression|KHR_mesh_quantization|KHR_accessor_float64|KHR_mesh_primitive_restart|(KHR|EXT|MSFT)_texture_\w+|KHR_materials_\w+|KHR_lights_\w+|KHR_xmp\w*|KHR_animation_\w+)$/;

/** Bytes and divisor of a component; the divisor is for normalised whole numbers. */
const COMPONENTS: ReadonlyMap<unknown, { bytes: number; divisor: number }> = new Map([
  [5120, { bytes: 1, divisor: 127 }],
  [5121, { bytes: 1, divisor: 255 }],
  [5122, { bytes: 2, divisor: 32767 }],
  [5123, { bytes: 2, divisor: 65535 }],
  [5125, { bytes: 4, divisor: 4294967295 }],
  [5126, { bytes: 4, divisor: 1 }],
  [5130, { bytes: 8, divisor: 1 }],
]);
const POSITION_COMPONENTS: readonly unknown[] = [5120, 5121, 5122, 5123, 5126, 5130];
const INDEX_COMPONENTS: readonly unknown[] = [5121, 5123, 5125];
const DOUBLE = 5130;

const MESHOPT_MODES = ['ATTRIBUTES', 'TRIANGLES', 'INDICES'];
const MESHOPT_FILTERS = ['NONE', 'OCTAHEDRAL', 'QUATERNION', 'EXPONENTIAL'];
/** The largest vertex that the codec supports, in bytes. */
const WIDEST_MESHOPT_STRIDE = 256;

/**
 * The largest compression ratio of the codec: a block of up to 256 vertices keeps two bits for each byte of a vertex, even if all
 * vertices are equal.
 */
const MESHOPT_RATIO = 1024;

/** A view may carry other attributes between the positions: normal, tangent, two texture coordinates, colour. */
const USUAL_VERTEX_BYTES = 64;

interface View {
  readonly index: number;
  readonly byteLength: number;
  readonly byteStride: number | null;
  /** The position of the bytes, unless they are compressed. */
  readonly plain: { readonly buffer: number; readonly byteOffset: number } | null;
}

interface AccessorUse {
  readonly components: readonly unknown[];
  readonly type: 'VEC3' | 'SCALAR';
  readonly width: number;
  /** Set if the data is in a Draco range. */
  readonly compressed: boolean;
}

export class GeometryPlan {
  readonly json: PlannedJson = {
    asset: { version: '2.0' },
    extensionsUsed: [],
    buffers: [],
    bufferViews: [],
    accessors: [],
    meshes: [{ primitives: [] }],
  };
  readonly accessors: PlannedAccessor[] = [];
  readonly buffers: PlannedBuffer[] = [];
  readonly sparseChecks: SparseCheck[] = [];
  readonly dracoStretches: DracoStretch[] = [];
  /** By mesh number; only those that appear. */
  readonly meshes: ReadonlyMap<number, PlannedMesh>;

  readonly #limits: GltfLimits;
  readonly #warnings: Warnings;
  readonly #hasBinary: boolean;
  readonly #bufferDefs: readonly Located[];
  readonly #viewDefs: readonly Located[];
  readonly #accessorDefs: readonly Located[];
  readonly #newBuffers = new Map<number, number>();
  readonly #newViews = new Map<number, View>();
  readonly #dracoViews = new Set<View>();
  readonly #newAccessors = new Map<string, number>();
  readonly #restarts: boolean;
  /** Bytes that decompressed views will take. */
  #decompressed = 0;

  constructor(
    root: JsonObject,
    instances: readonly MeshInstance[],
    hasBinary: boolean,
    limits: GltfLimits,
    warnings: Warnings,
  ) {
    this.#limits = limits;
    this.#warnings = warnings;
    this.#hasBinary = hasBinary;
    this.#bufferDefs = itemsOf(root, 'buffers');
    this.#viewDefs = itemsOf(root, 'bufferViews');
    this.#accessorDefs = itemsOf(root, 'accessors');
    this.#restarts = itemsOf(root, 'extensionsUsed').some(({ value }) => value === RESTART);
    checkHead(root);

    const meshDefs = itemsOf(root, 'meshes');
    const meshes = new Map<number, PlannedMesh>();
    let vertices = 0;
    let triangles = 0;
    for (const { mesh, path } of instances) {
      let planned = meshes.get(mesh);
      if (planned === undefined) {
        planned = this.#planMesh(meshDefs[mesh]);
        meshes.set(mesh, planned);
      }
      vertices += planned.vertices;
      triangles += planned.triangles;
      requireWithin(vertices, triangles, limits, path);
    }
    this.meshes = meshes;
  }

  #planMesh(mesh: Located): PlannedMesh {
    const definition = asObject(mesh);
    const list = child(definition, mesh.path, 'primitives');
    if (!Array.isArray(list.value)) refuse('io/bad-json', list.path, 'A mesh needs a list of primitives.');
    const primitives: PlannedPrimitive[] = [];
    let triangles = 0;
    for (const [index, value] of list.value.entries()) {
      const primitive = this.#planPrimitive({ value, path: `${list.path}/${index}` });
      if (primitive === null) continue;
      const corners = this.accessors[primitive.indices ?? primitive.positions].count;
      triangles += primitive.mode === 4 ? Math.floor(corners / 3) : Math.max(0, corners - 2);
      // Primitives without triangles are left out, so that the work is proportional to the triangles however often the mesh
      // appears.
      if (corners >= 3) primitives.push(primitive);
    }
    let vertices = 0;
    for (const accessor of new Set(primitives.map(({ positions }) => positions))) {
      vertices += this.accessors[accessor].count;
    }
    return { primitives, vertices, triangles };
  }

  #planPrimitive(located: Located): PlannedPrimitive | null {
    const { path } = located;
    const definition = asObject(located);
    const mode = asCount(child(definition, path, 'mode'), 4);
    if (mode > 6) refuse('io/syntax', `${path}/mode`, `${mode} is not a mode of a primitive.`);
    if (mode !== 4 && mode !== 5 && mode !== 6) {
      this.#warnings.add('ignored', path, 'Points and lines were passed over.');
      return null;
    }
    const attributes = child(definition, path, 'attributes');
    const position = child(asObject(attributes), attributes.path, 'POSITION');
    if (position.value === undefined) {
      this.#warnings.add('ignored', path, 'Primitives without positions were passed over.');
      return null;
    }
    if (definition.targets !== undefined) {
      this.#warnings.add('ignored', `${path}/targets`, 'Morph targets were not applied.');
    }
    const index = child(definition, path, 'indices');
    const draco = this.#planDraco(definition, path);
    const key = draco === null ? '' : `draco ${draco.view.index} ${draco.attribute} `;
    const positions = this.#planAccessor(position, key, {
      components: POSITION_COMPONENTS,
      type: 'VEC3',
      width: 3,
      compressed: draco !== null,
    });
    const indices =
      index.value === undefined
        ? null
        : this.#planAccessor(index, key, {
            components: INDEX_COMPONENTS,
            type: 'SCALAR',
            width: 1,
            compressed: draco !== null,
          });

    if (draco !== null) {
      this.json.meshes[0].primitives.push({
        attributes: { POSITION: positions },
        ...(indices === null ? {} : { indices }),
        extensions: { [DRACO]: { bufferView: draco.view.index, attributes: { POSITION: draco.attribute } } },
      });
    }
    return { path, mode, positions, indices, restart: this.#restartIndex(mode, indices) };
  }

  /** The largest number of the index type, where the extension makes it a restart mark. */
  #restartIndex(mode: number, indices: number | null): number | null {
    if (!this.#restarts || mode === 4 || indices === null) return null;
    return COMPONENTS.get(this.json.accessors[indices].componentType)?.divisor ?? null;
  }

  #planDraco(primitive: JsonObject, path: string): { view: View; attribute: number } | null {
    const extensions = child(primitive, path, 'extensions');
    if (extensions.value === undefined) return null;
    const extension = child(asObject(extensions), extensions.path, DRACO);
    if (extension.value === undefined) return null;
    const definition = asObject(extension);
    const attributes = child(definition, extension.path, 'attributes');
    const attribute = asCount(child(asObject(attributes), attributes.path, 'POSITION'));
    const viewLink = child(definition, extension.path, 'bufferView');
    const view = this.#planView(viewLink);
    if (view.plain === null)
      return refuse('io/unsupported', viewLink.path, 'Draco data within meshopt data is not read.');
    if (!this.#dracoViews.has(view)) {
      this.#dracoViews.add(view);
      this.dracoStretches.push({ path: extension.path, ...view.plain, byteLength: view.byteLength });
    }
    this.#use(DRACO);
    return { view, attribute };
  }

  #planAccessor(link: Located, keyPrefix: string, use: AccessorUse): number {
    const old = asIndex(link, this.#accessorDefs.length, 'accessors');
    const key = `${keyPrefix}${use.type} ${old}`;
    const known = this.#newAccessors.get(key);
    if (known !== undefined) return known;

    const { path } = this.#accessorDefs[old];
    const definition = asObject(this.#accessorDefs[old]);
    const component = COMPONENTS.get(definition.componentType);
    if (component === undefined || !use.components.includes(definition.componentType)) {
      return refuse(
        'io/unsupported',
        `${path}/componentType`,
        'The accessor has numbers of a type that does not fit its use.',
      );
    }
    if (definition.type !== use.type)
      refuse('io/syntax', `${path}/type`, `The accessor should be of the type ${use.type}.`);
    const countAt = child(definition, path, 'count');
    const count = asCount(countAt);
    const limit = use.type === 'VEC3' ? this.#limits.maxVertices : 3 * this.#limits.maxTriangles;
    if (count > limit) refuse('io/too-large', countAt.path, `The accessor has ${count} items; the limit is ${limit}.`);
    if (definition.componentType === DOUBLE) this.#use(FLOAT64);

    const normalized = definition.normalized === true && use.type === 'VEC3';
    const planned: Record<string, unknown> = { componentType: definition.componentType, type: use.type, count };
    if (!use.compressed) this.#planAccessorData(definition, path, count, component.bytes * use.width, planned);
    const index = this.json.accessors.push(planned) - 1;
    this.accessors.push({ path, count, divisor: normalized ? component.divisor : 1 });
    this.#newAccessors.set(key, index);
    return index;
  }

  /** The view and the sparse changes of an accessor that is not decoded by Draco. */
  #planAccessorData(
    definition: JsonObject,
    path: string,
    count: number,
    itemBytes: number,
    planned: Record<string, unknown>,
  ): void {
    const viewLink = child(definition, path, 'bufferView');
    const sparse = child(definition, path, 'sparse');
    if (viewLink.value === undefined && sparse.value === undefined) {
      refuse('io/missing-resource', path, 'The accessor has no data.');
    }
    if (viewLink.value !== undefined) {
      const view = this.#planView(viewLink);
      const offset = child(definition, path, 'byteOffset');
      planned.bufferView = view.index;
      planned.byteOffset = asCount(offset, 0);
      requireBytes(view, asCount(offset, 0), count, itemBytes, path);
    }
    if (sparse.value !== undefined) planned.sparse = this.#planSparse(sparse, count, itemBytes);
  }

  #planSparse(sparse: Located, itemCount: number, itemBytes: number): Record<string, unknown> {
    const definition = asObject(sparse);
    const countAt = child(definition, sparse.path, 'count');
    const count = asCount(countAt);
    if (count > itemCount) refuse('io/bad-count', countAt.path, `${count} of ${itemCount} items are said to change.`);

    const indices = child(definition, sparse.path, 'indices');
    const indicesDef = asObject(indices);
    const component = COMPONENTS.get(indicesDef.componentType);
    if (component === undefined || !INDEX_COMPONENTS.includes(indicesDef.componentType)) {
      return refuse('io/unsupported', `${indices.path}/componentType`, 'Sparse indices are unsigned whole numbers.');
    }
    const indexView = this.#planPlainView(child(indicesDef, indices.path, 'bufferView'));
    const indexOffset = asCount(child(indicesDef, indices.path, 'byteOffset'), 0);
    requireBytes({ ...indexView, byteStride: null }, indexOffset, count, component.bytes, indices.path);
    this.sparseChecks.push({
      path: indices.path,
      buffer: indexView.plain.buffer,
      byteOffset: indexView.plain.byteOffset + indexOffset,
      bytesEach: component.bytes,
      count,
      below: itemCount,
    });

    const values = child(definition, sparse.path, 'values');
    const valuesDef = asObject(values);
    const valueView = this.#planPlainView(child(valuesDef, values.path, 'bufferView'));
    const valueOffset = asCount(child(valuesDef, values.path, 'byteOffset'), 0);
    requireBytes({ ...valueView, byteStride: null }, valueOffset, count, itemBytes, values.path);
    return {
      count,
      indices: { bufferView: indexView.index, byteOffset: indexOffset, componentType: indicesDef.componentType },
      values: { bufferView: valueView.index, byteOffset: valueOffset },
    };
  }

  #planPlainView(link: Located): View & { readonly plain: NonNullable<View['plain']> } {
    const view = this.#planView(link);
    const { plain, byteStride } = view;
    if (plain === null || byteStride !== null) {
      return refuse('io/unsupported', link.path, 'Sparse data in a compressed or interleaved view is not read.');
    }
    return { ...view, plain };
  }

  #planView(link: Located): View {
    const old = asIndex(link, this.#viewDefs.length, 'buffer views');
    const known = this.#newViews.get(old);
    if (known !== undefined) return known;

    const { path } = this.#viewDefs[old];
    const definition = asObject(this.#viewDefs[old]);
    const byteLength = asCount(child(definition, path, 'byteLength'));
    const strideAt = child(definition, path, 'byteStride');
    const byteStride = strideAt.value === undefined ? null : asCount(strideAt);
    if (byteStride === 0) refuse('io/bad-count', strideAt.path, 'A stride of 0 bytes leads nowhere.');
    const index = this.json.bufferViews.length;
    const meshopt = this.#meshoptOf(definition, path);
    const planned: Record<string, unknown> = { byteLength, ...(byteStride === null ? {} : { byteStride }) };
    this.json.bufferViews.push(planned);

    let plain: View['plain'] = null;
    if (meshopt === null) {
      const byteOffset = asCount(child(definition, path, 'byteOffset'), 0);
      const buffer = this.#planBuffer(child(definition, path, 'buffer'), byteOffset + byteLength, path);
      plain = { buffer, byteOffset };
      Object.assign(planned, plain);
    } else {
      Object.assign(planned, this.#planMeshopt(meshopt, byteLength));
    }
    const view = { index, byteLength, byteStride, plain };
    this.#newViews.set(old, view);
    return view;
  }

  #meshoptOf(view: JsonObject, path: string): Located | null {
    const extensions = child(view, path, 'extensions');
    if (extensions.value === undefined) return null;
    const meshopt = child(asObject(extensions), extensions.path, MESHOPT);
    return meshopt.value === undefined ? null : meshopt;
  }

  /** A view whose bytes are compressed. The decoder gets only these; the uncompressed fallback is not used. */
  #planMeshopt(located: Located, decodedBytes: number): Record<string, unknown> {
    const { path } = located;
    const definition = asObject(located);
    const byteOffset = asCount(child(definition, path, 'byteOffset'), 0);
    const byteLength = asCount(child(definition, path, 'byteLength'));
    const byteStride = asCount(child(definition, path, 'byteStride'));
    const count = asCount(child(definition, path, 'count'));
    if (byteStride === 0 || byteStride > WIDEST_MESHOPT_STRIDE) {
      refuse('io/bad-count', `${path}/byteStride`, `The stride must be from 1 to ${WIDEST_MESHOPT_STRIDE} bytes.`);
    }
    if (count * byteStride !== decodedBytes) {
      const message = `${count} times ${byteStride} bytes are not the ${decodedBytes} of the view.`;
      refuse('io/bad-count', `${path}/count`, message);
    }
    this.#decompressed += decodedBytes;
    if (decodedBytes > MESHOPT_RATIO * byteLength) {
      refuse('io/bad-count', `${path}/count`, `${byteLength} compressed bytes cannot hold ${decodedBytes}.`);
    }
    const { maxVertices, maxTriangles } = this.#limits;
    if (this.#decompressed > USUAL_VERTEX_BYTES * maxVertices + 12 * maxTriangles) {
      refuse('io/too-large', `${path}/count`, 'The compressed views hold more than the limits allow.');
    }
    const mode = asText(child(definition, path, 'mode'));
    if (!MESHOPT_MODES.includes(mode))
      refuse('io/unsupported', `${path}/mode`, 'The mode of the compression is not known.');
    const filterAt = child(definition, path, 'filter');
    const filter = filterAt.value === undefined ? 'NONE' : asText(filterAt);
    if (!MESHOPT_FILTERS.includes(filter)) refuse('io/unsupported', filterAt.path, 'The filter is not known.');
    // The filters work on items of these sizes and would write past the end of others.
    const fits =
      mode === 'ATTRIBUTES'
        ? byteStride % 4 === 0 &&
          (filter !== 'OCTAHEDRAL' || byteStride === 4 || byteStride === 8) &&
          (filter !== 'QUATERNION' || byteStride === 8)
        : (byteStride === 2 || byteStride === 4) && filter === 'NONE' && (mode === 'INDICES' || count % 3 === 0);
    if (!fits) refuse('io/bad-count', path, 'Mode, filter, stride and count of the compression do not go together.');

    const buffer = this.#planBuffer(child(definition, path, 'buffer'), byteOffset + byteLength, path);
    this.#use(MESHOPT);
    const extension = { buffer, byteOffset, byteLength, byteStride, count, mode, filter };
    return { buffer, byteOffset: 0, extensions: { [MESHOPT]: extension } };
  }

  /** A buffer that must have at least `end` bytes. */
  #planBuffer(link: Located, end: number, viewPath: string): number {
    const old = asIndex(link, this.#bufferDefs.length, 'buffers');
    const { path } = this.#bufferDefs[old];
    const definition = asObject(this.#bufferDefs[old]);
    const byteLength = asCount(child(definition, path, 'byteLength'));
    if (end > byteLength) {
      refuse('io/truncated', viewPath, `The view ends at byte ${end} of a buffer of ${byteLength} bytes.`);
    }
    const known = this.#newBuffers.get(old);
    if (known !== undefined) return known;

    const uri = child(definition, path, 'uri');
    if (uri.value === undefined && !(old === 0 && this.#hasBinary)) {
      refuse('io/missing-resource', path, 'The buffer has neither a URI nor a binary chunk.');
    }
    if (uri.value !== undefined) asText(uri);
    const index = this.buffers.push({ path, byteLength, uri: uri.value === undefined ? null : uri }) - 1;
    this.json.buffers.push({ byteLength, uri: bufferName(index) });
    this.#newBuffers.set(old, index);
    return index;
  }

  #use(extension: string): void {
    if (!this.json.extensionsUsed.includes(extension)) this.json.extensionsUsed.push(extension);
  }
}

/** The name of a buffer in the plan's document. */
export function bufferName(index: number): string {
  return `buffer-${index}`;
}

/** Refuses an accessor whose items reach past the end of its view. */
function requireBytes(
  view: Pick<View, 'byteLength' | 'byteStride'>,
  byteOffset: number,
  count: number,
  itemBytes: number,
  path: string,
): void {
  const stride = view.byteStride ?? itemBytes;
  if (stride < itemBytes)
    refuse('io/bad-count', path, `Items of ${itemBytes} bytes are said to follow every ${stride} bytes.`);
  const end = count === 0 ? byteOffset : byteOffset + stride * (count - 1) + itemBytes;
  if (end > view.byteLength) {
    refuse('io/truncated', path, `The items end at byte ${end} of a view of ${view.byteLength} bytes.`);
  }
}

export function requireWithin(vertices: number, triangles: number, limits: GltfLimits, path: string): void {
  const { maxVertices, maxTriangles } = limits;
  if (vertices <= maxVertices && triangles <= maxTriangles) return;
  const message = `The scene has more than ${maxVertices} vertices or ${maxTriangles} triangles, instances counted.`;
  refuse('io/too-large', path, message);
}

function checkHead(root: JsonObject): void {
  const asset = child(root, '', 'asset');
  const version = child(asObject(asset), asset.path, 'version');
  if (!/^2\.\d+$/.test(asText(version))) {
    refuse('io/unsupported', version.path, 'Only glTF 2 is read.');
  }
  for (const required of itemsOf(root, 'extensionsRequired')) {
    const name = asText(required);
    if (!KNOWN_EXTENSIONS.test(name))
      refuse('io/unsupported', required.path, `The extension ${quote(name)} is not read.`);
  }
}
