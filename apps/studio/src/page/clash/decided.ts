// What people decided about clashes here, to be kept in a file that `nearmiss clash --decisions` takes.

import type { Decision, GivenDecision } from '@nearmiss/clash';
import type { DecidedClashes } from './messages.ts';

export class Decided {
  readonly #decisions = new Map<string, GivenDecision>();
  readonly #comments = new Map<string, string>();

  /** Adds what a file holds; it replaces what was decided before. */
  add({ decisions, comments }: DecidedClashes): void {
    for (const [id, decision] of decisions) this.#decisions.set(id, decision);
    for (const [id, comment] of comments) this.#comments.set(id, comment);
  }

  clear(): void {
    this.#decisions.clear();
    this.#comments.clear();
  }

  decisionOf(id: string): Decision | null {
    const decision = this.#decisions.get(id) ?? 'open';
    return decision === 'open' ? null : decision;
  }

  commentOf(id: string): string {
    return this.#comments.get(id) ?? '';
  }

  decide(id: string, decision: Decision | null): void {
    // Taken back, it says so in the file, since a result may hold it.
    if (decision !== null || this.#decisions.has(id)) this.#decisions.set(id, decision ?? 'open');
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
