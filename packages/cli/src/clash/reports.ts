import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import {
  type Assembly,
  type BcfTopics,
  type BcfVersion,
  bcfDates,
  type Clash,
  type ClashSet,
  type ClashSummary,
  clashesBcf,
  clashesCsv,
  clashesHtml,
  clashesXml,
  clashScenes,
  countUnused,
  type Decisions,
  readDecisions,
  unitOf,
  withDecisions,
} from '@nearmiss/clash';
import { whyNotOpened } from '@nearmiss/io/node';
import { NearmissError } from 'nearmiss';
import { readChoice, UsageError } from '../usage.ts';
import { VERSION } from '../version.ts';
import { writeWhole } from '../whole-file.ts';

const FORMATS = ['html', 'csv', 'xml', 'bcf', 'bcfzip'] as const;

export interface Report {
  readonly path: string;
  readonly format: (typeof FORMATS)[number];
  readonly bcfVersion: BcfVersion;
  readonly bcfTopics: BcfTopics;
}

/** The reports that flags ask for, by the endings of their names. */
export function readReports(paths: readonly string[], bcfVersion: string, bcfTopics: string): Report[] {
  const version = readChoice('--bcf-version', bcfVersion, ['2.1', '3.0']);
  const topics = readChoice('--bcf-topics', bcfTopics, ['clashes', 'findings']);
  return paths.map((path) => {
    const ending = extname(path).slice(1).toLowerCase();
    return {
      path,
      format: readChoice('The ending of --report', ending, FORMATS),
      bcfVersion: version,
      bcfTopics: topics,
    };
  });
}

/** What reports are about. */
export interface ReportContent {
  readonly clashes: readonly Clash[];
  readonly summary: ClashSummary;
  readonly assembly: Assembly;
  readonly set: ClashSet;
  /** The file of the set. */
  readonly setFile: string;
}

export async function writeReport(
  { path, format, bcfVersion, bcfTopics }: Report,
  { clashes, summary, assembly, set, setFile }: ReportContent,
): Promise<void> {
  const scenes = clashScenes(assembly);
  const unit = unitOf(set);
  switch (format) {
    case 'html':
      return writeWhole(
        path,
        clashesHtml(clashes, summary, basename(setFile), {
          scenes,
          unit,
          models: set.models,
          program: `nearmiss ${VERSION}`,
        }),
      );
    case 'xml':
      return writeWhole(path, clashesXml(clashes, basename(setFile), { date: new Date(), unit, tests: set.tests }));
    case 'csv':
      return writeWhole(path, clashesCsv(clashes, { unit }));
    case 'bcf':
    case 'bcfzip':
      return writeWhole(
        path,
        clashesBcf(clashes, {
          version: bcfVersion,
          topics: bcfTopics,
          date: new Date(),
          created: await datesIn(path),
          scenes,
          unit,
        }),
      );
  }
}

/** When the topics of the report that is replaced were created; nothing where there is none that can be read. */
async function datesIn(path: string): Promise<ReadonlyMap<string, Date>> {
  try {
    return bcfDates(await readFile(path));
  } catch {
    return new Map();
  }
}

/** What a file says that people decided. */
export interface DecisionsFile {
  readonly path: string;
  readonly decisions: Decisions;
}

export async function readDecisionsOf(path: string): Promise<DecisionsFile> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new UsageError(`"${path}" cannot be opened: ${whyNotOpened(cause)}.`);
  });
  try {
    return { path, decisions: readDecisions(bytes) };
  } catch (error) {
    if (!(error instanceof NearmissError)) throw error;
    throw new NearmissError(error.code, `${path}: ${error.message}`, { cause: error });
  }
}

/** The clashes with what a file says about them. Says so where it takes decisions back, or has some about none of the clashes. */
export function decide(clashes: readonly Clash[], { path, decisions }: DecisionsFile): Clash[] {
  const decided = withDecisions(clashes, decisions);
  const back = decided.filter(({ decision }, k) => decision === undefined && clashes[k]?.decision !== undefined).length;
  if (back > 0) console.error(`nearmiss: ${path} takes back ${decisionCount(back)}.`);
  const unused = countUnused(clashes, decisions);
  if (unused > 0) console.error(`nearmiss: ${path} has ${decisionCount(unused)} about none of these clashes.`);
  return decided;
}

function decisionCount(count: number): string {
  return `${count} ${count === 1 ? 'decision' : 'decisions'}`;
}
