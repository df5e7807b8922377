// Splits meshes into convex patches and prints how many: the table of docs/lab/convex.md. Of the built library.
//
//   node scripts/count-patches.mjs 'torus-knot(triangles=11520)' ../shared/models/libigl/bunny.off
//
// A name with a slash is a file, any other a shape.

import { readFileSync } from 'node:fs';

const built = (/** @type {string} */ path) => import(new URL(`../packages/${path}`, import.meta.url).href);
const { Model } = await built('core/dist/index.js');
const { makeShape } = await built('core/dist/entries/shapes.js');
const { decompose } = await built('core/dist/patches/decompose.js');
const { readMesh } = await built('io/dist/index.js');

for (const name of process.argv.slice(2)) {
  const mesh = name.includes('/') ? (await readMesh(readFileSync(name))).mesh : makeShape(name);
  const { tree, facts } = Model.build(mesh);
  const before = process.cpuUsage();
  const patches = decompose(mesh, tree, facts.oriented);
  const seconds = process.cpuUsage(before).user / 1e6;
  let filled = 0;
  let facesInFilled = 0;
  let largest = 0;
  for (let p = 0; p < patches.count; p++) {
    const faces = patches.faceStarts[p + 1] - patches.faceStarts[p];
    largest = Math.max(largest, faces);
    if (patches.filled[p] === 0) continue;
    filled++;
    facesInFilled += faces;
  }
  const share = ((100 * facesInFilled) / mesh.triangleCount).toFixed(1);
  console.log(
    `${name}: ${mesh.triangleCount} faces, ${patches.count} patches, ${filled} filled with ${share} % of the faces, ` +
      `largest ${largest}, ${(patches.hullVertices.length / patches.count).toFixed(1)} hull vertices a patch, ${seconds.toFixed(2)} s`,
  );
}
