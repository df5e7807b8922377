// The program that scripts/gpu-bench.mjs packs.

import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { isMainThread } from 'node:worker_threads';
import { openGpu } from '@nearmiss/gpu';
import { benchBoxes } from './boxes.mjs';
import { benchCollide, benchCrossover } from './collide.mjs';
import { figures } from './common.mjs';
import { benchMap } from './map.mjs';
import { benchMedial, benchMedialCrossover, benchRoundTrip } from './medial.mjs';
import { benchMedialMotions, benchMotions } from './motions.mjs';
import { benchPairs } from './pairs.mjs';
import { benchScenes } from './scenes.mjs';

/** Of Dawn: times of kernels in nanoseconds. */
const FLAGS = ['enable-dawn-features=allow_unsafe_apis', 'disable-dawn-features=timestamp_quantization'];

const PARTS = [
  ...['round-trip', 'medial', 'scenes', 'medial-crossover', 'collide', 'crossover', 'map'],
  ...['motions', 'boxes', 'pairs', 'medial-motions'],
];

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      bunny: { type: 'string', default: 'bunny.model' },
      medial: { type: 'string', default: 'medial.model' },
      scenes: { type: 'string', default: 'scenes' },
      poses: { type: 'string', default: '4000000' },
      motions: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '5000' },
      record: { type: 'string' },
    },
  });
  const parts = positionals[0]?.split(',') ?? PARTS;
  const gpu = await openGpu({ required: true, flags: FLAGS });
  console.log(gpu.adapter);
  let wrong = 0;
  if (parts.includes('round-trip')) await benchRoundTrip(FLAGS);
  if (parts.includes('medial')) await benchMedial(FLAGS, values.medial);
  if (parts.includes('scenes')) wrong += await benchScenes(FLAGS, values.scenes);
  if (parts.includes('collide')) wrong += await benchCollide(gpu, values.bunny, Number(values.poses));
  if (parts.includes('map')) wrong += await benchMap(gpu, values.bunny);
  if (parts.includes('motions')) wrong += await benchMotions(gpu, Number(values.motions), Number(values.seed));
  if (parts.includes('crossover')) await benchCrossover(gpu, values.bunny);
  if (parts.includes('medial-crossover')) wrong += await benchMedialCrossover(gpu, values.medial);
  if (parts.includes('boxes')) wrong += await benchBoxes(FLAGS);
  if (parts.includes('pairs')) await benchPairs(FLAGS, Number(values.rounds), Number(values.seed));
  if (parts.includes('medial-motions'))
    wrong += await benchMedialMotions(gpu, Number(values.motions), Number(values.seed));
  if (values.record !== undefined) writeRecord(values.record, gpu.adapter);
  gpu.close();
  if (wrong > 0) process.exitCode = 1;
}

/**
 * Writes the figures as records of bench/data are written.
 *
 * @param {string} path
 * @param {unknown} adapter
 */
function writeRecord(path, adapter) {
  const [{ model }] = cpus();
  const machine = {
    cpu: model,
    cores: cpus().length,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
  };
  const data = { adapter: String(adapter), figures };
  const record = {
    name: 'gpu',
    date: new Date().toISOString(),
    commit: process.env.NEARMISS_COMMIT ?? null,
    machine,
    rounds: 1,
    data,
  };
  writeFileSync(path, `${JSON.stringify(record, null, 1)}\n`);
}

if (isMainThread) await main();
