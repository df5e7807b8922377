import type {
  CollideResult,
  CollideStatus,
  DistanceResult,
  DistanceStatus,
  PenetrationStart,
  PenetrationStatus,
  Point,
  TimeOfContactResult,
  TimeOfContactStatus,
} from 'nearmiss';
import { PENETRATION_DEFAULTS } from 'nearmiss';
import { type Body, type CheckedPenetration, questionNamed, type Result, readOptions } from '../ask.ts';
import { parsePose } from '../pose.ts';
import { resultObject } from '../result-json.ts';
import { showBusy } from '../terminal/busy.ts';
import { print } from '../terminal/print.ts';
import { formatTable, useColour } from '../terminal/table.ts';
import { readArguments, readChoice, readNumber, UsageError } from '../usage.ts';
import type { Command } from './command.ts';
import { readModelArgument } from './mesh-argument.ts';

const MEETING: readonly CollideStatus[] = [
  'separated',
  'touching',
  'intersecting',
  'a-inside-b',
  'b-inside-a',
  'iteration-limit',
];
const DISTANCE_STATUSES: readonly DistanceStatus[] = [...MEETING, 'beyond'];

const PENETRATION_STARTS: readonly PenetrationStart[] = ['auto', 'centroid', 'clear', 'coherent', 'random', 'sampling'];
const PENETRATION_STATUSES: readonly PenetrationStatus[] = ['separated', 'touching', 'overlapping', 'iteration-limit'];

/** What a penetration can fail on besides its status. */
const UNVERIFIED = 'unverified';

const TOC_STATUSES: readonly TimeOfContactStatus[] = [
  'contact',
  'near',
  'free',
  'initially-in-contact',
  'iteration-limit',
];

const BODIES = `A and B are mesh files, or shapes such as
"shape:box(size=[1,2,3])" or, not cut into triangles, "convex:sphere(radius=2)".

  --pose-a POSE       where A stands: x,y,z or x,y,z,qx,qy,qz,qw or JSON { position, rotation }
  --pose-b POSE       where B stands; what is not said is the identity
  --solid WAY         auto (a closed mesh is a solid), true, false; auto by default
`;

const ENDING = `  --budget N          give up after so many bounding-volume tests
  --json              one JSON object instead of a table
  --fail-on STATUS    exit with 2 if the status is this, or one of several with commas between
`;

const FLAGS = {
  'pose-a': { type: 'string' },
  'pose-b': { type: 'string' },
  solid: { type: 'string' },
  budget: { type: 'string' },
  json: { type: 'boolean' },
  'fail-on': { type: 'string' },
} as const;

export const COLLIDE: Command = {
  summary: 'whether two meshes touch, decided exactly',
  help: `Usage: nearmiss collide A B [options]

Says whether two bodies touch. ${BODIES}  --contacts WHICH    first, or all: every pair of faces that meets
  --limit N           with --contacts all, list no more pairs than this
${ENDING}
Statuses: ${MEETING.join(', ')}.
`,
  async run(args) {
    const flags = { ...FLAGS, contacts: { type: 'string' }, limit: { type: 'string' } } as const;
    const { values, positionals } = readArguments(args, flags, ['A', 'B']);
    const failOn = readFailOn(values['fail-on'], MEETING);
    const contacts = readChoice('--contacts', values.contacts ?? 'first', ['first', 'all']);
    const options = { ...commonOptions(values), contacts, limit: readNumber('--limit', values.limit) ?? null };
    const bodies = await readBodies(positionals, values);
    return report('collide', bodies, options, values.json === true, failOn);
  },
};

export const DISTANCE: Command = {
  summary: 'how far apart two meshes are, between which points',
  help: `Usage: nearmiss distance A B [options]

Says how far apart two bodies are. ${BODIES}  --tolerance T       stop once the bracket is no wider than this
  --max-distance D    stop once the distance is known to be more than this
${ENDING}
Statuses: ${DISTANCE_STATUSES.join(', ')}.
`,
  async run(args) {
    const flags = { ...FLAGS, tolerance: { type: 'string' }, 'max-distance': { type: 'string' } } as const;
    const { values, positionals } = readArguments(args, flags, ['A', 'B']);
    const failOn = readFailOn(values['fail-on'], DISTANCE_STATUSES);
    const options = {
      ...commonOptions(values),
      tolerance: readNumber('--tolerance', values.tolerance) ?? null,
      maxDistance: readNumber('--max-distance', values['max-distance']) ?? null,
    };
    const bodies = await readBodies(positionals, values);
    return report('distance', bodies, options, values.json === true, failOn);
  },
};

export const PENETRATION: Command = {
  summary: 'how deep two bodies are in each other, and the way out',
  help: `Usage: nearmiss penetration A B [options]

Says how far A has to move, and where, until the bodies no longer overlap. A and B are mesh files, or shapes such as
"shape:box(size=[1,2,3])" or, not cut into triangles and with convex bodies only, "convex:sphere(radius=2)".

  --pose-a POSE       where A stands: x,y,z or x,y,z,qx,qy,qz,qw or JSON { position, rotation }
  --pose-b POSE       where B stands; what is not said is the identity
  --accuracy T        go on until the bracket is no wider than this
  --start WAY         where the search starts: ${PENETRATION_STARTS.join(', ')}
  --trace             every step of the search, with its translation
  --verify            check both bounds again, by other means where there are any
  --solid WAY         auto (a closed mesh is a solid), true or false
  --budget N          give up after about N bounding-volume tests
  --json              one JSON object instead of a table
  --fail-on STATUS    exit with 2 if the status is this, or one of several with commas between; with --verify
                      also ${UNVERIFIED}: a bound was not confirmed

Statuses: ${PENETRATION_STATUSES.join(', ')}.
`,
  async run(args) {
    const flags = {
      ...FLAGS,
      accuracy: { type: 'string' },
      start: { type: 'string' },
      trace: { type: 'boolean' },
      verify: { type: 'boolean' },
    } as const;
    const { values, positionals } = readArguments(args, flags, ['A', 'B']);
    const verify = values.verify === true;
    const failOn = readFailOn(values['fail-on'], [...PENETRATION_STATUSES, UNVERIFIED]);
    if (failOn.includes(UNVERIFIED) && !verify) throw new UsageError(`--fail-on ${UNVERIFIED} needs --verify.`);
    const options = {
      ...commonOptions(values),
      accuracy: readNumber('--accuracy', values.accuracy) ?? null,
      start: readChoice('--start', values.start ?? PENETRATION_DEFAULTS.start, PENETRATION_STARTS),
      trace: values.trace === true,
      verify,
    };
    const bodies = await readBodies(positionals, values);
    return report('penetration', bodies, options, values.json === true, failOn);
  },
};

export const TOC: Command = {
  summary: 'when two moving meshes first touch',
  help: `Usage: nearmiss toc A B [options]

Says when two moving bodies first touch; time runs from 0 to 1. ${BODIES}  --to-a POSE         where A is at the end; without it A rests
  --to-b POSE         where B is at the end; without it B rests
  --kind KIND         linear (even turning about the origin of the body), screw, translation; linear by default
  --threshold T       gap that counts as contact; a millionth of the larger diameter by default
  --from WHERE        contact: what starts nearer than the threshold may leave
${ENDING}
Statuses: ${TOC_STATUSES.join(', ')}.
`,
  async run(args) {
    const flags = {
      ...FLAGS,
      'to-a': { type: 'string' },
      'to-b': { type: 'string' },
      kind: { type: 'string' },
      threshold: { type: 'string' },
      from: { type: 'string' },
    } as const;
    const { values, positionals } = readArguments(args, flags, ['A', 'B']);
    const failOn = readFailOn(values['fail-on'], TOC_STATUSES);
    const kind = readChoice('--kind', values.kind ?? 'linear', ['linear', 'screw', 'translation']);
    const options = {
      ...commonOptions(values),
      threshold: readNumber('--threshold', values.threshold) ?? null,
      from: values.from === undefined ? null : readChoice('--from', values.from, ['anywhere', 'contact']),
    };
    const [a, b] = await readBodies(positionals, values);
    const moving = (body: Body, to: string | undefined, flag: string): Body =>
      to === undefined ? body : { ...body, motion: { from: body.pose, to: parsePose(to, flag), kind } };
    const bodies = [moving(a, values['to-a'], '--to-a'), moving(b, values['to-b'], '--to-b')] as const;
    return report('toc', bodies, options, values.json === true, failOn);
  },
};

type CommonValues = { readonly [flag in keyof typeof FLAGS]?: string | boolean | undefined };

function commonOptions({ solid, budget }: CommonValues): Record<string, unknown> {
  const way = readChoice('--solid', typeof solid === 'string' ? solid : 'auto', ['auto', 'true', 'false']);
  return {
    solid: way === 'auto' ? way : way === 'true',
    budget: readNumber('--budget', typeof budget === 'string' ? budget : undefined) ?? null,
  };
}

function readFailOn(text: string | undefined, statuses: readonly string[]): readonly string[] {
  if (text === undefined) return [];
  return text.split(',').map((status) => readChoice('--fail-on', status.trim(), statuses));
}

async function readBodies(words: readonly string[], values: CommonValues): Promise<readonly [Body, Body]> {
  const [wordA, wordB] = words;
  if (wordA === undefined || wordB === undefined) throw new UsageError('Two meshes are needed, A and B.');
  const poseOf = (value: string | boolean | undefined, flag: string) =>
    parsePose(typeof value === 'string' ? value : undefined, flag);
  const poses = [poseOf(values['pose-a'], '--pose-a'), poseOf(values['pose-b'], '--pose-b')] as const;
  const modelA = await readModelArgument(wordA);
  const modelB = wordA === wordB ? modelA : await readModelArgument(wordB);
  return [
    { model: modelA, pose: poses[0], motion: poses[0] },
    { model: modelB, pose: poses[1], motion: poses[1] },
  ];
}

async function report(
  op: 'collide' | 'distance' | 'penetration' | 'toc',
  [a, b]: readonly [Body, Body],
  given: Readonly<Record<string, unknown>>,
  json: boolean,
  failOn: readonly string[],
): Promise<number> {
  const question = questionNamed(op);
  const options = readOptions(given, op, question);
  showBusy('searching');
  const result = question.ask(a, b, options);
  const allPairs = options.contacts === 'all';
  await print(
    json
      ? `${JSON.stringify(resultObject(result, allPairs))}\n`
      : formatTable(result.status, rowsOf(result, allPairs), useColour(process.stdout)),
  );
  const isUnverified = 'verified' in result && !result.verified.ok;
  return failOn.includes(result.status) || (isUnverified && failOn.includes(UNVERIFIED)) ? 2 : 0;
}

type Row = readonly [string, string];

/** Pairs of faces that a table shows; JSON has them all. */
const PAIRS_SHOWN = 10;

function contactRows({ colliding, pairs, pairCount }: CollideResult, allPairs: boolean): Row[] {
  const rows: Row[] = [['colliding', colliding === null ? 'not decided' : colliding ? 'yes' : 'no']];
  if (!allPairs) return rows;
  const shown = pairs.slice(0, PAIRS_SHOWN).map((pair) => pair.join('–'));
  const rest = pairCount > shown.length ? ', …' : '';
  rows.push(['pairs of faces', `${pairCount}${pairCount > 0 ? `: ${shown.join(', ')}${rest}` : ''}`]);
  return rows;
}

function rowsOf(result: Result, allPairs: boolean): Row[] {
  if ('translation' in result) return penetrationRows(result);
  if ('toc' in result) return tocRows(result);
  const rows = 'colliding' in result ? contactRows(result, allPairs) : distanceRows(result as DistanceResult);
  return [...rows, ...witnessRows(result)];
}

/** Contacts that a table shows; JSON has them all. */
const CONTACTS_SHOWN = 6;

function tocRows(result: TimeOfContactResult): Row[] {
  const { toc, lower, upper, threshold, departing, contacts } = result;
  const rows: Row[] = [];
  if (toc !== null) rows.push(['time of contact', String(toc)]);
  rows.push(['free until', String(lower)]);
  if (upper !== null) rows.push(['contact proven by', String(upper)]);
  if (departing !== null) rows.push(['departing', departing ? 'yes' : 'no']);
  rows.push(['threshold', String(threshold)]);
  for (const { featureA, featureB, pointB } of contacts.slice(0, CONTACTS_SHOWN)) {
    const features = `${featureA.kind} ${featureA.index} of A, ${featureB.kind} ${featureB.index} of B`;
    rows.push(['contact', `${features} at ${place(pointB, null)}`]);
  }
  if (contacts.length > CONTACTS_SHOWN) rows.push(['contacts in all', String(contacts.length)]);
  return [...rows, ...witnessRows(result)];
}

/** Steps of a search that a table shows; JSON has them all. */
const STEPS_SHOWN = 24;

function penetrationRows(result: CheckedPenetration): Row[] {
  const { depth, lower, upper, translation, local, readingA, readingB, trace = [], verified } = result;
  const rows: Row[] = [['depth', String(depth)]];
  const [way] = local;
  if (way !== undefined) {
    rows.push(['at least', String(lower)], ['at most', String(upper)]);
    rows.push(['way out for A', place(translation, null)]);
    if (local.length > 1) rows.push(['regions', local.map((region) => region.depth).join(', ')]);
    rows.push(['point of A', place(way.pointA, null)], ['point of B', place(way.pointB, null)]);
  }
  if (verified !== undefined) rows.push(['verified', `${verified.ok ? 'yes' : 'no'}: ${verified.checked}`]);
  rows.push(['read as', `A ${readingA}, B ${readingB}`]);
  for (const { kind, translation: way } of trace.slice(0, STEPS_SHOWN)) {
    rows.push([kind, `${Math.hypot(...way)} by ${place(way, null)}`]);
  }
  if (trace.length > STEPS_SHOWN) rows.push(['steps in all', String(trace.length)]);
  return rows;
}

function place(point: Point, face: number | null): string {
  return `(${point.join(', ')})${face === null ? '' : ` on face ${face}`}`;
}

function distanceRows({ distance, lower, upper, surfaceDistance, status }: DistanceResult): Row[] {
  const rows: Row[] = [];
  if (Number.isFinite(distance)) rows.push(['distance', String(distance)]);
  rows.push(['at least', String(lower)]);
  if (Number.isFinite(upper)) rows.push(['at most', String(upper)]);
  if (status.endsWith('-inside-b') || status.endsWith('-inside-a')) {
    rows.push(['between surfaces', String(surfaceDistance)]);
  }
  return rows;
}

function witnessRows(result: Pick<DistanceResult, 'pointA' | 'pointB' | 'faceA' | 'faceB' | 'readingA' | 'readingB'>) {
  const rows: Row[] = [];
  if (result.pointA !== null) rows.push(['point of A', place(result.pointA, result.faceA)]);
  if (result.pointB !== null) rows.push(['point of B', place(result.pointB, result.faceB)]);
  rows.push(['read as', `A ${result.readingA}, B ${result.readingB}`]);
  return rows;
}
