// Wavefront OBJ: `v` and `f`, with `o` and `g` as parts. References to other files (mtllib, call, …) are never followed.

import { FloatList } from '../growable.ts';
import { makeFile } from '../make-file.ts';
import { type MeshFile, Warnings } from '../mesh-file.ts';
import { MOST_VERTICES, PolygonList } from '../polygon/polygon-list.ts';
import { refuse } from '../refuse.ts';
import { requireBytes } from '../require-input.ts';
import { TextCursor } from '../text/text-cursor.ts';

const SLASH = 47;
const LETTER_F = 102;
const LETTER_V = 118;

/** Statements that do not affect the surface. */
const IGNORED_KEYWORDS = new Set([
  ...['vn', 'vt', 'vp', 's', 'l', 'p', 'usemtl', 'mtllib', 'usemap', 'maplib', 'lod', 'mg', 'bevel'],
  ...['c_interp', 'd_interp', 'shadow_obj', 'trace_obj'],
]);

/**
 * Reads an OBJ file. Polygons are split into triangles; texture coordinates, normals and materials are ignored.
 *
 * @example
 * console.log(parseObj(writeObj(box())).mesh.triangleCount); // 12
 */
export function parseObj(bytes: Uint8Array): MeshFile {
  requireBytes(bytes);
  const cursor = new TextCursor(bytes, { comments: true, continuation: true });
  const positions = new FloatList();
  const polygons = new PolygonList('line', 1);
  const warnings = new Warnings();

  while (cursor.toWordAnywhere()) {
    const first = cursor.peek();
    const single = cursor.at + 1 >= bytes.length || bytes[cursor.at + 1] <= 32;
    if (single && first === LETTER_V) readVertex(cursor, positions);
    else if (single && first === LETTER_F) readFace(cursor, positions.length / 3, polygons);
    else readOther(cursor, polygons, warnings);
    cursor.nextLine();
  }
  return makeFile(positions.view(), polygons, warnings);
}

/** `v x y z`; a weight or colours may follow. */
function readVertex(cursor: TextCursor, positions: FloatList): void {
  cursor.at++;
  for (let k = 0; k < 3; k++) {
    if (!cursor.toWord()) refuse('io/bad-count', cursor.location, `A vertex has ${k} coordinates, not 3.`);
    positions.push(cursor.coordinate());
  }
}

/** `f` and a corner a word: `v`, `v/vt`, `v//vn` or `v/vt/vn`; negative numbers count back from the last vertex so far. */
function readFace(cursor: TextCursor, vertexCount: number, polygons: PolygonList): void {
  const { line } = cursor;
  cursor.at++;
  while (cursor.toWord()) {
    const given = cursor.integerPrefix();
    const vertex = given < 0 ? vertexCount + given : given - 1;
    if (given === 0 || vertex < 0 || vertex >= MOST_VERTICES) refuseVertex(cursor, given, vertexCount);
    for (let k = 0; k < 2 && cursor.peek() === SLASH; k++) {
      cursor.at++;
      const next = cursor.peek();
      if (next > 32 && next !== SLASH) cursor.integerPrefix();
    }
    if (cursor.peek() > 32) cursor.refuseWord('a corner such as 1, 1/2, 1//3 or 1/2/3');
    polygons.addCorner(vertex);
  }
  polygons.close(line);
}

function refuseVertex(cursor: TextCursor, given: number, vertexCount: number): never {
  const message = `A face uses vertex ${given}, but vertices are numbered from 1, or back from −1; ${vertexCount} came before.`;
  return refuse('io/index-out-of-range', cursor.location, message);
}

function readOther(cursor: TextCursor, polygons: PolygonList, warnings: Warnings): void {
  const { location } = cursor;
  const keyword = cursor.word();
  if (keyword === 'o' || keyword === 'g') {
    polygons.startPart(cursor.restOfLine());
  } else if (!IGNORED_KEYWORDS.has(keyword)) {
    warnings.add('ignored', location, 'Statements that are not read here were passed over.');
  }
}
