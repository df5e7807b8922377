import { type LengthUnit, METRES } from '@nearmiss/io';
import { NearmissError, nearestName, type Pose, quaternionFromMatrix } from 'nearmiss';
import { type Glob, parseGlob } from './glob.ts';
import { fromIfcClash, isIfcClashSet } from './ifc-clash-set.ts';

/** What a test searches for. See {@link ClashTest}. */
export type ClashMode = 'hard' | 'clearance' | 'duplicate';

const MODES: readonly ClashMode[] = ['hard', 'clearance', 'duplicate'];

/** A file of a set. See {@link ClashSet}. */
export interface SetModel {
  readonly name: string;
  /** As written: relative to the folder of the set, or absolute. */
  readonly file: string;
  readonly pose: Pose;
  /** What coordinates are multiplied by; null where no unit is given. */
  readonly scale: number | null;
}

/** Which elements one side of a test has. See {@link ClashTest}. */
export interface Selection {
  /** The name of a file of the set; null for all. */
  readonly model: string | null;
  /** Over class, name, id and storey; null selects all but spaces. */
  readonly select: Glob | null;
  /** Whether spaces of IFC (`IfcSpace`) can belong to this side: only where `select` has an alternative that begins with their class. */
  readonly spaces: boolean;
  /** Over the same; what it matches is left out. */
  readonly exclude: Glob | null;
}

/** Pairs that a test leaves out. See {@link ClashTest}. */
export type IgnoreRule = (typeof NAMED_RULES)[number] | readonly [Glob, Glob];

const NAMED_RULES = ['same-parent', 'same-group', 'same-model'] as const;

/** A test of a set. See {@link ClashSet}. */
export interface ClashTest {
  readonly name: string;
  readonly mode: ClashMode;
  /** Null for what rounding can do to the two elements. */
  readonly tolerance: number | null;
  /** 0 unless the mode is `clearance`. */
  readonly clearance: number;
  readonly touching: boolean;
  readonly a: Selection;
  /** Null where A is tested in itself. */
  readonly b: Selection | null;
  readonly ignore: readonly IgnoreRule[];
}

/** What to test in which files. See {@link readClashSet}. */
export interface ClashSet {
  readonly models: readonly SetModel[];
  readonly tests: readonly ClashTest[];
}

/**
 * Reads a set as JSON has it, or the set file of IfcClash, which is a list.
 *
 * @example
 * const set = readClashSet({ models: { m: 'plant.glb' }, tests: [{ name: 'itself', mode: 'hard', a: { model: 'm' } }] });
 * console.log(set.tests[0].mode); // hard
 */
export function readClashSet(given: unknown): ClashSet {
  if (isIfcClashSet(given)) return readClashSet(fromIfcClash(given));
  const set = requireObject(given, 'The set', ['models', 'tests']);
  const models = Object.entries(requireObject(set.models, 'models', null)).map(([name, model]) =>
    readModel(name, model),
  );
  if (models.length === 0) refuse('models is empty; a set has at least one file.');
  if (!Array.isArray(set.tests) || set.tests.length === 0) refuse('tests must be a list with at least one test.');
  const names = models.map(({ name }) => name);
  const tests = (set.tests as unknown[]).map((test, k) => readTest(test, k, names));
  const seen = new Set<string>();
  for (const { name } of tests) {
    if (seen.has(name)) refuse(`Two tests have the name ${JSON.stringify(name)}; a clash is known by it.`);
    seen.add(name);
  }
  return { models, tests };
}

/** Whether a test of a set is about spaces, so that they have to be read. See {@link readIfc}. */
export function hasSpaces({ tests }: ClashSet): boolean {
  return tests.some(({ a, b }) => a.spaces || b?.spaces === true);
}

function readModel(name: string, given: unknown): SetModel {
  const what = `models.${name}`;
  if (typeof given === 'string') return { name, file: given, pose: {}, scale: null };
  const { file, pose, unit } = requireObject(given, what, ['file', 'pose', 'unit']);
  if (typeof file !== 'string') refuse(`${what}.file must be the name of a file.`);
  return { name, file: file as string, pose: readPose(pose, `${what}.pose`), scale: readUnit(unit, `${what}.unit`) };
}

function readUnit(given: unknown, what: string): number | null {
  if (given === undefined || given === null) return null;
  if (typeof given === 'string' && Object.hasOwn(METRES, given)) return METRES[given as LengthUnit];
  return refuse(`${what} is ${JSON.stringify(given)}; it is one of ${Object.keys(METRES).join(', ')}.`);
}

function readPose(given: unknown, what: string): Pose {
  if (given === undefined || given === null) return {};
  const { position, rotation, matrix } = requireObject(given, what, ['position', 'rotation', 'matrix']);
  const pose: { position?: number[]; rotation?: readonly number[] } = {};
  if (position !== undefined && position !== null) pose.position = requireNumbers(position, 3, `${what}.position`);
  if (rotation !== undefined && rotation !== null) {
    if (matrix !== undefined && matrix !== null) refuse(`${what} has both rotation and matrix; give one.`);
    pose.rotation = requireNumbers(rotation, 4, `${what}.rotation`);
    const length = Math.hypot(...pose.rotation);
    if (!(Math.abs(length - 1) < 1e-3)) refuse(`${what}.rotation has length ${length}; a unit quaternion is needed.`);
  } else if (matrix !== undefined && matrix !== null) {
    pose.rotation = quaternionFromMatrix(
      requireNumbers(Array.isArray(matrix) ? matrix.flat() : matrix, 9, `${what}.matrix`),
    );
  }
  return pose;
}

/** A glob that names spaces; one such as `*` does not mean volumes that nothing fills. */
const SPACES = /(^|\|)\s*IfcSpace/;
const TEST_KEYS = ['name', 'mode', 'tolerance', 'clearance', 'touching', 'a', 'b', 'ignore'];

function readTest(given: unknown, index: number, models: readonly string[]): ClashTest {
  const what = `tests[${index}]`;
  const test = requireObject(given, what, TEST_KEYS);
  const { name = `test ${index + 1}`, mode = 'hard', touching = false } = test;
  if (typeof name !== 'string' || name === '') refuse(`${what}.name must be a text.`);
  const known = MODES.find((one) => one === mode);
  if (known === undefined) refuse(`${what}.mode is ${JSON.stringify(mode)}; it is one of ${MODES.join(', ')}.`);
  if (typeof touching !== 'boolean') refuse(`${what}.touching must be true or false.`);
  if (known === 'clearance' && test.clearance === undefined) refuse(`${what} needs clearance, a distance.`);
  if (known !== 'clearance' && test.clearance !== undefined && test.clearance !== null) {
    refuse(`${what} has clearance, which goes with "mode": "clearance"; its mode is ${known}.`);
  }
  return {
    name: name as string,
    mode: known as ClashMode,
    tolerance: test.tolerance === undefined ? null : requireLength(test.tolerance, `${what}.tolerance`),
    clearance: known === 'clearance' ? requireLength(test.clearance, `${what}.clearance`) : 0,
    touching: touching as boolean,
    a: readSelection(test.a ?? {}, `${what}.a`, models),
    b: test.b === undefined || test.b === null ? null : readSelection(test.b, `${what}.b`, models),
    ignore: readIgnore(test.ignore, `${what}.ignore`),
  };
}

function readSelection(given: unknown, what: string, models: readonly string[]): Selection {
  const { model = null, select, exclude } = requireObject(given, what, ['model', 'select', 'exclude']);
  if (model !== null && !models.includes(model as string)) {
    const message = `${what}.model is ${JSON.stringify(model)}; the set has ${knownNames(String(model), models)}`;
    refuse(message, 'clash/unknown-model');
  }
  return {
    model: model as string | null,
    select: readGlob(select, `${what}.select`),
    spaces: typeof select === 'string' && SPACES.test(select),
    exclude: readGlob(exclude, `${what}.exclude`),
  };
}

function readGlob(given: unknown, what: string): Glob | null {
  if (given === undefined || given === null) return null;
  if (typeof given === 'string') return parseGlob(given);
  return refuse(`${what} must be a glob, such as "IfcWall*|IfcSlab".`);
}

function readIgnore(given: unknown, what: string): IgnoreRule[] {
  if (given === undefined || given === null) return [];
  if (!Array.isArray(given)) return refuse(`${what} must be a list.`);
  return given.map((rule: unknown, k): IgnoreRule => {
    const named = NAMED_RULES.find((name) => name === rule);
    if (named !== undefined) return named;
    if (Array.isArray(rule) && rule.length === 2 && typeof rule[0] === 'string' && typeof rule[1] === 'string') {
      return [parseGlob(rule[0]), parseGlob(rule[1])];
    }
    return refuse(`${what}[${k}] is "same-parent", "same-group", "same-model" or two globs.`);
  });
}

function requireLength(given: unknown, what: string): number {
  if (typeof given === 'number' && given >= 0 && given < Infinity) return given;
  const shown = typeof given === 'number' ? String(given) : JSON.stringify(given);
  return refuse(`${what} is ${shown}; it is a length from 0 up.`);
}

function requireNumbers(given: unknown, count: number, what: string): number[] {
  if (Array.isArray(given) && given.length === count && given.every(Number.isFinite)) return given;
  return refuse(`${what} must be ${count} numbers.`);
}

function requireObject(given: unknown, what: string, keys: readonly string[] | null): Record<string, unknown> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return refuse(`${what} must be an object.`);
  for (const key of Object.keys(given)) {
    if (keys === null || keys.includes(key)) continue;
    refuse(`${what} has ${JSON.stringify(key)}; it has ${knownNames(key, keys)}`);
  }
  return { ...given };
}

function knownNames(misspelt: string, names: readonly string[]): string {
  const nearest = nearestName(misspelt, names);
  return `${names.join(', ')}.${nearest === null ? '' : ` Did you mean ${JSON.stringify(nearest)}?`}`;
}

function refuse(message: string, code: 'clash/bad-set' | 'clash/unknown-model' = 'clash/bad-set'): never {
  throw new NearmissError(code, message);
}
