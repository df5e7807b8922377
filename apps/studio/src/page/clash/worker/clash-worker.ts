// The worker of the page of clashes: opens one set or result, examines it, and ends with it. The page starts another one for the next.

import { AssemblyBuilder, type Clash, readClashSet, summarize } from '@nearmiss/clash';
import { NearmissError } from 'nearmiss';
import { refusalOf } from '../../worker/refusal.ts';
import type { Reply, Request } from '../messages.ts';
import { drawnAlone, drawnAssembly } from './drawn-assembly.ts';
import { examine } from './examine.ts';
import { EXAMPLE_SET, exampleFiles } from './example-set.ts';
import { type OpenedSet, openSet } from './open-set.ts';
import { NOTHING_DECIDED, readDecided } from './read-decided.ts';
import { readResult } from './read-result.ts';
import { type SortedFiles, sortFiles } from './sort-files.ts';

/** Progress is told no more often. Milliseconds. */
const INTERVAL = 100;
const Z_UP = [0, 0, 1] as const;

addEventListener('message', async ({ data }: MessageEvent<Request>) => {
  try {
    if (data.kind === 'example') showExample();
    else await open(sortFiles(data.files));
  } catch (error) {
    tell({ kind: 'refused', refusal: refusalOf(error) });
  }
});

function tell(reply: Reply): void {
  postMessage(reply);
}

function showExample(): void {
  const set = readClashSet(EXAMPLE_SET);
  const builder = new AssemblyBuilder();
  const files = exampleFiles();
  for (const { name } of set.models) {
    const file = files.get(name);
    if (file !== undefined) builder.add(name, file, {}, 1);
  }
  show('the example', { set, assembly: builder.assembly, isMetric: true, up: Z_UP }, NOTHING_DECIDED);
}

async function open(files: SortedFiles): Promise<void> {
  const { set, result, decisions, models } = files;
  const decided = decisions === null ? NOTHING_DECIDED : readDecided(decisions);
  if (set === null && models.length === 0) {
    if (result !== null) showResult(result.name, readResult(result.text, result.name), null, decided);
    else if (decisions !== null) tell({ kind: 'decided', decided });
    else
      throw new NearmissError(
        'io/unknown-format',
        'These files hold neither models nor a set nor a result: drop glTF, IFC or mesh files.',
      );
    return;
  }
  // A result that is damaged is refused before models are read.
  const clashes = result === null ? null : readResult(result.text, result.name);
  const opened = await openSet(files);
  const title = set?.name ?? models.map(({ name }) => name).join(', ');
  if (clashes === null) show(title, opened, decided);
  else showResult(title, clashes, opened, decided);
}

function show(title: string, { set, assembly, isMetric, up }: OpenedSet, decided: typeof NOTHING_DECIDED): void {
  tell({ kind: 'drawn', title, assembly: drawnAssembly(assembly, up, isMetric) });
  let told = Number.NEGATIVE_INFINITY;
  const { clashes, summary } = examine(set, assembly, (done, pairs) => {
    if (performance.now() - told < INTERVAL) return;
    told = performance.now();
    tell({ kind: 'progress', done, pairs });
  });
  tell({ kind: 'found', clashes, summary, decided });
}

/** A result as it is; its models are drawn where they came with it. */
function showResult(
  title: string,
  clashes: readonly Clash[],
  opened: OpenedSet | null,
  decided: typeof NOTHING_DECIDED,
): void {
  const assembly =
    opened === null ? drawnAlone(clashes, Z_UP) : drawnAssembly(opened.assembly, opened.up, opened.isMetric);
  tell({ kind: 'drawn', title, assembly });
  const tests = new Set(clashes.map(({ test }) => test)).size;
  const elements = new Set(clashes.flatMap(({ a, b }) => [a, b].map(({ model, id }) => `${model}\n${id}`))).size;
  const counts = { tests, elements: opened?.assembly.elements.length ?? elements, pairs: clashes.length };
  tell({ kind: 'found', clashes, summary: summarize(clashes, counts), decided });
}
