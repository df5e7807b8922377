import { NearmissError } from 'nearmiss';
import { type Clash, DECISIONS, type GivenDecision } from './clash.ts';
import { bcfDecisions, findingGuid, topicGuid } from './report/bcf.ts';
import { csvDecisions, pageLines, xmlDecisions } from './report/report-decisions.ts';

/** What people decided about clashes: by ids of clashes, or by GUIDs of topics. See {@link readDecisions}. */
export type Decisions = ReadonlyMap<string, GivenDecision>;

/**
 * Reads decisions from a file: those saved from the page of a report, a result of `nearmiss clash`, or a report in any of its forms. A result or
 * report tells of each of its clashes: one without a decision is `open`. What is no such file is refused.
 *
 * @example
 * const text = '{"decisions":{"0123456789abcdef0123":"approved"}}';
 * console.log(readDecisions(new TextEncoder().encode(text)).get('0123456789abcdef0123')); // approved
 */
export function readDecisions(bytes: Uint8Array): Decisions {
  // A zip starts with "PK".
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return bcfDecisions(bytes);
  const decisions = new Map<string, GivenDecision>();
  const text = new TextDecoder().decode(bytes);
  const whole = parsed(text);
  if (whole !== null && 'decisions' in whole) {
    const given = whole.decisions;
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return refuse();
    for (const [id, decision] of Object.entries(given)) decisions.set(id, requireDecision(decision));
    return decisions;
  }
  const found = xmlDecisions(text) ?? csvDecisions(text);
  if (found !== null) return found;
  for (const clash of pageLines(text) ?? resultLines(text)) {
    if (typeof clash !== 'object' || clash === null) return refuse();
    if ('id' in clash && typeof clash.id === 'string') {
      decisions.set(clash.id, 'decision' in clash ? requireDecision(clash.decision) : 'open');
    } else if (!('summary' in clash)) return refuse();
  }
  return decisions;
}

/** The lines of a result, of which the last counts: an empty one has at least that. */
function resultLines(text: string): readonly unknown[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.length === 0 ? refuse() : lines.map((line) => parsed(line) ?? refuse());
}

/** What was decided about a clash, or about the finding it belongs to. See {@link readDecisions}. */
export function decisionAbout(clash: Clash, decisions: Decisions): GivenDecision | undefined {
  return decisions.get(clash.id) ?? decisions.get(topicGuid(clash)) ?? decisions.get(findingGuid(clash));
}

/** The clashes with what was decided about them; a later decision replaces one that a clash has, and `open` takes it back. See {@link readDecisions}. */
export function withDecisions(clashes: readonly Clash[], decisions: Decisions): Clash[] {
  if (decisions.size === 0) return [...clashes];
  return clashes.map((clash) => {
    const given = decisionAbout(clash, decisions);
    if (given === undefined) return clash;
    const { decision: _, ...undecided } = clash;
    return given === 'open' ? undecided : { ...clash, decision: given };
  });
}

/**
 * How many decisions other than `open` are about none of the clashes.
 *
 * @see {@link readDecisions}
 */
export function countUnused(clashes: readonly Clash[], decisions: Decisions): number {
  const names = new Set(clashes.flatMap((clash) => [clash.id, topicGuid(clash), findingGuid(clash)]));
  return [...decisions].filter(([name, decision]) => decision !== 'open' && !names.has(name)).length;
}

function parsed(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

function requireDecision(given: unknown): GivenDecision {
  return given === 'open' ? given : (DECISIONS.find((decision) => decision === given) ?? refuse());
}

function refuse(): never {
  throw new NearmissError(
    'clash/bad-decisions',
    `Decisions are a report, a result, or {"decisions":{id: ${DECISIONS.join(', ')} or open}}.`,
  );
}
