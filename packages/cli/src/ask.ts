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

type Options = Readonly<Record<string, unknown>>;

interface Question {
  /** Whether the bodies move. */
  readonly moves?: true;
  /** The options it can be told. */
  readonly options: readonly string[];
  readonly ask: (a: Body, b: Body, options: Options) => Result;
}

const COMMON_OPTIONS = ['solid', 'budget', 'stats'];

// The library checks every value it is handed, so options read from JSON can be passed on as they are.
const QUESTIONS: ReadonlyMap<string, Question> = new Map<string, Question>([
  [
    'collide',
    {
      options: ['contacts', 'limit', 'segments', 'volume', ...COMMON_OPTIONS],
      ask: (a: Body, b: Body, options: Options) => collide(a.model, a.pose, b.model, b.pose, options as CollideOptions),
    },
  ],
  [
    'distance',
    {
      options: ['tolerance', 'maxDistance', 'volume', ...COMMON_OPTIONS],
      ask: (a: Body, b: Body, options: Options) =>
        distance(a.model, a.pose, b.model, b.pose, options as DistanceOptions),
    },
  ],
  [
    'penetration',
    {
      options: ['accuracy', 'start', 'seed', 'local', 'trace', 'verify', ...COMMON_OPTIONS],
      ask: askPenetration,
    },
  ],
  [
    'toc',
    {
      moves: true,
      options: ['threshold', 'from', 'method', 'bound', 'volume', ...COMMON_OPTIONS],
      ask: (a: Body, b: Body, options: Options) =>
        timeOfContact(a.model, a.motion, b.model, b.motion, options as TimeOfContactOptions),
    },
  ],
  [
    'directional',
    {
      options: ['direction', 'maxDistance', ...COMMON_OPTIONS],
      ask: (a: Body, b: Body, options: Options) =>
        directional(a.model, a.pose, b.model, b.pose, options as unknown as DirectionalOptions),
    },
  ],
  [
    'tolerance',
    {
      options: ['tolerance', ...COMMON_OPTIONS],
      ask: (a: Body, b: Body, options: Options) =>
        tolerance(a.model, a.pose, b.model, b.pose, options as unknown as ToleranceOptions),
    },
  ],
]);

function askPenetration(a: Body, b: Body, { verify = false, ...options }: Options): CheckedPenetration {
  if (typeof verify !== 'boolean') {
    throw new NearmissError('options/bad-value', `verify is ${JSON.stringify(verify)}; it is true or false.`);
  }
  const result = penetration(a.model, a.pose, b.model, b.pose, options as PenetrationOptions);
  if (!verify) return result;
  const { solid, budget } = options as PenetrationOptions;
  const verified = verifyPenetration(a.model, a.pose, b.model, b.pose, result, { solid, budget });
  return Object.assign(result, { verified });
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
