import { cpus } from 'node:os';
import type { BuildResult } from '../build.ts';
import type { CommandResult } from '../cold/command.ts';
import type { ColdResult } from '../cold/suite.ts';
import type { ContestResult } from '../contest.ts';
import type { StyleResult } from '../data-styles.ts';
import { mistakes } from '../time-of-contact/check.ts';
import type { MotionResult } from '../time-of-contact/suite.ts';
import { strayChecksums, type VolumesResult } from '../volumes/suite.ts';

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly node: string;
  readonly platform: string;
}

/** All of a run: what the JSON file holds and the chart is drawn from. */
export interface Results {
  readonly date: string;
  readonly machine: Machine;
  readonly source: string;
  readonly rounds: number;
  /** Peers that could not take part, and why. */
  readonly skipped: readonly string[];
  readonly contests: readonly ContestResult[];
  readonly build: BuildResult | null;
  readonly dataStyles: readonly StyleResult[] | null;
  /** The first queries of a process, one a workload. */
  readonly cold: readonly ColdResult[];
  /** The command from the shell. */
  readonly command: CommandResult | null;
  /** One a model. */
  readonly volumes: readonly VolumesResult[];
  /** Times of contact, one a model. */
  readonly motions: readonly MotionResult[];
}

export function thisMachine(): Machine {
  const processors = cpus();
  return {
    cpu: processors[0]?.model ?? 'unknown',
    cores: processors.length,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
  };
}

/** Answers of nearmiss that are wrong or contradict themselves; other peers' mistakes are shown but not counted. */
export function nearmissMistakes({ contests, cold, volumes, motions }: Results): number {
  const own = contests.flatMap(({ peers }) => peers.filter(({ label }) => label.startsWith('nearmiss')));
  const variants = volumes.flatMap((result) => result.contests);
  const inContests = [...own, ...variants.flatMap(({ peers }) => peers)].map(
    ({ verdict, contradictions }) => (verdict?.wrong ?? 0) + contradictions,
  );
  const inCold = cold
    .flatMap(({ peers }) => peers.filter(({ label }) => label.startsWith('nearmiss')))
    .map(({ wrong }) => wrong);
  const inMotions = motions
    .flatMap(({ peers }) => peers.filter(({ label }) => label === 'nearmiss'))
    .map(({ verdict }) => (verdict === null ? 0 : mistakes(verdict)));
  return sum([...inContests, ...inCold, ...inMotions, ...variants.map((contest) => strayChecksums(contest).length)]);
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
