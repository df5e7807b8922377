// Every public name has a doc comment with an example or a link. Examples are compiled against the published types and run: a line
// `console.log(…); // text` prints that text. An example need not import what a package exports.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { emptyFolder, ROOT, runNode } from './build.ts';
import { type ExportedName, exportedNames } from './declarations.ts';

const names = exportedNames();
const entryOf = new Map(names.map(({ name, entry }) => [name, entry]));

interface Example {
  readonly id: string;
  readonly text: string;
  readonly prints: readonly string[];
}

function exampleOf({ entry, name, comment }: ExportedName): Example[] {
  const [, block = ''] = /@example\n(.*?)(?=\n\s*\*?\s*@[a-z]|$)/s.exec(comment) ?? [];
  const text = block
    .replace(/^[ \t]*\*? ?/gm, '')
    .replace(/^```(ts)?$/gm, '')
    .trim();
  if (text === '') return [];
  const used = [...new Set(text.match(/[A-Za-z_$][\w$]*/g))].filter((word) => {
    const declared = new RegExp(`\\b(const|let|function|class|import) (\\{[^}]*)?\\b${word}\\b`).test(text);
    return entryOf.has(word) && !declared;
  });
  const imports = used.map((word) => `import { ${word} } from '${word === name ? entry : entryOf.get(word)}';\n`);
  return [
    {
      id: `${entry}-${name}`.replace(/\W+/g, '-'),
      text: `${imports.join('')}${text}\nexport {};\n`,
      prints: [...text.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, line = '']) => line),
    },
  ];
}

const examples = names.flatMap(exampleOf);

test('every public name has a doc comment with an example or a link', () => {
  expect(names.length).toBeGreaterThan(250);
  const isShown = (comment: string): boolean =>
    /@example\n|\{@link [^}]+\}|@see \S|\bdocs\/[\w/-]+\.md\b/.test(comment);
  const bare = names.filter(({ comment }) => !isShown(comment));
  expect(bare.map(({ entry, name, file }) => `${entry}: ${name} (${file})`)).toEqual([]);
});

test('links lead to names that are exported', () => {
  const links = names.flatMap(({ entry, name, comment }) =>
    [...comment.matchAll(/\{@link ([\w$]+)/g)].map(([, target = '']) => ({ from: `${entry}: ${name}`, target })),
  );
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter(({ target }) => !entryOf.has(target))).toEqual([]);
});

describe('examples', () => {
  const folder = emptyFolder('examples');

  test('compile against the published types', () => {
    expect(examples.length).toBeGreaterThan(60);
    mkdirSync(join(folder, 'out'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
    const compilerOptions = { target: 'ES2022', module: 'NodeNext', strict: true, types: ['node'], outDir: 'out' };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    for (const { id, text } of examples) writeFileSync(join(folder, `${id}.ts`), text);
    expect(runNode(folder, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.'])).toEqual({
      status: 0,
      output: '',
    });
  });

  test('print what they say', () => {
    // All in one process, one after the other.
    const program = `
      import { format } from 'node:util';
      const write = console.log;
      const printed = {};
      for (const id of ${JSON.stringify(examples.map(({ id }) => id))}) {
        const lines = (printed[id] = []);
        console.log = (...values) => lines.push(format(...values));
        await import('./out/' + id + '.js').catch((error) => lines.push(String(error)));
      }
      write(JSON.stringify(printed));
    `;
    writeFileSync(join(folder, 'all.mjs'), program);
    const { status, output } = runNode(folder, ['all.mjs']);
    expect([status, output]).toEqual([0, expect.stringMatching(/^\{/)]);
    expect(JSON.parse(output)).toEqual(Object.fromEntries(examples.map(({ id, prints }) => [id, prints])));
  });
});
