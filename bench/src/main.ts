import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { runBuild } from './build.ts';
import { runCommand } from './cold/command.ts';
import { COLD_KINDS, runCold } from './cold/suite.ts';
import { type Arguments, HELP, PEER_NAMES, parseArguments, UsageError } from './command-line.ts';
import { runContest } from './contest.ts';
import { runDataStyles } from './data-styles.ts';
import type { Experiment, Findings, Plots } from './experiment.ts';
import { contestOf, lineUp, motionLineUp } from './lineup.ts';
import { PAGES_DIR, SHARED_BENCH_DIR } from './paths.ts';
import {
  allRecords,
  type BenchRecord,
  drawRecord,
  PEERS,
  readRecord,
  recordOf,
  recordPath,
  recordText,
} from './record.ts';
import { ratioChart } from './report/chart.ts';
import { fillTables } from './report/page-tables.ts';
import { PERFORMANCE_PAGE, performanceTables } from './report/performance-page.ts';
import { type Machine, nearmissMistakes, type Results, thisMachine } from './report/results.ts';
import {
  buildTable,
  coldTable,
  commandTable,
  contestTable,
  stylesTable,
  summaryTable,
  volumesTable,
} from './report/table.ts';
import { volumesChart } from './report/volumes-chart.ts';
import { select, selectableNames } from './selection.ts';
import { hasSharedWorkloads } from './shared-workloads.ts';
import { runMotions } from './time-of-contact/suite.ts';
import { motionsTable } from './time-of-contact/table.ts';
import { runVolumes } from './volumes/suite.ts';
import { distancesOf, generatedSource, sharedSource } from './workload-source.ts';

async function main(words: readonly string[]): Promise<number> {
  const args = parseArguments(words);
  if (args.help) {
    console.log(HELP);
    return 0;
  }
  const useShared = !args.generated && hasSharedWorkloads(SHARED_BENCH_DIR);
  const source = useShared ? sharedSource(SHARED_BENCH_DIR) : generatedSource();
  if (args.list) {
    console.log(selectableNames(source).join('\n'));
    return 0;
  }
  const selection = select(source, args.only);

  const { peers, fclBinary, skipped } = await lineUp(args.peers, args.out);
  const machine = thisMachine();
  console.log(`nearmiss bench: ${machine.cpu}, ${machine.cores} cores, Node ${machine.node}; ${args.rounds} rounds`);
  console.log(`Workloads: ${source.description}.`);
  for (const reason of skipped) console.log(reason);

  const dataStyles = selection.dataStyles ? await runDataStyles() : null;
  if (dataStyles !== null) console.log(`\n${stylesTable(dataStyles)}`);

  const contests: Results['contests'][number][] = [];
  for (const entry of selection.entries) {
    const contest = await contestOf(source.load(entry), peers);
    if (contest.contestants.length === 0) continue;
    const result = await runContest(contest, args.rounds);
    contests.push(result);
    console.log(`\n${contestTable(result)}`);
  }

  const motions: Results['motions'][number][] = [];
  const motionPeers = await motionLineUp(args.peers, fclBinary);
  for (const model of motionPeers.length === 0 ? [] : selection.motions) {
    const workload = source.loadMotions(model);
    const result = await runMotions(workload, distancesOf(source, model), motionPeers, args.rounds);
    motions.push(result);
    console.log(`\n${motionsTable(result)}`);
  }

  const build = selection.build
    ? await runBuild(source.buildModel, source.mesh(source.buildModel), args.peers, fclBinary, args.rounds)
    : null;
  if (build !== null) console.log(`\n${buildTable(build)}`);

  const cold: Results['cold'][number][] = [];
  for (const kind of selection.cold ? COLD_KINDS : []) {
    const model = source.buildModel;
    const workload = source.load({ name: `${kind}.${model}`, kind, model });
    const result = await runCold(workload, kind, args.peers, fclBinary, args.rounds);
    cold.push(result);
    console.log(`\n${coldTable(result)}`);
  }
  const isCommand = selection.cold && args.peers.has('nearmiss') && fclBinary !== null;
  const command = isCommand ? await runCommand(source.mesh(source.buildModel), args.out, args.rounds) : null;
  if (command !== null) console.log(`\n${commandTable(command)}`);

  const volumes: Results['volumes'][number][] = [];
  for (const model of selection.volumes) {
    const result = await runVolumes(source, model, args.rounds);
    volumes.push(result);
    console.log(`\n${volumesTable(result)}`);
  }

  const findings = new Map<string, Found>();
  for (const experiment of selection.experiments) {
    const found = args.redraw ? redrawn(experiment, args.data) : await measured(experiment, args.rounds, machine);
    findings.set(experiment.name, found);
    if (found.table !== '') console.log(`\n${found.table}`);
  }

  const results: Results = {
    date: new Date().toISOString(),
    machine,
    source: source.description,
    rounds: args.rounds,
    skipped,
    contests,
    build,
    dataStyles,
    cold,
    command,
    volumes,
    motions,
  };
  return conclude(results, findings, args);
}

/** What an experiment found, recorded and drawn. */
interface Found extends Findings {
  readonly record: BenchRecord;
  readonly plots: Plots;
}

async function measured(experiment: Experiment, rounds: number, machine: Machine): Promise<Found> {
  const found = await experiment.run(rounds, machine);
  const record = recordOf(experiment.name, machine, rounds, found.data);
  return { ...found, record, plots: { ...drawRecord(experiment, record), ...found.pictures } };
}

function redrawn(experiment: Experiment, folder: string): Found {
  const { name } = experiment;
  const record = readRecord(folder, name);
  if (record === null)
    throw new UsageError(`There is no ${relative('.', recordPath(folder, name))} to redraw ${name} from.`);
  const tables = experiment.redraw?.(record.data) ?? { table: '', data: record.data, goals: [], mistakes: 0 };
  return { ...tables, record, plots: drawRecord(experiment, record) };
}

function conclude(results: Results, findings: ReadonlyMap<string, Found>, args: Arguments): number {
  const { out, data, plots, pages } = args;
  const files = new Map<string, string | null>([
    [join(out, 'results.json'), asJson(results)],
    [join(out, 'ratios.svg'), ratioChart(results)],
    [join(out, 'volumes.svg'), volumesChart(results.volumes, results.machine)],
  ]);
  // Part of a contest would replace all of it.
  if (isWhole(args)) {
    const { machine, rounds } = results;
    files.set(recordPath(data, PEERS), recordText(recordOf(PEERS, machine, rounds, results)));
    files.set(join(plots, `${PEERS}.svg`), ratioChart(results));
  }
  for (const [name, found] of findings) {
    for (const [plot, svg] of Object.entries(found.plots)) files.set(join(plots, `${plot}.svg`), svg);
    const { page = null } = found;
    if (page !== null) {
      const path = join(pages, `${page.name}.md`);
      // Another experiment may have filled its tables of the same page.
      const template = files.get(path) ?? readFileSync(join(PAGES_DIR, `${page.name}.md`), 'utf8');
      files.set(path, fillTables(template, page.tables));
    }
    files.set(recordPath(data, name), recordText(found.record));
  }
  const written: string[] = [];
  for (const [path, content] of files) {
    if (content === null) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    written.push(path);
  }
  written.push(...writePerformancePage(args));
  console.log(`\n${summaryTable(results, findings)}`);
  console.log(`\nWritten: ${written.map((path) => relative('.', path)).join(', ')}`);

  const inExperiments = [...findings.values()].reduce((sum, found) => sum + found.mistakes, 0);
  const mistakes = nearmissMistakes(results) + inExperiments;
  if (mistakes === 0) return 0;
  console.error(`nearmiss gave ${mistakes} wrong or contradictory answers.`);
  return 1;
}

/** Writes the page of speeds anew from all records; where it was written. */
function writePerformancePage({ data, pages }: Arguments): string[] {
  const tables = performanceTables(allRecords(data));
  if (tables === null) return [];
  const template = readFileSync(join(PAGES_DIR, `${PERFORMANCE_PAGE}.md`), 'utf8');
  const path = join(pages, `${PERFORMANCE_PAGE}.md`);
  mkdirSync(pages, { recursive: true });
  writeFileSync(path, fillTables(template, tables));
  return [path];
}

/** Whether everything that runs by default was run with every peer on the stored workloads. */
function isWhole({ only, peers, generated, redraw }: Arguments): boolean {
  return (
    only.length === 0 &&
    peers.size === PEER_NAMES.length &&
    !generated &&
    !redraw &&
    hasSharedWorkloads(SHARED_BENCH_DIR)
  );
}

const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (failure) {
  if (!(failure instanceof UsageError)) throw failure;
  console.error(failure.message);
  process.exitCode = 2;
}
