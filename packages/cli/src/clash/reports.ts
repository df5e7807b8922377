import { readFile, rename, writeFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import {
  type Assembly,
  type BcfVersion,
  type Clash,
  type ClashSummary,
  clashesBcf,
  clashesCsv,
  clashesHtml,
  clashesXml,
  clashScenes,
  type Decisions,
  readDecisions,
} from '@nearmiss/clash';
import { whyNotOpened } from '@nearmiss/io/node';
import { readChoice, UsageError } from '../usage.ts';

const FORMATS = ['html', 'csv', 'xml', 'bcf', 'bcfzip'] as const;

export interface Report {
  readonly path: string;
  readonly format: (typeof FORMATS)[number];
  readonly bcfVersion: BcfVersion;
}

/** The reports that flags ask for, by the endings of their names. */
export function readReports(paths: readonly string[], bcfVersion: string): Report[] {
  const version = readChoice('--bcf-version', bcfVersion, ['2.1', '3.0']);
  return paths.map((path) => {
    const ending = extname(path).slice(1).toLowerCase();
    return { path, format: readChoice('The ending of --report', ending, FORMATS), bcfVersion: version };
  });
}

/** What reports are about. */
export interface ReportContent {
  readonly clashes: readonly Clash[];
  readonly summary: ClashSummary;
  readonly assembly: Assembly;
  /** The file of the set. */
  readonly setFile: string;
}

export async function writeReport(
  { path, format, bcfVersion }: Report,
  { clashes, summary, assembly, setFile }: ReportContent,
): Promise<void> {
  const scenes = clashScenes(assembly);
  switch (format) {
    case 'html':
      return writeWhole(path, clashesHtml(clashes, summary, basename(setFile), { scenes }));
    case 'xml':
      return writeWhole(path, clashesXml(clashes, basename(setFile), { date: new Date() }));
    case 'csv':
      return writeWhole(path, clashesCsv(clashes));
    case 'bcf':
    case 'bcfzip':
      return writeWhole(path, clashesBcf(clashes, { version: bcfVersion, date: new Date(), scenes }));
  }
}

export async function readDecisionsOf(path: string): Promise<Decisions> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new UsageError(`"${path}" cannot be opened: ${whyNotOpened(cause)}.`);
  });
  return readDecisions(bytes);
}

/** Writes a file as a whole: whoever reads it finds the old content or the new. */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  try {
    await writeFile(`${path}.new`, content);
    await rename(`${path}.new`, path);
  } catch (cause) {
    throw new UsageError(`"${path}" cannot be written: ${(cause as Error).message}.`);
  }
}
