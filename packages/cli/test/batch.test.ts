import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { distance, Model, penetration } from 'nearmiss';
import { box, torus } from 'nearmiss/shapes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import buildCommand from './build-command.ts';
import { COMMAND, emptyFolder, OpenBatch, ROOT, runCommand } from './run-command.ts';

const folder = emptyFolder();
const models = join(folder, 'models');
const TRIANGLE = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n';

beforeAll(() => {
  buildCommand();
  mkdirSync(models);
  writeFileSync(join(models, 'triangle.obj'), TRIANGLE);
  writeFileSync(join(models, 'broken.obj'), 'v 0 0 0\nf 1 2 3\n');
  writeFileSync(join(folder, 'secret.obj'), TRIANGLE);
  symlinkSync(join(folder, 'secret.obj'), join(models, 'link.obj'));
});

type Line = Readonly<Record<string, unknown>> & {
  readonly id?: unknown;
  readonly ok: boolean;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: string; readonly message: string };
};

const parse = (text: string): Line[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

const pair = { op: 'distance', a: { shape: 'box' }, b: { shape: 'box', pose: { position: [3, 0, 0] } } };

describe('a line', () => {
  let batch: OpenBatch;
  beforeAll(() => {
    batch = new OpenBatch(['--models', models]);
  });
  afterAll(async () => {
    // Some lines were refused.
    expect(await batch.close()).toEqual({ status: 1, stderr: '' });
  });

  const askOne = async (query: object | string): Promise<Line> =>
    JSON.parse(await batch.ask(typeof query === 'string' ? query : JSON.stringify(query)));

  test('alone decides the exit status', async () => {
    for (const [query, status] of [[pair, 0] as const, [{ op: 'no such' }, 1] as const]) {
      const ended = await runCommand(['batch', '-', '--models', models], `${JSON.stringify(query)}\n`);
      expect(ended).toMatchObject({ status, stderr: '' });
    }
  });

  test('is answered with the result of the library', async () => {
    const answer = await askOne({ id: 'q', ...pair });
    const cube = Model.build(box());
    const { status, ...result } = distance(cube, {}, cube, { position: [3, 0, 0] });
    expect(answer).toEqual({ id: 'q', ok: true, op: 'distance', result: { status, ...result } });
  });

  test('keeps its id, whatever JSON that is, and a byte-order mark before it is passed over', async () => {
    const ids = ['q', 7, null, true, [1, { a: [] }], { of: 'me', n: -0.5 }];
    const lines = ids.map((id) => JSON.stringify({ id, ...pair })).join('\n');
    const { stdout, status } = await runCommand(['batch', '-', '--models', models], `\uFEFF${lines}\n`);
    const answers = parse(stdout);
    expect(status).toBe(0);
    expect(answers.map(({ ok, id }) => [ok, id])).toEqual(ids.map((id) => [true, id]));
    expect('id' in (await askOne(pair))).toBe(false);
    expect((await askOne({ id: { deep: 1 }, op: 'no such' })).id).toEqual({ deep: 1 });
  });

  test('has the text of its id back, digit by digit', async () => {
    const ids = [
      '12345678901234567890',
      '1.0',
      '-0',
      '1e400',
      '[0.1000000000000000055, {"id": 9007199254740993}]',
      '"\\u0069\\""',
    ];
    const rest = JSON.stringify(pair).slice(1);
    const lines = [
      ...ids.map((id) => `{"id":${id},${rest}`),
      `{"a": {"id": 3}, "i\\u0064" : ${ids[0]} , "op": "no such"}`,
      `{"id":1,"id":${ids[0]},${rest}`,
    ];
    const { stdout } = await runCommand(['batch', '-', '--models', models], `${lines.join('\n')}\n`);
    const texts = stdout.split('\n').map((line) => line.slice('{"id":'.length, line.indexOf(',"ok":')));
    expect(texts.slice(0, -1)).toEqual([...ids, ids[0], ids[0]]);
  });

  test.each([
    [{ ...pair, contacst: 'all' }, 'query/bad-form', 'it has id, op, a, b, options.'],
    [{ ...pair, option: {} }, 'query/bad-form', 'Did you mean "options"?'],
    [{ ...pair, options: { tolernace: 1 } }, 'options/bad-value', 'Did you mean "tolerance"?'],
    [{ ...pair, a: { shapes: 'box' } }, 'query/bad-form', 'Did you mean "shape"?'],
    [{ ...pair, a: { shape: 'box', pose: { pos: [0, 0, 1] } } }, 'query/bad-form', 'Did you mean "position"?'],
    [{ op: 'edge-edge', start: [], ends: [] }, 'query/bad-form', 'Did you mean "end"?'],
  ])('with a misspelt name is refused, and the nearest known one is told: %o', async (query, code, hint) => {
    const { ok, error } = await askOne(query);
    expect(ok).toBe(false);
    expect(error?.code).toBe(code);
    expect(error?.message).toContain(hint);
  });

  test('nested without end is refused by name, wherever it is', async () => {
    const deep = `${'['.repeat(2e6)}${']'.repeat(2e6)}`;
    const rest = '"op":"distance","a":{"shape":"box"},"b":{"shape":"box"}';
    for (const line of [
      deep,
      deep.slice(0, 2e6),
      `{"id":${deep},${rest}}`,
      `{"id":1,"op":${deep}}`,
      `{"id":1,"op":"distance","a":${deep},"b":{}}`,
      `{"id":1,${rest},"options":{"tolerance":${deep}}}`,
      `{"id":1,"op":"vertex-face","start":${deep},"end":[]}`,
    ]) {
      const { error } = await askOne(line);
      expect(error).toEqual({ code: 'query/bad-json', message: 'The line is nested more than 64 levels deep.' });
    }
    const quoted = await askOne(`{"id":"${'[{'.repeat(200)}\\"[","op":"no such"}`);
    expect(quoted.error?.code).not.toBe('query/bad-json');
  });

  test('a round shape has a depth in a body that is not convex', async () => {
    const pose = { position: [0.1, 0, 0.1] };
    for (const convex of ['cylinder', 'cone']) {
      const b = { shape: 'star-shape' };
      const query = { op: 'penetration', a: { convex, pose }, b, options: { verify: true } };
      const result = { status: 'overlapping', certificate: { kind: 'round' }, verified: { ok: true } };
      expect(await askOne(query)).toMatchObject({ ok: true, result });
    }
  });

  test('about penetration takes every option that the command has', async () => {
    const ring = { shape: 'torus' };
    const query = { op: 'penetration', a: ring, b: { ...ring, pose: { position: [0.3, 0.2, 0.1] } } };
    const options = { start: 'random', seed: 7, accuracy: 0.01, local: false, trace: true } as const;
    const { result } = await askOne({ ...query, options: { ...options, verify: true } });
    expect(result).toMatchObject({ verified: { ok: true }, local: [{}] });
    const model = Model.build(torus());
    const expected = penetration(model, {}, model, { position: [0.3, 0.2, 0.1] }, options);
    expect(result?.trace).toEqual(JSON.parse(JSON.stringify(expected.trace))); // which knows no −0
    expect(result?.upper).toBe(expected.upper);
  });

  test.each([
    [
      'rows of a matrix',
      {
        position: [3, 0, 0],
        matrix: [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ],
      },
    ],
    ['a flat matrix', { position: [3, 0, 0], matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1] }],
    ['a quaternion', { position: [3, 0, 0], rotation: [0, 0, 0, 1] }],
  ])('takes %s', async (_name, pose) => {
    const { result } = await askOne({ ...pair, b: { shape: 'box', pose } });
    expect(result).toMatchObject({ status: 'separated', pointB: [2.5, expect.anything(), expect.anything()] });
  });

  test.each([
    ['a file', { model: 'triangle.obj' }],
    [
      'numbers in threes',
      {
        mesh: {
          positions: [
            [0, 0, 0],
            [1, 0, 0],
            [0, 1, 0],
          ],
          triangles: [[0, 1, 2]],
        },
      },
    ],
    ['flat numbers', { mesh: { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] } }],
  ])('takes a body as %s', async (_name, b) => {
    const { result } = await askOne({ ...pair, a: { shape: 'box', pose: { position: [0, 0, 2] } }, b });
    expect(result).toMatchObject({ status: 'separated', faceB: 0, interpretationB: 'surface' });
    expect(result?.distance).toBeCloseTo(1.5, 12);
  });

  test('about one body and a point, or about a clearance', async () => {
    const cube = { shape: 'box', pose: { position: [1, 0, 0] } };
    expect(await askOne({ op: 'contains', a: cube, options: { point: [1, 0, 0.25] } })).toMatchObject({
      result: { status: 'inside', contains: true, interpretation: 'solid' },
    });
    expect(await askOne({ op: 'closest-point', a: cube, options: { point: [3, 0, 0] } })).toMatchObject({
      result: { status: 'found', point: [1.5, 0, 0] },
    });
    const ray = { origin: [5, 0.125, 0.25], direction: [-2, 0, 0] };
    expect(await askOne({ op: 'raycast', a: cube, options: ray })).toMatchObject({
      result: { status: 'hit', distance: 3.5, normal: [1, 0, 0] },
    });
    const near = { ...pair, op: 'clearance', options: { clearance: 2.25 } };
    const listed = await askOne(near);
    const facePair: unknown = [expect.any(Number), expect.any(Number)];
    expect(listed).toMatchObject({ result: { status: 'complete', pairs: expect.arrayContaining([facePair]) } });
    expect(listed).toMatchObject({ result: { distances: expect.arrayContaining([expect.any(Number)]) } });
    expect(await askOne({ op: 'contains', a: cube })).toMatchObject({ ok: false, error: { code: 'vector/bad' } });
    expect(await askOne({ op: 'contains', a: cube, b: cube, options: { point: [0, 0, 0] } })).toMatchObject({
      error: { code: 'query/bad-form', message: 'The query has b; contains is about one body, a.' },
    });
  });

  test('names a part of a file, and its scale', async () => {
    writeFileSync(join(models, 'two.obj'), `o near\n${TRIANGLE}o far\nv 9 0 0\nv 9 1 0\nv 9 0 1\nf 4 5 6\n`);
    const question = { op: 'distance', a: { model: 'two.obj#near' }, b: { model: 'two.obj#1@2' } };
    expect(await askOne(question)).toMatchObject({ result: { pointA: [1, 0, 0], pointB: [18, 0, 0] } });
    const wrong = await askOne({ ...question, b: { model: 'two.obj#nowhere' } });
    expect(wrong.error).toMatchObject({ code: 'io/missing-resource', message: expect.stringContaining('"near"') });
    const gone = await askOne({ ...question, b: { model: 'gone.obj' } });
    expect(gone.error?.message).toBe('The file cannot be opened: there is no such file. (gone.obj)');
    const outside = await askOne({ ...question, b: { model: '../secret.obj@2' } });
    expect(outside.error?.code).toBe('io/forbidden-reference');
  });

  test('an infinite number is null, in and out', async () => {
    const { result } = await askOne({ ...pair, op: 'tolerance', options: { tolerance: 1 } });
    expect(result).toMatchObject({ status: 'beyond', within: false, upper: null });
    expect((await askOne({ ...pair, options: { maxDistance: null } })).ok).toBe(true);
  });

  test('stats and pairs are there if they are asked for', async () => {
    const op = 'collide';
    const b = { shape: 'box' };
    expect((await askOne({ ...pair, op, b })).result).not.toHaveProperty('stats');
    const { result } = await askOne({ ...pair, op, b, options: { stats: true, contacts: 'all', limit: 2 } });
    expect(result).toMatchObject({ pairCount: 2, stats: {} });
  });

  test.each([
    ['collide', { volume: 'obb', method: 'volumes' }],
    ['distance', { volume: 'kdop18', method: 'volumes' }],
    ['tolerance', { volume: 'sphere', tolerance: 9 }],
    ['toc', { volume: 'rss', method: 'controlled', bound: 'undirected' }],
  ])('%s has options that choose how to search: %j', async (op, options) => {
    expect(await askOne({ ...pair, op, options })).toMatchObject({ ok: true, op });
    // They arrive: the library refuses what there is not.
    const { error } = await askOne({ ...pair, op, options: { ...options, volume: 'potato' } });
    expect(error).toMatchObject({ code: 'options/bad-value', message: expect.stringContaining('potato') });
  });

  test('motions: a time of contact with its features, and the distance along a direction', async () => {
    const a = { shape: 'box', motion: { from: { position: [0, 0, 3] }, to: { position: [0, 0, -3] } } };
    const { ok, result = {} } = await askOne({
      id: 't',
      op: 'toc',
      a,
      b: { shape: 'box' },
      options: { threshold: 0.001 },
    });
    expect(ok).toBe(true);
    expect(result).toMatchObject({ status: 'contact', threshold: 0.001, lower: result.toc });
    expect(result.toc).toBeLessThanOrEqual(1 / 3);
    expect(result.toc).toBeGreaterThan(1 / 3 - 0.001);
    expect(result.contacts).toHaveLength(4);
    const vertices = { featureA: { kind: 'vertex' }, featureB: { kind: 'vertex' } };
    expect(result.contacts).toMatchObject([vertices, vertices, vertices, vertices]);
    const still = await askOne({
      id: 's',
      op: 'toc',
      a: { shape: 'box', pose: { position: [9, 0, 0] } },
      b: { shape: 'box' },
    });
    expect(still.result).toMatchObject({ status: 'free', toc: null, contacts: [] });
    const away = { shape: 'box', pose: { position: [0, 0, 3] } };
    const answer = await askOne({
      ...pair,
      op: 'directional',
      a: away,
      b: { shape: 'box' },
      options: { direction: [0, 0, -1] },
    });
    expect(answer.result).toMatchObject({ status: 'blocked' });
    expect(answer.result?.distance).toBeCloseTo(2, 9);
    for (const [query, code] of [
      [{ ...pair, a }, 'query/bad-form'],
      [{ op: 'toc', a: { ...a, pose: {} }, b: { shape: 'box' } }, 'query/bad-form'],
      [
        { op: 'toc', a: { shape: 'box', motion: { from: {}, to: {}, speed: 1 } }, b: { shape: 'box' } },
        'motion/bad-form',
      ],
      [{ op: 'toc', a: { shape: 'box', motion: [1] }, b: { shape: 'box' } }, 'motion/bad-form'],
    ] as const) {
      expect((await askOne(query)).error?.code).toBe(code);
    }
  });

  const mesh = {
    positions: [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ],
    triangles: [[0, 1, 3]],
  };
  test.each([
    ['{"id":"q",', 'query/bad-json'],
    ['[1]', 'query/bad-form'],
    ['null', 'query/bad-form'],
    [{ ...pair, op: 'volume' }, 'query/unsupported'],
    [{ ...pair, op: '__proto__' }, 'query/unsupported'],
    [{ a: pair.a, b: pair.b }, 'query/bad-form'],
    [{ ...pair, b: undefined }, 'query/bad-form'],
    [{ ...pair, b: {} }, 'query/bad-form'],
    [{ ...pair, b: { shape: 'box', model: 'triangle.obj' } }, 'query/bad-form'],
    [{ ...pair, b: { shape: 7 } }, 'query/bad-form'],
    [{ ...pair, b: { shape: 'box', position: [1, 2, 3] } }, 'query/bad-form'],
    [{ ...pair, b: { shape: 'blob' } }, 'shape/bad-parameter'],
    [{ ...pair, b: { convex: 'blob' } }, 'shape/bad-parameter'],
    [{ ...pair, b: { convex: { sphere: {} } } }, 'query/bad-form'],
    [{ ...pair, b: { convex: 'sphere', shape: 'box' } }, 'query/bad-form'],
    [{ ...pair, op: 'penetration', options: { accuracy: -1 } }, 'options/bad-value'],
    [{ ...pair, op: 'penetration', options: { verify: 'yes' } }, 'options/bad-value'],
    [{ ...pair, op: 'distance', options: { verify: true } }, 'options/bad-value'],
    [{ ...pair, b: { mesh } }, 'mesh/index-out-of-range'],
    [{ ...pair, b: { mesh: { positions: [[0, 0]], triangles: [] } } }, 'mesh/bad-length'],
    [{ ...pair, b: { mesh: {} } }, 'mesh/bad-length'],
    [{ ...pair, b: { shape: 'box', pose: { position: [0, 0] } } }, 'pose/bad-position'],
    [{ ...pair, b: { shape: 'box', pose: { matrix: [2, 0, 0, 0, 1, 0, 0, 0, 1] } } }, 'pose/bad-rotation'],
    [{ ...pair, options: { contacts: 'all' } }, 'options/bad-value'],
    [{ ...pair, options: { tolerance: -1 } }, 'options/bad-value'],
    [{ ...pair, options: [] }, 'options/bad-value'],
    [{ ...pair, b: { model: 'gone.obj' } }, 'io/missing-resource'],
    [{ ...pair, b: { model: 'broken.obj' } }, 'io/index-out-of-range'],
    [{ ...pair, b: { model: '../secret.obj' } }, 'io/forbidden-reference'],
    [{ ...pair, b: { model: join(folder, 'secret.obj') } }, 'io/forbidden-reference'],
    [{ ...pair, b: { model: 'link.obj' } }, 'io/forbidden-reference'],
    [{ ...pair, b: { model: '.' } }, 'io/forbidden-reference'],
  ])('%j is refused with %s', async (query, code) => {
    const id = typeof query === 'string' ? undefined : 'q';
    const answer = await askOne(typeof query === 'string' ? query : { id, ...query });
    expect(answer.error?.code).toBe(code);
    expect(answer).toEqual({ ...(id && { id }), ok: false, error: { code, message: expect.stringMatching(/.{10}/) } });
  });
});

/** Lines of every kind, some of them wrong. */
function manyLines(count: number): string {
  const lines: string[] = [];
  for (let k = 0; k < count; k++) {
    const x = (k * 0.37) % 5;
    const shape = { shape: 'torus-knot(triangles=720)', pose: { position: [x, 0, 0] } };
    const mesh = { positions: [0, 0, 0, 1, 0, 0, 0, 1, x], triangles: [0, 1, 2] };
    const queries = [
      { id: k, op: 'distance', a: shape, b: { shape: 'box' } },
      { id: k, op: 'distance', a: shape, b: { convex: 'cylinder(radius=0.3,height=1)' } },
      { id: k, op: 'penetration', a: { convex: 'cone' }, b: { shape: 'box', pose: { position: [x, 0.1, 0] } } },
      { id: k, op: 'collide', a: { mesh }, b: { model: 'models/triangle.obj' }, options: { contacts: 'all' } },
      { id: k, op: 'tolerance', a: shape, b: { mesh }, options: { tolerance: 1 } },
      { id: k, op: 'distance', a: { model: 'models/broken.obj' }, b: { mesh } },
    ];
    lines.push(JSON.stringify(queries[k % queries.length]));
  }
  return `${lines.join('\n')}\n`;
}

describe('many lines', () => {
  test('any number of threads gives the same bytes, in the order of the lines', async () => {
    const file = join(folder, 'threads.jsonl');
    writeFileSync(file, manyLines(600));
    const results: string[] = [];
    for (const workers of ['1', '2', '4']) {
      const { status, stdout, stderr } = await runCommand(['batch', file, '--workers', workers]);
      expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
      results.push(stdout);
    }
    expect(parse(results[0] ?? '').map(({ id }) => id)).toEqual(Array.from({ length: 600 }, (_, k) => k));
    expect(parse(results[0] ?? '').filter(({ ok }) => ok)).toHaveLength(500);
    expect(results[1]).toBe(results[0]);
    expect(results[2]).toBe(results[0]);
  });

  test('blank lines, carriage returns and a missing end of line do no harm', async () => {
    const line = JSON.stringify(pair);
    const { status, stdout } = await runCommand(['batch', '-'], `\n${line}\r\n  \n${line}`);
    expect(status).toBe(0);
    expect(parse(stdout)).toHaveLength(2);
    expect(await runCommand(['batch', '-'], '')).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  test('memory does not grow with their number', async () => {
    const probe = join(folder, 'probe.mjs');
    writeFileSync(probe, "process.on('exit', () => console.error(process.resourceUsage().maxRSS));\n");
    const peak = async (count: number): Promise<number> => {
      const file = join(folder, `memory-${count}.jsonl`);
      // Each line with a mesh of its own, so that a cache without bounds would show.
      const lines = Array.from({ length: count }, (_, k) => {
        const positions = Array.from({ length: 300 }, (_, i) => Math.sqrt(i + k));
        const triangles = Array.from({ length: 300 }, (_, i) => i % 100);
        return JSON.stringify({ op: 'distance', a: { mesh: { positions, triangles } }, b: { shape: 'box' } });
      });
      writeFileSync(file, `${lines.join('\n')}\n`);
      const output = join(folder, 'memory-results.jsonl');
      // A small young generation: garbage that only waits to be collected is not memory that grows.
      const environment = { NODE_OPTIONS: `--max-semi-space-size=1 --import=${probe}` };
      const { status, stderr } = await runCommand(['batch', file, '-o', output, '--workers', '1'], '', environment);
      expect(status).toBe(0);
      expect(readFileSync(output, 'utf8').split('\n')).toHaveLength(count + 1);
      expect(stderr).toContain(`${count} answers in ${output}.\n`);
      // Of the process with its thread, which may say the same when it ends.
      return Number(/^\d+$/m.exec(stderr)?.[0]) / 1024;
    };
    const [few, many] = [await peak(2000), await peak(10000)];
    // MiB; the ten thousand meshes and models alone would take some 200, their texts 60.
    expect(many).toBeLessThan(few + 60);
  });

  test('a query that exhausts the memory is named, and the others are answered', async () => {
    // Two million pairs: each blade of one body crosses each of the other.
    const blades = (turned: boolean) => {
      const coordinates = Array.from({ length: 1500 }, (_, k) => k / 1500);
      const corners = [
        [-1, -1],
        [2, -1],
        [0.5, 2],
      ] as const;
      const positions = coordinates.flatMap((at) => corners.map(([x, z]) => (turned ? [at, x, z] : [x, at, z])));
      return { mesh: { positions: positions.flat(), triangles: Array.from(positions.keys()) } };
    };
    const killer = { id: 2, op: 'collide', a: blades(false), b: blades(true), options: { contacts: 'all' } };
    const lines = [{ id: 1, ...pair }, killer, { id: 3, ...pair }].map((query) => `${JSON.stringify(query)}\n`);
    const { status, stdout } = await runCommand(['batch', '-'], lines.join(''), {
      NODE_OPTIONS: '--max-old-space-size=100',
    });
    expect(status).toBe(1);
    expect(parse(stdout)).toEqual([
      expect.objectContaining({ id: 1, ok: true }),
      { id: 2, ok: false, error: { code: 'batch/worker-died', message: expect.any(String) } },
      expect.objectContaining({ id: 3, ok: true }),
    ]);
  });

  test('an answer does not wait for a long query behind it, and Ctrl-C neither', async () => {
    const child = spawn(process.execPath, [COMMAND, 'batch', '-']);
    const knot = { shape: 'torus-knot(triangles=11520)' };
    const long = { id: 2, op: 'penetration', a: knot, b: knot, options: { accuracy: 0, budget: 1e9 } };
    child.stdin.write(`${JSON.stringify({ id: 1, ...pair })}\n${JSON.stringify(long)}\n`);
    const [text] = await once(child.stdout.setEncoding('utf8'), 'data');
    child.kill('SIGINT');
    expect(parse(text)).toEqual([expect.objectContaining({ id: 1, ok: true })]);
    expect(await once(child, 'close')).toEqual([130, null]);
  });

  test.each(['1', '2'])('Ctrl-C leaves whole lines, with %s threads', async (workers) => {
    const child = spawn(process.execPath, [COMMAND, 'batch', '-', '--workers', workers], { cwd: folder });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      child.kill('SIGINT');
    });
    child.stdin.on('error', () => {});
    child.stdin.write(manyLines(4000));
    const [status] = await once(child, 'close');
    expect(status).toBe(130);
    expect(output.endsWith('\n')).toBe(true);
    const ids = parse(output).map(({ id }) => id);
    expect(ids.length).toBeLessThan(4000);
    expect(ids).toEqual(Array.from({ length: ids.length }, (_, k) => k));
  });

  test('a run that is ended or fails leaves the earlier results; Ctrl-C says where the answers so far are', async () => {
    const output = join(folder, 'kept.jsonl');
    writeFileSync(output, 'earlier\n');
    const failing = await runCommand(['batch', '-', '--merge', join(folder, 'no-parts'), '-o', output], manyLines(3));
    expect([failing.status, readFileSync(output, 'utf8')]).toEqual([1, 'earlier\n']);

    const child = spawn(process.execPath, [COMMAND, 'batch', '-', '-o', output], { cwd: folder });
    const stderr = text(child.stderr);
    child.stdin.write(manyLines(3));
    while (parse(readIfThere(`${output}.part`)).length < 3) await sleep(20);
    expect(readFileSync(output, 'utf8')).toBe('earlier\n');
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([130, null]);
    expect([await stderr, readFileSync(output, 'utf8')]).toEqual([
      `The answers so far are in ${output}.part.\n`,
      'earlier\n',
    ]);
    expect(parse(readIfThere(`${output}.part`))).toHaveLength(3);

    const whole = await runCommand(['batch', '-', '-o', output], manyLines(3));
    expect([whole.status, parse(readFileSync(output, 'utf8')).length]).toEqual([0, 3]);
    expect(existsSync(`${output}.part`)).toBe(false);
  });

  const readIfThere = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

  test('an answer comes before the next question', async () => {
    const child = spawn(process.execPath, [COMMAND, 'batch', '-', '--workers', '2']);
    for (let k = 0; k < 3; k++) {
      child.stdin.write(`${JSON.stringify({ id: k, ...pair })}\n`);
      const [text] = await once(child.stdout.setEncoding('utf8'), 'data');
      expect(parse(text)).toEqual([expect.objectContaining({ id: k, ok: true })]);
    }
    child.stdin.end();
    expect(await once(child, 'close')).toEqual([0, null]);
  });

  test('a reader that leaves early is no error', async () => {
    const child = spawn(process.execPath, [COMMAND, 'batch', '-'], { cwd: folder });
    let errors = '';
    child.stderr.on('data', (text) => {
      errors += text;
    });
    child.stdin.on('error', () => {});
    child.stdin.end(manyLines(4000));
    await once(child.stdout, 'data');
    child.stdout.destroy();
    await once(child, 'exit');
    expect(errors).toBe('');
  });
});

const score = join(ROOT, '../shared/tools/score.mjs');
describe.runIf(existsSync(score))('shared cases', () => {
  test.each(['triangle-pairs', 'mesh-distance'])('%s are all right', async (set) => {
    const child = spawn(process.execPath, [score, set], { cwd: ROOT });
    let output = '';
    child.stdout.on('data', (text) => {
      output += text;
    });
    const [status] = await once(child, 'close');
    expect({ status, output }).toEqual({ status: 0, output: expect.stringMatching(/(\d+)\/\1 right/) });
  });
});
