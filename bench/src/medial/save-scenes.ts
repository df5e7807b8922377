// Saves the paper's three scenes as they begin, for the benchmark of @nearmiss/gpu on another machine (scripts/gpu-bench.mjs): a file for each shape, with its
// medial axis, and scenes.json. It takes some minutes.
//
//   node bench/dist/medial/save-scenes.js FOLDER

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fallingRings, multiBodies, twoTrexes } from './scenes.ts';
import { ACCELERATIONS } from './simulation.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: node bench/dist/medial/save-scenes.js FOLDER');
  process.exitCode = 1;
} else {
  mkdirSync(folder, { recursive: true });
  const scenes = [multiBodies, twoTrexes, fallingRings].map((make) => {
    const { name, frames, paper, shapes, begin } = make();
    const { bodies, acceleration } = begin();
    for (const [shape] of shapes) writeFileSync(join(folder, `${shape.name}.model`), shape.model.toBytes());
    return {
      ...{ name, frames, paper, acceleration: acceleration === ACCELERATIONS.falling ? 'falling' : 'together' },
      shapes: shapes.map(([shape]) => ({ name: shape.name, halves: shape.halves, radius: shape.radius })),
      bodies: bodies.map(({ shape, fixed, pose, velocity, spin }) => ({
        ...{ shape: shapes.findIndex(([one]) => one === shape), fixed, velocity, spin },
        pose: { position: pose.position, rotation: pose.rotation },
      })),
    };
  });
  writeFileSync(join(folder, 'scenes.json'), JSON.stringify(scenes));
}
