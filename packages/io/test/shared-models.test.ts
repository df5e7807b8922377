// The models beside the repository, where they are there: each is read, and the counts of some are known.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadMesh } from '@nearmiss/io/node';
import { describe, expect, test } from 'vitest';

const FOLDER = fileURLToPath(new URL('../../../../shared/models', import.meta.url));

/** Triangles by file, as their sources state them. */
const KNOWN: Readonly<Record<string, number>> = {
  'photon/buddha.obj': 100000,
  'libigl/armadillo.obj': 86482,
  'stanford/dragon_vrip_res3.ply': 47794,
  'stanford/dragon_vrip_res4.ply': 11102,
  'vmas/santa.off': 20478,
  'meshsimp/trex.obj': 25044,
  'assimp/spider.obj': 1368,
  'threejs/dolphins.ply': 1689,
  'threejs/gears.glb': 21696,
  'gltf/2CylinderEngine.glb': 121496,
  'gltf/ReciprocatingSaw.glb': 198470,
  'gltf/GearboxAssy.glb': 646064,
};

const files = existsSync(FOLDER)
  ? readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(obj|stl|ply|off|glb|gltf)$/i.test(name))
      .map((name) => name.replaceAll('\\', '/'))
      .sort()
  : [];

describe.runIf(files.length > 0)('models', () => {
  test.each(files)('%s', async (name) => {
    const { mesh, parts, warnings } = await loadMesh(join(FOLDER, name));
    expect(mesh.triangleCount).toBeGreaterThan(0);
    expect(parts.reduce((sum, part) => sum + part.triangleCount, 0)).toBe(mesh.triangleCount);
    expect(warnings).toEqual([]);
    if (Object.hasOwn(KNOWN, name)) expect(mesh.triangleCount).toBe(KNOWN[name]);
  });
});
