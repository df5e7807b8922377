// What people decided about clashes here, to be kept in a file that `nearmiss clash --decisions` takes.

import { type Clash, decisionAbout, findingGuid, type GivenDecision, topicGuid } from '@nearmiss/clash';
import type { DecidedClashes } from './messages.ts';

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export class Decided {
  readonly #decisions = new Map<string, GivenDecision>();
  readonly #comments = new Map<string, string>();

  /** Adds what a file holds; it replaces what was decided before. A BCF file names clashes, or their findings, by the GUIDs of topics. */
  add({ decisions, comments }: DecidedClashes, clashes: readonly Clash[]): void {
    const topics = new Map(decisions.filter(([key]) => GUID.test(key)));
    const known = new Set(topics.size === 0 ? [] : clashes.flatMap((clash) => [topicGuid(clash), findingGuid(clash)]));
    for (const [key, decision] of decisions) if (!known.has(key)) this.#decisions.set(key, decision);
    for (const clash of topics.size === 0 ? [] : clashes) {
      const decision = decisionAbout(clash, topics);
      if (decision !== undefined) this.#decisions.set(clash.id, decision);
    }
    for (const [id, comment] of comments) this.#comments.set(id, comment);
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
