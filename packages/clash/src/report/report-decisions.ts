// Decisions in reports that are read again: the page, the XML and the CSV.

import { NearmissError } from 'nearmiss';
import { CLASH_ID, DECISIONS, type GivenDecision } from '../clash.ts';
import { xmlTags } from './xml-tags.ts';

/** What a status in XML of Navisworks means; `resolved` says nothing about a decision. */
const XML_STATUSES: ReadonlyMap<string, GivenDecision> = new Map([
  ['approved', 'approved'],
  ['reviewed', 'ignored'],
  ['new', 'open'],
  ['active', 'open'],
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
export function xmlDecisions(text: string): Map<string, GivenDecision> | null {
  if (!/^\s*</.test(text)) return null;
  const decisions = new Map<string, GivenDecision>();
  let isFirst = true;
  for (const { name, attributes } of xmlTags(text)) {
    if (isFirst && name !== 'exchange') return null;
    isFirst = false;
    if (name !== 'clashresult') continue;
    const guid = attributes.get('guid');
    const decision = XML_STATUSES.get(attributes.get('status')?.toLowerCase() ?? '');
    if (guid !== undefined && decision !== undefined) decisions.set(guid.toLowerCase(), decision);
  }
  return isFirst ? null : decisions;
}

/** Decisions by ids, or null if the text is no table with columns `id` and `decision`. */
export function csvDecisions(text: string): Map<string, GivenDecision> | null {
  // A byte-order mark is what spreadsheets add.
  const [head = [], ...rows] = csvRows(text.replace(/^\ufeff/, '')) ?? [];
  const [id, decision] = [head.indexOf('id'), head.indexOf('decision')];
  if (id < 0 || decision < 0) return null;
  const decisions = new Map<string, GivenDecision>();
  for (const [k, row] of rows.entries()) {
    if (row[id] === undefined || row[id] === '') continue;
    if (!CLASH_ID.test(row[id])) {
      const sentence = `Row ${k + 2} has the id ${JSON.stringify(row[id])}, which no clash has: a spreadsheet may have made a number of it. Import the column as text.`;
      throw new NearmissError('clash/bad-decisions', sentence);
    }
    const given = row[decision]?.trim().toLowerCase() ?? '';
    const found = given === '' || given === 'open' ? 'open' : DECISIONS.find((one) => one === given);
    if (found === undefined) {
      const sentence = `Row ${k + 2} has the decision ${JSON.stringify(given)}; it is ${DECISIONS.join(', ')}, open or empty.`;
      throw new NearmissError('clash/bad-decisions', sentence);
    }
    decisions.set(row[id], found);
  }
  return decisions;
}

/** Rows of cells (RFC 4180), or null if the text is no table; spreadsheets of some countries separate by semicolons. */
function csvRows(text: string): string[][] | null {
  const [firstLine = ''] = text.split(/\r?\n/, 1);
  const separator = firstLine.includes(';') && !firstLine.includes(',') ? ';' : ',';
  const rows: string[][] = [[]];
  const cell = new RegExp(`("(?:[^"]|"")*"|[^${separator}"\\r\\n]*)(${separator}|\\r?\\n|$)`, 'gy');
  for (let match = cell.exec(text); match !== null; match = cell.exec(text)) {
    const [, content, end] = match;
    rows.at(-1)?.push(content.startsWith('"') ? content.slice(1, -1).replaceAll('""', '"') : content);
    if (end === '') return rows;
    if (end !== separator) rows.push([]);
  }
  return null;
}
