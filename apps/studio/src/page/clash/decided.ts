// What people decided about clashes here, to be kept in a file that `nearmiss clash --decisions` takes.

import { type Clash, decisionAbout, findingGuid, type GivenDecision, topicGuid } from '@nearmiss/clash';
import type { DecidedClashes } from './messages.ts';

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What a file changed. */
export interface DecidedChange {
  /** Clashes that have a decision now, and had another one or none. */
  readonly decided: number;
  /** Clashes that had a decision and have none now. */
  readonly takenBack: number;
  readonly comments: number;
  /** Takes the change back, but for what was decided since. */
  readonly undo: () => void;
}

export class Decided {
  readonly #decisions = new Map<string, GivenDecision>();
  readonly #comments = new Map<string, string>();

  /** Adds what a file holds; it replaces what was decided before. A BCF file names clashes, or their findings, by the GUIDs of topics. */
  add({ decisions, comments }: DecidedClashes, clashes: readonly Clash[]): DecidedChange {
    const before = clashes.map((clash) => this.decisionOf(clash));
    const [oldDecisions, oldComments] = [new Map(this.#decisions), new Map(this.#comments)];
    const topics = new Map(decisions.filter(([key]) => GUID.test(key)));
    const known = new Set(topics.size === 0 ? [] : clashes.flatMap((clash) => [topicGuid(clash), findingGuid(clash)]));
    for (const [key, decision] of decisions) if (!known.has(key)) this.#decisions.set(key, decision);
    for (const clash of topics.size === 0 ? [] : clashes) {
      const decision = decisionAbout(clash, topics);
      if (decision !== undefined) this.#decisions.set(clash.id, decision);
    }
    for (const [id, comment] of comments) this.#comments.set(id, comment);
    const [newDecisions, newComments] = [new Map(this.#decisions), new Map(this.#comments)];
    const changed = clashes.map((clash) => this.decisionOf(clash)).filter((now, k) => now !== before[k]);
    return {
      decided: changed.filter((now) => now !== 'open').length,
      takenBack: changed.filter((now) => now === 'open').length,
      comments: comments.filter(([id, comment]) => oldComments.get(id) !== comment).length,
      undo: () => {
        putBack(this.#decisions, oldDecisions, newDecisions);
        putBack(this.#comments, oldComments, newComments);
      },
    };
  }

  clear(): void {
    this.#decisions.clear();
    this.#comments.clear();
  }

  /** What was decided here or in a file, and otherwise what the result has. */
  decisionOf({ id, decision }: Clash): GivenDecision {
    return this.#decisions.get(id) ?? decision ?? 'open';
  }

  commentOf(id: string): string {
    return this.#comments.get(id) ?? '';
  }

  /** `open` is kept as well: it takes back what an earlier result has. */
  decide(id: string, decision: GivenDecision): void {
    this.#decisions.set(id, decision);
  }

  comment(id: string, text: string): void {
    if (text.trim() === '') this.#comments.delete(id);
    else this.#comments.set(id, text);
  }

  get all(): DecidedClashes {
    return { decisions: [...this.#decisions], comments: [...this.#comments] };
  }

  get isEmpty(): boolean {
    return this.#decisions.size + this.#comments.size === 0;
  }

  /** The file: decisions as the library reads them, and comments beside them. */
  get text(): string {
    const sorted = <T>(map: ReadonlyMap<string, T>): Record<string, T> =>
      Object.fromEntries([...map].sort(([one], [other]) => (one < other ? -1 : 1)));
    const comments = this.#comments.size === 0 ? {} : { comments: sorted(this.#comments) };
    return `${JSON.stringify({ decisions: sorted(this.#decisions), ...comments }, null, 1)}\n`;
  }
}

/** What a file changed, for people. */
export function changeText(file: string, { decided, takenBack, comments }: DecidedChange): string {
  const counts = [
    [decided, 'decided'],
    [takenBack, 'taken back'],
    [comments, comments === 1 ? 'comment' : 'comments'],
  ] as const;
  const parts = counts.filter(([count]) => count > 0).map(([count, what]) => `${count.toLocaleString('en')} ${what}`);
  return `${file}: ${parts.length === 0 ? 'it changes nothing here' : parts.join(', ')}.`;
}

/** Entries that are as the change left them become as they were before it. */
function putBack<T>(map: Map<string, T>, before: ReadonlyMap<string, T>, after: ReadonlyMap<string, T>): void {
  for (const [key, value] of after) {
    const old = before.get(key);
    if (map.get(key) !== value || old === value) continue;
    if (old === undefined) map.delete(key);
    else map.set(key, old);
  }
}
