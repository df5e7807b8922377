// Decisions in reports that are read again: the page, the XML and the CSV.

import { DECISIONS, type Decision } from '../clash.ts';
import { attributeOf, withoutComments } from './xml-text.ts';

/** The status of a decision in XML of Navisworks. */
const XML_STATUSES: ReadonlyMap<string, Decision> = new Map([
  ['approved', 'approved'],
  ['reviewed', 'ignored'],
]);

/** The result lines that a page of a report holds, or null if the text is no such page. */
export function pageLines(text: string): readonly unknown[] | null {
  const [, data] = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(text) ?? [];
  if (data === undefined) return null;
  try {
    const { clashes }: { clashes?: unknown } = JSON.parse(data);
    return Array.isArray(clashes) ? clashes : null;
  } catch {
    return null;
  }
}

/** Decisions by GUIDs of topics, or null if the text is no XML of clashes. */
export function xmlDecisions(text: string): Map<string, Decision> | null {
  if (!/^\s*<\?xml/.test(text) || !text.includes('<exchange')) return null;
  const decisions = new Map<string, Decision>();
  for (const [result] of withoutComments(text).matchAll(/<clashresult\b[^>]*>/g)) {
    const guid = attributeOf(result, 'guid');
    const status = attributeOf(result, 'status') ?? '';
    const decision = XML_STATUSES.get(status.toLowerCase());
    if (guid !== undefined && decision !== undefined) decisions.set(guid.toLowerCase(), decision);
  }
  return decisions;
}

/** Decisions by ids, or null if the text is no table with columns `id` and `decision`. */
export function csvDecisions(text: string): Map<string, Decision | 'open'> | null {
  // A byte-order mark is what spreadsheets add.
  const [head, ...rows] = csvRows(text.replace(/^\ufeff/, ''));
  const [id, decision] = [head.indexOf('id'), head.indexOf('decision')];
  if (id < 0 || decision < 0) return null;
  const decisions = new Map<string, Decision | 'open'>();
  for (const row of rows) {
    const found = [...DECISIONS, 'open' as const].find((one) => one === row[decision]?.trim().toLowerCase());
    if (found !== undefined) decisions.set(row[id], found);
  }
  return decisions;
}

/** Rows of cells (RFC 4180); spreadsheets of some countries separate by semicolons. */
function csvRows(text: string): string[][] {
  const [firstLine = ''] = text.split(/\r?\n/, 1);
  const separator = firstLine.includes(';') && !firstLine.includes(',') ? ';' : ',';
  const rows: string[][] = [[]];
  const cell = new RegExp(`("(?:[^"]|"")*"|[^${separator}"\\r\\n]*)(${separator}|\\r?\\n|$)`, 'gy');
  for (let match = cell.exec(text); match !== null; match = cell.exec(text)) {
    const [all, content, end] = match;
    rows.at(-1)?.push(content.startsWith('"') ? content.slice(1, -1).replaceAll('""', '"') : content);
    if (all === '' || end === '') break;
    if (end !== separator) rows.push([]);
  }
  return rows;
}
