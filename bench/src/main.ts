import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { runBuild } from './build.ts';
import { runCold } from './cold/suite.ts';
import { type Arguments, HELP, parseArguments, UsageError } from './command-line.ts';
import { runContest } from './contest.ts';
import { runCurved } from './curved/suite.ts';
import { runDataStyles } from './data-styles.ts';
import { contestOf, lineUp } from './lineup.ts';
import { SHARED_BENCH_DIR } from './paths.ts';
import { ratioChart } from './report/chart.ts';
import { curvedChart } from './report/curved-chart.ts';
import { curvedTable } from './report/curved-table.ts';
import { nearmissMistakes, type Results, thisMachine } from './report/results.ts';
import { buildTable, coldTable, contestTable, stylesTable, summaryTable, volumesTable } from './report/table.ts';
import { volumesChart } from './report/volumes-chart.ts';
import { select, selectableNames } from './selection.ts';
import { hasSharedWorkloads } from './shared-workloads.ts';
import { runVolumes } from './volumes/suite.ts';
import { generatedSource, sharedSource } from './workload-source.ts';

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
    const contest = contestOf(source.load(entry), peers);
    if (contest.contestants.length === 0) continue;
    const result = await runContest(contest, args.rounds);
    contests.push(result);
    console.log(`\n${contestTable(result)}`);
  }

  const build = selection.build
    ? await runBuild(source.buildModel, source.mesh(source.buildModel), args.peers, fclBinary, args.rounds)
    : null;
  if (build !== null) console.log(`\n${buildTable(build)}`);

  let cold: Results['cold'] = null;
  if (selection.cold) {
    const model = source.buildModel;
    const workload = source.load({ name: `W2a.${model}`, kind: 'W2a', model });
    cold = await runCold(workload, args.peers, fclBinary, args.rounds);
    console.log(`\n${coldTable(cold)}`);
  }

  const volumes: Results['volumes'][number][] = [];
  for (const model of selection.volumes) {
    const result = await runVolumes(source, model, args.rounds);
    volumes.push(result);
    console.log(`\n${volumesTable(result)}`);
  }

  const curved = selection.curved ? await runCurved(args.rounds) : [];
  for (const result of curved) console.log(`\n${curvedTable(result)}`);

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
    volumes,
    curved,
  };
  return conclude(results, args);
}

function conclude(results: Results, { out }: Arguments): number {
  mkdirSync(out, { recursive: true });
  const files = new Map<string, string | null>([
    ['results.json', `${JSON.stringify(results, null, 2)}\n`],
    ['ratios.svg', ratioChart(results)],
    ['volumes.svg', volumesChart(results.volumes, results.machine)],
    ['curved.svg', curvedChart(results.curved, results.machine)],
  ]);
  const written: string[] = [];
  for (const [name, content] of files) {
    if (content === null) continue;
    const path = join(out, name);
    writeFileSync(path, content);
    written.push(path);
  }
  console.log(`\n${summaryTable(results)}`);
  console.log(`\nWritten: ${written.map((path) => relative('.', path)).join(', ')}`);

  const mistakes = nearmissMistakes(results);
  if (mistakes === 0) return 0;
  console.error(`nearmiss gave ${mistakes} wrong or contradictory answers.`);
  return 1;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (failure) {
  if (!(failure instanceof UsageError)) throw failure;
  console.error(failure.message);
  process.exitCode = 2;
}
