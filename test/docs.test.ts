// Whether the documentation is true: its programs run and print what they say, its tables name what exists, its links lead
// somewhere.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type {
  ClearanceStatus,
  ClosestPointResult,
  CollideStatus,
  ContainsResult,
  DirectionalStatus,
  DistanceStatus,
  ElementTimeStatus,
  ErrorCode,
  PenetrationStatus,
  RaycastResult,
  TimeOfContactStatus,
  ToleranceStatus,
} from 'nearmiss';
import { beforeAll, describe, expect, test } from 'vitest';
import { emptyFolder, ROOT, runNode } from './build.ts';

const PAGES = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'packages/core/README.md',
  'packages/io/README.md',
  'packages/dynamics/README.md',
  'packages/clash/README.md',
  'packages/gpu/README.md',
  'packages/robot/README.md',
  'packages/queue/README.md',
  'packages/debug/README.md',
  'packages/three/README.md',
  'packages/cli/README.md',
  'apps/studio/README.md',
  'bench/README.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
].filter((page) => page.endsWith('.md'));

const GUIDE = PAGES.filter((page) => page.startsWith('docs/guide/'));

const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

interface Program {
  readonly name: string;
  readonly text: string;
  /** The comments behind `console.log(…);`: what it prints, line by line. */
  readonly prints: readonly string[];
}

function programsOf(page: string): Program[] {
  return [...read(page).matchAll(/^```ts\n(.*?)^```$/gms)].map(([, text = ''], index) => ({
    name: `${page.replace(/\W/g, '-')}-${index + 1}`,
    text,
    prints: [...text.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, line = '']) => line),
  }));
}

describe('programs', () => {
  const programs = PAGES.flatMap(programsOf);
  let folder = '';
  let compiled = { status: null as number | null, output: '' };

  beforeAll(() => {
    folder = emptyFolder('docs');
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
    const compilerOptions = {
      target: 'ES2022',
      module: 'NodeNext',
      strict: true,
      types: ['node'],
      skipLibCheck: true,
      outDir: 'out',
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    for (const { name, text } of programs) writeFileSync(join(folder, `${name}.ts`), text);
    compiled = runNode(folder, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.']);
  });

  test('are there', () => {
    expect(programs.length).toBeGreaterThan(3);
    expect(programs.filter(({ prints }) => prints.length === 0)).toEqual([]);
  });

  test('compile against the published types', () => {
    expect(compiled.output).toBe('');
    expect(compiled.status).toBe(0);
  });

  test.each(programs)('$name prints what it says', ({ name, prints }) => {
    const { status, output } = runNode(folder, [`out/${name}.js`]);
    expect(output.trimEnd().split('\n')).toEqual(prints);
    expect(status).toBe(0);
  });

  // `tsx` does not load TypeScript in workers.
  const threaded = programs.filter(({ text }) => text.includes('new Worker('));

  test('one starts its own threads', () => expect(threaded).not.toEqual([]));

  test.each(threaded)('$name is plain JavaScript', ({ name, text, prints }) => {
    writeFileSync(join(folder, `${name}.mjs`), text);
    const { status, output } = runNode(folder, [`${name}.mjs`]);
    expect(output.trimEnd().split('\n')).toEqual(prints);
    expect(status).toBe(0);
  });

  test('the first example has six lines', () => {
    expect(programs[0]?.name).toBe('README-md-1');
    expect(programs[0]?.text.trimEnd().split('\n').length).toBe(6);
  });

  test.each(GUIDE)('%s has a program', (page) => {
    expect(programsOf(page)).not.toEqual([]);
  });
});

describe('sizes', () => {
  test('the README has fewer than 150 lines', () => {
    expect(read('README.md').trimEnd().split('\n').length).toBeLessThan(150);
  });

  test.each(GUIDE)('%s has fewer than 800 words, programs included', (page) => {
    const words = read(page)
      .split(/\s+/)
      .filter((word) => word !== '');
    expect(words.length).toBeGreaterThan(100);
    expect(words.length).toBeLessThan(800);
  });

  test('the guide has fourteen pages', () => {
    expect(GUIDE).toHaveLength(14);
  });
});

describe('text', () => {
  test.each(PAGES)('%s: no line that was wrapped before a plus becomes an item of a list', (page) => {
    expect(read(page).match(/^\s*\+ .*$/gm)).toBe(null);
  });

  test.each(PAGES.filter((page) => !/README\.md$|^docs\/(algorithms|lab)\/(?!index\.md)/.test(page)))(
    'docs/README.md leads to %s',
    (page) => {
      const targets = [...read('docs/README.md').matchAll(/\]\(([^)#]+)\)/g)].map(([, target = '']) =>
        join('docs', target),
      );
      expect(targets).toContain(page);
    },
  );

  test('the changelog has the version of every package, and what is not released', () => {
    const headings = [...read('CHANGELOG.md').matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    expect(headings[0]).toBe('Unreleased');
    for (const folder of [
      'packages/core',
      'packages/io',
      'packages/dynamics',
      'packages/clash',
      'packages/gpu',
      'packages/robot',
      'packages/queue',
      'packages/debug',
      'packages/three',
      'packages/cli',
      'apps/studio',
    ]) {
      expect(headings).toContain(JSON.parse(read(`${folder}/package.json`)).version);
    }
  });
});

describe('papers', () => {
  const records = [...read('docs/papers.bib').matchAll(/^@\w+\{(\S+),\n((?: {2}\w+ = \{.*\},\n)+)\}$/gm)].map(
    ([, key = '', fields = '']) => ({
      key,
      fields: new Map(
        [...fields.matchAll(/^ {2}(\w+) = \{(.*)\},$/gm)].map(([, name = '', value = '']) => [name, value]),
      ),
    }),
  );
  const keys = records.map(({ key }) => key);
  let cited = '';

  beforeAll(() => {
    const folders = ['packages', 'apps', 'bench/src', 'docs'];
    const listed = spawnSync('git', ['ls-files', ...folders], { cwd: ROOT, encoding: 'utf8' }).stdout.split('\n');
    cited = listed
      .filter((path) => /\.(ts|md)$/.test(path) && !/\/test\//.test(path) && existsSync(join(ROOT, path)))
      .map(read)
      .join('\n');
  });

  test('are well-formed, in order, each once', () => {
    expect(records.length).toBe(read('docs/papers.bib').match(/^@/gm)?.length);
    expect(keys).toEqual([...new Set(keys)].sort());
  });

  test.each(records)('$key has an author, a title and its year, and is cited', ({ key, fields }) => {
    const [author = ''] = (fields.get('author') ?? '').split(/,| and /);
    expect(fields.get('title')).toMatch(/\S/);
    expect(key).toMatch(new RegExp(`^[a-z]+${fields.get('year')}[a-z]*$`));
    expect(author).not.toBe('');
    expect(cited.includes(author)).toBe(true);
  });
});

describe('tables', () => {
  /** The part of the page of statuses under a heading, up to the next of any level. */
  function section(heading: string): string {
    const parts = read('docs/reference/statuses-and-errors.md').split(/^(?=#+ )/m);
    return parts.find((part) => part.split('\n')[0]?.replace(/^#+ /, '') === heading) ?? '';
  }

  /** What stands in code marks in the first column of a section's tables. */
  function firstColumn(heading: string): string[] {
    const cells = [...section(heading).matchAll(/^\|([^|]*)\|/gm)].map(([, cell = '']) => cell);
    return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)).sort();
  }

  // Each record must name every member of its type, and nothing else, or it does not compile.
  const collide: Record<CollideStatus, true> = {
    separated: true,
    touching: true,
    intersecting: true,
    'a-inside-b': true,
    'b-inside-a': true,
    near: true,
    'iteration-limit': true,
  };
  const distance: Record<DistanceStatus, true> = { ...collide, beyond: true };
  const tolerance: Record<ToleranceStatus, true> = { within: true, beyond: true, 'iteration-limit': true };
  const clearance: Record<ClearanceStatus, true> = { complete: true, limit: true, 'iteration-limit': true };
  const penetration: Record<PenetrationStatus, true> = {
    separated: true,
    touching: true,
    overlapping: true,
    'iteration-limit': true,
  };
  const timeOfContact: Record<TimeOfContactStatus, true> = {
    contact: true,
    near: true,
    free: true,
    'initially-in-contact': true,
    'iteration-limit': true,
  };
  const directional: Record<DirectionalStatus, true> = { blocked: true, free: true, 'iteration-limit': true };
  const closestPoint: Record<ClosestPointResult['status'], true> = { found: true, beyond: true };
  const contains: Record<ContainsResult['status'], true> = { inside: true, boundary: true, outside: true };
  const raycast: Record<RaycastResult['status'], true> = { hit: true, miss: true };
  const elementTime: Record<ElementTimeStatus, true> = { contact: true, near: true, free: true };
  const errors: Record<ErrorCode, true> = {
    'mesh/empty': true,
    'mesh/bad-length': true,
    'mesh/non-finite': true,
    'mesh/too-large': true,
    'mesh/index-out-of-range': true,
    'mesh/not-closed': true,
    'shape/bad-parameter': true,
    'pose/bad-position': true,
    'pose/bad-rotation': true,
    'pose/too-far': true,
    'pose/bad-form': true,
    'motion/bad-form': true,
    'motion/bad-velocity': true,
    'motion/bad-pivot': true,
    'motion/too-many-turns': true,
    'motion/turned-translation': true,
    'motion/bad-time': true,
    'vector/bad': true,
    'options/bad-value': true,
    'model/bad-argument': true,
    'model/not-a-model': true,
    'model/bad-version': true,
    'model/truncated': true,
    'model/damaged': true,
    'query/aborted': true,
    'query/bad-json': true,
    'query/bad-form': true,
    'query/too-long': true,
    'query/unsupported': true,
    'query/failed': true,
    'world/unknown-body': true,
    'world/full': true,
    'world/busy': true,
    'dynamics/bad-mass': true,
    'dynamics/bad-value': true,
    'dynamics/bad-joint': true,
    'dynamics/unknown-body': true,
    'dynamics/bad-snapshot': true,
    'clash/bad-set': true,
    'clash/unknown-model': true,
    'clash/bad-decisions': true,
    'clash/too-many': true,
    'gpu/no-adapter': true,
    'gpu/lost': true,
    'gpu/out-of-memory': true,
    'gpu/failed': true,
    'workers/died': true,
    'workers/closed': true,
    'robot/bad-urdf': true,
    'robot/xacro': true,
    'robot/cyclic': true,
    'robot/missing-mesh': true,
    'robot/no-limits': true,
    'robot/bad-srdf': true,
    'robot/unknown-link': true,
    'robot/unknown-joint': true,
    'robot/bad-values': true,
    'robot/bad-path': true,
    'robot/bad-scene': true,
    'robot/bad-certificate': true,
    'batch/worker-died': true,
    'io/unknown-format': true,
    'io/truncated': true,
    'io/syntax': true,
    'io/bad-number': true,
    'io/bad-count': true,
    'io/index-out-of-range': true,
    'io/too-large': true,
    'io/unsupported': true,
    'io/forbidden-reference': true,
    'io/missing-resource': true,
    'io/bad-json': true,
    'io/cyclic-nodes': true,
    'io/damaged': true,
    'three/bad-object': true,
    'three/bad-geometry': true,
    'three/mirrored': true,
    'three/non-uniform-scale': true,
    'three/sheared': true,
    'three/singular': true,
  };

  test.each(
    Object.entries({
      collide,
      distance,
      tolerance,
      clearance,
      penetration,
      timeOfContact,
      directional,
      closestPoint,
      contains,
      raycast,
      'vertexFaceTime, edgeEdgeTime': elementTime,
      Errors: errors,
    }),
  )('%s: the table has every value there is, and no other', (heading, values) => {
    expect(firstColumn(heading)).toEqual(Object.keys(values).sort());
  });

  test('the modules of core are all described', () => {
    const modules = readdirSync(join(ROOT, 'packages/core/src'), { withFileTypes: true });
    const names = modules.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
    const page = read('docs/reference/architecture.md');
    const described = [...page.matchAll(/^- `([a-z]+\/|[a-z]+\.ts)`: /gm)].map(([, module = '']) => module);
    expect(described.sort()).toEqual(names.sort());
  });
});

describe('links', () => {
  /** The anchors of a page as GitHub makes them from its headings. */
  function anchorsOf(page: string): string[] {
    const headings = [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading);
    return headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );
  }

  const links = PAGES.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => ({ page, target }))
      .filter(({ target }) => !/^https?:/.test(target)),
  );

  test('are there', () => {
    expect(links.length).toBeGreaterThan(20);
  });

  test.each(links)('$page → $target leads somewhere', ({ page, target }) => {
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? page : join(dirname(page), path);
    expect(existsSync(join(ROOT, file))).toBe(true);
    if (anchor !== undefined) expect(anchorsOf(file)).toContain(anchor);
  });
});

describe('shelves', () => {
  const pagesOf = (shelf: string): string[] =>
    PAGES.filter((page) => page.startsWith(`docs/${shelf}/`)).map((page) => page.slice(`docs/${shelf}/`.length));

  test.each(pagesOf('algorithms').filter((name) => name !== 'index.md'))(
    '%s has the parts of a method in order',
    (name) => {
      const headings = [...read(`docs/algorithms/${name}`).matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading);
      expect(headings.filter((heading) => heading !== 'Use')).toEqual([
        'Idea',
        'Guarantee',
        'Proof',
        'Paper',
        'Departures',
      ]);
      expect(programsOf(`docs/algorithms/${name}`).length).toBeGreaterThan(0);
    },
  );

  test.each(['algorithms', 'lab'])('the index of %s lists every page of it once', (shelf) => {
    const listed = [...read(`docs/${shelf}/index.md`).matchAll(/\]\(([a-z-]+\.md)\)/g)].map(([, name = '']) => name);
    expect(listed.sort()).toEqual(
      pagesOf(shelf)
        .filter((name) => name !== 'index.md')
        .sort(),
    );
  });
});
