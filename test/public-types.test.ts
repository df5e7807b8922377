// Whoever uses the library can name every type that it mentions: what the declaration of an exported name refers to is exported too, by
// one entry or another. Read from the published types, from which everything internal has been taken out.

import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { ROOT } from './build.ts';

const DIST = join(ROOT, 'packages/core/dist');

type SyntaxNode = Readonly<Record<string, unknown>> & { readonly type: string };

const isNode = (value: unknown): value is SyntaxNode =>
  value !== null && typeof value === 'object' && 'type' in value && typeof value.type === 'string';

/** A file of types: what it declares, and where the names that it imports are from, as "file#name". */
interface Declarations {
  readonly declared: ReadonlyMap<string, SyntaxNode>;
  readonly imported: ReadonlyMap<string, string>;
  /** What an entry exports of other files. */
  readonly exported: readonly string[];
}

const files = new Map<string, Declarations>();

function declarationsOf(file: string): Declarations {
  const known = files.get(file);
  if (known !== undefined) return known;
  const { program } = parseSync(file, readFileSync(join(DIST, file), 'utf8'));
  const declared = new Map<string, SyntaxNode>();
  const imported = new Map<string, string>();
  const exported: string[] = [];
  const nameOf = (node: unknown): string => (isNode(node) && typeof node.name === 'string' ? node.name : '');
  for (const statement of program.body as unknown as SyntaxNode[]) {
    const from = isNode(statement.source) ? String(statement.source.value) : null;
    const origin = from === null ? file : posix.join(posix.dirname(file), from.replace(/\.(ts|js)$/, '.d.ts'));
    for (const specifier of (statement.specifiers ?? []) as SyntaxNode[]) {
      if (statement.type === 'ImportDeclaration') {
        imported.set(nameOf(specifier.local), `${origin}#${nameOf(specifier.imported)}`);
      } else {
        const local = nameOf(specifier.local);
        exported.push((from === null ? imported.get(local) : undefined) ?? `${origin}#${local}`);
      }
    }
    const declaration = isNode(statement.declaration) ? statement.declaration : statement;
    if (isNode(declaration.id)) declared.set(nameOf(declaration.id), declaration);
    for (const { id } of (declaration.declarations ?? []) as { id: unknown }[]) declared.set(nameOf(id), declaration);
  }
  const found = { declared, imported, exported };
  files.set(file, found);
  return found;
}

/** The file that declares a name, where another passes it on. */
function originOf(key: string): string {
  const [file = '', name = ''] = key.split('#');
  const { declared, exported } = declarationsOf(file);
  const passedOn = declared.has(name) ? undefined : exported.find((other) => other.endsWith(`#${name}`));
  return passedOn === undefined ? key : originOf(passedOn);
}

/** Names of types and classes that a declaration refers to; what `typeof` of a value stands for needs no name. */
function mentioned(value: unknown, into: Set<string>): Set<string> {
  if (Array.isArray(value)) for (const part of value) mentioned(part, into);
  if (!isNode(value)) return into;
  for (const key of ['typeName', 'superClass', 'expression']) {
    const name = value[key];
    if (isNode(name) && name.type === 'Identifier') into.add(String(name.name));
  }
  for (const part of Object.values(value)) mentioned(part, into);
  return into;
}

test('every type that an exported declaration mentions is exported', () => {
  const entries = ['index.d.ts', ...readdirSync(join(DIST, 'entries')).map((name) => `entries/${name}`)];
  const exported = entries
    .filter((name) => name.endsWith('.d.ts'))
    .flatMap((entry) => declarationsOf(entry).exported)
    .map(originOf);
  const known = new Set(exported);
  const missing = new Map<string, string[]>();
  let tested = 0;
  for (const key of exported) {
    const [file = '', name = ''] = key.split('#');
    const { declared, imported } = declarationsOf(file);
    const declaration = declared.get(name);
    expect(declaration, key).toBeDefined();
    for (const other of mentioned(declaration, new Set())) {
      const named = declared.has(other) ? `${file}#${other}` : imported.get(other);
      tested++;
      if (named === undefined || known.has(originOf(named))) continue;
      missing.set(named, [...(missing.get(named) ?? []), name]);
    }
  }
  expect(Object.fromEntries(missing)).toEqual({});
  // or nothing was tested
  expect(tested).toBeGreaterThan(300);
});
