// How a mesh may be read: as a surface always, as a solid where its triangles bound a region.

import { orient3d } from 'robust-predicates';
import { NearmissError } from '../error.ts';
import { isCollinear } from '../mesh/collinear.ts';
import { meshComponents } from '../mesh/components.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { solidity } from '../mesh/topology.ts';
import { weldVertices } from '../mesh/weld.ts';

/** `auto`: a closed mesh is a solid, anything else a surface. `true`: a solid, or refused. `false`: a surface. */
export type SolidOption = 'auto' | boolean;
/** Which reading a query used. */
export type Reading = 'solid' | 'surface';

export interface SolidFacts {
  /** No border: every edge is used an even number of times. */
  readonly closed: boolean;
  /** Every edge is used as often one way as the other. */
  readonly oriented: boolean;
  /** All vertices in one plane: as a solid it encloses nothing, whether it has a border or not. */
  readonly flat: boolean;
  /** One vertex of each connected piece. */
  readonly anchors: Uint32Array;
}

export function solidFacts(mesh: Mesh): SolidFacts {
  const weld = weldVertices(mesh.positions);
  const { closed, oriented } = solidity(mesh, weld);
  const { count, componentOfTriangle } = meshComponents(mesh, weld);
  const anchors = new Uint32Array(count);
  for (let t = mesh.triangleCount - 1; t >= 0; t--) anchors[componentOfTriangle[t]] = mesh.triangles[3 * t];
  return { closed, oriented, flat: !closed && isFlat(mesh), anchors };
}

/**
 * The reading `option` asks for. A flat mesh can always be read as a solid: closed by its own back side it is the same
 * point set, and encloses nothing.
 */
export function resolveReading(facts: SolidFacts, option: SolidOption, what: string): Reading {
  if (option === false) return 'surface';
  if (facts.closed) return 'solid';
  if (option === 'auto') return 'surface';
  if (facts.flat) return 'solid';
  throw new NearmissError(
    'mesh/not-closed',
    `${what} has a border, so it has no inside and cannot be read as a solid. Close it, or leave solid at "auto".`,
  );
}

/** Exactly: no vertex used by a triangle is off the plane of the first three that span one. */
function isFlat(mesh: Mesh): boolean {
  const { positions: p, triangles } = mesh;
  const a = 3 * triangles[0];
  let b = -1;
  let c = -1;
  for (let k = 1; k < triangles.length; k++) {
    const v = 3 * triangles[k];
    if (b < 0) {
      if (p[v] !== p[a] || p[v + 1] !== p[a + 1] || p[v + 2] !== p[a + 2]) b = v;
    } else if (c < 0) {
      if (!isCollinear(p, a / 3, b / 3, v / 3)) c = v;
    } else if (
      orient3d(
        p[a],
        p[a + 1],
        p[a + 2],
        p[b],
        p[b + 1],
        p[b + 2],
        p[c],
        p[c + 1],
        p[c + 2],
        p[v],
        p[v + 1],
        p[v + 2],
      ) !== 0
    ) {
      return false;
    }
  }
  return true;
}
