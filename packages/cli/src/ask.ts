import {
  type CollideOptions,
  type CollideResult,
  collide,
  type DirectionalOptions,
  type DirectionalResult,
  type DistanceOptions,
  type DistanceResult,
  directional,
  distance,
  type Model,
  type Motion,
  NearmissError,
  type PenetrationOptions,
  type PenetrationResult,
  type PenetrationVerdict,
  type Pose,
  penetration,
  type TimeOfContactOptions,
  type TimeOfContactResult,
  type ToleranceOptions,
  type ToleranceResult,
  timeOfContact,
  tolerance,
  verifyPenetration,
} from 'nearmiss';
import { ELEMENT_QUESTIONS } from './ask-elements.ts';

/** A body of a query: what it is, where it is, and how it moves where that is asked about. */
export interface Body {
  readonly model: Model;
  readonly pose: Pose;
  readonly motion: Motion;
}

/** What a question is answered with. */
export type Result =
  | CollideResult
  | DirectionalResult
  | DistanceResult
  | CheckedPenetration
  | TimeOfContactResult
  | ToleranceResult;

/** What penetration is answered with: `verified`, where `verify` is asked for, says whether its bracket was confirmed. */
export type CheckedPenetration = PenetrationResult & { readonly verified?: PenetrationVerdict };

/** What is asked beside the library's options. */
interface Checking {
  readonly verify?: boolean;
}

type Options = Readonly<Record<string, unknown>>;

interface Question {
  /** Whether the bodies move. */
  readonly moves?: true;
  /** The options it can be told. */
  readonly options: readonly string[];
  readonly ask: (a: Body, b: Body, options: Options) => Result;
}

/** The names of all options that JSON can hold, which a signal is not: one left out does not compile. */
type OptionNames<T> = Readonly<Record<Exclude<keyof T, 'signal'>, true>>;

function question<T>(names: OptionNames<T>, ask: (a: Body, b: Body, options: T) => Result): Question {
  // The library checks every value it is handed, so options read from JSON can be passed on as they are.
  return { options: Object.keys(names), ask: (a, b, options) => ask(a, b, options as T) };
}

const COMMON = { solid: true, budget: true, stats: true } as const;

const QUESTIONS: ReadonlyMap<string, Question> = new Map([
  [
    'collide',
    question<CollideOptions>(
      { contacts: true, limit: true, segments: true, method: true, volume: true, ...COMMON },
      (a, b, options) => collide(a.model, a.pose, b.model, b.pose, options),
    ),
  ],
  [
    'distance',
    question<DistanceOptions>(
      { tolerance: true, maxDistance: true, method: true, volume: true, ...COMMON },
      (a, b, options) => distance(a.model, a.pose, b.model, b.pose, options),
    ),
  ],
  [
    'tolerance',
    question<ToleranceOptions>({ tolerance: true, volume: true, ...COMMON }, (a, b, options) =>
      tolerance(a.model, a.pose, b.model, b.pose, options),
    ),
  ],
  [
    'penetration',
    question<PenetrationOptions & Checking>(
      { accuracy: true, start: true, seed: true, local: true, trace: true, verify: true, ...COMMON },
      askPenetration,
    ),
  ],
  [
    'toc',
    {
      moves: true,
      ...question<TimeOfContactOptions>(
        { threshold: true, from: true, method: true, bound: true, volume: true, ...COMMON },
        (a, b, options) => timeOfContact(a.model, a.motion, b.model, b.motion, options),
      ),
    },
  ],
  [
    'directional',
    question<DirectionalOptions>({ direction: true, maxDistance: true, ...COMMON }, (a, b, options) =>
      directional(a.model, a.pose, b.model, b.pose, options),
    ),
  ],
]);

function askPenetration(
  a: Body,
  b: Body,
  { verify = false, ...options }: PenetrationOptions & Checking,
): CheckedPenetration {
  if (typeof verify !== 'boolean') {
    throw new NearmissError('options/bad-value', `verify is ${JSON.stringify(verify)}; it is true or false.`);
  }
  const result = penetration(a.model, a.pose, b.model, b.pose, options);
  if (!verify) return result;
  const { solid, budget } = options;
  const verified = verifyPenetration(a.model, a.pose, b.model, b.pose, result, { solid, budget });
  return Object.assign(result, { verified });
}

/** What can be asked about two bodies, each with its options. */
export function listQuestions(): readonly (readonly [op: string, options: readonly string[]])[] {
  return [...QUESTIONS].map(([op, { options }]) => [op, options]);
}

/** The question called `op`, or a refusal that says which there are. */
export function questionNamed(op: unknown): Question {
  const question = typeof op === 'string' ? QUESTIONS.get(op) : undefined;
  if (question !== undefined) return question;
  const asked = op === undefined ? 'The query has no op' : `The op ${JSON.stringify(op).slice(0, 60)} is not answered`;
  const known = [...QUESTIONS.keys(), ...ELEMENT_QUESTIONS.keys()].join(', ');
  throw new NearmissError('query/unsupported', `${asked}; there are ${known}.`);
}

/** Options as JSON gives them, null being no limit; refuses names that the question does not know. */
export function readOptions(given: unknown, op: string, question: Pick<Question, 'options'>): Options {
  if (given === undefined || given === null) return {};
  if (typeof given !== 'object' || Array.isArray(given)) {
    throw new NearmissError('options/bad-value', 'options must be an object.');
  }
  const options: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (!question.options.includes(name)) {
      const known = question.options.join(', ');
      throw new NearmissError('options/bad-value', `${op} has no option "${name}"; it has ${known}.`);
    }
    if (value !== null) options[name] = value;
  }
  return options;
}
