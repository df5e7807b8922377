// What the files of a drop are: a set, a result, decisions, models, and what models refer to.

import { MESH_FORMATS } from '@nearmiss/io';
import { NearmissError } from 'nearmiss';
import type { NamedBytes } from '../../worker/messages.ts';

export interface SortedFiles {
  /** As JSON has it. */
  readonly set: { readonly name: string; readonly value: unknown } | null;
  /** Lines that `nearmiss clash` wrote. */
  readonly result: { readonly name: string; readonly text: string } | null;
  readonly decisions: NamedBytes | null;
  readonly models: readonly NamedBytes[];
  /** Buffers and the like, which models refer to. */
  readonly companions: readonly NamedBytes[];
}

const RESULTS: readonly string[] = ['jsonl', 'ndjson'];
/** Reports, of which the decisions are read. */
const REPORTS: readonly string[] = ['bcf', 'bcfzip', 'csv', 'html', 'htm', 'xml'];
const MODELS: readonly string[] = [...MESH_FORMATS, 'ifc'];

export function sortFiles(files: readonly NamedBytes[]): SortedFiles {
  let set: SortedFiles['set'] = null;
  let result: SortedFiles['result'] = null;
  let decisions: NamedBytes | null = null;
  const models: NamedBytes[] = [];
  const companions: NamedBytes[] = [];
  for (const file of files) {
    const ending = endingOf(file.name);
    if (RESULTS.includes(ending)) result = { name: file.name, text: textOf(file) };
    else if (REPORTS.includes(ending)) decisions = file;
    else if (MODELS.includes(ending)) models.push(file);
    else if (ending === 'json') {
      const value = parse(file);
      if (isDecisions(value)) decisions = file;
      else set = { name: file.name, value };
    } else companions.push(file);
  }
  return { set, result, decisions, models, companions };
}

/** The end of a file's name, without the dot. */
export function endingOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}

/** A file's name without its folder and ending. */
export function stemOf(name: string): string {
  const own = lastOf(name);
  const dot = own.lastIndexOf('.');
  return dot > 0 ? own.slice(0, dot) : own;
}

/** A file's name without its folder. */
export function lastOf(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
}

function textOf({ bytes }: NamedBytes): string {
  return new TextDecoder().decode(bytes);
}

function parse(file: NamedBytes): unknown {
  try {
    return JSON.parse(textOf(file));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new NearmissError('io/syntax', `${file.name} is no JSON: ${reason}.`, { cause });
  }
}

function isDecisions(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'decisions' in value;
}
