// Makes the models that the benchmark of @nearmiss/gpu reads (scripts/gpu-bench.mjs): one of a mesh, centred and scaled to size 1, and one of
// the same with a medial axis of about 2,235 slabs, as the paper's largest pair has. It takes some minutes.
//
//   node scripts/gpu-models.mjs MESH FOLDER [PRIMITIVES]      writes FOLDER/bunny.model and FOLDER/medial.model

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadMesh } from '@nearmiss/io/node';
import { Mesh, Model } from 'nearmiss';
import { medialAxis, medialStructure } from 'nearmiss/medial';

const PRIMITIVES = 2235;

/** @param {Mesh} mesh */
function scaled({ positions, triangles }) {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  positions.forEach((x, k) => {
    low[k % 3] = Math.min(low[k % 3], x);
    high[k % 3] = Math.max(high[k % 3], x);
  });
  const size = Math.max(...high.map((x, k) => x - low[k]));
  return new Mesh(
    positions.map((x, k) => (x - (low[k % 3] + high[k % 3]) / 2) / size),
    triangles,
  );
}

const [file, folder, primitives = String(PRIMITIVES)] = process.argv.slice(2);
if (file === undefined || folder === undefined) {
  console.error('usage: node scripts/gpu-models.mjs MESH FOLDER [PRIMITIVES]');
  process.exitCode = 1;
} else {
  const mesh = scaled((await loadMesh(file)).mesh);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'bunny.model'), Model.build(mesh).toBytes());
  const model = Model.build(mesh, { with: [medialStructure({ primitives: Number(primitives) })] });
  writeFileSync(join(folder, 'medial.model'), model.toBytes());
  const { cones, slabs } = medialAxis(model);
  console.log(
    `${mesh.triangles.length / 3} triangles; a medial axis of ${cones.length / 2} cones and ${slabs.length / 3} slabs`,
  );
}
