import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Model } from 'nearmiss';
import { convexNames } from 'nearmiss/convex';
import { medialAxis } from 'nearmiss/medial';
import { box, makeShape, shapeNames } from 'nearmiss/shapes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import buildCommand from './build-command.ts';
import { COMMAND, CommandServer, emptyFolder, runCommand } from './run-command.ts';

const COMMANDS = [
  'collide',
  'distance',
  'tolerance',
  'clearance',
  'penetration',
  'toc',
  'directional',
  'closest-point',
  'contains',
  'raycast',
  'medial',
  'shapes',
  'check',
  'convert',
  'batch',
  'studio',
];
const server = new CommandServer();
afterAll(() => server.close());

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
  const wrote = `wrote ${cube}: 8 vertices, 12 triangles, 232 bytes\n`;
  expect(await runCommand(['convert', 'shape:box', cube])).toEqual({ status: 0, stdout: wrote, stderr: '' });
});

describe('help', () => {
  test.concurrent.each([['--help'], ['-h'], ['help'], []])('nearmiss %s lists the commands', async (...args) => {
    const { status, stdout, stderr } = await runCommand(args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    for (const name of COMMANDS) expect(stdout).toContain(`  ${name} `);
  });

  test.each(COMMANDS)('nearmiss %s --help', async (name) => {
    const { status, stdout } = await server.run([name, '--help']);
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
    [['penetration', 'shape:torus', 'convex:cone', '--pose-b', '9,0,0'], 0, 'separated'],
    [['collide', cube, 'shape:box(size=[9,9,9])', '--fail-on', 'colliding'], 2, 'a-inside-b'],
    [['collide', cube, cube, '--pose-b', '3,0,0', '--fail-on', 'colliding'], 0, 'separated'],
    [['penetration', cube, cube, '--pose-b', '3,0,0', '--fail-on', 'separated'], 2, 'separated'],
    [['toc', cube, cube, '--pose-a', '0,0,5', '--to-a', '0,0,-5', '--fail-on', 'contact,near'], 2, 'contact'],
    [['toc', cube, cube, '--pose-a', '0,0,5', '--to-a', '0,0,3', '--kind', 'translation'], 0, 'free'],
    [['toc', cube, 'convex:sphere', '--to-b', '0,0,-5'], 0, 'initially-in-contact'],
    [['toc', cube, cube, '--pose-a', '0,0,5', '--to-a', '0,0,-5', '--budget', '0'], 0, 'iteration-limit'],
    [
      ['toc', cube, cube, '--pose-a', '0,0,5', '--velocity-a', '0,0,-10', '--angular-velocity-a', '0,0,99'],
      0,
      'contact',
    ],
    [['toc', cube, cube, '--pose-a', '1.2,0,0', '--rotate-to-a', 'z,45', '--pivot-a', '0,0,0'], 0, 'contact'],
    [['toc', cube, cube, '--pose-a', '1.3,0,0', '--rotate-to-a', 'z,45'], 0, 'free'],
    // A rod across: it meets what lies beside it on any turn that is long enough, and throughout round.
    [['toc', 'shape:box(size=[4,0.1,0.1])', cube, '--pose-b', '0,1.8,0', '--rotate-to-a', 'z,45'], 0, 'free'],
    [['toc', 'shape:box(size=[4,0.1,0.1])', cube, '--pose-b', '0,1.8,0', '--rotate-to-a', 'z,360'], 0, 'contact'],
    [['toc', 'shape:box(size=[4,0.1,0.1])', cube, '--pose-b', '1.5,1.5,0', '--rotate-to-a', 'z,-350'], 0, 'contact'],
    [
      ['toc', 'shape:box(size=[4,0.1,0.1])', cube, '--pose-b', '0,9,0', '--to-a', '0,9,0', '--rotate-to-a', 'z,720'],
      0,
      'contact',
    ],
    [
      ['toc', cube, cube, '--pose-a', '0,0,5', '--rotate-a', 'z,45', '--to-a', '0,0,3', '--kind', 'translation'],
      0,
      'free',
    ],
    [
      ['toc', cube, cube, '--pose-a', '0,0,5', '--to-a', '0,0,-5', '--method', 'hulls', '--bound', 'undirected'],
      0,
      'contact',
    ],
    [
      ['toc', cube, cube, '--pose-a', '0,0,5', '--to-a', '0,0,-5', '--method', 'controlled', '--volume', 'obb'],
      0,
      'contact',
    ],
    [['distance', cube, cube, '--pose-b', '3,0,0', '--method', 'hulls'], 0, 'separated'],
    [['distance', cube, cube, '--pose-b', '3,0,0', '--method', 'voronoi-marching'], 0, 'separated'],
    [['distance', cube, cube, '--pose-b', '3,0,0', '--volume', 'kdop26-hull'], 0, 'separated'],
    [['collide', cube, cube, '--pose-b', '1.2,0,0'], 0, 'separated'],
    [['collide', cube, cube, '--pose-b', '1.2,0,0', '--rotate-b', 'z,45'], 0, 'intersecting'],
    [['collide', cube, cube, '--pose-b', '1.2,0,0', '--rotate-b', 'z,45', '--rotate-b', '0,0,2,-45'], 0, 'separated'],
    [['collide', cube, cube, '--pose-b', '0.9,0,0', '--volume', 'obb'], 0, 'intersecting'],
    [['collide', cube, `${cube}@0.5`], 0, 'b-inside-a'],
    [['collide', `${cube}@mm`, `${cube}@0.001`, '--pose-b', '0.001,0,0'], 0, 'touching'],
    [['collide', cube, cube, '--unit', 'mm', '--pose-b', '0.001,0,0'], 0, 'touching'],
    [['collide', 'shape:box@2', cube, '--pose-b', '1.5,0,0'], 0, 'touching'],
    [['tolerance', cube, cube, '--pose-b', '3,0,0', '--tolerance', '2.5'], 0, 'within'],
    [['tolerance', cube, cube, '--pose-b', '3,0,0', '--tolerance', '1', '--fail-on', 'beyond'], 2, 'beyond'],
    [['clearance', cube, cube, '--pose-b', '1.5,0,0', '--clearance', '0.75'], 0, 'complete'],
    [['clearance', cube, cube, '--pose-b', '1.5,0,0', '--clearance', '0.75', '--limit', '1'], 0, 'limit'],
    [['directional', cube, cube, '--pose-b', '3,0,0', '--direction', '1,0,0'], 0, 'blocked'],
    [['directional', cube, cube, '--pose-b', '3,0,0', '--direction', '-1,0,0'], 0, 'free'],
    [['closest-point', cube, '--point', '3,0,0'], 0, 'found'],
    [['closest-point', cube, '--point', '3,0,0', '--max-distance', '1'], 0, 'beyond'],
    [['contains', cube, '--point', '0,0,0.25'], 0, 'inside'],
    [['contains', cube, '--point', '0,0,0.25', '--pose', '0,0,0.75'], 0, 'boundary'],
    [['contains', cube, '--point', '0.6,0,0', '--rotate', 'z,45'], 0, 'inside'],
    [['contains', cube, '--point', '0,0,9', '--fail-on', 'outside'], 2, 'outside'],
    [['contains', 'convex:sphere', '--point', '0,0,0'], 0, 'inside'],
    [['raycast', cube, '--origin', '3,0,0', '--direction', '-1,0,0'], 0, 'hit'],
    [['raycast', cube, '--origin', '3,0,0', '--direction', '-1,0,0', '--max-distance', '1'], 0, 'miss'],
  ] as const)('%j ends with %i and says %s', async (args, status, word) => {
    const table = await server.run(args);
    expect(table).toMatchObject({ status, stderr: '' });
    expect(table.stdout.split('\n')[0]).toBe(word);
    const json = await server.run([...args, '--json']);
    expect(json).toMatchObject({ status, stderr: '' });
    expect(JSON.parse(json.stdout).status).toBe(word);
  });

  test('a distance has its bracket and points', async () => {
    const { stdout } = await server.run(['distance', cube, 'shape:box', '--pose-b', '3,0,0', '--json']);
    const result = JSON.parse(stdout);
    expect(result.lower).toBeLessThanOrEqual(2);
    expect(result.upper).toBeGreaterThanOrEqual(2);
    expect(result.pointA[0]).toBe(0.5);
    expect(result.pointB[0]).toBe(2.5);
    expect(result).not.toHaveProperty('stats');
  });

  test('a time of contact has its features', async () => {
    const args = ['toc', cube, cube, '--pose-a', '0.25,0.125,5', '--to-a', '0.25,0.125,-5', '--threshold', '1e-3'];
    const { toc, upper, contacts, ...result } = JSON.parse((await server.run([...args, '--json'])).stdout);
    expect(toc).toBeLessThanOrEqual(0.4);
    expect(upper).toBeGreaterThanOrEqual(0.4);
    expect(result).toMatchObject({ status: 'contact', lower: toc, threshold: 1e-3 });
    expect(contacts[0].normal).toEqual([0, 0, -1]);
    expect((await server.run(args)).stdout).toMatch(/contact +face \d+ of A, vertex 7 of B at \(0\.5, 0\.5, 0\.5\)\n/);
  });

  test('a penetration has its depth and the separating translation', async () => {
    const args = ['penetration', cube, 'convex:sphere(radius=0.5)', '--pose-b', '0.75,0,0'];
    const { translation, local, ...result } = JSON.parse((await server.run([...args, '--json'])).stdout);
    expect(result.lower).toBeLessThanOrEqual(0.25);
    expect(result.upper).toBeGreaterThanOrEqual(0.25);
    expect(result).toMatchObject({ status: 'overlapping', certified: true, interpretationA: 'solid' });
    expect(translation[0]).toBeCloseTo(-0.25, 12);
    expect(local[0]).toMatchObject({ depth: result.upper, normal: [1, expect.anything(), expect.anything()] });
    expect((await server.run(args)).stdout).toMatch(
      /depth +0\.25.*\n.*at least.*\n.*at most.*\n.*separating translation of A +\(-0\.25/,
    );
  });

  test('a penetration is verified if that is asked for', async () => {
    const args = ['penetration', 'shape:torus', 'shape:torus', '--pose-b', '0.3,0.2,0.1', '--fail-on', 'unverified'];
    const json = await server.run([...args, '--verify', '--json']);
    expect(json.status).toBe(0);
    const { status, lower, verified } = JSON.parse(json.stdout);
    expect(status).toBe('overlapping');
    expect(lower).toBeGreaterThan(0);
    expect(verified).toEqual({ ok: true, upper: true, lower: true, checked: expect.stringContaining('a ball inside') });
    expect((await server.run([...args, '--verify'])).stdout).toMatch(/verified +yes: upper: collide says .*; lower: /);
    // Without a budget nothing can be confirmed, and that is a condition of its own.
    const starved = await server.run([...args, '--verify', '--budget', '0', '--json']);
    expect(starved.status).toBe(2);
    expect(JSON.parse(starved.stdout).verified).toMatchObject({ ok: false, upper: false });
    expect(JSON.parse((await server.run(args.slice(0, -2).concat('--json'))).stdout)).not.toHaveProperty('verified');
  });

  test('the steps of a penetration are there if they are asked for', async () => {
    const args = ['penetration', 'shape:torus', 'shape:torus', '--pose-b', '0.3,0.2,0.1'];
    const { trace, translation } = JSON.parse((await server.run([...args, '--trace', '--json'])).stdout);
    expect(trace[0].kind).toBe('start');
    expect(trace.at(-1)).toMatchObject({ kind: 'end', translation });
    const { stdout } = await server.run([...args, '--trace']);
    expect(stdout).toMatch(new RegExp(`start +${Math.hypot(...trace[0].translation)} by \\(`));
    expect(await server.run(args)).toMatchObject({ stdout: expect.not.stringContaining('start') });
  });

  test('pairs of faces are there if all are asked for', async () => {
    const all = await server.run(['collide', cube, cube, '--pose-a', '0.5,0.25,0', '--contacts', 'all', '--json']);
    const first = await server.run(['collide', cube, cube, '--pose-a', '0.5,0.25,0', '--json']);
    const { pairs, pairCount } = JSON.parse(all.stdout);
    expect(pairCount).toBeGreaterThan(0);
    expect(pairs).toHaveLength(pairCount);
    expect(JSON.parse(first.stdout)).not.toHaveProperty('pairs');
  });

  test.each([
    [cube, { vertices: 8, triangles: 12, closed: true, openEdges: 0, orientation: 'outward' }],
    [open, { vertices: 3, triangles: 1, closed: false, openEdges: 3, orientation: 'open' }],
  ])('check %s', async (file, expected) => {
    const json = await server.run(['check', file, '--json']);
    expect(json.status).toBe(0);
    expect(JSON.parse(json.stdout)).toMatchObject(expected);
    const table = await server.run(['check', file]);
    expect(table.stdout).toMatch(new RegExp(`closed +${expected.closed ? 'yes' : 'no'}\n`));
  });

  test.each(['obj', 'stl', 'ply', 'off', 'glb'])('convert to %s and back gives the same body', async (format) => {
    const file = join(folder, `converted.${format}`);
    const told = await server.run(['convert', cube, file, '--json']);
    expect(told).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(told.stdout)).toMatchObject({ file, triangles: 12, bytes: readFileSync(file).length });
    const { stdout } = await server.run(['check', file, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ triangles: 12, closed: true, signedVolume: 1 });
  });

  test('a quarter turn is one', async () => {
    const args = ['distance', 'shape:box(size=[4,1,1])', cube, '--pose-b', '9,0,0', '--json'];
    const { lower, upper } = JSON.parse((await server.run([...args, '--rotate-a', 'z,90'])).stdout);
    expect(lower).toBeLessThanOrEqual(8 + 1e-15);
    expect(upper).toBeGreaterThanOrEqual(8 - 1e-15);
    expect(upper - lower).toBeLessThan(1e-12);
  });

  test('a part of a file', async () => {
    const scene = join(folder, 'scene.obj');
    writeFileSync(
      scene,
      'o left\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\no right hand\nv 9 0 0\nv 8 0 0\nv 8 1 0\nf 4 5 6\n',
    );
    const { stdout } = await server.run(['check', scene]);
    expect(stdout).toMatch(/bounding box +\(0, 0, 0\) to \(9, 1, 0\)\n/);
    expect(stdout).toMatch(/size +9 × 1 × 0\n/);
    expect(stdout).toMatch(/#0 +"left", 1 triangles\n +#1 +"right hand", 1 triangles\n/);
    expect(JSON.parse((await server.run(['check', `${scene}#right hand`, '--json'])).stdout)).toMatchObject({
      parts: 1,
      partList: [{ name: 'right hand', triangles: 1 }],
      boundingBox: { min: [8, 0, 0], max: [9, 1, 0], size: [1, 1, 0] },
    });
    const apart = await server.run(['distance', `${scene}#left`, `${scene}#1@2`, '--json']);
    expect(JSON.parse(apart.stdout)).toMatchObject({ pointA: [1, 0, 0], pointB: [16, 0, 0] });
    // A file that is called so goes first.
    writeFileSync(`${scene}#left`, 'v 5 0 0\nv 6 0 0\nv 5 1 0\nf 1 2 3\n');
    const { boundingBox } = JSON.parse((await server.run(['check', `${scene}#left`, '--json'])).stdout);
    expect(boundingBox.min).toEqual([5, 0, 0]);
  });

  test('the shapes, each as it can be typed', async () => {
    const { stdout } = await server.run(['shapes']);
    const words = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as string);
    expect(words).toContain('shape:box(size=[1,1,1],segments=1)');
    expect(words).toContain('convex:capsule(radius=0.5,length=1)');
    expect(words.length).toBe(shapeNames.length + convexNames.length);
    const { shape } = JSON.parse((await server.run(['shapes', 'torus', '--json'])).stdout);
    expect(Object.keys(shape)).toEqual(['torus']);
    for (const word of words) {
      if (word.startsWith('shape:'))
        expect(makeShape(word.slice(6))).toEqual(makeShape(word.slice(6).split('(')[0] ?? ''));
    }
  });

  test('a medial axis as a table, JSON and OBJ', async () => {
    const args = ['medial', 'shape:box', '--samples', '300', '--primitives', '20'];
    const json = join(folder, 'axis.json');
    const obj = join(folder, 'axis.obj');
    const table = await server.run([...args, '-o', json]);
    expect(table).toMatchObject({ status: 0, stderr: '' });
    expect(table.stdout).toMatch(/balls +\d+\n/);
    expect(readFileSync(json, 'utf8')).toBe((await server.run([...args, '--json', '-o', obj])).stdout);
    const { spheres, cones, slabs, dilation } = JSON.parse(readFileSync(json, 'utf8'));
    const axis = medialAxis(Model.build(box()), { samples: 300, primitives: 20 });
    expect(spheres.flat()).toEqual([...axis.spheres]);
    expect([cones.flat(), slabs.flat(), dilation]).toEqual([[...axis.cones], [...axis.slabs], axis.dilation]);
    const lines = readFileSync(obj, 'utf8').split('\n');
    const [x, y, z, radius] = spheres[0];
    expect(lines[1]).toBe(`v ${x} ${y} ${z} # radius ${radius}`);
    expect(lines.filter((line) => line.startsWith('l ')).length).toBe(cones.length);
    expect(lines.filter((line) => line.startsWith('f ')).length).toBe(slabs.length);
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
    [['penetration', cube, cube, '--fail-on', 'unverified'], '--fail-on unverified needs --verify'],
    [['tolerance', cube, cube], 'nearmiss tolerance needs --tolerance'],
    [['clearance', cube, cube], 'nearmiss clearance needs --clearance'],
    [['directional', cube, cube], 'nearmiss directional needs --direction'],
    [['directional', cube, cube, '--direction', '0,0,0'], 'direction'],
    [['contains', cube], 'nearmiss contains needs --point'],
    [['contains', cube, '--point', '1,2'], '--point is "1,2"; it takes x,y,z'],
    [['contains', cube, cube, '--point', '1,2,3'], 'Expected one argument, BODY; got 2'],
    [['raycast', cube, '--origin', '0,0,0'], 'nearmiss raycast needs --direction'],
    [
      ['distance', cube, cube, '--method', 'fast'],
      '--method is "fast"; it takes auto, volumes, hulls, voronoi-marching, medial',
    ],
    [['distance', cube, cube, '--volume', 'cube'], '--volume is "cube"; it takes disc, '],
    [['toc', cube, cube, '--bound', 'loose'], '--bound is "loose"'],
    [['toc', cube, cube, '--to-a', '0,0,1', '--velocity-a', '0,0,1'], 'or velocities, not both'],
    [['toc', cube, cube, '--pivot-a', '0,0,1'], '--pivot-a is the pivot of a motion'],
    [['collide', cube, cube, '--rotate-a', 'w,90'], '--rotate-a is "w,90"; it takes an axis and degrees'],
    [['collide', cube, cube, '--rotate-a', '0,0,0,90'], '--rotate-a is "0,0,0,90"'],
    [['collide', cube, cube, '--rotate-a', 'constructor,90'], '--rotate-a is "constructor,90"'],
    [['toc', cube, cube, '--rotate-to-a', 'z,200', '--rotate-to-a', 'x,10'], 'More than half a turn takes one'],
    [['toc', cube, cube, '--rotate-to-a', 'z,200', '--kind', 'screw'], 'More than half a turn takes one'],
    [['collide', cube, cube, '--unit', 'furlong'], '--unit is "furlong"; it takes um, mm'],
    [['collide', cube, `${cube}@0`], 'The scale is 0'],
    [['collide', cube, `${cube}@-1`], 'The scale is -1'],
    [['check', `${cube}#lid`], 'The file has no part "lid"; it has 0 "'],
    [['check', `${cube}@nope`], '@nope is neither a number nor a unit'],
    [['check', `${cube}@mm#0`], 'the part comes before the scale'],
    [['shapes', 'blob'], 'There is no shape "blob"'],
    [['medial', open], 'encloses nothing'],
    [['medial', cube, '-o', 'axis.stl'], '"axis.stl" ends in neither .json nor .obj'],
    [['distance', cube, join(folder, 'gone.obj')], 'cannot be opened: there is no such file'],
    [['distance', cube, join(cube, 'gone.obj')], 'cannot be opened: a part of its path is a file'],
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
    [['batch', queries, '-o', queries], 'both input and output'],
    [['batch', queries, '-o', join(folder, 'none/results.jsonl')], 'cannot be written'],
    [['studio', cube, cube, cube], 'Expected at most 2 arguments, A and B; got 3'],
    [['studio', '--port', 'x'], '--port is "x"; it takes a number'],
    [['studio', '--port', '65536'], 'The port is 65536; it has to be a whole number from 0 to 65535'],
    [['studio', broken], 'line 2'],
    [['studio', cube, 'shape:blob'], 'There is no shape "blob"'],
  ])('%j', async (args, sentence) => {
    const { status, stdout, stderr } = await server.run(args);
    expect(stderr).toContain(sentence);
    expect(stderr).toMatch(/^nearmiss: [^\n]+\n$/);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  });
});
