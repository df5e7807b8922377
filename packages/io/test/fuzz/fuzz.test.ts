// Damaged files: each is read or refused with a NearmissError that says where, in bounded time and memory, and no
// reference leads out of its folder. `npm run fuzz:io -- 1000000 7` runs a million of them from seed 7.

import { randomChoice, seeded } from '@nearmiss/fixtures';
import { type MeshFile, readMesh } from '@nearmiss/io';
import { NearmissError } from 'nearmiss';
import { expect, test } from 'vitest';
import { processorMs } from '../help.ts';
import { mutate } from './mutate.ts';
import { listSeeds } from './seeds.ts';

const COUNT = Number(process.env.NEARMISS_FUZZ_COUNT ?? 3000);
const SEED = Number(process.env.NEARMISS_FUZZ_SEED ?? 1);

/** Milliseconds for one file of a few kilobytes; a thousand times what it takes, for slow machines. */
const LONGEST = 5000;

/** Bytes that the process may grow by at its peak: the decoders' own memory and what the collector has not met yet. */
const MOST_GROWTH = 2 ** 30;

const LIMITS = { maxVertices: 1e6, maxTriangles: 1e6 };

function checkFile({ mesh, parts }: MeshFile): void {
  const { positions, triangles, vertexCount, triangleCount } = mesh;
  if (triangleCount === 0) throw new Error('A mesh without triangles.');
  for (const value of positions) if (!Number.isFinite(value)) throw new Error('A coordinate that is not finite.');
  for (const vertex of triangles) if (vertex >= vertexCount) throw new Error('A vertex number too high.');
  let next = 0;
  for (const { firstTriangle, triangleCount: count } of parts) {
    if (firstTriangle !== next || count <= 0) throw new Error('Parts with gaps.');
    next += count;
  }
  if (next !== triangleCount) throw new Error('Parts that do not cover the mesh.');
}

test(`${COUNT} damaged files`, async () => {
  const random = seeded(SEED);
  const seeds = await listSeeds();
  const codes = new Map<string, number>();
  const count = (code: string): unknown => codes.set(code, (codes.get(code) ?? 0) + 1);
  const peak = (): number => 1024 * process.resourceUsage().maxRSS;
  const before = peak();
  let slowest = 0;
  let asked = 0;
  let largest = 0;
  const resources = (uri: string): Uint8Array => {
    asked++;
    if (/^$|^\/|\\|:|(^|\/)\.\.?(\/|$)|\0/.test(uri)) throw new TypeError(`The resolver was asked for ${uri}.`);
    return new Uint8Array(4096);
  };

  for (let run = 0; run < COUNT; run++) {
    const seed = randomChoice(random, seeds);
    const { name } = seed;
    const damaged = mutate(seed, randomChoice(random, seeds).bytes, random);
    const start = processorMs();
    try {
      // Now and then the name misleads.
      checkFile(
        await readMesh(damaged, {
          ...LIMITS,
          name: random() < 0.9 ? name : randomChoice(random, seeds).name,
          resources,
        }),
      );
      count('read');
    } catch (error) {
      const isRefusal = error instanceof NearmissError && /^(io|mesh)\//.test(error.code) && Boolean(error.location);
      const fromResolver =
        error instanceof NearmissError && error.cause instanceof TypeError && /The resolver/.test(error.cause.message);
      if (!isRefusal || fromResolver) {
        const file = Buffer.from(damaged).toString('base64');
        throw new Error(`Run ${run} of seed ${SEED}, from ${name}: ${file}`, { cause: error });
      }
      count(error.code);
    }
    const took = processorMs() - start;
    slowest = Math.max(slowest, took);
    if (took > LONGEST) {
      throw new Error(`Run ${run} of seed ${SEED} took ${took} ms: ${Buffer.from(damaged).toString('base64')}`);
    }
    if (run % 1000 === 999) {
      largest = peak() - before;
      expect(largest).toBeLessThan(MOST_GROWTH);
    }
  }

  const table = [...codes].sort(([, a], [, b]) => b - a).map(([code, times]) => `${code} ${times}`);
  console.log(`Slowest ${slowest.toFixed(0)} ms, memory +${(largest / 2 ** 20).toFixed(0)} MiB, ${table.join(', ')}`);
  // Or the damage was always fatal, or never: then nothing was tested.
  const read = codes.get('read') ?? 0;
  expect(read).toBeGreaterThan(0.1 * COUNT);
  expect(read).toBeLessThan(0.6 * COUNT);
  expect(codes.size).toBeGreaterThan(8);
  // And files asked for others, of which some lie where none may be asked for.
  expect(asked).toBeGreaterThan(0);
  expect(codes.has('io/forbidden-reference')).toBe(true);
});
