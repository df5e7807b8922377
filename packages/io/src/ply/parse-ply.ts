// PLY, the Stanford polygon format: elements of properties, in text or in binary of either byte order. The reader uses the
// properties x, y, z of `vertex`, the list `vertex_indices` (or `vertex_index`) of `face`, and the same list of `tristrips`, where
// −1 ends a strip.

import { LARGEST_COORDINATE } from '../coordinate.ts';
import { allocate } from '../growable.ts';
import { makeFile } from '../make-file.ts';
import { type MeshFile, Warnings } from '../mesh-file.ts';
import { MOST_VERTICES, PolygonList } from '../polygon/polygon-list.ts';
import { quote, refuse } from '../refuse.ts';
import { requireBytes } from '../require-input.ts';
import { type PlyElement, type PlyProperty, readPlyHeader } from './header.ts';
import { openValues, type ValueSource } from './value-source.ts';

/**
 * Reads a PLY file of any of the three formats. Polygons are split into triangles; other properties are ignored.
 *
 * @example
 * console.log(parsePly(writePly(box())).mesh.triangleCount); // 12
 */
export function parsePly(bytes: Uint8Array): MeshFile {
  requireBytes(bytes);
  const header = readPlyHeader(bytes);
  const values = openValues(bytes, header);
  const polygons = new PolygonList(values.unit);
  const warnings = new Warnings();
  let positions: Float64Array | null = null;
  for (const element of header.elements) {
    requireData(element, values);
    if (element.name === 'vertex') {
      if (positions !== null) refuse('io/syntax', element.location, 'The element "vertex" is there twice.');
      positions = readVertices(element, values);
    } else if (element.name === 'face') {
      readLists(element, values, (property) => readPolygon(property, values, polygons));
    } else if (element.name === 'tristrips') {
      readLists(element, values, (property) => readStrips(property, values, polygons));
    } else {
      for (let i = 0; i < element.count; i++) skipProperties(element.properties, values);
    }
  }
  if (positions === null) return refuse('io/syntax', 'line 1', 'The file has no element "vertex".');
  if (values.unit === 'byte' && values.remaining() > 0) {
    warnings.add('trailing-bytes', `byte ${values.position()}`, 'Bytes behind the last element were not read.');
  }
  return makeFile(positions, polygons, warnings);
}

/** Refuses a count that the rest of the file cannot contain, before anything is allocated for it. */
function requireData(element: PlyElement, values: ValueSource): void {
  const { name, count, properties, location } = element;
  if (count > 0 && properties.length === 0) {
    refuse('io/bad-count', location, `The element ${quote(name)} is there ${count} times but has no properties.`);
  }
  const least = properties.reduce((sum, { type, countType }) => sum + values.leastBytes(countType ?? type), 0);
  if (count * least > values.remaining()) {
    const message = `${count} times ${quote(name)} takes at least ${count * least} bytes, but ${values.remaining()} are left.`;
    refuse('io/bad-count', location, message);
  }
}

function readVertices(element: PlyElement, values: ValueSource): Float64Array {
  const { count, properties, location } = element;
  if (count > MOST_VERTICES) refuse('io/too-large', location, `The file has ${count} vertices.`);
  const targets = properties.map(({ name, countType }) => (countType === null ? ['x', 'y', 'z'].indexOf(name) : -1));
  for (const [axis, name] of ['x', 'y', 'z'].entries()) {
    if (targets.filter((target) => target === axis).length !== 1) {
      refuse('io/syntax', location, `The element "vertex" needs one property ${quote(name)}.`);
    }
  }

  const positions = allocate(Float64Array, 3 * count);
  for (let v = 0; v < count; v++) {
    for (let p = 0; p < properties.length; p++) {
      if (targets[p] < 0) {
        skipProperty(properties[p], values);
        continue;
      }
      const at = values.position();
      const value = values.next(properties[p].type);
      if (!(Math.abs(value) <= LARGEST_COORDINATE)) {
        refuse('io/bad-number', `${values.unit} ${at}`, `A coordinate of vertex ${v} is ${value}.`);
      }
      positions[3 * v + targets[p]] = value;
    }
  }
  return positions;
}

/** Reads an element, and calls back at its list of vertex numbers. */
function readLists(element: PlyElement, values: ValueSource, read: (property: PlyProperty) => void): void {
  const { count, properties, location } = element;
  const isIndexList = ({ name, countType }: PlyProperty): boolean =>
    countType !== null && (name === 'vertex_indices' || name === 'vertex_index');
  const list = properties.findIndex(isIndexList);
  if (list < 0 && count > 0) {
    refuse('io/syntax', location, `The element ${quote(element.name)} has no list "vertex_indices" or "vertex_index".`);
  }
  for (let i = 0; i < count; i++) {
    for (let p = 0; p < properties.length; p++) {
      if (p === list) read(properties[p]);
      else skipProperty(properties[p], values);
    }
  }
}

function readPolygon(property: PlyProperty, values: ValueSource, polygons: PolygonList): void {
  const location = values.position();
  const size = readListSize(property, values);
  for (let k = 0; k < size; k++) {
    const vertex = values.nextInteger(property.type);
    if (vertex < 0 || vertex >= MOST_VERTICES) refuseVertex(vertex, values.unit, location);
    polygons.addCorner(vertex);
  }
  polygons.close(location);
}

/** Triangle strips one after the other; every second triangle of a strip runs in the reverse order. */
function readStrips(property: PlyProperty, values: ValueSource, polygons: PolygonList): void {
  const size = readListSize(property, values);
  let a = 0;
  let b = 0;
  let length = 0;
  for (let k = 0; k < size; k++) {
    const location = values.position();
    const c = values.nextInteger(property.type);
    if (c === -1) {
      length = 0;
      continue;
    }
    if (c < 0 || c >= MOST_VERTICES) refuseVertex(c, values.unit, location);
    if (length >= 2) {
      polygons.addCorner(length % 2 === 0 ? a : b);
      polygons.addCorner(length % 2 === 0 ? b : a);
      polygons.addCorner(c);
      polygons.close(location);
    }
    a = b;
    b = c;
    length++;
  }
}

function refuseVertex(vertex: number, unit: string, location: number): never {
  return refuse(
    'io/index-out-of-range',
    `${unit} ${location}`,
    `A face uses vertex ${vertex}; vertices are numbered from 0.`,
  );
}

function readListSize({ type, countType }: PlyProperty, values: ValueSource): number {
  const at = values.position();
  const size = values.nextInteger(countType ?? type);
  if (size < 0 || size * values.leastBytes(type) > values.remaining()) {
    const message = `A list is said to have ${size} items, but ${values.remaining()} bytes are left.`;
    refuse('io/bad-count', `${values.unit} ${at}`, message);
  }
  return size;
}

function skipProperties(properties: readonly PlyProperty[], values: ValueSource): void {
  for (const property of properties) skipProperty(property, values);
}

function skipProperty(property: PlyProperty, values: ValueSource): void {
  values.skip(property.type, property.countType === null ? 1 : readListSize(property, values));
}
