// Packs the benchmark of @nearmiss/gpu into one file, for a machine that has a GPU, Node and the package `webgpu` alone. It measures what the
// package promises on a large GPU, and prints each figure beside its goal.
//
//   node scripts/gpu-bench.mjs OUT.mjs
//   node OUT.mjs [PART,...] [--bunny FILE] [--medial FILE] [--scenes FOLDER] [--poses N] [--motions N] [--rounds N] [--record FILE]     over there
//
// Parts: round-trip (a submission that does nothing), medial (all elementary pairs of two medial axes), scenes (the medial paper's three, on the CPU and the GPU), collide (yes or no near contact), map (clearances over a plane), motions (no contact
// missed), crossover (CPU and GPU from one pose on), medial-crossover (from one pair of bodies on), boxes (broad phase), pairs (every entry and option judged by the CPU), medial-motions. Files hold bytes of models (`Model.toBytes`): the bunny of 70,000 triangles, and one with a medial axis. It exits 1 where
// an answer is wrong; a goal that is not met is only printed. scripts/gpu-models.mjs makes the files,
// bench/dist/medial/save-scenes.js the folder of scenes.

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const [outfile] = process.argv.slice(2);
if (outfile === undefined) {
  console.error('usage: node scripts/gpu-bench.mjs OUT.mjs');
  process.exitCode = 1;
} else {
  await build({
    entryPoints: [fileURLToPath(new URL('gpu-bench/main.mjs', import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['webgpu'],
    define: { 'process.env.NEARMISS_COMMIT': JSON.stringify(commitHere()) },
  });
}

/** The commit that is packed; null outside of a repository. */
function commitHere() {
  try {
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
}
