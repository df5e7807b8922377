// STL, the text form and the binary form. A file that starts with "solid" may be either: the binary form is recognised by its
// length, which follows from its triangle count, or by bytes that do not occur in text.

import { LARGEST_COORDINATE } from '../coordinate.ts';
import { allocate, FloatList } from '../growable.ts';
import { makeTriangleFile } from '../make-file.ts';
import { type MeshFile, type MeshPart, Warnings } from '../mesh-file.ts';
import { refuse } from '../refuse.ts';
import { requireBytes } from '../require-input.ts';
import { TextCursor, textStart } from '../text/text-cursor.ts';
import { HEADER_BYTES, TRIANGLE_BYTES } from './layout.ts';

/** Number of bytes tested to distinguish text from binary. */
const SAMPLE_BYTES = 1024;

/**
 * Reads an STL file of either form. Normals and attributes are ignored; equal corners stay separate vertices.
 *
 * @example
 * console.log(parseStl(writeStl(box())).mesh.triangleCount); // 12
 */
export function parseStl(bytes: Uint8Array): MeshFile {
  requireBytes(bytes);
  return startsWithSolid(bytes) && !isBinaryStl(bytes) && isProbablyText(bytes) ? parseText(bytes) : parseBinary(bytes);
}

/** Whether the length of the file is what a binary STL of the triangle count in it has. */
export function isBinaryStl(bytes: Uint8Array): boolean {
  if (bytes.length < HEADER_BYTES) return false;
  return bytes.length === HEADER_BYTES + TRIANGLE_BYTES * triangleCountOf(bytes);
}

/** Whether the first word is "solid". */
export function startsWithSolid(bytes: Uint8Array): boolean {
  const cursor = new TextCursor(bytes.subarray(0, SAMPLE_BYTES), { comments: false, continuation: false });
  return cursor.toWordAnywhere() && cursor.passWord('solid');
}

function isProbablyText(bytes: Uint8Array): boolean {
  return !bytes.subarray(textStart(bytes), SAMPLE_BYTES).some((byte) => byte < 9);
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const triangleCountOf = (bytes: Uint8Array): number => viewOf(bytes).getUint32(HEADER_BYTES - 4, true);

function parseBinary(bytes: Uint8Array): MeshFile {
  if (bytes.length < HEADER_BYTES) {
    const message = `A binary STL file has ${HEADER_BYTES} bytes before its triangles; this one has ${bytes.length} in all.`;
    refuse('io/truncated', `byte ${bytes.length}`, message);
  }
  const view = viewOf(bytes);
  const count = triangleCountOf(bytes);
  const end = HEADER_BYTES + TRIANGLE_BYTES * count;
  if (bytes.length < end) {
    const message = `${count} triangles take ${end} bytes, but the file has ${bytes.length}.`;
    refuse('io/truncated', `byte ${HEADER_BYTES - 4}`, message);
  }
  const warnings = new Warnings();
  if (bytes.length > end)
    warnings.add('trailing-bytes', `byte ${end}`, 'Bytes behind the last triangle were not read.');

  const positions = allocate(Float64Array, 9 * count);
  for (let t = 0, k = 0; t < count; t++) {
    const corners = HEADER_BYTES + TRIANGLE_BYTES * t + 12; // behind the normal
    for (let i = 0; i < 9; i++, k++) {
      const value = view.getFloat32(corners + 4 * i, true);
      if (!(Math.abs(value) <= LARGEST_COORDINATE)) {
        refuse('io/bad-number', `byte ${corners + 4 * i}`, `A coordinate of triangle ${t} is ${value}.`);
      }
      positions[k] = value;
    }
  }
  const parts = count === 0 ? [] : [{ name: '', firstTriangle: 0, triangleCount: count }];
  return makeTriangleFile(positions, countUp(3 * count), parts, warnings);
}

/** Every corner is a vertex of its own, in order. */
function countUp(count: number): Uint32Array {
  const triangles = allocate(Uint32Array, count);
  for (let i = 0; i < count; i++) triangles[i] = i;
  return triangles;
}

function parseText(bytes: Uint8Array): MeshFile {
  const cursor = new TextCursor(bytes, { comments: false, continuation: false });
  const positions = new FloatList();
  const parts: MeshPart[] = [];
  const warnings = new Warnings();

  while (cursor.toWordAnywhere()) {
    if (!cursor.passWord('solid')) cursor.refuseWord('"solid"');
    const name = cursor.restOfLine();
    const firstTriangle = positions.length / 9;
    readFacets(cursor, positions);
    const triangleCount = positions.length / 9 - firstTriangle;
    if (triangleCount > 0) parts.push({ name, firstTriangle, triangleCount });
  }
  return makeTriangleFile(positions.view(), countUp(positions.length / 3), parts, warnings);
}

/** The facets of one solid, and its end. */
function readFacets(cursor: TextCursor, positions: FloatList): void {
  for (;;) {
    cursor.needWord('"facet" or "endsolid"');
    if (cursor.passWord('endsolid')) {
      cursor.restOfLine();
      return;
    }
    pass(cursor, 'facet');
    // The normal follows from the corners; many programs write "nan" for one they could not compute.
    cursor.nextLine();
    pass(cursor, 'outer');
    pass(cursor, 'loop');
    for (let corner = 0; corner < 3; corner++) {
      pass(cursor, 'vertex');
      for (let k = 0; k < 3; k++) {
        cursor.needWord('a coordinate');
        positions.push(cursor.coordinate());
      }
    }
    pass(cursor, 'endloop');
    pass(cursor, 'endfacet');
  }
}

function pass(cursor: TextCursor, word: string): void {
  cursor.needWord(`"${word}"`);
  if (!cursor.passWord(word)) cursor.refuseWord(`"${word}"`);
}
