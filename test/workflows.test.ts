// The workflows of GitHub cannot be run here; what they say can be read: systems, Node versions, and scripts that exist.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { publicPackages } from '../scripts/packages.mjs';
import { ROOT, runNode } from './build.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

interface Job {
  readonly uses?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> };
  readonly steps?: readonly Step[];
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const FOLDER = join(ROOT, '.github/workflows');
const names = readdirSync(FOLDER);
const read = (name: string): Workflow => parse(readFileSync(join(FOLDER, name), 'utf8'), { strict: true });

test('the tests run on three systems with every supported Node, the oldest among them', () => {
  const { os, node } = read('test.yml').jobs.test.strategy?.matrix ?? {};
  expect(os).toEqual(['ubuntu-latest', 'macos-latest', 'windows-latest']);
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(engines.node).toBe(`>=${node?.[0]}`);
  expect(node?.slice(1)).toEqual(['22', '24']);
});

test('a tag publishes after the tests, with provenance', () => {
  const { on, jobs } = read('publish.yml');
  expect(on).toEqual({ push: { tags: ['v*.*.*'] } });
  expect(jobs.publish).toMatchObject({ needs: 'test', permissions: { 'id-token': 'write' } });
  expect(existsSync(join(ROOT, jobs.test.uses ?? ''))).toBe(true);
  expect(read('test.yml').on).toHaveProperty('workflow_call');
  expect(readFileSync(join(ROOT, 'scripts/publish.mjs'), 'utf8')).toContain("'--provenance'");
});

test.each(names)('%s calls scripts that there are', (name) => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const commands = Object.values(read(name).jobs)
    .flatMap(({ steps = [] }) => steps)
    .flatMap(({ run }) => run ?? []);
  expect(commands.length).toBeGreaterThan(2);
  for (const [, script = ''] of commands.join('\n').matchAll(/npm run ([\w:]+)/g))
    expect(scripts).toHaveProperty([script]);
  for (const [, path = ''] of commands.join('\n').matchAll(/node (scripts\/\S+)/g)) {
    expect(existsSync(join(ROOT, path))).toBe(true);
  }
});

test('packages are published after those that they depend on', () => {
  const { status, output } = runNode(ROOT, ['scripts/publish.mjs', '--dry-run']);
  expect(status).toBe(0);
  const order = output
    .trim()
    .split('\n')
    .map((line) => line.replace(/(?<=.)@.*/, ''));
  const packages = publicPackages().map(({ manifest }) => manifest);
  expect([...order].sort()).toEqual(packages.map(({ name }) => name).sort());
  for (const { name, dependencies = {} } of packages) {
    for (const other of Object.keys(dependencies).filter((one) => order.includes(one))) {
      expect(order.indexOf(other)).toBeLessThan(order.indexOf(name));
    }
  }
});
