import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import {
  type Assembly,
  CLASH_TYPES,
  type Clash,
  type ClashSet,
  DEFAULT_BUDGET,
  groupClashes,
  readClashSet,
  sortClashes,
  summarize,
  withDecisions,
  withStates,
} from '@nearmiss/clash';
import { loadAssemblyOfSet } from '@nearmiss/clash/node';
import { type Examined, examine } from '../clash/examine.ts';
import { Journal } from '../clash/journal.ts';
import { readPrevious } from '../clash/previous.ts';
import { readDecisionsOf, readReports, writeReport, writeWhole } from '../clash/reports.ts';
import { parseJson } from '../json-text.ts';
import { hideBusy, showBusy } from '../terminal/busy.ts';
import { print } from '../terminal/print.ts';
import { Progress } from '../terminal/progress.ts';
import { readArguments, readChoice, readNumber, UsageError } from '../usage.ts';
import { MOST_WORKERS, readWorkers } from '../workers-flag.ts';
import type { Command } from './command.ts';

/** Triangles of an assembly from which threads are worth their start. */
const MANY_TRIANGLES = 20_000;

export const CLASH: Command = {
  help: `Usage: nearmiss clash SET [-o CLASHES] [options]

Tests the elements of files against each other: nodes of glTF, products of IFC, whole files of other formats. SET is a JSON
file. Writes one JSON object a line for each clash, sorted, and a last one {"summary":…}.

  -o, --output FILE    where to write; stdout by default. A run that was ended goes on where it was, and a run after a change
                       examines only pairs that changed (FILE.journal); against what FILE held, clashes are new, active or
                       resolved
  --journal FILE       keeps what was found out about pairs there instead
  --fresh              starts anew: no journal, no states
  --workers N          threads to work in; by default one for each core for large assemblies. The results are the same
  --budget N           bounding-volume tests that one search of a pair may take (${DEFAULT_BUDGET})
  --report FILE        also writes a report: .html, .csv or .bcf (--bcf-version 2.1 or 3.0); may be given again
  --decisions FILE     what people decided, approved or ignored: saved from an HTML report, a BCF file, or a result. They are kept
                       in the result and from run to run
  --fail-on TYPES      exit status 2 if there is a clash of these types that nobody approved or ignored:
                       ${CLASH_TYPES.join(', ')}

{"models":{"plant":"plant.ifc","skid":{"file":"skid.glb","pose":{"position":[4,0,0]},"unit":"mm"}},
 "tests":[{"name":"pipes and walls","mode":"hard","tolerance":0.001,
           "a":{"model":"plant","select":"IfcPipe*|IfcDuct*"},"b":{"model":"plant","select":"IfcWall*"}},
          {"name":"maintenance","mode":"clearance","clearance":0.05,"a":{"model":"skid"},"b":{"model":"plant"}}]}

  mode       hard, clearance or duplicate; tolerance is by default what rounding can do to the coordinates
  a, b       model, and select: a glob over class, name and id, alternatives with |; without b, A in itself
  touching   true to report what touches as well
  ignore     a list of "same-parent", "same-model" and pairs of globs
`,
  async run(args) {
    const flags = {
      output: { type: 'string', short: 'o' },
      journal: { type: 'string' },
      fresh: { type: 'boolean' },
      workers: { type: 'string' },
      budget: { type: 'string' },
      'fail-on': { type: 'string' },
      report: { type: 'string', multiple: true },
      decisions: { type: 'string' },
      'bcf-version': { type: 'string' },
    } as const;
    const { values, positionals } = readArguments(args, flags, ['SET']);
    const [file] = positionals;
    if (file === undefined) throw new UsageError('A set is needed, a JSON file.');
    const failOn = (values['fail-on'] ?? '').split(',').filter((type) => type !== '');
    for (const type of failOn) readChoice('--fail-on', type, CLASH_TYPES);
    const reports = readReports(values.report ?? [], values['bcf-version'] ?? '3.0');
    const decisions = values.decisions === undefined ? null : await readDecisionsOf(values.decisions);
    const budget = readBudget(values.budget);
    const isFresh = values.fresh === true;
    const { output } = values;

    const set = await readSet(file);
    showBusy('reading files');
    const assembly = await loadAssemblyOfSet(set, dirname(file));
    await hideBusy();
    for (const warning of assembly.warnings) console.error(`nearmiss: ${warning}`);
    const previous = isFresh || output === undefined ? null : await readPrevious(output);
    const journalFile = values.journal ?? (output === undefined ? undefined : `${output}.journal`);
    const journal = isFresh || journalFile === undefined ? null : await Journal.open(journalFile);
    const workers = readWorkers(values.workers) ?? defaultWorkers(assembly);
    const examined = await examineAll(set, assembly, { workers, budget, journal });
    const found = finish(set, examined, previous);
    const clashes = decisions === null ? found : withDecisions(found, decisions);
    const { elements } = assembly;
    const counts = { tests: set.tests.length, elements: elements.length, pairs: examined.pairs };
    const summary = summarize(clashes, counts);
    const text = `${[...clashes, { summary }].map((line) => JSON.stringify(line)).join('\n')}\n`;
    for (const report of reports) await writeReport(report, clashes, summary, file);
    if (output === undefined) await print(text);
    else {
      await writeWhole(output, text);
      const known = examined.pairs - examined.asked;
      console.error(
        `${clashes.length} lines in ${output}: ${examined.pairs} pairs of ${elements.length} elements, ${known} of them known before.`,
      );
    }
    const isOpen = ({ state, decision }: Clash): boolean => state !== 'resolved' && decision === undefined;
    return clashes.some((clash) => isOpen(clash) && failOn.includes(clash.type)) ? 2 : 0;
  },
};

async function readSet(file: string): Promise<ClashSet> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UsageError(`"${file}" cannot be opened.`);
  });
  return readClashSet(parseJson(text, 'The set'));
}

function readBudget(text: string | undefined): number {
  const budget = readNumber('--budget', text);
  if (budget === undefined) return DEFAULT_BUDGET;
  if (Number.isInteger(budget) && budget >= 1) return budget;
  throw new UsageError(`--budget is ${text}; it takes a whole number from 1 up.`);
}

function defaultWorkers({ elements, shapes }: Assembly): number {
  let triangles = 0;
  for (const { shape } of elements) triangles += shapes[shape]?.mesh.triangleCount ?? 0;
  return triangles < MANY_TRIANGLES ? 1 : Math.min(availableParallelism(), MOST_WORKERS);
}

async function examineAll(
  set: ClashSet,
  assembly: Assembly,
  options: { readonly workers: number; readonly budget: number; readonly journal: Journal | null },
): Promise<Examined> {
  const progress = new Progress(undefined);
  let isComplete = false;
  try {
    const examined = await examine(set, assembly, { ...options, onPair: () => progress.answered++ });
    isComplete = true;
    return examined;
  } finally {
    progress.stop();
    await options.journal?.close(isComplete);
  }
}

function finish(set: ClashSet, { clashes }: Examined, previous: readonly Clash[] | null): Clash[] {
  const grouped = groupClashes(sortClashes(clashes, set));
  return previous === null ? grouped : sortClashes(withStates(grouped, previous), set);
}
