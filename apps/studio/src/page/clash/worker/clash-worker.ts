// The worker of the page of clashes: opens one set or result, examines it, and ends with it. The page starts another one for the next.

import { AssemblyBuilder, readClashSet, summarize } from '@nearmiss/clash';
import { NearmissError } from 'nearmiss';
import { refusalOf } from '../../worker/refusal.ts';
import { keyOf } from '../element-numbers.ts';
import type { DecidedClashes, Reply, Request } from '../messages.ts';
import { drawnAlone, drawnAssembly } from './drawn-assembly.ts';
import { examine } from './examine.ts';
import { EXAMPLE_SET, exampleFiles } from './example-set.ts';
import { type OpenedSet, openSet } from './open-set.ts';
import { otherFiles } from './other-files.ts';
import { NOTHING_DECIDED, readDecided } from './read-decided.ts';
import { type ReadResult, readResult } from './read-result.ts';
import { type SortedFiles, sortFiles } from './sort-files.ts';

/** Progress is told no more often. Milliseconds. */
const INTERVAL = 100;
const Z_UP = [0, 0, 1] as const;

/** Decisions, and the file that they came from. */
interface GivenDecisions {
  readonly decided: DecidedClashes;
  readonly decidedBy: string | null;
}

const NOTHING_GIVEN: GivenDecisions = { decided: NOTHING_DECIDED, decidedBy: null };

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
  show('the example', { set, assembly: builder.assembly, isMetric: true, up: Z_UP }, NOTHING_GIVEN);
}

async function open(files: SortedFiles): Promise<void> {
  const { set, result, decisions, models } = files;
  const given = decisions === null ? NOTHING_GIVEN : { decided: readDecided(decisions), decidedBy: decisions.name };
  if (set === null && models.length === 0) {
    if (result !== null) showResult(result.name, readResult(result.text, result.name), null, given);
    else if (decisions !== null) tell({ kind: 'decided', decided: given.decided, decidedBy: decisions.name });
    else
      throw new NearmissError(
        'io/unknown-format',
        'These files hold neither models nor a set, a result or decisions: drop glTF, IFC or mesh files.',
      );
    return;
  }
  // A result that is damaged is refused before models are read.
  const read = result === null ? null : readResult(result.text, result.name);
  const opened = await openSet(files);
  const title = set?.name ?? models.map(({ name }) => name).join(', ');
  if (read === null) show(title, opened, given);
  else showResult(title, read, { ...opened, hasSet: set !== null }, given);
}

function show(title: string, { set, assembly, isMetric, up }: OpenedSet, given: GivenDecisions): void {
  tell({ kind: 'drawn', title, assembly: drawnAssembly(assembly, up, isMetric) });
  let told = Number.NEGATIVE_INFINITY;
  const { clashes, summary } = examine(set, assembly, (done, pairs) => {
    if (performance.now() - told < INTERVAL) return;
    told = performance.now();
    tell({ kind: 'progress', done, pairs });
  });
  tell({ kind: 'found', clashes, summary, ...given, otherFiles: null });
}

/** A result as it is; its models are drawn where they came with it. */
function showResult(
  title: string,
  { clashes, elements, pairs, tests }: ReadResult,
  opened: (OpenedSet & { readonly hasSet: boolean }) | null,
  given: GivenDecisions,
): void {
  const assembly =
    opened === null ? drawnAlone(clashes, Z_UP) : drawnAssembly(opened.assembly, opened.up, opened.isMetric);
  tell({ kind: 'drawn', title, assembly });
  const named = new Set(clashes.flatMap(({ a, b }) => [keyOf(a), keyOf(b)])).size;
  const counts = {
    tests: tests ?? new Set(clashes.map(({ test }) => test)).size,
    elements: elements ?? opened?.assembly.elements.length ?? named,
    pairs: pairs ?? clashes.length,
  };
  tell({
    kind: 'found',
    clashes,
    summary: summarize(clashes, counts),
    ...given,
    otherFiles: opened === null ? null : otherFiles(clashes, opened, elements, opened.hasSet),
  });
}
