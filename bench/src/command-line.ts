import { parseArgs } from 'node:util';
import { DATA_DIR, DEFAULT_OUT_DIR, DEFAULT_PLOTS_DIR, PAGES_DIR } from './paths.ts';

export const PEER_NAMES = ['nearmiss', 'fcl', 'three-mesh-bvh', 'crashcat'] as const;
export type PeerName = (typeof PEER_NAMES)[number];

export interface Arguments {
  /** Names of what to run; empty for everything. */
  readonly only: readonly string[];
  readonly rounds: number;
  readonly out: string;
  /** Where records go: data of experiments, and of a whole contest with peers. */
  readonly data: string;
  /** Where the plots of experiments go. */
  readonly plots: string;
  /** Where the pages go that tables of experiments were put into. */
  readonly pages: string;
  readonly peers: ReadonlySet<PeerName>;
  readonly generated: boolean;
  /** Whether experiments draw what their last run found, and measure nothing. */
  readonly redraw: boolean;
  readonly list: boolean;
  readonly help: boolean;
}

export const ARGUMENT_DEFAULTS: Readonly<Pick<Arguments, 'rounds' | 'out'>> = Object.freeze({
  rounds: 3,
  out: DEFAULT_OUT_DIR,
});

export const HELP: string = `npm run bench -- [options]

Runs nearmiss, FCL, three-mesh-bvh and crashcat on the same queries, in turns, checks every answer, and compares the times.

  --only NAME,...    what to run: W1.bunny, a whole kind (W1, W2a, W2b, W3, W4, W5, tolerance), build, cold, data-styles, or
                     volumes (bounding volumes against each other, some minutes), or an experiment of
                     docs/lab/experiments.md; default all but volumes and experiments
  --rounds N         passes a peer (default ${ARGUMENT_DEFAULTS.rounds})
  --peers NAME,...   of ${PEER_NAMES.join(', ')} (default all)
  --generated        torus knots with seeded poses, even where stored workloads are at hand
  --out DIR          where results.json, charts and the compiled FCL peer go (default bench/out); records, plots and
                     tables of experiments go there too, otherwise to bench/data, docs/plots and docs/lab
  --redraw           plots and tables of the experiments named, from their records; nothing is measured
  --list             names that --only understands
  --help             this text

Ends with 1 if an answer of nearmiss is wrong. Goals not met are shown, not failed.`;

/** A mistake on the command line: told in one line, without a stack. */
export class UsageError extends Error {}

export function parseArguments(words: readonly string[]): Arguments {
  const { values } = readOptions(words);
  const rounds = values.rounds === undefined ? ARGUMENT_DEFAULTS.rounds : Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) {
    throw new UsageError(`--rounds takes a whole number from 1 on, not "${values.rounds}".`);
  }
  return {
    only: namesIn(values.only),
    rounds,
    out: values.out ?? ARGUMENT_DEFAULTS.out,
    data: values.out ?? DATA_DIR,
    plots: values.out ?? DEFAULT_PLOTS_DIR,
    pages: values.out ?? PAGES_DIR,
    peers: new Set(values.peers === undefined ? PEER_NAMES : namesIn(values.peers).map(peerName)),
    generated: values.generated ?? false,
    redraw: values.redraw ?? false,
    list: values.list ?? false,
    help: values.help ?? false,
  };
}

interface Options {
  readonly values: {
    readonly only?: string;
    readonly rounds?: string;
    readonly peers?: string;
    readonly out?: string;
    readonly generated?: boolean;
    readonly redraw?: boolean;
    readonly list?: boolean;
    readonly help?: boolean;
  };
}

function readOptions(words: readonly string[]): Options {
  try {
    return parseArgs({
      args: [...words],
      options: {
        only: { type: 'string' },
        rounds: { type: 'string' },
        peers: { type: 'string' },
        out: { type: 'string' },
        generated: { type: 'boolean' },
        redraw: { type: 'boolean' },
        list: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (failure) {
    throw new UsageError(failure instanceof Error ? failure.message : String(failure));
  }
}

function namesIn(list: string | undefined): string[] {
  return (list ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function peerName(name: string): PeerName {
  const known = PEER_NAMES.find((peer) => peer === name);
  if (known === undefined) throw new UsageError(`There is no peer "${name}"; there are ${PEER_NAMES.join(', ')}.`);
  return known;
}
