// The faces of a search, of one body or of many: owner, face number, corners and box.
//
// The second stage of Kitamura et al. (1998) selects these faces: of bodies whose boxes overlap, the faces that reach into an
// overlap region. A vertex beyond a side of the region has a bit set for that side, and a face whose corners share a bit is beyond
// that side as a whole: one pass over the vertices and three loads a face, without preparation.

import { clipTriangleBox } from '../primitive/triangle-box-clip.ts';

/** Doubles of a box: min x, y, z, max x, y, z. */
export const BOX = 6;
/** Doubles of a face's corners. */
export const FACE = 9;

/** The part of a body that is needed: its triangles and its current vertices. See {@link DeformingMesh}. */
export interface FaceSource {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
}

export class FaceTable {
  count = 0;
  /** Number of the body, for each face. Faces of a body are contiguous, bodies in ascending order. */
  owners: Int32Array = new Int32Array(0);
  /** Face number within its body, ascending. */
  faces: Uint32Array = new Uint32Array(0);
  corners: Float64Array = new Float64Array(0);
  boxes: Float64Array = new Float64Array(0);
  #sides: Uint8Array = new Uint8Array(0);
  #marks: Uint8Array = new Uint8Array(0);

  clear(): void {
    this.count = 0;
  }

  /**
   * Adds the faces of a body that reach into one of the boxes in `regions`, `regionCount` of them: by their own boxes or, if
   * `clip`, as triangles. Add bodies in ascending order.
   */
  add(body: FaceSource, owner: number, regions: Float64Array, regionCount: number, clip: boolean): void {
    const faceCount = body.triangles.length / 3;
    this.#reserve(this.count + faceCount, body.positions.length / 3, faceCount);
    if (regionCount === 1) {
      this.#classify(body.positions, regions, 0);
      this.#take(body, owner, regions, clip);
      return;
    }
    this.#marks.fill(0, 0, faceCount);
    for (let region = 0; region < regionCount; region++) {
      this.#classify(body.positions, regions, BOX * region);
      this.#mark(body.triangles);
    }
    this.#takeMarked(body, owner, regions, regionCount, clip);
  }

  /** Adds all faces of a body. */
  addAll(body: FaceSource, owner: number): void {
    const faceCount = body.triangles.length / 3;
    this.#reserve(this.count + faceCount, 0, 0);
    for (let face = 0; face < faceCount; face++) this.#append(body, owner, face);
  }

  /** Adds the boxes of all faces of a body; corners stay unwritten. */
  addBoxes({ positions, triangles }: FaceSource, owner: number): void {
    const faceCount = triangles.length / 3;
    this.#reserve(this.count + faceCount, 0, 0);
    const { owners, faces, boxes } = this;
    for (let face = 0, o = BOX * this.count; face < faceCount; face++) {
      owners[this.count] = owner;
      faces[this.count++] = face;
      const p = 3 * triangles[3 * face];
      const q = 3 * triangles[3 * face + 1];
      const r = 3 * triangles[3 * face + 2];
      for (let axis = 0; axis < 3; axis++, o++) {
        const x = positions[p + axis];
        const y = positions[q + axis];
        const z = positions[r + axis];
        boxes[o] = Math.min(x, y, z);
        boxes[o + 3] = Math.max(x, y, z);
      }
      o += 3;
    }
  }

  /** Adds a face by its box alone; corners stay unwritten. */
  addBox(owner: number, face: number, box: Float64Array): void {
    this.#reserve(this.count + 1, 0, 0);
    this.owners[this.count] = owner;
    this.faces[this.count] = face;
    this.boxes.set(box, BOX * this.count++);
  }

  /** One bit a side of the region that the vertex is beyond. */
  #classify(positions: Float64Array, region: Float64Array, o: number): void {
    const lowX = region[o];
    const lowY = region[o + 1];
    const lowZ = region[o + 2];
    const highX = region[o + 3];
    const highY = region[o + 4];
    const highZ = region[o + 5];
    const sides = this.#sides;
    for (let k = 0, v = 0; k < positions.length; k += 3, v++) {
      const x = positions[k];
      const y = positions[k + 1];
      const z = positions[k + 2];
      sides[v] =
        (x < lowX ? 1 : x > highX ? 2 : 0) | (y < lowY ? 4 : y > highY ? 8 : 0) | (z < lowZ ? 16 : z > highZ ? 32 : 0);
    }
  }

  #take(body: FaceSource, owner: number, region: Float64Array, clip: boolean): void {
    const { triangles } = body;
    const sides = this.#sides;
    for (let k = 0, face = 0; k < triangles.length; k += 3, face++) {
      if ((sides[triangles[k]] & sides[triangles[k + 1]] & sides[triangles[k + 2]]) !== 0) continue;
      this.#append(body, owner, face);
      if (clip && !clipTriangleBox(this.corners, FACE * (this.count - 1), region, 0)) this.count--;
    }
  }

  #mark(triangles: Uint32Array): void {
    const sides = this.#sides;
    for (let k = 0, face = 0; k < triangles.length; k += 3, face++) {
      if ((sides[triangles[k]] & sides[triangles[k + 1]] & sides[triangles[k + 2]]) === 0) this.#marks[face] = 1;
    }
  }

  #takeMarked(body: FaceSource, owner: number, regions: Float64Array, regionCount: number, clip: boolean): void {
    for (let face = 0; face < body.triangles.length / 3; face++) {
      if (this.#marks[face] === 0) continue;
      this.#append(body, owner, face);
      if (!clip) continue;
      let intersects = false;
      for (let region = 0; region < regionCount && !intersects; region++) {
        intersects = clipTriangleBox(this.corners, FACE * (this.count - 1), regions, BOX * region);
      }
      if (!intersects) this.count--;
    }
  }

  #append({ positions, triangles }: FaceSource, owner: number, face: number): void {
    const { corners, boxes } = this;
    const slot = this.count++;
    this.owners[slot] = owner;
    this.faces[slot] = face;
    const p = 3 * triangles[3 * face];
    const q = 3 * triangles[3 * face + 1];
    const r = 3 * triangles[3 * face + 2];
    for (let axis = 0, c = FACE * slot, b = BOX * slot; axis < 3; axis++, c++, b++) {
      const x = positions[p + axis];
      const y = positions[q + axis];
      const z = positions[r + axis];
      corners[c] = x;
      corners[c + 3] = y;
      corners[c + 6] = z;
      boxes[b] = x < y ? (x < z ? x : z) : y < z ? y : z;
      boxes[b + 3] = x > y ? (x > z ? x : z) : y > z ? y : z;
    }
  }

  #reserve(faces: number, vertices: number, marks: number): void {
    if (this.#sides.length < vertices) this.#sides = new Uint8Array(vertices);
    if (this.#marks.length < marks) this.#marks = new Uint8Array(marks);
    if (this.faces.length >= faces) return;
    const size = Math.max(faces, 2 * this.faces.length);
    const { owners, faces: numbers, corners, boxes } = this;
    this.owners = new Int32Array(size);
    this.faces = new Uint32Array(size);
    this.corners = new Float64Array(FACE * size);
    this.boxes = new Float64Array(BOX * size);
    this.owners.set(owners);
    this.faces.set(numbers);
    this.corners.set(corners);
    this.boxes.set(boxes);
  }
}
