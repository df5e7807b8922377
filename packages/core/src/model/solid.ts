// The interpretations of a mesh: always as a surface; as a solid if its triangles bound a region.

import { NearmissError } from '../error.ts';
import { isCollinear } from '../mesh/collinear.ts';
import { meshComponents } from '../mesh/components.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { solidity } from '../mesh/topology.ts';
import { weldVertices } from '../mesh/weld.ts';
import { DoubleCorners, IntegerCorners } from '../primitive/exact-corners.ts';
import { lowestBit, toInteger } from '../scalar/exact-integers.ts';

/** `auto`: a closed mesh is a solid, anything else a surface. `true`: a solid, or refused. `false`: a surface. See {@link PairOptions}. */
export type SolidOption = 'auto' | boolean;
/** The interpretation that a query used. See {@link SolidOption}. */
export type Interpretation = 'solid' | 'surface';

export interface SolidFacts {
  /** No border: every edge is used an even number of times. */
  readonly closed: boolean;
  /** Every edge is used as often in one direction as in the other. */
  readonly oriented: boolean;
  /** All vertices in one plane: as a solid it encloses nothing, whether it has a border or not. */
  readonly flat: boolean;
  /** One vertex of each connected component. */
  readonly anchors: Uint32Array;
}

const four = new DoubleCorners(4);

export function solidFacts(mesh: Mesh): SolidFacts {
  const weld = weldVertices(mesh.positions);
  const { count, componentOfTriangle } = meshComponents(mesh, weld);
  const anchors = new Uint32Array(count);
  for (let t = mesh.triangleCount - 1; t >= 0; t--) anchors[componentOfTriangle[t]] = mesh.triangles[3 * t];
  return weldedFacts(mesh, weld, anchors);
}

/** The same where welded vertices and components are known. */
export function weldedFacts(mesh: Mesh, weld: Uint32Array, anchors: Uint32Array): SolidFacts {
  const { closed, oriented } = solidity(mesh, weld);
  return { closed, oriented, flat: !closed && isFlat(mesh), anchors };
}

/**
 * The interpretation for `option`. A flat mesh can always be interpreted as a solid: closed by its own back side it is the same
 * point set, and encloses nothing.
 */
export function resolveInterpretation(facts: SolidFacts, option: SolidOption, what: string): Interpretation {
  if (option === false) return 'surface';
  if (facts.closed) return 'solid';
  if (option === 'auto') return 'surface';
  if (facts.flat) return 'solid';
  throw new NearmissError(
    'mesh/not-closed',
    `${what} has a border, so it has no inside and cannot be read as a solid. Close it, or leave solid at "auto".`,
  );
}

/** Exact: no vertex used by a triangle is off the plane of the first three that span one. */
function isFlat(mesh: Mesh): boolean {
  const { positions: p, triangles } = mesh;
  const a = triangles[0];
  let b = -1;
  let c = -1;
  for (let k = 1; k < triangles.length; k++) {
    const v = triangles[k];
    if (b < 0) {
      if (p[3 * v] !== p[3 * a] || p[3 * v + 1] !== p[3 * a + 1] || p[3 * v + 2] !== p[3 * a + 2]) b = v;
    } else if (c < 0) {
      if (!isCollinear(p, a, b, v)) c = v;
    } else if (!areCoplanar(p, a, b, c, v)) {
      return false;
    }
  }
  return true;
}

/** Exact for all magnitudes: adaptive predicates in their range, else integers. */
function areCoplanar(positions: Float64Array, a: number, b: number, c: number, d: number): boolean {
  four.xyz.set(positions.subarray(3 * a, 3 * a + 3), 0);
  four.xyz.set(positions.subarray(3 * b, 3 * b + 3), 3);
  four.xyz.set(positions.subarray(3 * c, 3 * c + 3), 6);
  four.xyz.set(positions.subarray(3 * d, 3 * d + 3), 9);
  if (four.isInRange()) return four.orient3d(0, 1, 2, 3) === 0;
  let unit = 0; // a lower unit than needed is harmless, and all of them may be zero
  for (const x of four.xyz) unit = Math.min(unit, lowestBit(x));
  return new IntegerCorners(Array.from(four.xyz, (x) => toInteger(x, unit))).orient3d(0, 1, 2, 3) === 0;
}
