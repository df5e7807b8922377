// The examples of other systems cannot be run here; what they say can be read: forms, and flags that the command has.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
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
      // Before the command are flags of others: srun, npx.
      .map((line) => line.slice(Math.max(0, line.search(/nearmiss(\.mjs"?)? (clash|worker)/))))
      .flatMap((line) => line.match(/--[a-z][a-z-]+/g) ?? []);
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

test.each(FILES.filter((file) => file.endsWith('.sbatch')))('%s is a script of bash', (file) => {
  const { status, stderr } = spawnSync('bash', ['-n', join(ROOT, file)], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});

test('parts are as many as a job says', () => {
  const job = parse(read('examples/kubernetes/clash-job.yaml'));
  expect(job.spec.template.spec.containers[0].args[0]).toContain(`"$JOB_COMPLETION_INDEX/${job.spec.completions}"`);
  expect(job.spec.completionMode).toBe('Indexed');
  const text = read('examples/slurm/clash.sbatch');
  const [, last = ''] = /^#SBATCH --array=0-(\d+)$/m.exec(text) ?? [];
  expect(text).toContain(`\nparts=${Number(last) + 1}\n`);
});

test('the image is made of what there is, and starts the command', () => {
  const lines = read('examples/docker/Dockerfile').split('\n');
  const stages = lines.flatMap((line) => /^FROM \S+ AS (\w+)$/.exec(line)?.[1] ?? []);
  for (const [, from, source = ''] of lines.flatMap((line) => [
    ...line.matchAll(/^COPY (?:--from=(\w+) )?(\S+) \S+$/g),
  ])) {
    if (from === undefined) expect(existsSync(join(ROOT, source))).toBe(true);
    else expect([stages.includes(from), lines.some((line) => line.includes(`mkdir ${source} `))]).toEqual([true, true]);
  }
  const home = lines.findLast((line) => line.startsWith('WORKDIR '))?.slice('WORKDIR '.length);
  const { bin } = JSON.parse(read('packages/cli/package.json'));
  expect(lines).toContain(`ENTRYPOINT ["${home}/node_modules/.bin/${Object.keys(bin)[0]}"]`);
  expect(existsSync(join(ROOT, 'packages/cli', bin.nearmiss))).toBe(true);
  // Where a job starts it by its name.
  const [{ env }] = parse(read('examples/kubernetes/clash-job.yaml')).spec.template.spec.containers;
  expect(env[0].value.split(':')).toContain(`${home}/node_modules/.bin`);
  // What the image is built from must not be left out of it.
  const left = read('examples/docker/Dockerfile.dockerignore').split('\n');
  for (const name of ['package.json', 'package-lock.json', 'packages', 'apps', 'scripts'])
    expect(left).not.toContain(name);
});

/** Seconds that a worker has to end: its grace, and five to hand back. */
function secondsToEnd(args: readonly string[]): number {
  const given = args.indexOf('--grace');
  const [, usual = ''] = /--grace N[^(]*\(SIGTERM or Ctrl-C\)[^(]*\((\d+)\)/.exec(HELP.get('worker') ?? '') ?? [];
  return Number(given < 0 ? usual : args[given + 1]) + 5;
}

const portOf = (args: readonly string[]): number => Number(/\d+$/.exec(args[args.indexOf('--listen') + 1] ?? '')?.[0]);

test('compose: services, volumes, times and addresses agree', () => {
  const { services, volumes } = parse(read('examples/docker/compose.yaml'), { merge: true });
  expect(Object.keys(services).sort()).toEqual(['planner', 'redis', 'worker']);
  for (const service of Object.values<{ volumes?: string[]; depends_on?: object }>(services)) {
    for (const other of Object.keys(service.depends_on ?? {})) expect(services[other].healthcheck).toBeTypeOf('object');
    for (const source of (service.volumes ?? []).map((volume) => volume.split(':')[0] ?? '')) {
      if (!source.startsWith('.')) expect(volumes).toHaveProperty([source]);
    }
  }
  const { worker, planner } = services;
  expect(worker.deploy.replicas).toBe(3);
  expect(Number.parseInt(worker.stop_grace_period, 10)).toBeGreaterThan(secondsToEnd(worker.command));
  expect(worker.healthcheck.test.at(-1)).toContain(`127.0.0.1:${portOf(worker.command)}/health`);
  // The same store, by the same volume.
  const storeOf = ({ command }: { command: string[] }) => command[command.indexOf('--store') + 1];
  expect(storeOf(planner)).toBe(storeOf(worker));
  for (const service of [worker, planner]) expect(service.volumes).toContain(`store:${storeOf(worker)}`);
});

test.each(FILES.filter((file) => file.includes('kubernetes')))('%s: names, times and addresses agree', (file) => {
  const { kind, apiVersion, spec } = parse(read(file));
  expect([apiVersion, kind]).toEqual(kind === 'Job' ? ['batch/v1', 'Job'] : ['apps/v1', 'Deployment']);
  const pod = spec.template.spec;
  const [container] = pod.containers;
  const names = pod.volumes.map(({ name }: { name: string }) => name);
  for (const { name, mountPath } of container.volumeMounts) {
    expect(names).toContain(name);
    expect(container.args.join(' ')).toContain(mountPath);
  }
  if (kind === 'Job') {
    expect([pod.restartPolicy, pod.securityContext]).toEqual(['Never', { fsGroup: 1000 }]);
    return;
  }
  expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
  const [port] = container.ports;
  expect([port.containerPort, port.name]).toEqual([portOf(container.args), container.readinessProbe.httpGet.port]);
  expect(container.readinessProbe.httpGet.path).toBe('/health');
  expect(spec.template.metadata.annotations['prometheus.io/port']).toBe(String(port.containerPort));
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(secondsToEnd(container.args));
});

test('a planner finds a path, and its proof holds', () => {
  const { output, status } = runNode(ROOT, ['examples/robot/plan.mjs', '1']);
  expect(status).toBe(0);
  expect(output).toMatch(
    /^\d+ waypoints, \d+ after shortcuts\nfree, 0\.\d+ to 0\.\d+ m from [a-z ]+\nthe proof holds\n$/,
  );
});
