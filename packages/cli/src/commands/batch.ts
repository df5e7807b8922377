import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { listQueries } from '../ask.ts';
import type { Answer } from '../batch/answer.ts';
import { answerLines } from '../batch/answer-lines.ts';
import { LineWriter } from '../batch/line-writer.ts';
import { type LineGroup, readLines } from '../batch/lines.ts';
import { openModelsIn } from '../batch/open-model.ts';
import { type BatchSource, mergedAnswers, runBatchPart } from '../shards/batch-parts.ts';
import { startLinePool } from '../shards/batch-runner.ts';
import { SHARD_LINES } from '../shards/batch-shards.ts';
import { type Dispatch, QUEUE_HELP, readShardFlags, SHARD_FLAGS } from '../shards/shard-flags.ts';
import { Progress } from '../terminal/progress.ts';
import { readArguments, UsageError } from '../usage.ts';
import { type OutputFile, openOutput } from '../whole-file.ts';
import { MOST_WORKERS, readWorkers } from '../workers-flag.ts';
import type { Command } from './command.ts';

/** The exit status of a program ended by Ctrl-C, as in shells. */
const INTERRUPTED = 130;
/** Milliseconds for which an answer waits for others, to be written together. */
const WRITE_EVERY = 100;

/** Size of the queries, in bytes, from which threads pay off. */
const LARGE_INPUT = 2 ** 22;

export const BATCH: Command = {
  help: `Usage: nearmiss batch QUERIES [-o RESULTS] [options]

Answers queries, one JSON object a line, with one line each, in the same order. QUERIES is a file, or - for stdin. Memory
use does not depend on the number of lines. A line that is wrong gets {"ok":false,"error":{code, message}} and the rest
goes on; the exit status is then 1.

  -o, --output FILE    where to write; stdout by default. Until the end the answers are in FILE.part, and FILE is as it was
  --workers N          threads to work in; by default 1 for small files and stdin, one for each core for large ones.
                       The results are the same
  --models FOLDER      where model files are; by default the folder of QUERIES. Nothing outside it is opened
  --shard I/N          answers only part I, from 0, of N parts; -o is then the folder of the results, the same for all
                       parts. A part that is started again goes on where it was
  --merge FOLDER       makes the results of the parts in that folder
${QUEUE_HELP}  --shard-size N       lines of a shard, ${SHARD_LINES} by default: parts and queues deal out shards

{"id":"q1","op":"distance","a":{"model":"bunny.obj","pose":{"position":[2,0,0],"rotation":[0,0,0,1]}},"b":{"shape":"box"}}

  a, b       model (a file), mesh ({positions, triangles}), shape or convex ("sphere(radius=2)"); and pose: position,
             and rotation or matrix; for toc, motion: from and to, or from, velocity and angularVelocity
  op         what to ask, with these options of the library:
${listQueries()
  .map(([op, options]) => `             ${op.padEnd(12)} ${options.join(', ')}`)
  .join('\n')}
             vertex-face, edge-edge: tolerance; they have start and end, four points each, in place of a and b
`,
  async run(args) {
    const flags = {
      output: { type: 'string', short: 'o' },
      models: { type: 'string' },
      workers: { type: 'string' },
      ...SHARD_FLAGS,
    } as const;
    const { values, positionals } = readArguments(args, flags, ['QUERIES']);
    const [queries] = positionals;
    if (queries === undefined) throw new UsageError('A file of queries is needed, or - for stdin.');
    const dispatch = readShardFlags(values, SHARD_LINES);
    const fromStdin = queries === '-';
    const size = fromStdin ? undefined : await sizeOf(queries);
    const folder = values.models ?? (fromStdin ? '.' : dirname(queries));
    const workers = readWorkers(values.workers) ?? defaultWorkers(size);
    await requireFolder(folder);
    const input: NodeJS.ReadableStream = fromStdin
      ? process.stdin
      : createReadStream(queries, { highWaterMark: 2 ** 18 });
    const source = { input: input as AsyncIterable<Buffer>, folder, workers };
    if (dispatch.kind === 'part') return runBatchPart(source, dispatch);

    const output =
      values.output === undefined ? null : await openOutput(values.output, fromStdin ? undefined : queries);
    const progress = new Progress(size);
    const answers = await answersOf(source, dispatch, progress);
    try {
      const { status, failed } = await writeAnswers(answers.lines, output, progress);
      if (output !== null && status !== INTERRUPTED) {
        await output.finish();
        progress.stop();
        console.error(
          failed > 0
            ? `${failed} of ${progress.answered} queries failed; ${values.output} says why.`
            : `${progress.answered} ${progress.answered === 1 ? 'answer' : 'answers'} in ${values.output}.`,
        );
      }
      return status;
    } finally {
      progress.stop();
      await answers.close();
    }
  },
};

/** Answers as lines, and what has to be closed behind them. */
interface Answers {
  readonly lines: AsyncGenerator<Answer>;
  readonly close: () => Promise<void>;
}

/** Answers of threads of this process, of parts that ran before, or of workers of a queue. */
async function answersOf(
  source: BatchSource,
  dispatch: Exclude<Dispatch, { kind: 'part' }>,
  progress: Progress,
): Promise<Answers> {
  if (dispatch.kind === 'merge') return { lines: mergedAnswers(source, dispatch), close: async () => {} };
  if (dispatch.kind === 'queue') {
    const { answersOverQueue } = await import('../shards/batch-queue.ts');
    return { lines: answersOverQueue(source, dispatch), close: async () => {} };
  }
  const pool = startLinePool(source.workers, openModelsIn(source.folder));
  const groups = counted(readLines(source.input), progress);
  return { lines: answerLines(groups, pool, source.workers), close: () => pool.close() };
}

function defaultWorkers(size: number | undefined): number {
  return size === undefined || size < LARGE_INPUT ? 1 : Math.min(availableParallelism(), MOST_WORKERS);
}

async function* counted(groups: AsyncIterable<LineGroup>, progress: Progress): AsyncGenerator<LineGroup> {
  for await (const group of groups) {
    progress.bytesRead = group.bytesRead;
    yield group;
  }
}

/** Writes answers as they arrive, to stdout where there is no file; Ctrl-C ends after a whole line. */
async function writeAnswers(
  answers: AsyncGenerator<{ readonly text: string; readonly ok: boolean }>,
  output: OutputFile | null,
  progress: Progress,
): Promise<{ readonly status: number; readonly failed: number }> {
  const writer = new LineWriter(output?.stream ?? process.stdout);
  let interrupted = false;
  // Stays registered to the end: npx forwards signals, so that one Ctrl-C may arrive twice.
  const interrupt = (): void => {
    if (interrupted) return;
    interrupted = true;
    progress.stop();
    // If the input comes from a terminal or a pipe, answers are written at once.
    void writer.end().finally(() => {
      const draft = output?.draft ?? null;
      if (draft !== null) console.error(`The answers so far are in ${draft}.`);
      process.exit(INTERRUPTED);
    });
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  const timer = setInterval(() => void writer.flush().catch(() => {}), WRITE_EVERY);
  let failed = 0;
  try {
    for await (const { text, ok } of answers) {
      if (interrupted) break;
      if (!ok) failed++;
      progress.answered++;
      await writer.write(text);
    }
    await writer.end();
  } catch (error) {
    // The reader closed the pipe, as head does.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  } finally {
    clearInterval(timer);
  }
  return { status: interrupted ? INTERRUPTED : failed > 0 ? 1 : 0, failed };
}

/** Bytes of the file, or undefined for a pipe. */
async function sizeOf(path: string): Promise<number | undefined> {
  const facts = await stat(path).catch(() => {
    throw new UsageError(`"${path}" cannot be opened.`);
  });
  if (facts.isDirectory()) throw new UsageError(`"${path}" is a folder; a file of queries is needed.`);
  return facts.isFile() ? facts.size : undefined;
}

async function requireFolder(path: string): Promise<void> {
  const facts = await stat(path).catch(() => undefined);
  if (facts?.isDirectory() !== true) throw new UsageError(`--models "${path}" is no folder.`);
}
