import { allocate, FloatList, IndexList } from '../growable.ts';
import type { MeshPart, Warnings } from '../mesh-file.ts';
import { refuse } from '../refuse.ts';
import { PolygonCutter } from './polygon-cutter.ts';

/** Vertex numbers are 32 bits wide, and a mesh counts them. */
export const MOST_VERTICES = 0xffffffff;

/** Corners are numbered in 32 bits too. */
const MOST_CORNERS = 0xffffffff;

/**
 * The polygons of a file in the order of reading: corners, the position of each in the file, and their parts. They are split into
 * triangles when all vertices are known, since some formats allow faces before vertices.
 */
export class PolygonList {
  readonly #corners = new IndexList();
  readonly #ends = new IndexList();
  readonly #locations = new FloatList();
  readonly #parts: { name: string; firstPolygon: number }[] = [];
  readonly #unit: 'line' | 'byte';
  readonly #firstNumber: number;

  /**
   * @param unit what positions are counted in
   * @param firstNumber what the file calls its first vertex; here it is 0
   */
  constructor(unit: 'line' | 'byte', firstNumber = 0) {
    this.#unit = unit;
    this.#firstNumber = firstNumber;
  }

  /** Starts a part with this name. */
  startPart(name: string): void {
    const last = this.#parts.at(-1);
    if (last !== undefined && last.firstPolygon === this.#ends.length) last.name = name;
    else this.#parts.push({ name, firstPolygon: this.#ends.length });
  }

  /** Adds a corner to the polygon that the next `close` ends. */
  addCorner(vertex: number): void {
    this.#corners.push(vertex);
  }

  /** Ends the polygon; `location` is its line or byte. */
  close(location: number): void {
    if (this.#corners.length > MOST_CORNERS) {
      refuse('io/too-large', `${this.#unit} ${location}`, `The faces have more than ${MOST_CORNERS} corners in all.`);
    }
    this.#ends.push(this.#corners.length);
    this.#locations.push(location);
  }

  /** Splits every polygon into triangles, in the order of the file. */
  split(positions: Float64Array, warnings: Warnings): { triangles: Uint32Array; parts: MeshPart[] } {
    const corners = this.#corners.view();
    const ends = this.#ends.view();
    this.#checkCorners(corners, ends, positions.length / 3);
    const triangles = allocate(Uint32Array, 3 * countTriangles(ends));
    const cutter = new PolygonCutter(positions, triangles);
    const boundaries = new PartBoundaries(this.#parts);

    let start = 0;
    for (let p = 0; p < ends.length; p++) {
      boundaries.pass(p, cutter.triangleCount);
      const end = ends[p];
      const size = end - start;
      if (size === 3) {
        cutter.addTriangle(corners[start], corners[start + 1], corners[start + 2]);
      } else if (size < 3) {
        warnings.add('short-polygon', this.#locationOf(p), 'Polygons with fewer than three corners were dropped.');
      } else {
        const status = cutter.split(corners, start, end);
        if (status === 'too-much-work') this.#refuseWork(p, size);
        if (status === 'crossing') {
          warnings.add(
            'crossing-polygon',
            this.#locationOf(p),
            'Polygons that cross themselves were split as they came.',
          );
        }
      }
      start = end;
    }
    return { triangles, parts: boundaries.finish(cutter.triangleCount) };
  }

  #locationOf(polygon: number): string {
    return `${this.#unit} ${this.#locations.at(polygon)}`;
  }

  #checkCorners(corners: Uint32Array, ends: Uint32Array, vertexCount: number): void {
    for (let i = 0, p = 0; i < corners.length; i++) {
      while (ends[p] <= i) p++;
      if (corners[i] < vertexCount) continue;
      const first = this.#firstNumber;
      const message = `A face uses vertex ${corners[i] + first}, but the file has only ${vertexCount}, counted from ${first}.`;
      refuse('io/index-out-of-range', this.#locationOf(p), message);
    }
  }

  #refuseWork(polygon: number, size: number): never {
    const message = `The face has ${size} corners in a shape that takes too long to split into triangles; split it beforehand.`;
    return refuse('io/too-large', this.#locationOf(polygon), message);
  }
}

function countTriangles(ends: Uint32Array): number {
  let count = 0;
  let start = 0;
  for (let p = 0; p < ends.length; p++) {
    count += Math.max(0, ends[p] - start - 2);
    start = ends[p];
  }
  return count;
}

/** Converts the polygons at which parts start into ranges of triangles; parts without triangles are dropped. */
class PartBoundaries {
  readonly #starts: readonly { name: string; firstPolygon: number }[];
  readonly #parts: MeshPart[] = [];
  #next = 0;
  #name = '';
  #first = 0;

  constructor(starts: readonly { name: string; firstPolygon: number }[]) {
    this.#starts = starts;
  }

  /** Called for every polygon before it is split, with the triangles so far. */
  pass(polygon: number, triangleCount: number): void {
    const start = this.#starts[this.#next];
    if (start === undefined || start.firstPolygon !== polygon) return;
    this.#end(triangleCount);
    this.#name = start.name;
    this.#next++;
  }

  finish(triangleCount: number): MeshPart[] {
    this.#end(triangleCount);
    return this.#parts;
  }

  #end(triangleCount: number): void {
    if (triangleCount === this.#first) return;
    this.#parts.push({ name: this.#name, firstTriangle: this.#first, triangleCount: triangleCount - this.#first });
    this.#first = triangleCount;
  }
}
