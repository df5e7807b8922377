// Pieces of a mesh, put before the brute-force judge.

import { isConvexPatchExactly, isHullFilledExactly, isInHullExactly } from '@nearmiss/fixtures';
import { expect } from 'vitest';
import { type Mesh, Model } from '../../src/index.ts';
import { decompose, type Pieces } from '../../src/patches/decompose.ts';

export function piecesOf(mesh: Mesh): Pieces {
  const { tree, facts } = Model.build(mesh);
  return decompose(mesh, tree, facts.oriented);
}

export function facesOfPiece(pieces: Pieces, p: number): Uint32Array {
  return pieces.faces.subarray(pieces.faceStarts[p], pieces.faceStarts[p + 1]);
}

export function hullOfPiece(pieces: Pieces, p: number): Uint32Array {
  return pieces.hullVertices.subarray(pieces.hullStarts[p], pieces.hullStarts[p + 1]);
}

export function filledCount(pieces: Pieces): number {
  return pieces.filled.reduce((sum, one) => sum + one, 0);
}

/** What must hold for any mesh: every face in one piece, every piece with a hull made of its own corners. */
export function expectPartition(mesh: Mesh, pieces: Pieces): void {
  expect(Array.from(pieces.faces).sort((f, g) => f - g)).toEqual(
    Array.from({ length: mesh.triangleCount }, (_, f) => f),
  );
  expect(pieces.faceStarts.length).toBe(pieces.count + 1);
  expect(pieces.hullStarts.length).toBe(pieces.count + 1);
  expect(pieces.filled.length).toBe(pieces.count);
  expect(pieces.faceStarts[pieces.count]).toBe(mesh.triangleCount);
  expect(pieces.hullStarts[pieces.count]).toBe(pieces.hullVertices.length);
  const place = (v: number): string => mesh.positions.subarray(3 * v, 3 * v + 3).join(' ');
  for (let p = 0; p < pieces.count; p++) {
    const faces = facesOfPiece(pieces, p);
    const hull = hullOfPiece(pieces, p);
    expect(faces.length).toBeGreaterThan(0);
    expect(hull.length).toBeGreaterThan(0);
    const corners = new Set(Array.from(faces).flatMap((f) => [0, 1, 2].map((k) => place(mesh.triangles[3 * f + k]))));
    expect(hull.every((v) => corners.has(place(v)))).toBe(true);
  }
}

/**
 * The exact verdict on every piece: convex, inside its hull, and filled only where the judge says so too. Returns how many
 * pieces the judge finds filled that were not called so; a mesh that bounds no solid is not asked about.
 */
export function expectJudged(mesh: Mesh, pieces: Pieces, isSolid = true): number {
  expectPartition(mesh, pieces);
  let missed = 0;
  for (let p = 0; p < pieces.count; p++) {
    const faces = facesOfPiece(pieces, p);
    expect(isConvexPatchExactly(mesh, faces), `piece ${p} is convex`).toBe(true);
    expect(isInHullExactly(mesh, faces, hullOfPiece(pieces, p)), `piece ${p} is in its hull`).toBe(true);
    if (!isSolid) continue;
    if (!isHullFilledExactly(mesh, faces)) expect(pieces.filled[p], `piece ${p} is filled`).toBe(0);
    else if (pieces.filled[p] === 0) missed++;
  }
  return missed;
}
