// The Object File Format of Geomview in its text form: [ST][C][N]OFF, three coordinates a vertex. Anything after the coordinates of
// a vertex or the corners of a face on its line (normals, colours, texture coordinates) is ignored.

import { allocate } from '../growable.ts';
import { makeFile } from '../make-file.ts';
import { type MeshFile, Warnings } from '../mesh-file.ts';
import { MOST_VERTICES, PolygonList } from '../polygon/polygon-list.ts';
import { refuse } from '../refuse.ts';
import { requireBytes } from '../require-input.ts';
import { TextCursor } from '../text/text-cursor.ts';

/** The first word of a file: prefixes, with 4 or n for vertices that are not three coordinates. */
export const OFF_KEYWORD: RegExp = /^(ST)?C?N?(4?n?)OFF$/;

/** "0 0 0" and the end of the line. */
const LEAST_VERTEX_BYTES = 6;
/** "0" and the end of the line. */
const LEAST_FACE_BYTES = 2;

/**
 * Reads an OFF file. Polygons are split into triangles.
 *
 * @example
 * console.log(parseOff(writeOff(box())).mesh.triangleCount); // 12
 */
export function parseOff(bytes: Uint8Array): MeshFile {
  requireBytes(bytes);
  const cursor = new TextCursor(bytes, { comments: true, continuation: false });
  readKeyword(cursor);
  const vertexCount = readCount(cursor, 'vertices');
  const faceCount = readCount(cursor, 'faces');
  // The number of edges is often wrong or left out; it is not needed.
  if (cursor.toWord()) cursor.integer();
  const least = vertexCount * LEAST_VERTEX_BYTES + faceCount * LEAST_FACE_BYTES;
  if (least > cursor.remaining + 1) {
    const message = `${vertexCount} vertices and ${faceCount} faces take at least ${least} bytes, but ${cursor.remaining} are left.`;
    refuse('io/bad-count', cursor.location, message);
  }

  const positions = allocate(Float64Array, 3 * vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    for (let k = 0; k < 3; k++) {
      cursor.needWord(`a coordinate of vertex ${v}`);
      positions[3 * v + k] = cursor.coordinate();
    }
    cursor.nextLine();
  }

  const polygons = new PolygonList('line');
  for (let f = 0; f < faceCount; f++) {
    cursor.needWord(`face ${f}`);
    readFace(cursor, polygons);
    cursor.nextLine();
  }
  const warnings = new Warnings();
  if (cursor.toWordAnywhere()) {
    warnings.add('trailing-bytes', cursor.location, 'Text behind the last face was not read.');
  }
  return makeFile(positions, polygons, warnings);
}

function readKeyword(cursor: TextCursor): void {
  cursor.needWord('"OFF"');
  const { location, at } = cursor;
  const keyword = cursor.word();
  if (/^[0-9]+$/.test(keyword)) {
    // The keyword may be left out; then the counts come first.
    cursor.at = at;
    return;
  }
  const match = OFF_KEYWORD.exec(keyword);
  if (match === null) refuse('io/syntax', location, 'Expected "OFF" at the start of the file.');
  if (match[2] !== '') refuse('io/unsupported', location, `${keyword} has vertices of other than three coordinates.`);
  if (cursor.toWord() && cursor.passWord('binary')) {
    refuse('io/unsupported', location, 'Binary OFF files are not read; save the file as text.');
  }
}

function readCount(cursor: TextCursor, what: string): number {
  cursor.needWord(`the number of ${what}`);
  const { location } = cursor;
  const count = cursor.integer();
  if (count < 0 || count > MOST_VERTICES) refuse('io/bad-count', location, `The number of ${what} is ${count}.`);
  return count;
}

/** `n` and n corners, counted from 0. */
function readFace(cursor: TextCursor, polygons: PolygonList): void {
  const { line, location } = cursor;
  const size = cursor.integer();
  // A corner takes a digit and a blank before it.
  if (size < 0 || 2 * size > cursor.remaining) {
    refuse('io/bad-count', location, `A face is said to have ${size} corners, but ${cursor.remaining} bytes are left.`);
  }
  for (let k = 0; k < size; k++) {
    cursor.needWord('a corner');
    const vertex = cursor.integer();
    if (vertex < 0 || vertex >= MOST_VERTICES) {
      refuse('io/index-out-of-range', cursor.location, `A face uses vertex ${vertex}; vertices are numbered from 0.`);
    }
    polygons.addCorner(vertex);
  }
  polygons.close(line);
}
