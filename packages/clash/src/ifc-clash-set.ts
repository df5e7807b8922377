// The set files of IfcClash (IfcOpenShell): a list of clash sets, each with sources a and b that name an IFC file and may include or
// exclude classes. They are turned into a set as readClashSet has it.

import { NearmissError } from 'nearmiss';

/** Modes of IfcClash and what they are here. `intersection` and `collision` ask for overlaps, `clearance` for distances. */
const MODES: ReadonlyMap<unknown, string> = new Map([
  ['intersection', 'hard'],
  ['collision', 'hard'],
  ['clearance', 'clearance'],
]);

interface Source {
  readonly file: string;
  readonly classes: readonly string[];
  readonly excludes: boolean;
}

/** Whether a parsed set file is one of IfcClash: a list. */
export function isIfcClashSet(given: unknown): given is readonly unknown[] {
  return Array.isArray(given);
}

/** An IfcClash set as JSON that `readClashSet` reads; a pair of sources becomes a test. */
export function fromIfcClash(given: readonly unknown[]): object {
  const models: Record<string, string> = {};
  const modelOf = (file: string): string => {
    const known = Object.keys(models).find((name) => models[name] === file);
    if (known !== undefined) return known;
    const name = Object.keys(models).length === 0 ? 'm' : `m${Object.keys(models).length + 1}`;
    models[name] = file;
    return name;
  };
  const tests = given.flatMap((one, k) => testsOf(requireObject(one, `Clash set ${k}`), k, modelOf));
  return { models, tests };
}

function testsOf(set: Record<string, unknown>, index: number, modelOf: (file: string) => string): object[] {
  const { name = `Clash set ${index + 1}`, mode = 'intersection' } = set;
  const known = MODES.get(mode);
  if (known === undefined)
    refuse(`${String(name)}: mode is ${JSON.stringify(mode)}; it is one of ${[...MODES.keys()].join(', ')}.`);
  const as = sourcesOf(set.a, `${String(name)}: a`);
  const bs = set.b === undefined || set.b === null ? [null] : sourcesOf(set.b, `${String(name)}: b`);
  const pairs = as.flatMap((a) => bs.map((b) => ({ a, b })));
  return pairs.map(({ a, b }, k) => ({
    name: pairs.length === 1 ? name : `${String(name)} ${k + 1}`,
    mode: known,
    ...(typeof set.tolerance === 'number' && known === 'hard' ? { tolerance: set.tolerance } : {}),
    ...(known === 'clearance' ? { clearance: set.clearance } : {}),
    // Its allow_touching = false reports what touches.
    touching: mode === 'collision' && set.allow_touching === false,
    a: selectionOf(a, modelOf),
    ...(b === null ? {} : { b: selectionOf(b, modelOf) }),
  }));
}

function selectionOf({ file, classes, excludes }: Source, modelOf: (file: string) => string): object {
  if (classes.length === 0) return { model: modelOf(file) };
  return { model: modelOf(file), [excludes ? 'exclude' : 'select']: classes.join('|') };
}

function sourcesOf(given: unknown, what: string): Source[] {
  if (!Array.isArray(given) || given.length === 0) return refuse(`${what} must be a list of files.`);
  return given.map((one) => {
    const { file, selector = '', mode = 'a' } = requireObject(one, what);
    if (typeof file !== 'string') refuse(`${what}.file must be the name of a file.`);
    if (mode !== 'a' && mode !== 'i' && mode !== 'e')
      refuse(`${what}.mode is ${JSON.stringify(mode)}; it is a, i or e.`);
    const classes = mode === 'a' ? [] : classesOf(selector, what);
    return { file: file as string, classes, excludes: mode === 'e' };
  });
}

/** The classes of a selector such as `IfcWall, IfcSlab` or `.IfcWall | .IfcSlab`, each with its subclasses, which have longer names. */
function classesOf(selector: unknown, what: string): string[] {
  const parts =
    typeof selector === 'string' ? selector.split(/[,|+]/).map((part) => part.trim().replace(/^\./, '')) : [];
  if (parts.length > 0 && parts.every((part) => /^Ifc[A-Za-z0-9]+$/.test(part))) return parts.map((part) => `${part}*`);
  return refuse(
    `${what}.selector is ${JSON.stringify(selector)}; lists of classes are read, such as "IfcWall, IfcSlab".`,
  );
}

function requireObject(given: unknown, what: string): Record<string, unknown> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return refuse(`${what} must be an object.`);
  return { ...given };
}

function refuse(message: string): never {
  throw new NearmissError('clash/bad-set', message);
}
