// The question on the page as a query: one line of a batch, a command, or a program. All three give the number that is shown.

import type { InterpolatedMotion, PenetrationStart, SteadyMotion } from 'nearmiss';
import { type BodyPose, SLOTS, type Slot } from '../body.ts';
import { splitScale, unitOf } from '../body-scale.ts';
import type { Show } from '../shown.ts';

/** A mesh as a batch takes it in. */
export interface PlainMesh {
  readonly positions: readonly (readonly number[])[];
  readonly triangles: readonly (readonly number[])[];
}

type QueryMotion = BodyPose | InterpolatedMotion | SteadyMotion;

export interface QueryBody {
  /** How a link names it: `shape:gear`, `file:part.stl@mm`, `served:a/part.stl`. */
  readonly word: string;
  readonly pose: BodyPose;
}

type QueryOp = 'collide' | 'distance' | 'penetration' | 'toc';

/** What the page asks the library. */
export interface SceneQuery {
  readonly op: QueryOp;
  readonly bodies: Readonly<Record<Slot, QueryBody>>;
  /** Of a time of contact; null for the others. */
  readonly motions: Readonly<Record<Slot, QueryMotion>> | null;
  readonly options: Readonly<Record<string, unknown>>;
}

/** The query of what is shown. The penetration query starts as on the page; what a drag has taught the page is left out. */
export function sceneQuery(
  show: Show,
  bodies: SceneQuery['bodies'],
  motions: SceneQuery['motions'],
  start: PenetrationStart,
): SceneQuery {
  const plain = { a: plainBody(bodies.a), b: plainBody(bodies.b) };
  if (show === 'motion' && motions !== null) return { op: 'toc', bodies: plain, motions, options: {} };
  if (show === 'depth') {
    // A start from the last result needs a `Pair`.
    const isUsual = start === 'auto' || start === 'coherent';
    return { op: 'penetration', bodies: plain, motions: null, options: isUsual ? {} : { start } };
  }
  return { op: show === 'touch' ? 'collide' : 'distance', bodies: plain, motions: null, options: {} };
}

function plainBody({ word, pose }: QueryBody): QueryBody {
  return { word, pose };
}

export function isShape({ word }: Pick<QueryBody, 'word'>): boolean {
  return word.startsWith('shape:');
}

function shapeOf({ word }: QueryBody): string {
  return word.slice('shape:'.length);
}

function fileOf({ word }: Pick<QueryBody, 'word'>): string {
  return word.replace(/^.*[:/]/, '');
}

/** One line of a batch, complete: meshes that are no generated shapes are written into it. */
export function batchLine(query: SceneQuery, meshes: Readonly<Record<Slot, PlainMesh | null>>): string {
  const body = (slot: Slot): object => {
    const { bodies, motions } = query;
    const mesh = meshes[slot];
    const source = isShape(bodies[slot])
      ? { shape: shapeOf(bodies[slot]) }
      : mesh === null
        ? { model: fileOf(bodies[slot]) }
        : { mesh };
    const motion = motions?.[slot];
    return motion === undefined || isPose(motion)
      ? { ...source, pose: motion ?? bodies[slot].pose }
      : { ...source, motion };
  };
  const { op, options } = query;
  return `${JSON.stringify({ id: 'scene', op, a: body('a'), b: body('b'), options })}\n`;
}

function isPose(motion: QueryMotion): motion is BodyPose {
  return 'position' in motion;
}

/** A command for a shell. */
export function commandText(query: SceneQuery): string {
  const { op, bodies, motions, options } = query;
  const words = SLOTS.map((slot) => quoted(isShape(bodies[slot]) ? bodies[slot].word : fileOf(bodies[slot])));
  const kinds = new Set(SLOTS.flatMap((slot) => kindOf(motions?.[slot]) ?? []));
  const flags = SLOTS.flatMap((slot) => poseFlags(slot, motions?.[slot] ?? bodies[slot].pose));
  const others = Object.entries(options).map(([name, value]) => `--${name} ${String(value)}`);
  return ['npx nearmiss', op, ...words, ...flags, ...[...kinds].map((kind) => `--kind ${kind}`), ...others].join(' ');
}

function kindOf(motion: QueryMotion | undefined): string | null {
  return motion !== undefined && 'kind' in motion && motion.kind !== undefined ? motion.kind : null;
}

/** The flags that pose a body, or move it. */
function poseFlags(slot: Slot, motion: QueryMotion): string[] {
  if (isPose(motion)) return [`--pose-${slot} ${quoted(JSON.stringify(motion))}`];
  const flags = [`--pose-${slot} ${quoted(JSON.stringify(motion.from))}`];
  if ('to' in motion) flags.push(`--to-${slot} ${quoted(JSON.stringify(motion.to))}`);
  else {
    flags.push(`--velocity-${slot}=${vectorText(motion.velocity)}`);
    flags.push(`--angular-velocity-${slot}=${vectorText(motion.angularVelocity)}`);
  }
  if (motion.pivot !== undefined) flags.push(`--pivot-${slot}=${vectorText(motion.pivot)}`);
  return flags;
}

function vectorText(vector: ArrayLike<number> = [0, 0, 0]): string {
  return Array.from(vector).join(',');
}

/** For a POSIX shell: single quotes take everything as it is. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

const FUNCTIONS: Readonly<Record<QueryOp, string>> = {
  collide: 'collide',
  distance: 'distance',
  penetration: 'penetration',
  toc: 'timeOfContact',
};

/** What a result is printed by. */
const FIELDS: Readonly<Record<QueryOp, string>> = {
  collide: 'status',
  distance: 'distance',
  penetration: 'depth',
  toc: 'toc',
};

/**
 * A program that prints the number on the page. It has no types of its own, so that it is JavaScript and strict TypeScript alike: what is written
 * in the call is typed by it.
 */
export function codeText(query: SceneQuery): string {
  const { op, bodies, motions, options } = query;
  const ask = FUNCTIONS[op];
  const shapes = SLOTS.filter((slot) => isShape(bodies[slot]));
  const files = SLOTS.filter((slot) => !isShape(bodies[slot]));
  const model = (slot: Slot): string => {
    const mesh = isShape(bodies[slot])
      ? `makeShape(${JSON.stringify(shapeOf(bodies[slot]))})`
      : meshOfFile(bodies[slot]);
    return `const ${slot} = Model.build(${mesh});`;
  };
  const posed = (slot: Slot): string => `  ${slot}, ${literal(motions?.[slot] ?? bodies[slot].pose)},`;
  return [
    `// ${howToRun(files.length > 0)}`,
    `import { ${[ask, 'Model', 'use'].sort((p, q) => p.toLowerCase().localeCompare(q.toLowerCase())).join(', ')} } from 'nearmiss';`,
    ...(shapes.length > 0 ? ["import { makeShape } from 'nearmiss/shapes';"] : []),
    "import { simd } from 'nearmiss/simd';",
    ...importsOfScales(files.map((slot) => scaleOf(bodies[slot]))),
    ...(files.length > 0 ? ["import { loadMesh } from '@nearmiss/io/node';"] : []),
    '',
    'use(simd);',
    ...SLOTS.map(model),
    `const result = ${ask}(`,
    ...SLOTS.map(posed),
    ...(Object.keys(options).length === 0 ? [] : [`  ${literal(options)},`]),
    ');',
    `console.log(result.status, result.${FIELDS[op]});`,
    '',
  ].join('\n');
}

/** `.mjs`, as a file that awaits is no CommonJS, which `.js` and `.ts` are in a project of `npm init`. */
function howToRun(hasFiles: boolean): string {
  return hasFiles
    ? 'Save as scene.mjs beside the mesh files, install nearmiss and @nearmiss/io, and run: node scene.mjs'
    : 'Save as scene.mjs, install nearmiss, and run: node scene.mjs';
}

function scaleOf(body: QueryBody): string | null {
  return body.word.startsWith('file:') ? splitScale(fileOf(body)).scale : null;
}

/** An expression for the mesh of a file, in the unit chosen for it. */
function meshOfFile(body: QueryBody): string {
  const scale = scaleOf(body);
  const name = scale === null ? fileOf(body) : splitScale(fileOf(body)).name;
  const file = `await loadMesh(${JSON.stringify(name)})`;
  if (scale === null) return `(${file}).mesh`;
  return `scaleFile(${file}, ${unitOf(scale) === null ? scale : `METRES.${scale}`}).mesh`;
}

function importsOfScales(scales: readonly (string | null)[]): string[] {
  const used = scales.filter((scale) => scale !== null);
  if (used.length === 0) return [];
  const names = used.some((scale) => unitOf(scale) !== null) ? 'METRES, scaleFile' : 'scaleFile';
  return [`import { ${names} } from '@nearmiss/io';`];
}

/** JSON as a program writes it: names without quotes, blanks after commas. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? `'${value}'` : String(value);
  return `{ ${Object.entries(value)
    .map(([name, each]) => `${name}: ${literal(each)}`)
    .join(', ')} }`;
}
