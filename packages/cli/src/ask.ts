import {
  type ClearanceOptions,
  type ClearanceResult,
  type ClosestPointOptions,
  type ClosestPointResult,
  type CollideOptions,
  type CollideResult,
  type ContainsOptions,
  type ContainsResult,
  clearance,
  closestPoint,
  collide,
  contains,
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
  type RaycastOptions,
  type RaycastResult,
  raycast,
  type TimeOfContactOptions,
  type TimeOfContactResult,
  type ToleranceOptions,
  type ToleranceResult,
  timeOfContact,
  tolerance,
  verifyPenetration,
} from 'nearmiss';
import { ADVANCE_METHODS, COLLIDE_METHODS, DISTANCE_METHODS, VOLUMES } from 'nearmiss/lab';
import { ELEMENT_QUESTIONS } from './ask-elements.ts';
import { knownNames } from './known-names.ts';
import { type ObjectTables, withObjects } from './named-objects.ts';

/** A body of a query: its model, its pose, and its motion for queries about motions. */
export interface Body {
  readonly model: Model;
  readonly pose: Pose;
  readonly motion: Motion;
}

/** The result type of every query, by its name. */
export interface Results {
  readonly collide: CollideResult;
  readonly distance: DistanceResult;
  readonly tolerance: ToleranceResult;
  readonly clearance: ClearanceResult;
  readonly penetration: CheckedPenetration;
  readonly toc: TimeOfContactResult;
  readonly directional: DirectionalResult;
  readonly 'closest-point': ClosestPointResult;
  readonly contains: ContainsResult;
  readonly raycast: RaycastResult;
}

export type Op = keyof Results;
export type Result = Results[Op];

/** The result of a penetration query: with `verify`, `verified` tells whether its bracket was confirmed. */
export type CheckedPenetration = PenetrationResult & { readonly verified?: PenetrationVerdict };

/** Options in addition to those of the library. */
interface Checking {
  readonly verify?: boolean;
}

/** Values that are arguments in the library and options in JSON. */
interface AtPoint {
  readonly point: readonly number[];
}
interface AlongRay {
  readonly origin: readonly number[];
  readonly direction: readonly number[];
}

type Options = Readonly<Record<string, unknown>>;

interface Question<R> {
  /** Its number of bodies. */
  readonly bodies: 1 | 2;
  /** Whether the bodies move. */
  readonly moves: boolean;
  /** Its options. */
  readonly options: readonly string[];
  /** The first body and, for two, the second. */
  readonly ask: (a: Body, b: Body, options: Options) => R;
}

/** The names of all options that JSON can hold, which excludes a signal: a missing name does not compile. */
type OptionNames<T> = Readonly<Record<Exclude<keyof T, 'signal'>, true>>;

function question<T, R>(
  names: OptionNames<T>,
  ask: (a: Body, b: Body, options: T) => R,
  objects: ObjectTables = {},
): Question<R> {
  // The library checks every value, so options from JSON can be passed on as they are, except for names of objects.
  return {
    bodies: 2,
    moves: false,
    options: Object.keys(names),
    ask: (a, b, options) => ask(a, b, withObjects(options, objects) as T),
  };
}

function pointQuery<T, R>(names: OptionNames<T>, ask: (body: Body, options: T) => R): Question<R> {
  return { ...question<T, R>(names, (a, _b, options) => ask(a, options)), bodies: 1 };
}

const BUDGET = { budget: true } as const;
const COMMON = { solid: true, ...BUDGET, stats: true } as const;

export const QUESTIONS: { readonly [O in Op]: Question<Results[O]> } = {
  collide: question<CollideOptions, CollideResult>(
    { contacts: true, limit: true, segments: true, method: true, volume: true, ...COMMON },
    (a, b, options) => collide(a.model, a.pose, b.model, b.pose, options),
    { method: COLLIDE_METHODS, volume: VOLUMES },
  ),
  distance: question<DistanceOptions, DistanceResult>(
    { tolerance: true, maxDistance: true, method: true, volume: true, ...COMMON },
    (a, b, options) => distance(a.model, a.pose, b.model, b.pose, options),
    { method: DISTANCE_METHODS, volume: VOLUMES },
  ),
  tolerance: question<ToleranceOptions, ToleranceResult>(
    { tolerance: true, volume: true, ...COMMON },
    (a, b, options) => tolerance(a.model, a.pose, b.model, b.pose, options),
    { volume: VOLUMES },
  ),
  clearance: question<ClearanceOptions, ClearanceResult>(
    { clearance: true, limit: true, volume: true, ...BUDGET },
    (a, b, options) => clearance(a.model, a.pose, b.model, b.pose, options),
    { volume: VOLUMES },
  ),
  penetration: question<PenetrationOptions & Checking, CheckedPenetration>(
    { accuracy: true, start: true, seed: true, local: true, quick: true, trace: true, verify: true, ...COMMON },
    askPenetration,
  ),
  toc: {
    ...question<TimeOfContactOptions, TimeOfContactResult>(
      { threshold: true, from: true, method: true, bound: true, volume: true, ...COMMON },
      (a, b, options) => timeOfContact(a.model, a.motion, b.model, b.motion, options),
      { method: ADVANCE_METHODS, volume: VOLUMES },
    ),
    moves: true,
  },
  directional: question<DirectionalOptions, DirectionalResult>(
    { direction: true, maxDistance: true, ...COMMON },
    (a, b, options) => directional(a.model, a.pose, b.model, b.pose, options),
  ),
  'closest-point': pointQuery<Omit<ClosestPointOptions, 'budget'> & AtPoint, ClosestPointResult>(
    { point: true, maxDistance: true },
    ({ model, pose }, { point, ...options }) => closestPoint(model, pose, point, options),
  ),
  contains: pointQuery<Omit<ContainsOptions, 'budget'> & AtPoint, ContainsResult>(
    { point: true, solid: true },
    ({ model, pose }, { point, ...options }) => contains(model, pose, point, options),
  ),
  raycast: pointQuery<Omit<RaycastOptions, 'budget'> & AlongRay, RaycastResult>(
    { origin: true, direction: true, maxDistance: true },
    ({ model, pose }, { origin, direction, ...options }) => raycast(model, pose, origin, direction, options),
  ),
};

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

/** The queries about bodies, each with its options. */
export function listQueries(): readonly (readonly [op: string, options: readonly string[]])[] {
  return Object.entries(QUESTIONS).map(([op, { options }]) => [op, options]);
}

/** The query called `op`, or an error that lists all of them. */
export function queryNamed(op: unknown): Question<Result> {
  if (typeof op === 'string' && isOp(op)) return QUESTIONS[op];
  const asked = JSON.stringify(op).slice(0, 60);
  throw new NearmissError('query/unsupported', `The op ${asked} is unknown; there are ${opNames()}.`);
}

/** The names of all queries, for messages. */
export function opNames(): string {
  return [...Object.keys(QUESTIONS), ...ELEMENT_QUESTIONS.keys()].join(', ');
}

function isOp(op: string): op is Op {
  return Object.hasOwn(QUESTIONS, op);
}

/** Options from JSON, where null means no limit; refuses names that the query does not have. */
export function readOptions(given: unknown, op: string, question: Pick<Question<unknown>, 'options'>): Options {
  if (given === undefined || given === null) return {};
  if (typeof given !== 'object' || Array.isArray(given)) {
    throw new NearmissError('options/bad-value', 'options must be an object.');
  }
  const options: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (!question.options.includes(name)) {
      const known = knownNames(name, question.options);
      throw new NearmissError('options/bad-value', `${op} has no option "${name}"; it has ${known}`);
    }
    if (value !== null) options[name] = value;
  }
  return options;
}
