import { UsageError } from './command-line.ts';
import type { Experiment } from './experiment.ts';
import { EXPERIMENTS } from './experiments.ts';
import { groupOf } from './workload.ts';
import type { WorkloadEntry, WorkloadSource } from './workload-source.ts';

export interface Selection {
  readonly entries: readonly WorkloadEntry[];
  readonly build: boolean;
  readonly dataStyles: boolean;
  readonly cold: boolean;
  /** Models to compare bounding volumes on. */
  readonly volumes: readonly string[];
  /** Models to ask times of contact of. */
  readonly motions: readonly string[];
  readonly experiments: readonly Experiment[];
}

const DATA_STYLES = 'data-styles';
const COLD = 'cold';
const BUILD = 'build';
const VOLUMES = 'volumes';
const MOTIONS = 'W3';

/** Everything `--only` understands, whole kinds left out. */
export function selectableNames({ entries, drawn, buildModel, volumeModels, motionModels }: WorkloadSource): string[] {
  return [
    DATA_STYLES,
    ...entries.map(({ name }) => name),
    ...drawn.map(({ name }) => name),
    ...motionModels.map((model) => `${MOTIONS}.${model}`),
    `${BUILD}.${buildModel}`,
    COLD,
    ...volumeModels.map((model) => `${VOLUMES}.${model}`),
    ...EXPERIMENTS.map(({ name }) => name),
  ];
}

/** What the names choose; a name that chooses nothing is an error, lest a typing mistake pass for a fast run. */
export function select(source: WorkloadSource, only: readonly string[]): Selection {
  const { entries, drawn, volumeModels, motionModels } = source;
  // The volumes and the experiments concern the library's own choices, and take longer than the rest: only by name.
  if (only.length === 0) {
    const all = { entries: [...entries, ...drawn], build: true, dataStyles: true, cold: true, motions: motionModels };
    return { ...all, volumes: [], experiments: [] };
  }
  const chosen = new Set(only);
  const kinds = entries.flatMap(({ kind }) => [kind, groupOf(kind)]);
  const groups = entries.map(({ kind, model }) => `${groupOf(kind)}.${model}`);
  const known = new Set<string>([...selectableNames(source), BUILD, VOLUMES, MOTIONS, ...kinds, ...groups]);
  for (const name of chosen) {
    if (!known.has(name)) throw new UsageError(`Nothing is called "${name}" here; --list shows the names.`);
  }
  const chooses = (suite: string, model: string): boolean => chosen.has(suite) || chosen.has(`${suite}.${model}`);
  return {
    entries: [
      ...entries.filter(({ kind, model }) => chooses(kind, model) || chooses(groupOf(kind), model)),
      ...drawn.filter(({ name }) => chosen.has(name)),
    ],
    build: chooses(BUILD, source.buildModel),
    dataStyles: chosen.has(DATA_STYLES),
    cold: chosen.has(COLD),
    volumes: volumeModels.filter((model) => chooses(VOLUMES, model)),
    motions: motionModels.filter((model) => chooses(MOTIONS, model)),
    experiments: EXPERIMENTS.filter(({ name }) => chosen.has(name)),
  };
}
