// The pool of threads of a program: every part of the library that can use several cores asks it, and knows nothing else of threads.
//
// A job is a list of inputs of one task, which a thread answers one by one. What tasks need besides, models above all, threads ask for
// when they first need it: models are in shared memory where the engine allows that, and are otherwise moved to each thread once.
//
// A thread that ends is replaced. Its remaining inputs are sent again, each by itself; an input over which a second thread ends is the cause,
// and is refused.

import { NearmissError, textOf } from '../error.ts';
import type { Model } from '../model/model.ts';
import { installed } from '../query/acceleration.ts';
import { refusalOf, unwrap } from './given.ts';
import type { FromThread, Given, NeededModel, ToThread } from './protocol.ts';
import { engineTimer, limitStart, START_SECONDS, type Timer } from './start-limit.ts';
import {
  availableThreads,
  type BrowserWorker,
  canShareMemory,
  listenTo,
  type NodeWorker,
  type ProgramUrl,
  type Thread,
} from './thread.ts';

/** Options of {@link openWorkers}. */
export interface WorkersOptions {
  /** How many threads; by default one less than the engine can run at a time, and at least one. */
  readonly count?: number | undefined;
  /** The program of a thread (see {@link serveTasks}), or a function that starts one; by default that of the library. */
  readonly program?: ProgramUrl | (() => BrowserWorker | NodeWorker) | undefined;
  /** What the program is told when it starts. */
  readonly settings?: unknown;
}

/** Options of {@link Workers.ask}. */
export interface AskOptions {
  /** Models that inputs name by their keys ({@link Workers.keyOf}). */
  readonly models?: readonly Model[] | undefined;
  /** Provides what a task needs by a name of its own. */
  readonly provide?: ((name: unknown) => unknown) | undefined;
  /**
   * What inputs have in common with those of other calls, such as a large model: the thread that has worked on it is preferred, unless
   * another one would be idle.
   */
  readonly subject?: string | undefined;
  /** The number of the thread, modulo the number of threads, for tasks that keep something in it. */
  readonly lane?: number | undefined;
}

interface Question {
  readonly input: unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Job {
  readonly task: string;
  /** Without an answer yet; answers arrive in their order. */
  readonly questions: Question[];
  readonly options: AskOptions;
  /** Whether a thread has ended over these inputs, or over others sent with them. */
  readonly again: boolean;
}

interface Member {
  readonly lane: number;
  readonly thread: Thread;
  job: Job | null;
  /** Whether its program has started. */
  isReady: boolean;
  /** Ends the wait for that. */
  stopWaiting: () => void;
}

/** How a pool starts its threads. */
export interface Launch {
  readonly start: () => BrowserWorker | NodeWorker;
  /** The program in the words of an error: its address. */
  readonly program: string;
  /** What to do where it does not start: a sentence. */
  readonly remedy: string;
  readonly timer?: Timer | undefined;
}

/** Most threads of a pool. */
const MOST_THREADS = 256;
/** Jobs at the head of the queue among which a thread prefers one with a subject it has worked on. */
const PREFERRED = 64;

/**
 * A pool of threads, shared by everything that can use several cores: `collideMany` and its siblings of `@nearmiss/gpu`, `World.stepOver`,
 * `buildModels`, robot paths, batches. Results are the same bits for any number of threads.
 *
 * @see {@link openWorkers}
 */
export class Workers {
  /** How many threads there are. */
  readonly count: number;
  readonly #launch: Launch;
  readonly #settings: unknown;
  readonly #members = new Set<Member>();
  readonly #queue: Job[] = [];
  /** Jobs for one thread each. */
  readonly #lanes: readonly Job[][];
  /** The thread that works on a subject: it has derived what queries need of it. */
  readonly #bySubject = new Map<string, number>();
  readonly #keys = new WeakMap<object, number>();
  readonly #bytes = new WeakMap<Model, Uint8Array>();
  readonly #dropped: FinalizationRegistry<number>;
  #lastKey = 0;
  /** Why nothing is answered any more. */
  #end: NearmissError | null = null;

  /** @internal */
  constructor({ count, settings }: WorkersOptions, launch: Launch) {
    const wanted = count === undefined ? Math.max(1, availableThreads() - 1) : count;
    if (!(Number.isInteger(wanted) && wanted >= 1 && wanted <= MOST_THREADS)) {
      throw new NearmissError(
        'options/bad-value',
        `count is ${textOf(wanted)}; it is a whole number from 1 to ${MOST_THREADS}.`,
      );
    }
    this.count = wanted;
    this.#launch = launch;
    this.#settings = settings;
    this.#lanes = Array.from({ length: wanted }, () => []);
    this.#dropped = new FinalizationRegistry((key) => {
      for (const { thread } of this.#members) post(thread, { kind: 'drop', key });
    });
    for (let lane = 0; lane < wanted; lane++) this.#add(lane);
  }

  /**
   * Has a task answer inputs, which one thread is sent together; each result arrives by itself. Inputs and results are copied as by
   * `postMessage`.
   */
  ask(task: string, inputs: readonly unknown[], options: AskOptions = {}): Promise<unknown>[] {
    if (this.#end !== null) return inputs.map(() => Promise.reject(this.#end));
    const questions: Question[] = [];
    const results = inputs.map(
      (input) => new Promise<unknown>((resolve, reject) => questions.push({ input, resolve, reject })),
    );
    this.#push({ task, questions, options, again: false });
    this.#dispatch();
    return results;
  }

  /**
   * The key by which inputs name an object of this thread: a model, which the call then names too ({@link AskOptions}), or another for which
   * threads keep something. What they keep is dropped after the object.
   */
  keyOf(object: object): number {
    let key = this.#keys.get(object);
    if (key === undefined) {
      key = this.#lastKey++;
      this.#keys.set(object, key);
      this.#dropped.register(object, key);
    }
    return key;
  }

  /** @internal Refuses a pool that has ended, also where nothing is asked of it. */
  requireOpen(): void {
    if (this.#end !== null) throw this.#end;
  }

  /** Ends all threads. What is unanswered is refused. */
  async close(): Promise<void> {
    const closed = new NearmissError('workers/closed', 'These workers were closed.');
    const members = [...this.#members];
    for (const { stopWaiting } of members) stopWaiting();
    this.#stop(closed);
    await Promise.all(members.map(({ thread }) => thread.terminate()));
  }

  #add(lane: number): void {
    const { start, timer = engineTimer } = this.#launch;
    const thread = listenTo(start(), {
      onMessage: (message) => this.#take(member, message as FromThread),
      onEnd: (why) => this.#replace(member, why),
    });
    const stopWaiting = limitStart(timer, () => {
      void thread.terminate();
      this.#replace(member, `it has not said within ${START_SECONDS} seconds that it runs`);
    });
    const member: Member = { lane, thread, job: null, isReady: false, stopWaiting };
    this.#members.add(member);
    post(thread, { kind: 'start', settings: this.#settings });
  }

  /** Jobs for a thread that could not start go to whichever is idle. */
  #push(job: Job): void {
    const lane = job.options.lane === undefined ? undefined : job.options.lane % this.count;
    const isServed = lane !== undefined && [...this.#members].some((member) => member.lane === lane);
    if (isServed) this.#lanes[lane].push(job);
    else this.#queue.push(job);
  }

  #dispatch(): void {
    for (const member of this.#members) {
      if (member.job !== null) continue;
      const job = this.#lanes[member.lane].shift() ?? this.#nextJob(member.lane);
      if (job === undefined) continue;
      const inputs = job.questions.map(({ input }) => input);
      const kernels = installed.kernels !== null;
      try {
        post(member.thread, { kind: 'job', task: job.task, inputs, kernels });
        member.job = job;
      } catch (error) {
        // Inputs that cannot be sent, such as functions.
        for (const { reject } of job.questions) reject(error);
      }
    }
  }

  /** The first job with a subject of this thread, or else with one of no thread, or else the first of all. */
  #nextJob(lane: number): Job | undefined {
    const lanes = this.#queue.slice(0, PREFERRED).map(({ options: { subject = '' } }) => this.#bySubject.get(subject));
    const own = lanes.indexOf(lane);
    const [job] = this.#queue.splice(own >= 0 ? own : Math.max(lanes.indexOf(undefined), 0), 1);
    const subject = job?.options.subject;
    if (subject !== undefined && !this.#bySubject.has(subject)) this.#bySubject.set(subject, lane);
    return job;
  }

  #take(member: Member, message: FromThread): void {
    if (message.kind === 'ready') {
      member.isReady = true;
      member.stopWaiting();
    } else if (message.kind === 'need') void this.#provide(member, message.request, message.name);
    else this.#settle(member, message.given);
  }

  #settle(member: Member, given: Given): void {
    const { job } = member;
    const question = job?.questions.shift();
    if (job?.questions.length === 0) member.job = null;
    try {
      question?.resolve(unwrap(given));
    } catch (error) {
      question?.reject(error);
    }
    this.#dispatch();
  }

  async #provide({ thread, job }: Member, request: number, name: unknown): Promise<void> {
    const { models = [], provide } = job?.options ?? {};
    try {
      if (isModelName(name)) {
        const model = models.find((each) => this.#keys.get(each) === name.model);
        if (model === undefined) throw new Error(`The asker has named no model ${name.model}.`);
        this.#giveModel(thread, request, model);
        return;
      }
      if (provide === undefined) throw new Error('The asker provides nothing.');
      const value = await provide(name);
      post(thread, { kind: 'given', request, given: { ok: true, value } });
    } catch (error) {
      post(thread, { kind: 'given', request, given: refusalOf(error) });
    }
  }

  #giveModel(thread: Thread, request: number, model: Model): void {
    const shared = canShareMemory();
    const bytes = this.#bytes.get(model) ?? model.toBytes({ shared });
    if (shared) this.#bytes.set(model, bytes);
    const transfer = bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : [];
    post(thread, { kind: 'given', request, given: { ok: true, value: bytes } }, transfer);
  }

  /** A thread has ended. One whose program did not start is not replaced, as another would end too. */
  #replace(member: Member, why: string): void {
    if (!this.#members.delete(member)) return;
    const { job, isReady, lane, stopWaiting } = member;
    stopWaiting();
    if (isReady) this.#add(lane);
    if (job !== null && !isReady) this.#push(job);
    else if (job !== null) this.#sendAgain(job, why);
    if (this.#members.size === 0) this.#stop(notStarted(this.#launch, why));
    else if (!isReady) this.#moveLane(lane);
    this.#dispatch();
  }

  #sendAgain({ task, questions, options, again }: Job, why: string): void {
    for (const question of questions) {
      if (again) question.reject(died(why));
      else this.#push({ task, questions: [question], options, again: true });
    }
  }

  /** Lets all threads answer the questions that already wait for those of a lane. */
  #moveLane(lane: number): void {
    this.#queue.push(...this.#lanes[lane].splice(0));
  }

  #stop(reason: NearmissError): void {
    this.#end ??= reason;
    const jobs = [...this.#queue.splice(0), ...this.#lanes.flatMap((lane) => lane.splice(0))];
    for (const { job } of this.#members) if (job !== null) jobs.push(job);
    this.#members.clear();
    for (const { questions } of jobs) for (const { reject } of questions) reject(reason);
  }
}

/** Refuses what is no pool; undefined is none. */
export function requireWorkers(workers: Workers | undefined): void {
  if (workers === undefined || workers instanceof Workers) return;
  throw new NearmissError('options/bad-value', `workers is ${textOf(workers)}; it is a pool: openWorkers().`);
}

function post(thread: Thread, message: ToThread, transfer: readonly ArrayBuffer[] = []): void {
  thread.post(message, transfer);
}

function isModelName(name: unknown): name is NeededModel {
  return typeof name === 'object' && name !== null && 'model' in name && typeof name.model === 'number';
}

function notStarted({ program, remedy }: Launch, why: string): NearmissError {
  return new NearmissError('workers/died', `No worker could start ${program}: ${why.replace(/\.$/, '')}. ${remedy}`);
}

function died(why: string): NearmissError {
  return new NearmissError('workers/died', `No worker could answer: ${why}.`);
}
