// Patches of a mesh, put before the brute-force judge.

import { isConvexPatchExactly, isHullFilledExactly, isInHullExactly } from '@nearmiss/fixtures';
import { expect } from 'vitest';
import { type Mesh, Model } from '../../src/index.ts';
import { decompose, type Patches } from '../../src/patches/decompose.ts';

export function patchesOf(mesh: Mesh): Patches {
  const { tree, facts } = Model.build(mesh);
  return decompose(mesh, tree, facts.oriented);
}

export function facesOfPatch(patches: Patches, p: number): Uint32Array {
  return patches.faces.subarray(patches.faceStarts[p], patches.faceStarts[p + 1]);
}

export function hullOfPatch(patches: Patches, p: number): Uint32Array {
  return patches.hullVertices.subarray(patches.hullStarts[p], patches.hullStarts[p + 1]);
}

export function filledCount(patches: Patches): number {
  return patches.filled.reduce((sum, one) => sum + one, 0);
}

/** What must hold for any mesh: every face in one patch, every patch with a hull made of its own corners. */
export function expectPartition(mesh: Mesh, patches: Patches): void {
  expect(Array.from(patches.faces).sort((f, g) => f - g)).toEqual(
    Array.from({ length: mesh.triangleCount }, (_, f) => f),
  );
  expect(patches.faceStarts.length).toBe(patches.count + 1);
  expect(patches.hullStarts.length).toBe(patches.count + 1);
  expect(patches.filled.length).toBe(patches.count);
  expect(patches.faceStarts[patches.count]).toBe(mesh.triangleCount);
  expect(patches.hullStarts[patches.count]).toBe(patches.hullVertices.length);
  const slot = (v: number): string => mesh.positions.subarray(3 * v, 3 * v + 3).join(' ');
  for (let p = 0; p < patches.count; p++) {
    const faces = facesOfPatch(patches, p);
    const hull = hullOfPatch(patches, p);
    expect(faces.length).toBeGreaterThan(0);
    expect(hull.length).toBeGreaterThan(0);
    const corners = new Set(Array.from(faces).flatMap((f) => [0, 1, 2].map((k) => slot(mesh.triangles[3 * f + k]))));
    expect(hull.every((v) => corners.has(slot(v)))).toBe(true);
  }
}

/**
 * The exact verdict on every patch: convex, inside its hull, and filled only where the judge says so too. Returns how many
 * patches the judge finds filled that were not called so; a mesh that bounds no solid is not asked about.
 */
export function expectJudged(mesh: Mesh, patches: Patches, isSolid = true): number {
  expectPartition(mesh, patches);
  let missed = 0;
  for (let p = 0; p < patches.count; p++) {
    const faces = facesOfPatch(patches, p);
    expect(isConvexPatchExactly(mesh, faces), `patch ${p} is convex`).toBe(true);
    expect(isInHullExactly(mesh, faces, hullOfPatch(patches, p)), `patch ${p} is in its hull`).toBe(true);
    if (!isSolid) continue;
    if (!isHullFilledExactly(mesh, faces)) expect(patches.filled[p], `patch ${p} is filled`).toBe(0);
    else if (patches.filled[p] === 0) missed++;
  }
  return missed;
}
