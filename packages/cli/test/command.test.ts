import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import buildCommand from './build-command.ts';
import { COMMAND, emptyFolder, runCommand } from './run-command.ts';

const COMMANDS = ['collide', 'distance', 'penetration', 'toc', 'check', 'convert', 'batch', 'studio'];
const folder = emptyFolder();
const cube = join(folder, 'cube.obj');
const open = join(folder, 'open.obj');
const bent = join(folder, 'bent.obj');
const broken = join(folder, 'broken.obj');
const queries = join(folder, 'queries.jsonl');

beforeAll(async () => {
  buildCommand();
  writeFileSync(open, 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
  writeFileSync(bent, 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\n');
  writeFileSync(broken, 'v 0 0 0\nf 1 2 3\n');
  writeFileSync(queries, '{"id":1,"op":"collide","a":{"shape":"box"},"b":{"shape":"box"}}\n');
  expect(await runCommand(['convert', 'shape:box', cube])).toEqual({ status: 0, stdout: '', stderr: '' });
});

describe('help', () => {
  test.each([['--help'], ['-h'], ['help'], []])('nearmiss %s lists the commands', async (...args) => {
    const { status, stdout, stderr } = await runCommand(args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    for (const name of COMMANDS) expect(stdout).toContain(`  ${name} `);
  });

  test.each(COMMANDS)('nearmiss %s --help', async (name) => {
    const { status, stdout } = await runCommand([name, '--help']);
    expect(status).toBe(0);
    expect(stdout).toMatch(new RegExp(`^Usage: nearmiss ${name} `));
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(124);
  });

  test('nearmiss help toc is the same', async () => {
    expect(await runCommand(['help', 'toc'])).toEqual(await runCommand(['toc', '--help']));
  });

  test('--version is that of the package', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect(await runCommand(['--version'])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });
});

describe('answers', () => {
  test.each([
    [['collide', 'shape:box', cube], 0, 'intersecting'],
    [['collide', 'shape:box', cube, '--pose-a', '1,0,0'], 0, 'touching'],
    [['collide', 'shape:box', cube, '--pose-a', '-3,0,0', '--fail-on', 'touching'], 0, 'separated'],
    [['collide', 'shape:box', cube, '--pose-a', '-3,0,0', '--fail-on', 'touching,separated'], 2, 'separated'],
    [['collide', 'shape:box', cube, '--budget', '0'], 0, 'iteration-limit'],
    [['collide', 'shape:box(size=[0.5,0.5,0.5])', cube], 0, 'a-inside-b'],
    [['collide', 'shape:box(size=[0.5,0.5,0.5])', cube, '--solid', 'false'], 0, 'separated'],
    [['distance', cube, cube, '--pose-b', '{"position":[3,0,0],"matrix":[0,-1,0,1,0,0,0,0,1]}'], 0, 'separated'],
    [['distance', cube, cube, '--pose-b', '3,0,0,0,0,0,1', '--max-distance', '1'], 0, 'beyond'],
    [['distance', cube, cube, '--pose-b', '3,0,0', '--fail-on', 'separated'], 2, 'separated'],
    [['distance', 'convex:sphere(radius=2)', cube, '--pose-b', '3,0,0'], 0, 'separated'],
    [['collide', 'convex:cone', 'convex:capsule(radius=1,length=2)', '--pose-b', '0,0,2.5'], 0, 'touching'],
    [['penetration', cube, 'convex:cylinder', '--pose-b', '0.75,0,0'], 0, 'overlapping'],
    [['penetration', cube, cube, '--pose-b', '1,0,0', '--accuracy', '1e-3'], 0, 'touching'],
    [['penetration', cube, cube, '--pose-b', '3,0,0', '--fail-on', 'separated'], 2, 'separated'],
    [['toc', cube, cube, '--pose-a', '0,0,5', '--to-a', '0,0,-5', '--fail-on', 'contact,near'], 2, 'contact'],
    [['toc', cube, cube, '--pose-a', '0,0,5', '--to-a', '0,0,3', '--kind', 'translation'], 0, 'free'],
    [['toc', cube, 'convex:sphere', '--to-b', '0,0,-5'], 0, 'initially-in-contact'],
    [['toc', cube, cube, '--pose-a', '0,0,5', '--to-a', '0,0,-5', '--budget', '0'], 0, 'iteration-limit'],
  ] as const)('%j ends with %i and says %s', async (args, status, word) => {
    const table = await runCommand(args);
    expect(table).toMatchObject({ status, stderr: '' });
    expect(table.stdout.split('\n')[0]).toBe(word);
    const json = await runCommand([...args, '--json']);
    expect(json).toMatchObject({ status, stderr: '' });
    expect(JSON.parse(json.stdout).status).toBe(word);
  });

  test('a distance has its bracket and points', async () => {
    const { stdout } = await runCommand(['distance', cube, 'shape:box', '--pose-b', '3,0,0', '--json']);
    const result = JSON.parse(stdout);
    expect(result.lower).toBeLessThanOrEqual(2);
    expect(result.upper).toBeGreaterThanOrEqual(2);
    expect(result.pointA[0]).toBe(0.5);
    expect(result.pointB[0]).toBe(2.5);
    expect(result).not.toHaveProperty('stats');
  });

  test('a time of contact has its features', async () => {
    const args = ['toc', cube, cube, '--pose-a', '0.25,0.125,5', '--to-a', '0.25,0.125,-5', '--threshold', '1e-3'];
    const { toc, upper, contacts, ...result } = JSON.parse((await runCommand([...args, '--json'])).stdout);
    expect(toc).toBeLessThanOrEqual(0.4);
    expect(upper).toBeGreaterThanOrEqual(0.4);
    expect(result).toMatchObject({ status: 'contact', lower: toc, threshold: 1e-3 });
    expect(contacts[0].normal).toEqual([0, 0, -1]);
    expect((await runCommand(args)).stdout).toMatch(/contact +face \d+ of A, vertex 7 of B at \(0\.5, 0\.5, 0\.5\)\n/);
  });

  test('a penetration has its depth and the way out', async () => {
    const args = ['penetration', cube, 'convex:sphere(radius=0.5)', '--pose-b', '0.75,0,0'];
    const { translation, local, ...result } = JSON.parse((await runCommand([...args, '--json'])).stdout);
    expect(result.lower).toBeLessThanOrEqual(0.25);
    expect(result.upper).toBeGreaterThanOrEqual(0.25);
    expect(result).toMatchObject({ status: 'overlapping', certified: true, readingA: 'solid' });
    expect(translation[0]).toBeCloseTo(-0.25, 12);
    expect(local[0]).toMatchObject({ depth: result.upper, normal: [1, expect.anything(), expect.anything()] });
    expect((await runCommand(args)).stdout).toMatch(
      /depth +0\.25.*\n.*at least.*\n.*at most.*\n.*way out for A +\(-0\.25/,
    );
  });

  test('a penetration is verified if that is asked for', async () => {
    const args = ['penetration', 'shape:torus', 'shape:torus', '--pose-b', '0.3,0.2,0.1', '--fail-on', 'unverified'];
    const json = await runCommand([...args, '--verify', '--json']);
    expect(json.status).toBe(0);
    const { status, lower, verified } = JSON.parse(json.stdout);
    expect(status).toBe('overlapping');
    expect(lower).toBeGreaterThan(0);
    expect(verified).toEqual({ ok: true, upper: true, lower: true, checked: expect.stringContaining('a ball inside') });
    expect((await runCommand([...args, '--verify'])).stdout).toMatch(/verified +yes: upper: collide says .*; lower: /);
    // Without a budget nothing can be confirmed, and that is a condition of its own.
    const starved = await runCommand([...args, '--verify', '--budget', '0', '--json']);
    expect(starved.status).toBe(2);
    expect(JSON.parse(starved.stdout).verified).toMatchObject({ ok: false, upper: false });
    expect(JSON.parse((await runCommand(args.slice(0, -2).concat('--json'))).stdout)).not.toHaveProperty('verified');
  });

  test('the steps of a penetration are there if they are asked for', async () => {
    const args = ['penetration', 'shape:torus', 'shape:torus', '--pose-b', '0.3,0.2,0.1'];
    const { trace, translation } = JSON.parse((await runCommand([...args, '--trace', '--json'])).stdout);
    expect(trace[0].kind).toBe('start');
    expect(trace.at(-1)).toMatchObject({ kind: 'end', translation });
    const { stdout } = await runCommand([...args, '--trace']);
    expect(stdout).toMatch(new RegExp(`start +${Math.hypot(...trace[0].translation)} by \\(`));
    expect(await runCommand(args)).toMatchObject({ stdout: expect.not.stringContaining('start') });
  });

  test('pairs of faces are there if all are asked for', async () => {
    const all = await runCommand(['collide', cube, cube, '--pose-a', '0.5,0.25,0', '--contacts', 'all', '--json']);
    const first = await runCommand(['collide', cube, cube, '--pose-a', '0.5,0.25,0', '--json']);
    const { pairs, pairCount } = JSON.parse(all.stdout);
    expect(pairCount).toBeGreaterThan(0);
    expect(pairs).toHaveLength(pairCount);
    expect(JSON.parse(first.stdout)).not.toHaveProperty('pairs');
  });

  test.each([
    [cube, { vertices: 8, triangles: 12, closed: true, openEdges: 0, orientation: 'outward' }],
    [open, { vertices: 3, triangles: 1, closed: false, openEdges: 3, orientation: 'open' }],
  ])('check %s', async (file, expected) => {
    const json = await runCommand(['check', file, '--json']);
    expect(json.status).toBe(0);
    expect(JSON.parse(json.stdout)).toMatchObject(expected);
    const table = await runCommand(['check', file]);
    expect(table.stdout).toMatch(new RegExp(`closed +${expected.closed ? 'yes' : 'no'}\n`));
  });

  test.each(['obj', 'stl', 'ply', 'glb'])('convert to %s and back gives the same body', async (format) => {
    const file = join(folder, `converted.${format}`);
    expect(await runCommand(['convert', cube, file])).toEqual({ status: 0, stdout: '', stderr: '' });
    const { stdout } = await runCommand(['check', file, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ triangles: 12, closed: true, signedVolume: 1 });
  });

  test('nothing but text goes to what is no terminal', async () => {
    const { stdout } = await runCommand(['collide', cube, cube], '', { FORCE_COLOR: '1' });
    expect(stdout).not.toContain('\x1b');
  });
});

describe('output', () => {
  test.each([[['--help']], [['check', 'shape:box']], [['distance', 'shape:box', 'shape:box', '--json']]])(
    '%j: a reader that left is no error',
    async (args) => {
      const child = spawn(process.execPath, [COMMAND, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
      child.stdout.destroy();
      const errors = text(child.stderr);
      expect(await once(child, 'close')).toEqual([0, null]);
      expect(await errors).toBe('');
    },
  );

  test.runIf(existsSync('/dev/full'))('a full disk is one line on stderr', () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [COMMAND, 'check', 'shape:box'], {
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(full);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^nearmiss: [^\n]*no space left on device[^\n]*\n$/);
  });
});

describe('bad input is one line on stderr and exit status 1', () => {
  test.each([
    [['frobnicate'], 'There is no command "frobnicate"'],
    [['help', 'frobnicate'], 'There is no command "frobnicate"'],
    [['collide', cube], 'Expected 2 arguments, A and B; got 1'],
    [['collide', cube, cube, '--nope'], "Unknown option '--nope'; there are --pose-a, "],
    [['collide', cube, cube, '--contacts', 'some'], '--contacts is "some"; it takes first, all'],
    [['collide', cube, cube, '--solid', 'maybe'], '--solid is "maybe"'],
    [['collide', cube, cube, '--fail-on', 'beyond'], '--fail-on is "beyond"'],
    [['collide', cube, cube, '--pose-a', '1,2'], '--pose-a is "1,2"; it takes x,y,z'],
    [['collide', cube, cube, '--pose-a', '{'], '--pose-a is no JSON'],
    [['collide', cube, cube, '--pose-a', '0,0,0,0,0,0,9'], 'a quaternion of length 1'],
    [['distance', cube, cube, '--tolerance', 'x'], '--tolerance is "x"; it takes a number'],
    [['distance', cube, cube, '--tolerance=-1'], 'tolerance is -1'],
    [['distance', cube, 'shape:blob'], 'There is no shape "blob"'],
    [['distance', cube, 'convex:torus'], 'There is no shape "torus"; there are box, capsule'],
    [['distance', cube, 'convex:sphere(radius=0)'], 'sphere: radius must be greater than 0'],
    [['penetration', 'shape:torus', 'convex:cone'], 'B is a round shape'],
    [['penetration', cube, cube, '--fail-on', 'unverified'], '--fail-on unverified needs --verify'],
    [['distance', cube, join(folder, 'gone.obj')], 'cannot be opened'],
    [['distance', cube, broken], `nearmiss: ${broken}: `],
    [['distance', cube, broken], 'line 2'],
    [['distance', cube, bent, '--solid', 'true'], 'solid'],
    [['check'], 'Expected one argument, MESH; got 0'],
    [['check', folder], 'not a file'],
    [['check', 'convex:sphere'], '"convex:sphere" has no triangles'],
    [['toc', cube, cube, '--kind', 'wild'], '--kind is "wild"; it takes linear, screw, translation'],
    [['toc', cube, cube, '--to-a', '0,0,1,0,0,1,0', '--kind', 'translation'], 'translation'],
    [['convert', cube, join(folder, 'cube.doc')], 'ends in no format that is written'],
    [['convert', cube, join(folder, 'none/cube.obj')], 'cannot be written'],
    [['batch'], 'Expected one argument, QUERIES'],
    [['batch', join(folder, 'gone.jsonl')], 'cannot be opened'],
    [['batch', folder], 'is a folder'],
    [['batch', queries, '--workers', '0'], '--workers is 0'],
    [['batch', queries, '--models', join(folder, 'none')], 'is no folder'],
    [['batch', queries, '-o', queries], 'both the queries and the results'],
    [['batch', queries, '-o', join(folder, 'none/results.jsonl')], 'cannot be written'],
    [['studio', cube, cube, cube], 'Expected at most 2 arguments, A and B; got 3'],
    [['studio', '--port', 'x'], '--port is "x"; it takes a number'],
    [['studio', '--port', '65536'], 'The port is 65536; it has to be a whole number from 0 to 65535'],
    [['studio', broken], 'line 2'],
    [['studio', cube, 'shape:blob'], 'There is no shape "blob"'],
  ])('%j', async (args, sentence) => {
    const { status, stdout, stderr } = await runCommand(args);
    expect(stderr).toContain(sentence);
    expect(stderr).toMatch(/^nearmiss: [^\n]+\n$/);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  });
});
