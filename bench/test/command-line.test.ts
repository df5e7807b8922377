import { describe, expect, test } from 'vitest';
import { ARGUMENT_DEFAULTS, HELP, PEER_NAMES, parseArguments, UsageError } from '../src/command-line.ts';
import { EXPERIMENTS } from '../src/experiments.ts';
import { select, selectableNames } from '../src/selection.ts';
import type { WorkloadSource } from '../src/workload-source.ts';

const never = (): never => {
  throw new Error('Nothing is loaded while choosing.');
};

const source: WorkloadSource = {
  description: 'made up',
  entries: [
    { name: 'W1.bunny', kind: 'W1', model: 'bunny' },
    { name: 'W1.knot', kind: 'W1', model: 'knot' },
    { name: 'W4.bunny', kind: 'W4', model: 'bunny' },
  ],
  drawn: [{ name: 'W1.statue', kind: 'W1', model: 'statue' }],
  buildModel: 'bunny',
  volumeModels: ['bunny', 'knot'],
  motionModels: ['bunny', 'ring'],
  load: never,
  loadMotions: never,
  mesh: never,
};

describe('arguments', () => {
  test('none: the defaults', () => {
    const args = parseArguments([]);
    expect(args).toMatchObject({
      ...ARGUMENT_DEFAULTS,
      only: [],
      generated: false,
      redraw: false,
      list: false,
      help: false,
    });
    expect([...args.peers]).toEqual([...PEER_NAMES]);
    expect(HELP).toContain(`default ${ARGUMENT_DEFAULTS.rounds}`);
  });

  test('lists are split at commas', () => {
    const args = parseArguments(['--only', 'W1.bunny, W4.bunny', '--rounds', '5', '--peers', 'fcl', '--out', 'x']);
    expect(args).toMatchObject({ only: ['W1.bunny', 'W4.bunny'], rounds: 5, out: 'x' });
    expect([...args.peers]).toEqual(['fcl']);
  });

  test.each([[['--rounds', '0']], [['--rounds', 'many']], [['--peers', 'pqp']], [['--fast']], [['W1.bunny']]])(
    '%j is refused',
    (words) => {
      expect(() => parseArguments(words)).toThrow(UsageError);
    },
  );
});

describe('choosing', () => {
  test('nothing named: everything but the volumes and the experiments', () => {
    expect(select(source, [])).toEqual({
      entries: [...source.entries, ...source.drawn],
      build: true,
      dataStyles: true,
      cold: true,
      volumes: [],
      motions: ['bunny', 'ring'],
      experiments: [],
    });
  });

  test('a kind is all its models; other suites are asked for by name', () => {
    const names = (only: string[]): string[] => select(source, only).entries.map(({ name }) => name);
    const nothing = {
      entries: [],
      build: false,
      dataStyles: false,
      cold: false,
      volumes: [],
      motions: [],
      experiments: [],
    };
    expect(names(['W1'])).toEqual(['W1.bunny', 'W1.knot']);
    expect(names(['W4.bunny', 'W1.knot'])).toEqual(['W1.knot', 'W4.bunny']);
    expect(names(['W1.statue'])).toEqual(['W1.statue']);
    expect(select(source, ['build', 'data-styles'])).toEqual({ ...nothing, build: true, dataStyles: true });
    expect(select(source, ['build.bunny'])).toEqual({ ...nothing, build: true });
    expect(select(source, ['cold'])).toEqual({ ...nothing, cold: true });
    expect(select(source, ['volumes'])).toEqual({ ...nothing, volumes: ['bunny', 'knot'] });
    expect(select(source, ['volumes.knot'])).toEqual({ ...nothing, volumes: ['knot'] });
    expect(select(source, ['W3'])).toEqual({ ...nothing, motions: ['bunny', 'ring'] });
    expect(select(source, ['W3.ring'])).toEqual({ ...nothing, motions: ['ring'] });
    for (const experiment of EXPERIMENTS) {
      expect(select(source, [experiment.name])).toEqual({ ...nothing, experiments: [experiment] });
    }
  });

  test('a name that means nothing is refused', () => {
    expect(() => select(source, ['W1.bunnny'])).toThrow(/W1\.bunnny/);
    for (const name of selectableNames(source)) expect(() => select(source, [name])).not.toThrow();
  });
});
