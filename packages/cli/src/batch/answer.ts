import { type ErrorCode, NearmissError } from 'nearmiss';
import { type Body, opNames, queryNamed, readOptions } from '../ask.ts';
import { ELEMENT_QUESTIONS } from '../ask-elements.ts';
import { parseJson, textOfMember } from '../json-text.ts';
import { knownNames } from '../known-names.ts';
import { readMotion, readPose } from '../pose.ts';
import { resultObject } from '../result-json.ts';
import type { Models } from './models.ts';

/** The answer to a line of the batch: a line of JSON, and whether it is a result and not an error. */
export interface Answer {
  readonly text: string;
  readonly ok: boolean;
}

/** Answers one line, null for one that is too long. Any error is part of the answer. */
export async function answerLine(line: string | null, models: Models): Promise<Answer> {
  if (line === null) return refusal(undefined, 'query/too-long', 'The line is longer than 256 MiB.');
  let id: string | undefined;
  try {
    const query = parseQuery(line);
    id = textOfMember(line, 'id');
    if (query.op === undefined)
      throw new NearmissError('query/bad-form', `The query has no op; there are ${opNames()}.`);
    const op = String(query.op);
    const element = ELEMENT_QUESTIONS.get(query.op);
    if (element !== undefined) {
      requireKeys(query, ELEMENT_KEYS);
      const result = element.ask(query.start, query.end, readOptions(query.options, op, element));
      return { text: withId(id, { ok: true, op, result }), ok: true };
    }
    const question = queryNamed(query.op);
    requireKeys(query, QUERY_KEYS);
    const options = readOptions(query.options, op, question);
    const a = readPosedBody(query.a, 'a', question.moves);
    const isAlone = question.bodies === 1;
    if (isAlone && query.b !== undefined) {
      throw new NearmissError('query/bad-form', `The query has b; ${op} is about one body, a.`);
    }
    const b = isAlone ? a : readPosedBody(query.b, 'b', question.moves);
    const bodyA = { model: await models.read(a.given, 'a'), ...a.pose };
    const bodyB = isAlone ? bodyA : { model: await models.read(b.given, 'b'), ...b.pose };
    const result = question.ask(bodyA, bodyB, options);
    const object = resultObject(result, options.contacts === 'all');
    return { text: withId(id, { ok: true, op, result: object }), ok: true };
  } catch (error) {
    if (error instanceof NearmissError) return refusal(id, error.code, error.message);
    // Rare errors, such as an array longer than the engine allows, concern this line alone too.
    return refusal(id, 'query/failed', error instanceof Error ? error.message : String(error));
  }
}

/** The output line for a query without a result; the id is the text of its JSON. */
export function refusal(id: string | undefined, code: ErrorCode, message: string): Answer {
  return { text: withId(id, { ok: false, error: { code, message } }), ok: false };
}

/** The text of the id of a line that could not be answered, if it can be read. */
export function idOf(line: string): string | undefined {
  try {
    parseQuery(line);
    return textOfMember(line, 'id');
  } catch {
    return undefined;
  }
}

/** JSON of an answer, with the id as it was written, including numbers that no double represents. */
function withId(id: string | undefined, answer: object): string {
  const text = JSON.stringify(answer);
  return id === undefined ? text : `{"id":${id},${text.slice(1)}`;
}

const QUERY_KEYS = ['id', 'op', 'a', 'b', 'options'];
const ELEMENT_KEYS = ['id', 'op', 'start', 'end', 'options'];

function requireKeys(query: object, known: readonly string[]): void {
  for (const key of Object.keys(query)) {
    if (known.includes(key)) continue;
    throw new NearmissError('query/bad-form', `The query has "${key}"; it has ${knownNames(key, known)}`);
  }
}

function parseQuery(line: string): Readonly<Record<string, unknown>> {
  const query = parseJson(line, 'The line');
  if (typeof query === 'object' && query !== null && !Array.isArray(query)) return { ...query };
  throw new NearmissError('query/bad-form', 'A query is a JSON object { id, op, a, b, options }.');
}

function readPosedBody(given: unknown, what: string, moves: boolean) {
  const body = readBody(given, what);
  return { given: body, pose: readPoseOrMotion(body, what, moves) };
}

/** The pose of a body, and its motion for queries about motions; a body at rest may have its pose alone. */
function readPoseOrMotion(body: Readonly<Record<string, unknown>>, what: string, moves: boolean): Omit<Body, 'model'> {
  const pose = readPose(body.pose, `${what}.pose`);
  if (body.motion === undefined || body.motion === null) return { pose, motion: pose };
  if (!moves) throw new NearmissError('query/bad-form', `${what} has a motion; only toc asks about moving bodies.`);
  if (body.pose !== undefined && body.pose !== null) {
    throw new NearmissError('query/bad-form', `${what} has both pose and motion; give one.`);
  }
  return { pose, motion: readMotion(body.motion, `${what}.motion`) };
}

const BODY_KEYS = ['model', 'mesh', 'shape', 'convex', 'pose', 'motion'];

function readBody(given: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new NearmissError('query/bad-form', `The query needs ${what}: { model, mesh, shape or convex, and pose }.`);
  }
  const body: Readonly<Record<string, unknown>> = { ...given };
  for (const key of Object.keys(body)) {
    if (BODY_KEYS.includes(key)) continue;
    throw new NearmissError('query/bad-form', `${what} has "${key}"; a body has ${knownNames(key, BODY_KEYS)}`);
  }
  return body;
}
