import { UsageError } from './command-line.ts';
import type { WorkloadEntry, WorkloadSource } from './workload-source.ts';

export interface Selection {
  readonly entries: readonly WorkloadEntry[];
  readonly build: boolean;
  readonly dataStyles: boolean;
}

const DATA_STYLES = 'data-styles';

/** Everything `--only` understands, whole kinds left out. */
export function selectableNames({ entries, buildModel }: WorkloadSource): string[] {
  return [DATA_STYLES, ...entries.map(({ name }) => name), `build.${buildModel}`];
}

/** What the names choose; a name that chooses nothing is an error, lest a typing mistake pass for a fast run. */
export function select(source: WorkloadSource, only: readonly string[]): Selection {
  if (only.length === 0) return { entries: source.entries, build: true, dataStyles: true };
  const chosen = new Set(only);
  const buildNames = ['build', `build.${source.buildModel}`];
  const known = new Set([DATA_STYLES, ...buildNames, ...source.entries.flatMap(({ name, kind }) => [name, kind])]);
  for (const name of chosen) {
    if (!known.has(name)) throw new UsageError(`Nothing is called "${name}" here; --list shows the names.`);
  }
  return {
    entries: source.entries.filter(({ name, kind }) => chosen.has(name) || chosen.has(kind)),
    build: buildNames.some((name) => chosen.has(name)),
    dataStyles: chosen.has(DATA_STYLES),
  };
}
