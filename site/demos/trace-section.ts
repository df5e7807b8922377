// The section "See the algorithm" of a demo: the views of the studio, on the bodies of the demo.

import { ContactTraceView } from '../../apps/studio/src/page/trace/contact-trace-view.ts';
import { DistanceTraceView } from '../../apps/studio/src/page/trace/distance-trace-view.ts';
import type { Paintable } from '../../apps/studio/src/page/trace/search-view.ts';
import type { Traced, WantedTrace } from '../../apps/studio/src/page/worker/messages.ts';
import { element } from './elements.ts';
import type { Poses, Query } from './messages.ts';

/** The trace that belongs to a question; null where there is none. A moves in a time of contact, and B rests. */
function wantedOf(query: Query, { a, b, end }: Poses): WantedTrace | null {
  if (query === 'distance') return { kind: 'distance', poses: { a, b } };
  return query === 'time-of-contact'
    ? { kind: 'contact', motions: { a: { from: a, to: end }, b: { from: b, to: b } } }
    : null;
}

export class TraceSection {
  readonly root: HTMLDetailsElement = document.createElement('details');
  readonly #distance: DistanceTraceView;
  readonly #contact: ContactTraceView;
  readonly #ask: (wanted: WantedTrace) => void;
  #wanted: WantedTrace | null = null;

  /** `ask`: a trace is wanted of the worker. */
  constructor(bodies: Paintable, ask: (wanted: WantedTrace) => void) {
    this.#ask = ask;
    this.#distance = new DistanceTraceView(bodies);
    this.#contact = new ContactTraceView(bodies, () => {});
    this.root.className = 'demo-trace';
    this.root.append(element('summary', '', 'See the algorithm'), this.#distance.root, this.#contact.root);
    this.root.addEventListener('toggle', () => this.#refresh());
  }

  /** An answer has come to a question. */
  update(query: Query, poses: Poses): void {
    this.#wanted = wantedOf(query, poses);
    this.root.hidden = this.#wanted === null;
    this.#refresh();
  }

  show(wanted: WantedTrace, traced: Traced): void {
    // One that was overtaken is followed by another.
    if (!this.root.open || JSON.stringify(wanted) !== JSON.stringify(this.#wanted)) return;
    this.#distance.root.hidden = traced.kind !== 'distance';
    this.#contact.root.hidden = traced.kind !== 'contact';
    if (traced.kind === 'distance') this.#distance.show(traced.search);
    else this.#contact.show(traced.search);
  }

  #refresh(): void {
    if (this.root.open && this.#wanted !== null) {
      this.#ask(this.#wanted);
      return;
    }
    for (const view of [this.#distance, this.#contact]) view.clear();
  }
}
