import {
  CLASH_TYPES,
  type Clash,
  type ClashSet,
  countSelected,
  DEFAULT_BUDGET,
  findNamesakes,
  groupClashes,
  keepDecisions,
  readClashSet,
  sortClashes,
  summarize,
  unitOf,
  withStates,
} from '@nearmiss/clash';
import type { ClashWording } from '../clash/clash-text.ts';
import { elementsText } from '../clash/elements.ts';
import { compileLess } from '../clash/engine.ts';
import type { Examined } from '../clash/examine.ts';
import { type ClashSource, examineSet, loadElements, readSetFile, runClashPart } from '../clash/examine-set.ts';
import { gateSentence, readGate } from '../clash/gate.ts';
import { clashList } from '../clash/list.ts';
import { requireOutputs } from '../clash/outputs.ts';
import { readPrevious } from '../clash/previous.ts';
import { type DecisionsFile, decide, readDecisionsOf, readReports, writeReport } from '../clash/reports.ts';
import { emptyTests } from '../clash/warn.ts';
import { SHARD_ELEMENTS } from '../shards/clash-shards.ts';
import { clashesText } from '../shards/merge-clash.ts';
import { QUEUE_HELP, readShardFlags, SHARD_FLAGS } from '../shards/shard-flags.ts';
import { print } from '../terminal/print.ts';
import { readArguments, readWhole, UsageError } from '../usage.ts';
import { writeWhole } from '../whole-file.ts';
import { readWorkers } from '../workers-flag.ts';
import type { Command } from './command.ts';

const FLAGS = {
  output: { type: 'string', short: 'o' },
  journal: { type: 'string' },
  fresh: { type: 'boolean' },
  workers: { type: 'string' },
  budget: { type: 'string' },
  'fail-on': { type: 'string' },
  list: { type: 'string' },
  report: { type: 'string', multiple: true },
  decisions: { type: 'string', multiple: true },
  'bcf-version': { type: 'string' },
  'bcf-topics': { type: 'string' },
  elements: { type: 'boolean' },
  ...SHARD_FLAGS,
} as const;

export const CLASH: Command = {
  help: `Usage: nearmiss clash SET [-o CLASHES] [options]

Tests the elements of files against each other: nodes of glTF, products of IFC, whole files of other formats. SET is a JSON
file. Writes one JSON object a line for each clash, sorted, and a last one {"summary":…}.

  -o, --output FILE    where to write; stdout by default. A run that was ended goes on where it was, and a run after a change
                       examines only pairs that changed (FILE.journal); against what FILE held, clashes are new, active or
                       resolved
  --journal FILE       keeps what was found out about pairs there instead
  --fresh              examines all pairs again: no journal, no states. Decisions in FILE stay
  --workers N          threads to work in; by default one for each core for large assemblies. The results are the same
  --budget N           bounding-volume tests that one search of a pair may take (${DEFAULT_BUDGET})
  --report FILE        also writes a report: .html, .csv, .xml (as Navisworks) or .bcf; may be given again
  --bcf-version V      2.1 or 3.0 (by default)
  --bcf-topics WHAT    what is a topic of a .bcf file: clashes (by default), or findings, each with all its clashes
  --decisions FILE     what people decided, approved or ignored, or open to take that back: saved from an HTML report, or any
                       report or result. They are kept in the result and from run to run. May be given again; the later
                       file counts
  --shard I/N          answers only part I, from 0, of N parts; -o is then the folder of the results, the same for all
                       parts. A part that is started again goes on where it was
  --merge FOLDER       makes the result of the parts in that folder
${QUEUE_HELP}  --shard-size N       elements of a shard, ${SHARD_ELEMENTS} by default: parts and queues deal out shards
  --list N             prints a short text for people in place of the lines: how many clashes there are, and at most N of them,
                       those of --fail-on first, the deepest first. The lines are in the file of -o
  --fail-on WORDS      exit status 2 if there is a clash of these types that nobody approved or ignored:
                       ${CLASH_TYPES.join(', ')};
                       with "new" only those that what FILE held does not have, with "empty" also if a test can find nothing
  --elements           tests nothing and prints a line for each element: its model, id, name, class, storey and triangles

{"models":{"plant":"plant.ifc","skid":{"file":"skid.glb","pose":{"position":[4,0,0]},"unit":"mm"}},
 "tests":[{"name":"pipes and walls","mode":"hard","tolerance":0.001,
           "a":{"model":"plant","select":"IfcPipe*|IfcDuct*"},"b":{"model":"plant","select":"IfcWall*"}},
          {"name":"maintenance","mode":"clearance","clearance":0.05,"a":{"model":"skid"},"b":{"model":"plant"}}]}

  mode       hard (by default), clearance or duplicate; tolerance is by default what rounding can do to the coordinates
  a, b       model, and select: a glob over class, name, id and storey, alternatives with |; exclude: another for those that are
             left out; without b, A in itself
  touching   true to report what touches as well
  ignore     a list of "same-parent", "same-group", "same-model" and pairs of globs
`,
  async run(args) {
    compileLess();
    const { values, positionals } = readArguments(args, FLAGS, ['SET']);
    const [file] = positionals;
    if (file === undefined) throw new UsageError('A set is needed, a JSON file.');
    const gate = readGate(values['fail-on'], values.output !== undefined);
    const reports = readReports(values.report ?? [], values['bcf-version'] ?? '3.0', values['bcf-topics'] ?? 'clashes');
    const decisions: DecisionsFile[] = [];
    for (const path of values.decisions ?? []) decisions.push(await readDecisionsOf(path));
    const dispatch = readShardFlags(values, SHARD_ELEMENTS);
    const list = readWhole('--list', values.list);
    const source: ClashSource = {
      file,
      given: await readSetFile(file),
      budget: readBudget(values.budget),
      workers: readWorkers(values.workers),
      journal: values.fresh === true ? undefined : (values.journal ?? journalOf(values.output)),
    };
    if (values.elements === true) {
      await print(elementsText(await loadElements(source)));
      return 0;
    }
    if (dispatch.kind === 'part') return runClashPart(source, dispatch);
    const { output } = values;
    await requireOutputs({
      setFile: file,
      set: readClashSet(source.given),
      decisions: values.decisions ?? [],
      output,
      journal: source.journal,
      reports: reports.map(({ path }) => path),
    });
    const previous = output === undefined ? null : await readPrevious(output);
    const { set, assembly, examined, isWhole } = await examineSet(source, dispatch);
    const elements = assembly.elements.length;
    const found = finish(set, examined, previous, values.fresh === true);
    const clashes = decisions.reduce(decide, found);
    const selected = countSelected(set, assembly);
    const counts = { tests: set.tests.length, elements, pairs: examined.pairs, selected };
    const summary = summarize(clashes, counts);
    const text = clashesText(clashes, summary);
    const wording: ClashWording = { unit: unitOf(set), hasNamesake: findNamesakes(assembly.elements) };
    if (list !== undefined) await print(clashList(clashes, gate, list, wording));
    else if (output === undefined) await print(text);
    if (output !== undefined) {
      await writeWhole(output, text);
      const known = examined.pairs - examined.asked;
      console.error(
        `${countOf(clashes.length, 'clash', 'es')} in ${output}: ${countOf(examined.pairs, 'pair')} of ${countOf(elements, 'element')}, ${known} of them known before.`,
      );
    }
    // After the result, which is kept if a report cannot be written.
    for (const report of reports) await writeReport(report, { clashes, summary, assembly, set, setFile: file });
    const failing = gateSentence(clashes, gate, emptyTests(set, assembly), wording);
    if (failing !== null) console.error(`nearmiss: ${failing}`);
    return failing !== null ? 2 : isWhole ? 0 : 1;
  },
};

function countOf(count: number, what: string, plural = 's'): string {
  return `${count} ${what}${count === 1 ? '' : plural}`;
}

function journalOf(output: string | undefined): string | undefined {
  return output === undefined ? undefined : `${output}.journal`;
}

function readBudget(text: string | undefined): number {
  return readWhole('--budget', text) ?? DEFAULT_BUDGET;
}

function finish(set: ClashSet, { clashes }: Examined, previous: readonly Clash[] | null, isFresh: boolean): Clash[] {
  const grouped = groupClashes(sortClashes(clashes, set));
  if (previous === null) return grouped;
  return sortClashes((isFresh ? keepDecisions : withStates)(grouped, previous), set);
}
