// The examples of other systems cannot be run here; what they say can be read: forms, and flags that the command has.

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { publicPackages } from '../scripts/packages.mjs';
import { ROOT, runNode } from './build.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const FILES = [
  'action.yml',
  ...readdirSync(join(ROOT, 'examples'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(ROOT.length)
        .replace(/^[/\\]/, '')
        .replaceAll('\\', '/'),
    ),
];
const HELP = new Map(
  ['clash', 'worker'].map((name) => [name, runNode(ROOT, ['packages/cli/bin/nearmiss.mjs', name, '--help']).output]),
);

test('there is one for each system', () => {
  expect(FILES.map((file) => file.split('/')[1] ?? file)).toEqual(
    expect.arrayContaining(['action.yml', 'docker', 'github-action', 'kubernetes', 'pre-commit', 'slurm']),
  );
});

test.each(FILES.filter((file) => /\.ya?ml$/.test(file)))('%s is YAML', (file) => {
  expect(parse(read(file), { strict: true, merge: true })).toBeTypeOf('object');
});

test.each(FILES.filter((file) => !file.includes('Dockerfile') && /\b(clash|worker)\b.*--/s.test(read(file))))(
  '%s has flags that there are',
  (file) => {
    const text = read(file);
    const command = /"worker"|worker --/.test(text) ? ['worker', 'clash'] : ['clash'];
    const help = command.map((name) => HELP.get(name)).join('');
    const flags = text
      .split('\n')
      .filter((line) =>
        /nearmiss(\.mjs"?)? (clash|worker)|"(clash|worker)"|^ +\["(clash|worker)|arguments\+?=/.test(line),
      )
      .flatMap((line) => line.match(/--[a-z][a-z-]+/g) ?? [])
      .filter((flag) => flag !== '--no-install');
    expect(flags.length).toBeGreaterThan(0);
    for (const flag of flags) expect(help).toContain(flag);
  },
);

test('the action gives every input to the command, and the guide leads to it', () => {
  const { inputs, runs } = parse(read('action.yml'));
  const steps: readonly { readonly run?: string; readonly env?: object }[] = runs.steps;
  const { run = '', env = {} } = steps.at(-1) ?? {};
  expect(Object.values(env).sort()).toEqual(
    Object.keys(inputs)
      .map((name) => `\${{ inputs.${name} }}`)
      .sort(),
  );
  for (const name of Object.keys(env)) expect(run).toContain(`$${name}`);
  const script = run.replace('node "$GITHUB_ACTION_PATH/packages/cli/bin/nearmiss.mjs"', 'printf "%s\\n"');
  const given = {
    ...{ NEARMISS_SET: 'my set.json', NEARMISS_OUTPUT: 'o.jsonl', NEARMISS_FAIL_ON: 'hard' },
    ...{ NEARMISS_REPORT: 'a b.html\nc.bcf\n', NEARMISS_DECISIONS: '' },
  };
  const words = spawnSync('bash', ['-e', '-c', script], { encoding: 'utf8', env: { ...process.env, ...given } });
  expect(words.stdout.split('\n').slice(1, -1)).toEqual([
    ...['my set.json', '--output', 'o.jsonl', '--fail-on', 'hard', '--list', '20'],
    ...['--report', 'a b.html', '--report', 'c.bcf'],
  ]);
  const guide = read('docs/guide/clash-detection.md');
  for (const file of [
    'action.yml',
    'examples/github-action/clash.yml',
    'examples/pre-commit/.pre-commit-config.yaml',
  ]) {
    expect(guide).toContain(`](../../${file})`);
  }
});

test('the image holds every package that the command needs', () => {
  const needed = new Set(['@nearmiss/cli', '@nearmiss/queue']);
  const packages = new Map(publicPackages().map((one) => [one.manifest.name, one]));
  for (const name of needed) {
    for (const other of Object.keys(packages.get(name)?.manifest.dependencies ?? {})) {
      if (packages.has(other)) needed.add(other);
    }
  }
  const packed = [...read('examples/docker/Dockerfile').matchAll(/-w (\S+)/g)].map(([, folder]) => folder);
  expect(packed.sort()).toEqual([...needed].map((name) => packages.get(name)?.folder).sort());
});

test('parts of a job are as many as it says', () => {
  const job = parse(read('examples/kubernetes/clash-job.yaml'));
  expect(job.spec.template.spec.containers[0].args[0]).toContain(`"$JOB_COMPLETION_INDEX/${job.spec.completions}"`);
  expect(job.spec.completionMode).toBe('Indexed');
});

test('a planner finds a path, and its proof holds', () => {
  const { output, status } = runNode(ROOT, ['examples/robot/plan.mjs', '1']);
  expect(status).toBe(0);
  expect(output).toMatch(
    /^\d+ waypoints, \d+ after shortcuts\nfree, 0\.\d+ to 0\.\d+ m from [a-z ]+\nthe proof holds\n$/,
  );
});
