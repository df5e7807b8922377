// IFC through web-ifc, which is handed over: it is started differently in Node and in browsers.
//
// web-ifc turns what it reads so that y is up; here it is turned back, so that coordinates are those of the file, in metres. Vertices
// come in single precision but about an origin of their own, with a transform in double precision: georeferenced coordinates lose nothing.

import { Mesh, NearmissError } from 'nearmiss';
import type * as WebIfc from 'web-ifc';
import type { ElementFile, FileElement, TransformedMesh } from './assembly.ts';
import { requireStatements } from './ifc-statements.ts';
import { applyTransform } from './matrix.ts';

/** From y up to z up: (x, y, z) → (x, −z, y). */
const Z_UP = Object.freeze([1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1]);
const NO_ERROR = Object.freeze(new Array<number>(16).fill(0));
/** A vertex has a position and a normal. */
const VERTEX_FLOATS = 6;

/** Options of {@link readIfc}. */
export interface IfcOptions {
  /** Reads spaces as well (`IfcSpace`), volumes that nothing fills. False by default. */
  readonly spaces?: boolean | undefined;
}

/**
 * Reads the products of an IFC file that have a shape. `start` gives the module `web-ifc` and an `IfcAPI` of it after `Init`; it is called
 * once the file is known to be one, and the API is disposed of.
 *
 * @see {@link elementsOf} for files of other formats
 */
export async function readIfc(
  bytes: Uint8Array,
  start: () => Promise<{ readonly ifc: typeof WebIfc; readonly api: WebIfc.IfcAPI }>,
  { spaces = false }: IfcOptions = {},
): Promise<ElementFile> {
  if (!/^\s*ISO-10303-21/.test(new TextDecoder('latin1').decode(bytes.subarray(0, 64)))) {
    throw new NearmissError('io/syntax', 'An IFC file starts with "ISO-10303-21". (byte 0)');
  }
  requireStatements(bytes);
  const { ifc, api } = await start();
  api.SetLogLevel(ifc.LogLevel.LOG_LEVEL_OFF);
  try {
    const model = api.OpenModel(bytes, { COORDINATE_TO_ORIGIN: false });
    if (model < 0) throw new NearmissError('io/damaged', 'The IFC file cannot be read.');
    return new IfcReader(ifc, api, model).read(spaces);
  } catch (cause) {
    if (cause instanceof NearmissError) throw cause;
    throw new NearmissError('io/damaged', 'The IFC file cannot be read.', { cause });
  } finally {
    api.Dispose();
  }
}

class IfcReader {
  readonly #ifc: typeof WebIfc;
  readonly #api: WebIfc.IfcAPI;
  readonly #model: number;
  readonly #meshes: Mesh[] = [];
  /** Mesh numbers by the number of a geometry; −1 for one without triangles. */
  readonly #meshNumbers = new Map<number, number>();
  /** What a product is a part of, or lies in. */
  readonly #parents = new Map<number, number>();
  /** The groups that a thing is assigned to; a group may be in another one. */
  readonly #groups = new Map<number, number[]>();
  #skipped = 0;

  constructor(ifc: typeof WebIfc, api: WebIfc.IfcAPI, model: number) {
    this.#ifc = ifc;
    this.#api = api;
    this.#model = model;
  }

  read(spaces: boolean): ElementFile {
    this.#readParents();
    const elements: FileElement[] = [];
    const add = (flat: WebIfc.FlatMesh): void => {
      const parts = this.#partsOf(flat);
      if (parts.length > 0) elements.push(this.#element(flat.expressID, parts));
    };
    this.#api.StreamAllMeshes(this.#model, add);
    // All but these, and openings.
    if (spaces) this.#api.StreamAllMeshesWithTypes(this.#model, [this.#ifc.IFCSPACE], add);
    if (elements.length === 0) throw new NearmissError('mesh/empty', 'The file holds no product with a shape.');
    elements.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
    const warnings = this.#skipped > 0 ? [`${this.#skipped} geometries are not finite and were left out.`] : [];
    return { meshes: this.#meshes, elements, warnings };
  }

  #readParents(): void {
    const { IFCRELAGGREGATES, IFCRELCONTAINEDINSPATIALSTRUCTURE } = this.#ifc;
    const setParent = (part: number, whole: number): void => void this.#parents.set(part, whole);
    this.#eachRelated(IFCRELCONTAINEDINSPATIALSTRUCTURE, 'RelatingStructure', 'RelatedElements', setParent);
    this.#eachRelated(IFCRELAGGREGATES, 'RelatingObject', 'RelatedObjects', setParent);
    const { IFCRELASSIGNSTOGROUP, IFCRELASSIGNSTOGROUPBYFACTOR } = this.#ifc;
    for (const type of [IFCRELASSIGNSTOGROUP, IFCRELASSIGNSTOGROUPBYFACTOR]) {
      this.#eachRelated(type, 'RelatingGroup', 'RelatedObjects', (member, group) => {
        this.#groups.set(member, [...(this.#groups.get(member) ?? []), group]);
      });
    }
  }

  /** Calls `visit` for each part of each relation of a type, with the whole. */
  #eachRelated(type: number, whole: string, parts: string, visit: (part: number, whole: number) => void): void {
    const lines = this.#api.GetLineIDsWithType(this.#model, type);
    for (let k = 0; k < lines.size(); k++) {
      const relation: unknown = this.#api.GetLine(this.#model, lines.get(k));
      const parent = referenceOf(member(relation, whole));
      const children = member(relation, parts);
      if (parent === null || !Array.isArray(children)) continue;
      for (const part of children) {
        const id = referenceOf(part);
        if (id !== null) visit(id, parent);
      }
    }
  }

  /** The groups and systems that a product belongs to, and the assemblies that it is a part of, directly or through others. */
  #groupsOf(product: number): string[] {
    const found = new Set<number>();
    const waiting = [product];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const parent = this.#parents.get(at);
      const assemblies = parent !== undefined && this.#isElement(parent) ? [parent] : [];
      for (const group of [...assemblies, ...(this.#groups.get(at) ?? [])]) {
        if (found.has(group)) continue;
        found.add(group);
        waiting.push(group);
      }
    }
    return [...found].map(String);
  }

  /** Whether a line is a thing that is built, an IfcElement: these have a tag, and storeys, buildings and projects have none. */
  #isElement(line: number): boolean {
    return member(this.#api.GetLine(this.#model, line), 'Tag') !== undefined;
  }

  #element(product: number, parts: readonly TransformedMesh[]): FileElement {
    const line: unknown = this.#api.GetLine(this.#model, product);
    const id = textOf(member(line, 'GlobalId')) ?? `#${product}`;
    const storey = this.#storeyOf(product);
    return {
      id,
      stableId: id,
      name: textOf(member(line, 'Name')) ?? '',
      class: this.#classOf(product),
      ...(storey === null ? {} : { storey }),
      parent: String(this.#parents.get(product) ?? ''),
      groups: this.#groupsOf(product),
      parts,
    };
  }

  #classOf(line: number): string {
    return this.#api.GetNameFromTypeCode(this.#api.GetLineType(this.#model, line));
  }

  #storeyOf(product: number): string | null {
    const seen = new Set<number>();
    for (let at = this.#parents.get(product); at !== undefined && !seen.has(at); at = this.#parents.get(at)) {
      seen.add(at);
      if (this.#api.GetLineType(this.#model, at) !== this.#ifc.IFCBUILDINGSTOREY) continue;
      return textOf(member(this.#api.GetLine(this.#model, at), 'Name'));
    }
    return null;
  }

  #partsOf({ geometries }: WebIfc.FlatMesh): TransformedMesh[] {
    const parts: TransformedMesh[] = [];
    for (let k = 0; k < geometries.size(); k++) {
      const { geometryExpressID, flatTransformation } = geometries.get(k);
      const mesh = this.#meshOf(geometryExpressID);
      if (mesh < 0) continue;
      if (!flatTransformation.every(Number.isFinite)) this.#skipped++;
      else parts.push({ mesh, ...applyTransform(Z_UP, { matrix: flatTransformation, error: NO_ERROR }) });
    }
    return parts;
  }

  #meshOf(geometryId: number): number {
    let number = this.#meshNumbers.get(geometryId);
    if (number !== undefined) return number;
    const geometry = this.#api.GetGeometry(this.#model, geometryId);
    const vertices = this.#api.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize());
    const indices = this.#api.GetIndexArray(geometry.GetIndexData(), geometry.GetIndexDataSize());
    const positions = new Float64Array(3 * Math.floor(vertices.length / VERTEX_FLOATS));
    for (let k = 0; k < positions.length; k++) positions[k] = vertices[VERTEX_FLOATS * Math.floor(k / 3) + (k % 3)];
    const isSound = positions.every(Number.isFinite);
    if (!isSound) this.#skipped++;
    number = indices.length === 0 || !isSound ? -1 : this.#meshes.push(new Mesh(positions, indices)) - 1;
    this.#meshNumbers.set(geometryId, number);
    geometry.delete();
    return number;
  }
}

function member(line: unknown, key: string): unknown {
  return typeof line === 'object' && line !== null ? (line as Record<string, unknown>)[key] : undefined;
}

/** The number of the line that a reference is to. */
function referenceOf(value: unknown): number | null {
  const number = member(value, 'value');
  return typeof number === 'number' ? number : null;
}

function textOf(value: unknown): string | null {
  const text = member(value, 'value');
  return typeof text === 'string' && text !== '' ? text : null;
}
