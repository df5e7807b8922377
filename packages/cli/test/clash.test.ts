import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writePly } from '@nearmiss/io';
import { box, torusKnot } from 'nearmiss/shapes';
import { beforeAll, describe, expect, test } from 'vitest';
import buildCommand from './build-command.ts';
import { COMMAND, emptyFolder, runCommand } from './run-command.ts';

const folder = emptyFolder();
const at = (name: string): string => join(folder, name);

interface Line {
  readonly id: string;
  readonly type: string;
  readonly state?: string;
  readonly decision?: string;
  readonly group?: string;
  readonly a: { readonly model: string };
  readonly b: { readonly model: string };
  readonly summary?: { readonly pairs: number; readonly clashes: Readonly<Record<string, number>> };
}

const lines = (text: string): Line[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

/** Boxes in a row, each `step` from the one before; one of them may be moved. */
function writeSet(name: string, step: number, moved: Readonly<Record<string, number>> = {}, file = 'box.ply'): string {
  const models = Object.fromEntries(
    [0, 1, 2, 3, 4].map((k) => [`m${k}`, { file, pose: { position: [step * k + (moved[`m${k}`] ?? 0), 0, 0] } }]),
  );
  writeFileSync(at(name), JSON.stringify({ models, tests: [{ name: 'row', mode: 'hard' }] }));
  return at(name);
}

beforeAll(() => {
  buildCommand();
  writeFileSync(at('box.ply'), writePly(box()));
  writeFileSync(at('knot.ply'), writePly(torusKnot({ triangles: 1152 })));
});

test('writes clashes and a summary to stdout', async () => {
  const { stdout, status } = await runCommand(['clash', writeSet('plain.json', 0.9)]);
  expect(status).toBe(0);
  const all = lines(stdout);
  expect(all.slice(0, -1).map(({ type, a, b }) => [type, a.model, b.model])).toEqual([
    ['hard', 'm0', 'm1'],
    ['hard', 'm1', 'm2'],
    ['hard', 'm2', 'm3'],
    ['hard', 'm3', 'm4'],
  ]);
  expect(all.at(-1)?.summary).toMatchObject({ tests: 1, elements: 5, pairs: 4, clashes: { hard: 4 }, undecided: 0 });
});

test('exits with 2 if a type that --fail-on names is there', async () => {
  const set = writeSet('fail.json', 0.9);
  expect((await runCommand(['clash', set, '--fail-on', 'hard'])).status).toBe(2);
  expect((await runCommand(['clash', set, '--fail-on', 'contained,duplicate'])).status).toBe(0);
  const { status, stderr } = await runCommand(['clash', set, '--fail-on', 'hot']);
  expect([status, stderr]).toEqual([1, expect.stringContaining('it takes hard')]);
});

test('says which tests can find nothing, and how many elements each is about', async () => {
  const set = JSON.parse(readFileSync(writeSet('few.json', 0.9), 'utf8'));
  const tests = [
    { name: 'all' },
    { name: 'misspelt', a: { select: 'IfcWal*' } },
    { name: 'sides', a: { model: 'm0' }, b: { model: 'm1', select: 'x' } },
    { name: 'alone', a: { model: 'm0' } },
  ];
  // As an editor of Windows saves it.
  writeFileSync(at('few.json'), `\ufeff${JSON.stringify({ ...set, tests })}`);
  const { stdout, stderr, status } = await runCommand(['clash', at('few.json')]);
  expect(status).toBe(0);
  expect(stderr.split('\n')).toEqual([
    'nearmiss: test "misspelt" can find nothing: a selects 0 of 5 elements.',
    'nearmiss: test "sides" can find nothing: b selects none of 5 elements.',
    'nearmiss: test "alone" can find nothing: a selects 1 of 5 elements.',
    '',
  ]);
  expect(lines(stdout).at(-1)?.summary).toMatchObject({
    selected: [
      { test: 'all', a: 5 },
      { test: 'misspelt', a: 0 },
      { test: 'sides', a: 1, b: 0 },
      { test: 'alone', a: 1 },
    ],
  });
});

test.each(['', 'hard,', 'hard,,contained'])('--fail-on "%s" is refused: it would be an open gate', async (types) => {
  const { status, stderr } = await runCommand(['clash', writeSet('gate.json', 0.9), '--fail-on', types]);
  expect([status, stderr]).toEqual([1, expect.stringContaining('--fail-on is ""; it takes hard')]);
});

test('says why a gate fails: how many of each type, and the deepest', async () => {
  const { stderr } = await runCommand(['clash', writeSet('why.json', 0.9), '--fail-on', 'contained,hard']);
  expect(stderr).toMatch(
    /^nearmiss: --fail-on: 4 hard clashes that nobody approved or ignored, first row: 0 \(m\d\) and 0 \(m\d\), depth 0\.1 \([0-9a-f]{20}\)\.\n$/,
  );
});

test("a gate on what is new, from today's state on", async () => {
  const out = at('gate-new.jsonl');
  const run = (moved: Readonly<Record<string, number>>) =>
    runCommand(['clash', writeSet('gate-new.json', 0.9, moved), '-o', out, '--fail-on', 'hard,new']);
  expect((await run({ m4: 9 })).status).toBe(2);
  expect((await run({ m4: 9 })).status).toBe(0);
  const { status, stderr } = await run({});
  expect([status, stderr]).toEqual([2, expect.stringContaining('--fail-on: 1 hard new clash that nobody')]);
  const alone = await runCommand(['clash', writeSet('gate-new.json', 0.9), '--fail-on', 'new']);
  expect([alone.status, alone.stderr]).toEqual([1, expect.stringContaining('it needs -o')]);
});

test('a gate on tests that can find nothing', async () => {
  const set = JSON.parse(readFileSync(writeSet('nothing.json', 0.9), 'utf8'));
  writeFileSync(at('nothing.json'), JSON.stringify({ ...set, tests: [{ name: 'x', a: { select: 'IfcWal*' } }] }));
  expect((await runCommand(['clash', at('nothing.json'), '--fail-on', 'hard'])).status).toBe(0);
  const { status, stderr } = await runCommand(['clash', at('nothing.json'), '--fail-on', 'hard,empty']);
  expect([status, stderr]).toEqual([2, expect.stringContaining('--fail-on: test "x" can find nothing')]);
});

test('a model in place of a set is told, with a set for it; --elements lists what a set is about', async () => {
  const { status, stderr } = await runCommand(['clash', at('box.ply')]);
  expect([status, stderr]).toEqual([1, expect.stringContaining('is a model; a set says which tests are made')]);
  const [given = ''] = /\{.*\}/.exec(stderr) ?? [];
  writeFileSync(at('itself.json'), given);
  const listed = await runCommand(['clash', at('itself.json'), '--elements']);
  expect([listed.status, lines(listed.stdout)]).toEqual([0, [{ model: 'm', id: '0', name: '', triangles: 12 }]]);
});

describe('outputs', () => {
  test.each([
    ['-o', 'own.json', 'the set', []],
    ['-o', 'own.ply', 'models.m0 of the set', []],
    ['-o', 'own-link.json', 'the set', []],
    ['--journal', 'own.ply', 'models.m0 of the set', []],
    ['--report', 'own.csv', '--decisions', ['--decisions', at('own.csv')]],
    ['--report', 'same.html', '-o', ['-o', at('same.html')]],
    ['--journal', 'same.jsonl', '-o', ['-o', at('same.jsonl')]],
  ])('%s %s that is %s is refused, and nothing is overwritten', async (flag, name, other, more) => {
    writeFileSync(at('own.ply'), writePly(box()));
    writeFileSync(at('own.csv'), 'id,decision\n');
    const set = writeSet('own.json', 0.9, {}, 'own.ply');
    rmSync(at('own-link.json'), { force: true });
    linkSync(set, at('own-link.json'));
    const before = ['own.json', 'own.ply', 'own.csv'].map((file) => readFileSync(at(file)));
    const { status, stderr } = await runCommand(['clash', set, ...more, flag, at(name)]);
    expect([status, stderr]).toEqual([1, expect.stringContaining(` is ${other}: `)]);
    expect(['own.json', 'own.ply', 'own.csv'].map((file) => readFileSync(at(file)))).toEqual(before);
  });

  test('that is there and no result is not overwritten', async () => {
    for (const text of ['my notes', '{"id":1}\n', '[]']) {
      writeFileSync(at('notes.txt'), text);
      const { status, stderr } = await runCommand(['clash', writeSet('notes.json', 0.9), '-o', at('notes.txt')]);
      expect([status, stderr]).toEqual([1, expect.stringContaining('is no result of nearmiss clash')]);
      expect(readFileSync(at('notes.txt'), 'utf8')).toBe(text);
    }
    writeFileSync(at('blank.jsonl'), '');
    expect((await runCommand(['clash', at('notes.json'), '-o', at('blank.jsonl')])).status).toBe(0);
  });

  test('that cannot be written are noticed before the work; the result is written before reports', async () => {
    const set = writeSet('early.json', 0.9);
    const early = await runCommand(['clash', set, '-o', at('early.jsonl'), '--report', at('nowhere/x.html')]);
    expect([early.status, early.stderr]).toEqual([1, expect.stringContaining('x.html" cannot be written: its folder')]);
    expect(existsSync(at('early.jsonl.journal'))).toBe(false);
    // The name of the file that is written first, which is longer, is too long.
    const report = at(`${'late'.repeat(62)}.html`);
    const late = await runCommand(['clash', set, '-o', at('late.jsonl'), '--report', report]);
    expect([late.status, late.stderr]).toEqual([1, expect.stringContaining('late.html" cannot be written')]);
    expect(lines(readFileSync(at('late.jsonl'), 'utf8'))).toHaveLength(5);
  });
});

test('gives the same bytes on one thread and on several', async () => {
  const set = writeSet('threads.json', 0.4, {}, 'knot.ply');
  const one = await runCommand(['clash', set, '--workers', '1', '--budget', '100000']);
  const several = await runCommand(['clash', set, '--workers', '3', '--budget', '100000']);
  expect(one.stderr).toBe('');
  expect(lines(one.stdout).length).toBeGreaterThan(4);
  expect(several.stdout).toBe(one.stdout);
});

describe('with -o', () => {
  test('a second run examines only pairs of what changed, and says what is new, active and resolved', async () => {
    const out = at('runs.jsonl');
    const first = await runCommand(['clash', writeSet('runs.json', 0.9), '-o', out]);
    expect(first.stderr).toContain('4 pairs of 5 elements, 0 of them known before');
    const before = lines(readFileSync(out, 'utf8'));
    expect(before[0].state).toBeUndefined();

    const second = await runCommand(['clash', writeSet('runs.json', 0.9), '-o', out]);
    expect(second.stderr).toContain('4 pairs of 5 elements, 4 of them known before');
    expect(
      lines(readFileSync(out, 'utf8'))
        .slice(0, -1)
        .map(({ id, state }) => [id, state]),
    ).toEqual(before.slice(0, -1).map(({ id }) => [id, 'active']));

    // The last box moves away from the fourth and onto the first.
    await runCommand(['clash', writeSet('runs.json', 0.9, { m4: -4.4 }), '-o', out]);
    const states = lines(readFileSync(out, 'utf8')).slice(0, -1);
    expect(states.map(({ a, b, state }) => [a.model, b.model, state])).toEqual([
      ['m0', 'm1', 'active'],
      ['m0', 'm4', 'new'],
      ['m1', 'm2', 'active'],
      ['m2', 'm3', 'active'],
      ['m3', 'm4', 'resolved'],
    ]);
    await runCommand(['clash', at('runs.json'), '-o', out]);
    expect(
      lines(readFileSync(out, 'utf8'))
        .slice(0, -1)
        .map(({ state }) => state),
    ).toEqual(Array(4).fill('active'));
  });

  test('a run that was ended goes on where it was', async () => {
    const out = at('ended.jsonl');
    const set = writeSet('ended.json', 0.9);
    await runCommand(['clash', set, '-o', out]);
    const whole = readFileSync(out, 'utf8');
    const journal = readFileSync(`${out}.journal`, 'utf8').split('\n');
    // As if killed while the third pair was written.
    const kept = journal.filter((line) => line !== '').slice(0, 3);
    const half = journal.filter((line) => line !== '')[3].slice(0, 80);
    const again = at('again.jsonl');
    writeFileSync(`${again}.journal`, `${kept.join('\n')}\n${half}`);
    const { stderr } = await runCommand(['clash', set, '-o', again]);
    expect(stderr).toContain('4 pairs of 5 elements, 2 of them known before');
    expect(readFileSync(again, 'utf8')).toBe(whole);
  });

  test.each([1, 2])('a run of %i threads that is killed goes on where it was, to the same bytes', async (workers) => {
    const set = writeSet('killed.json', 0.4, {}, 'knot.ply');
    const flags = ['--workers', String(workers), '--budget', '100000'];
    const whole = at(`whole${workers}.jsonl`);
    const { stderr: first } = await runCommand(['clash', set, '-o', whole, ...flags]);
    const pairs = Number(/ (\d+) pairs of 5 elements/.exec(first)?.[1]);
    const out = at(`killed${workers}.jsonl`);
    const known = (): number => {
      const text = existsSync(`${out}.journal`) ? readFileSync(`${out}.journal`, 'utf8') : '';
      return [...text.matchAll(/^[0-9a-f]{64} [0-9a-f]{16} \{.*\}$/gm)].length;
    };
    // The last pairs may be answered before the signal arrives: then again, from the start.
    let kept = pairs;
    for (let tries = 0; tries < 10 && !(kept < pairs); tries++) {
      for (const file of [out, `${out}.journal`]) rmSync(file, { force: true });
      const child = spawn(process.execPath, [COMMAND, 'clash', set, '-o', out, ...flags], { stdio: 'ignore' });
      const ended = once(child, 'exit');
      while (known() < 1 && child.exitCode === null) await sleep(2);
      child.kill('SIGKILL');
      if ((await ended)[1] === 'SIGKILL') kept = known();
    }
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(pairs);
    expect(existsSync(out)).toBe(false);

    const { stderr } = await runCommand(['clash', set, '-o', out, ...flags]);
    expect(stderr).toContain(`${kept} of them known before`);
    expect(readFileSync(out, 'utf8')).toBe(readFileSync(whole, 'utf8'));
  });

  test('of a damaged journal the whole lines are used, and a file that is none is not overwritten', async () => {
    const out = at('damaged.jsonl');
    const set = writeSet('damaged.json', 0.9);
    await runCommand(['clash', set, '-o', out]);
    const [result, journal] = [readFileSync(out, 'utf8'), readFileSync(`${out}.journal`, 'utf8')];
    const damages = [
      (line: string) => `${line.slice(0, -10)}\u0000${line.slice(-9)}`,
      (line: string) => line.replace('"relation":"crossing"', '"relation":"touching"').replace(/(\d)(\D*)$/, '9$1$2'),
    ];
    for (const damage of damages) {
      const all = journal.split('\n').filter((line) => line !== '');
      writeFileSync(`${out}.journal`, `${all.map((line, k) => (k === 2 ? damage(line) : line)).join('\n')}\n`);
      rmSync(out);
      const { stderr, status } = await runCommand(['clash', set, '-o', out]);
      expect([status, stderr]).toEqual([0, expect.stringContaining('3 of them known before')]);
      expect(readFileSync(out, 'utf8')).toBe(result);
    }
    writeFileSync(at('mine.txt'), result);
    const { stderr, status } = await runCommand(['clash', set, '-o', out, '--journal', at('mine.txt')]);
    expect([status, stderr]).toEqual([1, expect.stringContaining('is no journal of nearmiss clash')]);
    expect(readFileSync(at('mine.txt'), 'utf8')).toBe(result);
  });

  test('a run after one element moved asks only its pairs', async () => {
    const out = at('moved.jsonl');
    await runCommand(['clash', writeSet('moved.json', 0.9), '-o', out]);
    const { stderr } = await runCommand(['clash', writeSet('moved.json', 0.9, { m2: 0.01 }), '-o', out]);
    expect(stderr).toContain('4 pairs of 5 elements, 2 of them known before');
    const { stderr: last } = await runCommand([
      'clash',
      writeSet('moved.json', 0.9, { m2: 0.01, m4: 0.01 }),
      '-o',
      out,
    ]);
    expect(last).toContain('4 pairs of 5 elements, 3 of them known before');
  });

  test('--fresh starts anew', async () => {
    const out = at('fresh.jsonl');
    const set = writeSet('fresh.json', 0.9);
    await runCommand(['clash', set, '-o', out]);
    const { stderr } = await runCommand(['clash', set, '-o', out, '--fresh']);
    expect(stderr).toContain('0 of them known before');
    expect(lines(readFileSync(out, 'utf8'))[0].state).toBeUndefined();
  });
});

test('writes reports, and keeps the decisions of a BCF file that is read again', async () => {
  const out = at('reports.jsonl');
  const set = writeSet('reports.json', 0.9);
  const reports = ['html', 'csv', 'xml', 'bcf'].flatMap((ending) => ['--report', at(`reports.${ending}`)]);
  const first = await runCommand(['clash', set, '-o', out, ...reports, '--fail-on', 'hard']);
  expect(first.status).toBe(2);
  expect(readFileSync(at('reports.html'), 'utf8')).toContain('"picture":');
  expect(readFileSync(at('reports.xml'), 'utf8').match(/<clashresult /g)).toHaveLength(4);
  expect(readFileSync(at('reports.csv'), 'utf8').split('\r\n')).toHaveLength(6);

  const ids = lines(readFileSync(out, 'utf8')).flatMap(({ id }) => (id === undefined ? [] : [id]));
  const decided = Object.fromEntries(ids.map((id) => [id, 'approved']));
  writeFileSync(at('decisions.json'), JSON.stringify({ decisions: decided }));
  const bcf = ['--report', at('decided.bcf'), '--decisions', at('decisions.json')];
  expect((await runCommand(['clash', set, '-o', at('other.jsonl'), ...bcf, '--fail-on', 'hard'])).status).toBe(0);

  const again = await runCommand(['clash', set, '-o', out, '--decisions', at('decided.bcf'), '--fail-on', 'hard']);
  expect(again.status).toBe(0);
  // The result has them now.
  expect((await runCommand(['clash', set, '-o', out, '--fail-on', 'hard'])).status).toBe(0);
  expect((await runCommand(['clash', set, '--report', at('r.doc')])).stderr).toContain('it takes html, csv, xml, bcf');
});

describe('decisions', () => {
  const set = (): string => writeSet('decided.json', 0.9);
  const gate = (...flags: string[]): ReturnType<typeof runCommand> =>
    runCommand(['clash', at('decided.json'), '-o', at('decided.jsonl'), '--fail-on', 'hard', ...flags]);
  const decide = (name: string, decision: string, from = 0): string[] => {
    const ids = lines(readFileSync(at('decided.jsonl'), 'utf8')).flatMap(({ id }) => (id === undefined ? [] : [id]));
    writeFileSync(
      at(name),
      JSON.stringify({ decisions: Object.fromEntries(ids.slice(from).map((id) => [id, decision])) }),
    );
    return ['--decisions', at(name)];
  };
  const decisions = (): unknown[] =>
    lines(readFileSync(at('decided.jsonl'), 'utf8')).flatMap(({ id, state, decision }) =>
      id === undefined ? [] : [[state, decision]],
    );

  beforeAll(async () => {
    set();
    await gate('--fresh');
  });

  test('are taken back, and the gate is closed again', async () => {
    expect((await gate(...decide('all.json', 'approved'))).status).toBe(0);
    const { status, stderr } = await gate(...decide('back.json', 'open', 3));
    expect([status, stderr]).toEqual([2, expect.stringContaining('back.json takes back 1 decision.')]);
    expect(decisions()).toEqual([...Array(3).fill(['active', 'approved']), ['active', undefined]]);
    // Of several files the later counts, whatever it names clashes by.
    await runCommand(['clash', set(), '-o', at('copy.jsonl'), ...decide('a.json', 'ignored'), '--report', at('a.bcf')]);
    const both = [...decide('b.json', 'approved'), '--decisions', at('a.bcf')];
    expect((await gate(...both)).status).toBe(0);
    expect(decisions()).toEqual(Array(4).fill(['active', 'ignored']));
  });

  test('stay while a clash is away, and with --fresh', async () => {
    await gate(...decide('all.json', 'approved'));
    writeSet('decided.json', 0.9, { m4: 10 });
    await gate();
    await gate();
    expect(decisions()).toEqual([...Array(3).fill(['active', 'approved']), ['resolved', 'approved']]);
    set();
    expect((await gate()).status).toBe(0);
    expect(decisions()).toEqual([...Array(3).fill(['active', 'approved']), ['new', 'approved']]);
    expect((await gate('--fresh')).status).toBe(0);
    expect(decisions()).toEqual(Array(4).fill([undefined, 'approved']));
  });

  test('of a file that is none are refused, and of one about other clashes it is said', async () => {
    const { status, stderr } = await gate('--decisions', set());
    expect([status, stderr]).toEqual([1, expect.stringContaining('decided.json: Decisions are')]);
    writeFileSync(at('other.json'), '{"decisions":{"none":"approved"}}');
    expect((await gate('--decisions', at('other.json'))).stderr).toContain('1 decision about none of these clashes');
  });
});

describe('refuses with one line', () => {
  test.each([
    ['a set that is not there', 'none.json', null, 'cannot be opened: '],
    ['a set that is no JSON', 'text.json', 'models', 'is no JSON'],
    ['a set without tests', 'empty.json', '{"models":{"m":"box.ply"}}', 'at least one test'],
    ['a file that is not there', 'gone.json', '{"models":{"m":"gone.glb"},"tests":[{"name":"t"}]}', 'gone.glb: '],
    ['a file of another format', 'step.json', '{"models":{"m":"no.step"},"tests":[{"name":"t"}]}', '.ifc'],
    ['an IFC file that is none', 'ifc.json', '{"models":{"m":"no.ifc"},"tests":[{"name":"t"}]}', 'ISO-10303-21'],
  ])('%s', async (_, name, text, message) => {
    for (const ending of ['ifc', 'step']) writeFileSync(at(`no.${ending}`), 'nothing');
    if (text !== null) writeFileSync(at(name), text);
    const { status, stderr, stdout } = await runCommand(['clash', at(name)]);
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
    expect(stderr.split('\n')).toHaveLength(2);
  });
});
