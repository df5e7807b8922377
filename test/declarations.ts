// What the packages declare, read from their published types: names, where each is declared, and the comment above it.

import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'vite';
import { publicPackages } from '../scripts/packages.mjs';
import { ROOT } from './build.ts';

export interface ExportedName {
  /** As a program imports it: `nearmiss/shapes`. */
  readonly entry: string;
  readonly name: string;
  /** The file of types that declares it, relative to the root. */
  readonly file: string;
  /** The doc comment above it, or ''. */
  readonly comment: string;
  readonly isType: boolean;
}

type SyntaxNode = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number };

const isNode = (value: unknown): value is SyntaxNode =>
  value !== null && typeof value === 'object' && 'type' in value && typeof value.type === 'string';

const nameOf = (node: unknown): string => (isNode(node) && typeof node.name === 'string' ? node.name : '');

interface Declared {
  readonly comment: string;
  readonly isType: boolean;
}

interface TypesFile {
  readonly declared: ReadonlyMap<string, Declared>;
  /** Imported and exported names, and the file and name they stand for. */
  readonly passedOn: ReadonlyMap<string, { readonly file: string; readonly name: string }>;
  /** Those that are exported, but for names that another package declares and documents. */
  readonly exported: readonly string[];
}

const files = new Map<string, TypesFile>();

function readTypes(file: string): TypesFile {
  const known = files.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(join(ROOT, file), 'utf8');
  const { program, comments } = parseSync(file, text);
  const declared = new Map<string, Declared>();
  const passedOn = new Map<string, { file: string; name: string }>();
  const exported: string[] = [];
  for (const statement of program.body as unknown as SyntaxNode[]) {
    const from = isNode(statement.source) ? String(statement.source.value) : null;
    const origin = from === null ? file : posix.join(posix.dirname(file), from.replace(/\.(ts|js)$/, '.d.ts'));
    for (const specifier of (statement.specifiers ?? []) as SyntaxNode[]) {
      const outside = nameOf(statement.type === 'ImportDeclaration' ? specifier.local : specifier.exported);
      const inside = nameOf(statement.type === 'ImportDeclaration' ? specifier.imported : specifier.local);
      const imported = from === null ? passedOn.get(inside) : undefined;
      passedOn.set(outside, imported ?? { file: origin, name: inside });
      if (statement.type !== 'ImportDeclaration' && from?.startsWith('.') !== false) exported.push(outside);
    }
    const above = comments.find(({ end }) => text.slice(end, statement.start).trim() === '' && end <= statement.start);
    const comment = above?.value.startsWith('*') === true ? above.value : '';
    const declaration = isNode(statement.declaration) ? statement.declaration : statement;
    const isType = /^TS(Interface|TypeAlias)/.test(declaration.type);
    const ids = [declaration, ...((declaration.declarations ?? []) as SyntaxNode[])].map(({ id }) => nameOf(id));
    for (const name of ids.filter((id) => id !== '' && !declared.has(id))) declared.set(name, { comment, isType });
    if (isNode(statement.declaration)) exported.push(...ids.filter((id) => id !== ''));
  }
  const found = { declared, passedOn, exported: [...new Set(exported)] };
  files.set(file, found);
  return found;
}

function resolveName(entry: string, name: string, file: string, inside: string): ExportedName {
  const { declared, passedOn } = readTypes(file);
  const found = declared.get(inside);
  if (found !== undefined) return { entry, name, file, ...found };
  const next = passedOn.get(inside);
  if (next === undefined) throw new Error(`${entry} exports ${name}, which ${file} does not declare.`);
  return resolveName(entry, name, next.file, next.name);
}

/** Every name that an entry point of a package exports. */
export function exportedNames(): ExportedName[] {
  return publicPackages().flatMap(({ folder, manifest }) =>
    Object.entries(manifest.exports ?? {}).flatMap(([path, target]) => {
      if (target === null || typeof target !== 'object' || !('types' in target)) return [];
      const file = posix.join(folder, String(target.types));
      const entry = manifest.name + path.slice(1);
      return readTypes(file).exported.map((name) => resolveName(entry, name, file, name));
    }),
  );
}
