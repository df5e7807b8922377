// The faces of a convex body as polygons: triangles in one plane are one face, so that contacts do not depend on how a face is divided.

import type { ConvexBody } from '../../convex/convex-body.ts';
import type { Model } from '../../model/model.ts';
import { perModel } from '../../model/per-model.ts';
import { quickBodyOf } from '../../patches/convex-model.ts';
import { lengthOf } from '../../scalar/vector.ts';

/** Triangles whose normals have a cosine above this are in one plane, 1e-5 radians. Dimensionless. */
const ONE_PLANE: number = 1 - 5e-11;

/** A convex body with its faces, in the model's frame. */
export interface HullPolygons {
  readonly body: ConvexBody;
  readonly faceCount: number;
  /** Outward unit normals, three numbers a face. */
  readonly normals: Float64Array;
  /** Face f has the vertices corners[starts[f]] … corners[starts[f + 1] − 1], counter-clockwise from outside. */
  readonly starts: Int32Array;
  readonly corners: Int32Array;
  /** The most corners of a face. */
  readonly mostCorners: number;
}

/** The faces of a model that is one convex solid; null for all others, and for meshes that were refitted. */
export const hullPolygonsOf: (model: Model) => HullPolygons | null = /* @__PURE__ */ perModel((model) => {
  const body = quickBodyOf(model);
  return body === null || body.dimension < 3 ? null : polygonsOf(body);
});

function polygonsOf(body: ConvexBody): HullPolygons | null {
  const { triangles } = body;
  const count = triangles.length / 3;
  const normals = triangleNormals(body);
  const faceOf = new Int32Array(count).fill(-1);
  const triangleWith = new Map<number, number>();
  const keyOf = (v: number, w: number): number => v * body.vertexCount + w;
  for (let k = 0; k < triangles.length; k++) {
    const next = k % 3 === 2 ? k - 2 : k + 1;
    triangleWith.set(keyOf(triangles[k], triangles[next]), (k / 3) | 0);
  }
  const outlines: number[][] = [];
  const faceNormals: number[] = [];
  for (let seed = 0; seed < count; seed++) {
    if (faceOf[seed] >= 0) continue;
    const face = outlines.length;
    const next = new Map<number, number>();
    const open = [seed];
    faceOf[seed] = face;
    for (let t = open.pop(); t !== undefined; t = open.pop()) {
      for (let e = 0; e < 3; e++) {
        const v = triangles[3 * t + e];
        const w = triangles[3 * t + ((e + 1) % 3)];
        const beside = triangleWith.get(keyOf(w, v));
        if (beside === undefined) return null;
        if (isCoplanar(normals, seed, beside)) {
          if (faceOf[beside] < 0) open.push(beside);
          if (faceOf[beside] < 0) faceOf[beside] = face;
        }
        if (faceOf[beside] !== face) next.set(v, w);
      }
    }
    const outline = outlineOf(next);
    if (outline === null) return null;
    outlines.push(outline);
    faceNormals.push(normals[3 * seed], normals[3 * seed + 1], normals[3 * seed + 2]);
  }
  const starts = new Int32Array(outlines.length + 1);
  outlines.forEach((outline, f) => {
    starts[f + 1] = starts[f] + outline.length;
  });
  return {
    body,
    faceCount: outlines.length,
    normals: Float64Array.from(faceNormals),
    starts,
    corners: Int32Array.from(outlines.flat()),
    mostCorners: Math.max(...outlines.map(({ length }) => length)),
  };
}

function triangleNormals({ vertices: p, triangles }: ConvexBody): Float64Array {
  const normals = new Float64Array(triangles.length);
  for (let k = 0; k < triangles.length; k += 3) {
    const a = 3 * triangles[k];
    const b = 3 * triangles[k + 1];
    const c = 3 * triangles[k + 2];
    const ux = p[b] - p[a];
    const uy = p[b + 1] - p[a + 1];
    const uz = p[b + 2] - p[a + 2];
    const vx = p[c] - p[a];
    const vy = p[c + 1] - p[a + 1];
    const vz = p[c + 2] - p[a + 2];
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const length = lengthOf(x, y, z);
    normals[k] = x / length;
    normals[k + 1] = y / length;
    normals[k + 2] = z / length;
  }
  return normals;
}

function isCoplanar(normals: Float64Array, t: number, u: number): boolean {
  const i = 3 * t;
  const j = 3 * u;
  return normals[i] * normals[j] + normals[i + 1] * normals[j + 1] + normals[i + 2] * normals[j + 2] > ONE_PLANE;
}

/** The vertices of a cycle, from the vertex that follows each; null where they are no single cycle. */
function outlineOf(next: ReadonlyMap<number, number>): number[] | null {
  const [first] = next.keys();
  const outline: number[] = [];
  for (let v = first; v !== undefined && outline.length < next.size; v = next.get(v) ?? first) {
    outline.push(v);
    if (next.get(v) === first) break;
  }
  return outline.length === next.size && outline.length >= 3 ? outline : null;
}
