import { describe, expect, test } from 'vitest';
import { checkImports } from '../scripts/check-imports.mjs';

const EMPTY = 'export const x = 1;\n';

/** Findings for one file of core that imports another, both given by their path in core's sources. */
function inCore(from: string, to: string, text?: string): string[] {
  const up = '../'.repeat(from.split('/').length - 1) || './';
  const files = new Map([[`packages/core/src/${to}`, EMPTY]]);
  files.set(`packages/core/src/${from}`, text ?? `import { x } from '${up}${to}';\nexport const y = x;\n`);
  return checkImports(files);
}

describe('modules of core', () => {
  test.each([
    ['scalar/pose.ts', 'error.ts'],
    ['primitive/segment.ts', 'scalar/pose.ts'],
    ['bounds/hull-frame.ts', 'convex/hull.ts'],
    ['bvh/build-tree.ts', 'bounds/obb.ts'],
    ['query/collide/collide.ts', 'model/model.ts'],
    ['hulls/build-hull-tree.ts', 'model/model.ts'],
    ['query/collide/collide.ts', 'query/workspace.ts'],
    ['query/round/round-contact.ts', 'query/containment/containment.ts'],
    ['query/distance/distance.ts', 'query/collide/collide-leaf-pair.ts'],
    ['query/pair/pair.ts', 'query/distance/distance.ts'],
    ['shapes/box.ts', 'mesh/mesh.ts'],
    ['index.ts', 'query/pair/pair.ts'],
    ['entries/world.ts', 'space/free-time.ts'],
  ])('%s may import %s', (from, to) => {
    expect(inCore(from, to)).toEqual([]);
  });

  test.each([
    ['error.ts', 'scalar/pose.ts', 'scalar stands above error.ts'],
    ['scalar/pose.ts', 'mesh/mesh.ts', 'mesh stands above scalar'],
    ['model/model.ts', 'query/pair/pair.ts', 'query/pair stands above model'],
    ['model/model.ts', 'hulls/build-hull-tree.ts', 'hulls stands above model'],
    ['query/pair/pair.ts', 'lab/baseline.ts', 'lab stands above query/pair'],
    ['convex/hull.ts', 'bounds/hull-frame.ts', 'bounds stands beside convex'],
    ['mesh/mesh.ts', 'convex/hull.ts', 'convex stands beside mesh'],
    ['query/pair/pair.ts', 'index.ts', 'index.ts stands above query/pair'],
    ['lab/baseline.ts', 'entries/shapes.ts', 'entries stands above lab'],
    ['entries/convex.ts', 'index.ts', 'index.ts stands beside entries'],
    ['query/point/locate.ts', 'query/collide/collide.ts', 'query/collide stands above query/point'],
    ['query/collide/collide.ts', 'query/distance/distance.ts', 'query/distance stands above query/collide'],
    ['query/distance/distance.ts', 'query/penetration/probe.ts', 'query/penetration stands beside query/distance'],
    ['query/options.ts', 'query/distance/distance.ts', 'query/distance stands above query'],
    ['query/cellar/wine.ts', 'error.ts', 'query/cellar has no level yet'],
    ['cellar/wine.ts', 'error.ts', 'cellar has no level yet'],
  ])('%s may not import %s', (from, to, why) => {
    const findings = inCore(from, to);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toContain(`packages/core/src/${from}:1 imports`);
    expect(findings[0]).toContain(why);
  });

  test.each([
    "import type { X } from '../mesh/mesh.ts';\nexport type Y = X;\n",
    "export { x } from '../mesh/mesh.ts';\n",
    "export * from '../mesh/mesh.ts';\n",
    "import '../mesh/mesh.ts';\n",
    "export const late = () => import('../mesh/mesh.ts');\n",
  ])('every method of writing an import is seen: %s', (text) => {
    expect(inCore('scalar/pose.ts', 'mesh/mesh.ts', text)).toHaveLength(1);
  });

  test('an import in a comment or a string is none', () => {
    const text = "// import { x } from '../mesh/mesh.ts';\nexport const s = \"import '../mesh/mesh.ts'\";\n";
    expect(inCore('scalar/pose.ts', 'mesh/mesh.ts', text)).toEqual([]);
  });
});

describe('packages', () => {
  const findings = (file: string, text: string): string[] =>
    checkImports(
      new Map([
        ['packages/core/src/index.ts', EMPTY],
        ['packages/core/test/samples.ts', EMPTY],
        ['packages/core/src/bounds/volume.ts', EMPTY],
        ['bench/src/main.ts', EMPTY],
        [file, text],
      ]),
    );

  test.each([
    ['bench/src/peers.ts', "import { x } from 'nearmiss';\nexport const y = x;\n"],
    ['bench/src/peers.ts', "import { x } from 'nearmiss/shapes';\nexport const y = x;\n"],
    ['bench/src/clock.ts', "import { x } from 'node:os';\nexport const y = x;\n"],
    ['bench/src/core-internals.ts', "export { x } from '../../packages/core/dist/bounds/volume.js';\n"],
    ['packages/io/src/node/load.ts', "import { x } from 'node:fs';\nexport const y = x;\n"],
    ['packages/cli/src/main.ts', "import { x } from '@nearmiss/io/node';\nexport const y = x;\n"],
    ['packages/core/src/scalar/sign.ts', "import { x } from 'robust-predicates';\nexport const y = x;\n"],
    ['packages/core/test/pack.test.ts', "import { x } from 'node:fs';\nexport const y = x;\n"],
    ['packages/core/test/face.test.ts', "import { x } from '../src/index.ts';\nexport const y = x;\n"],
  ])('%s may', (file, text) => {
    expect(findings(file, text)).toEqual([]);
  });

  test.each([
    ['fixtures/src/oracle.ts', "import { x } from 'nearmiss';\nexport const y = x;\n", 'fixtures sees nothing'],
    ['bench/src/peers.ts', "import { x } from '../../packages/core/src/index.ts';\n", 'by name only'],
    ['bench/src/peers.ts', "import { x } from 'nearmiss/dist/index.js';\n", 'by name bench sees'],
    ['bench/src/peers.ts', "import { x } from '../../packages/core/dist/bounds/volume.js';\n", 'there is no such file'],
    [
      'bench/src/core-internals.ts',
      "export { x } from '../../packages/core/dist/index.js';\n",
      'there is no such file',
    ],
    [
      'bench/src/core-internals.ts',
      "export { x } from '../../packages/core/dist/bvh/tree.js';\n",
      'there is no such file',
    ],
    ['packages/io/src/obj/parse.ts', "import { x } from 'node:fs';\n", 'must not need Node'],
    ['packages/io/src/obj/parse.ts', "import { x } from '@nearmiss/cli';\n", 'by name packages/io sees'],
    ['packages/core/src/scalar/clock.ts', "import { x } from 'node:os';\n", 'must not need Node'],
    ['packages/core/src/scalar/clock.ts', "import { x } from 'fs';\n", 'must not need Node'],
    [
      'packages/core/src/scalar/clock.ts',
      "import { x } from '../../test/samples.ts';\n",
      'sources import sources only',
    ],
    ['packages/core/test/face.test.ts', "import { x } from '@nearmiss/bench';\n", 'by name this file sees'],
    ['packages/core/test/face.test.ts', "import { x } from '../src/gone.ts';\n", 'there is no such file'],
  ])('%s may not: %s', (file, text, why) => {
    expect(findings(file, text)).toEqual([expect.stringContaining(why)]);
  });
});

describe('circles', () => {
  const circle = (back: string): string[] =>
    checkImports(
      new Map([
        ['packages/core/src/mesh/a.ts', "import { b } from './b.ts';\nexport const a = b;\n"],
        ['packages/core/src/mesh/b.ts', "import { c } from './c.ts';\nexport const b = c;\n"],
        ['packages/core/src/mesh/c.ts', back],
      ]),
    );

  test('of values are refused', () => {
    const files = ['a', 'b', 'c', 'a'].map((name) => `packages/core/src/mesh/${name}.ts`);
    expect(circle("import { a } from './a.ts';\nexport const c = () => a;\n")).toEqual([
      `Imports run in a circle: ${files.join(' → ')}.`,
    ]);
  });

  test('of types are not', () => {
    expect(circle("import type { A } from './a.ts';\nexport const c: A = 1;\n")).toEqual([]);
  });
});

describe('cycles between folders', () => {
  // The top folders are ordered by levels, but those of a folder such as lab/ are not.
  const back = (text: string): string[] =>
    checkImports(
      new Map([
        ['packages/core/src/lab/trees/a.ts', "import { b } from '../volumes/b.ts';\nexport const a = b;\n"],
        ['packages/core/src/lab/volumes/b.ts', "import { c } from '../space/c.ts';\nexport const b = c;\n"],
        ['packages/core/src/lab/space/c.ts', text],
        ['packages/core/src/lab/trees/d.ts', EMPTY],
      ]),
    );

  test.each([
    "import { x } from '../trees/d.ts';\nexport const c = x;\n",
    "import type { x } from '../trees/d.ts';\nexport const c = 1 as typeof x;\n",
  ])('are refused, though no file is in a cycle: %s', (text) => {
    expect(back(text)).toEqual([
      'Folders import each other: lab/space, lab/trees, lab/volumes. ' +
        'packages/core/src/lab/space/c.ts → packages/core/src/lab/trees/d.ts; ' +
        'packages/core/src/lab/trees/a.ts → packages/core/src/lab/volumes/b.ts; ' +
        'packages/core/src/lab/volumes/b.ts → packages/core/src/lab/space/c.ts.',
    ]);
  });

  test('imports that all go in one direction are none', () => {
    expect(back('export const c = 1;\n')).toEqual([]);
  });
});
