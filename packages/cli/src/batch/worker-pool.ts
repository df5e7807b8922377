import { Worker } from 'node:worker_threads';
import { type Answer, idOf, refusal } from './answer.ts';
import type { ModelName } from './models.ts';
import type { FromWorker, OpenedContent, ToWorker } from './protocol.ts';

export interface WorkerPoolOptions {
  readonly workers: number;
  /** The program of a thread. */
  readonly program: URL;
  readonly workerData: unknown;
  /** Opens a model for a thread that requests it. */
  readonly open: (name: ModelName) => Promise<OpenedContent>;
}

/** A line, and the promise of its answer. */
interface Question {
  readonly line: string | null;
  readonly resolve: (answer: Answer) => void;
}

interface Job {
  /** Lines without an answer yet; answers arrive in their order. */
  readonly questions: Question[];
  /** Whether a thread has crashed on these lines, or on others sent with them. */
  readonly again: boolean;
  /** Names what the lines have in common with others, such as a model; empty for nothing. */
  readonly subject: string;
}

/** Jobs at the head of the queue among which a thread prefers one with a subject it has worked on. */
const PREFERRED = 64;

/**
 * Threads that answer lines. If one crashes, its remaining lines are sent again one by one; a line on which a thread then crashes
 * alone is the cause and gets an error.
 */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #idle: Worker[] = [];
  readonly #jobs = new Map<Worker, Job>();
  readonly #queue: Job[] = [];
  /** The thread that works on a subject: it has derived what queries need of the model. */
  readonly #threads = new Map<string, Worker>();
  #closed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    for (let k = 0; k < options.workers; k++) this.#start();
  }

  /**
   * Answers lines that are sent to a thread together; each answer arrives separately. Lines with the same subject go to the same thread
   * unless another one would be idle.
   */
  answer(lines: readonly (string | null)[], subject = ''): Promise<Answer>[] {
    const questions: Question[] = [];
    const answers = lines.map((line) => new Promise<Answer>((resolve) => questions.push({ line, resolve })));
    this.#queue.push({ questions, again: false, subject });
    this.#dispatch();
    return answers;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#idle, ...this.#jobs.keys()].map((worker) => worker.terminate()));
  }

  #start(): void {
    const worker = new Worker(this.#options.program, { workerData: this.#options.workerData });
    const send = (message: ToWorker): void => worker.postMessage(message);
    worker.on('message', async (message: FromWorker) => {
      if (message.kind === 'open') {
        send({ kind: 'opened', request: message.request, content: await this.#options.open(message.name) });
        return;
      }
      const questions = this.#jobs.get(worker)?.questions ?? [];
      questions.shift()?.resolve(message.answer);
      if (questions.length > 0) return;
      this.#jobs.delete(worker);
      this.#idle.push(worker);
      this.#dispatch();
    });
    // An error ends the thread; the exit handler does the rest.
    worker.on('error', () => {});
    worker.once('exit', () => this.#replaceWorker(worker));
    this.#idle.push(worker);
  }

  #dispatch(): void {
    while (this.#idle.length > 0 && this.#queue.length > 0) {
      const worker = this.#idle.pop();
      const job = worker === undefined ? undefined : this.#nextJob(worker);
      if (worker === undefined || job === undefined) return;
      this.#jobs.set(worker, job);
      const message: ToWorker = { kind: 'lines', lines: job.questions.map(({ line }) => line) };
      worker.postMessage(message);
    }
  }

  /** The first job with a subject of this thread, or else with one of no thread, or else the first of all. */
  #nextJob(worker: Worker): Job | undefined {
    const threads = this.#queue.slice(0, PREFERRED).map(({ subject }) => this.#threads.get(subject));
    const own = threads.indexOf(worker);
    const [job] = this.#queue.splice(own >= 0 ? own : Math.max(threads.indexOf(undefined), 0), 1);
    if (job !== undefined && job.subject !== '' && !this.#threads.has(job.subject)) {
      this.#threads.set(job.subject, worker);
    }
    return job;
  }

  #replaceWorker(worker: Worker): void {
    if (this.#closed) return;
    const job = this.#jobs.get(worker);
    this.#jobs.delete(worker);
    const slot = this.#idle.indexOf(worker);
    if (slot >= 0) this.#idle.splice(slot, 1);
    if (job !== undefined) this.#sendAgain(job);
    this.#start();
    this.#dispatch();
  }

  #sendAgain({ questions, again }: Job): void {
    for (const question of questions) {
      if (!again) {
        this.#queue.push({ questions: [question], again: true, subject: '' });
        continue;
      }
      const id = question.line === null ? undefined : idOf(question.line);
      const message = 'The thread that worked on this query died, and again on a second try.';
      question.resolve(refusal(id, 'batch/worker-died', message));
    }
  }
}
