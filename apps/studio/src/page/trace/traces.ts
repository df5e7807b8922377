// The section "See the algorithm" of the page of two bodies: asks the worker for the trace of the question that is shown, while the section
// is open, and shows it.

import { elementOf } from '../element.ts';
import type { PlainMotions } from '../motion-plan.ts';
import type { QueryClient } from '../query-client.ts';
import type { Show } from '../shown.ts';
import type { Stage } from '../view/stage.ts';
import type { Poses, WantedTrace } from '../worker/messages.ts';
import { ContactTraceView } from './contact-trace-view.ts';
import { DistanceTraceView } from './distance-trace-view.ts';

/** What is asked on the page. */
export interface Asked {
  readonly show: Show;
  readonly poses: Poses;
  readonly motions: PlainMotions | null;
}

export interface TraceActions {
  /** The bodies are to be shown at a time of their motion. */
  showTime(time: number): void;
  /** The section was opened or closed. */
  toggled(): void;
}

export class Traces {
  readonly #client: QueryClient;
  readonly #section: HTMLDetailsElement = elementOf('#algorithm', HTMLDetailsElement);
  readonly #note: HTMLElement = elementOf('#algorithm .trace-note', HTMLElement);
  readonly #distance: DistanceTraceView;
  readonly #contact: ContactTraceView;
  #asked: Asked | null = null;
  /** The trace that is shown or asked for, as text: it is not asked for again. */
  #wanted = '';
  /** One request runs at a time; when it is back, whether another is due. */
  #isAsking = false;

  constructor(stage: Stage, client: QueryClient, { showTime, toggled }: TraceActions) {
    this.#client = client;
    this.#distance = new DistanceTraceView(stage);
    this.#contact = new ContactTraceView(stage, showTime);
    this.#section.append(this.#distance.root, this.#contact.root);
    this.#distance.root.hidden = true;
    this.#contact.root.hidden = true;
    this.#section.addEventListener('toggle', () => {
      if (this.#section.open) void this.#refresh();
      else this.#clear();
      toggled();
    });
  }

  get isOpen(): boolean {
    return this.#section.open;
  }

  set isOpen(isOpen: boolean) {
    this.#section.open = isOpen;
  }

  /** An answer has come; the trace of the same question is shown beside it. */
  update(asked: Asked): void {
    this.#asked = asked;
    this.#section.hidden = wantedOf(asked) === null;
    if (this.#section.hidden) this.#clear();
    else if (this.#section.open) void this.#refresh();
  }

  /** Another scene, or none: what was shown is of the past. */
  forget(): void {
    this.#asked = null;
    this.#clear();
  }

  #clear(): void {
    this.#wanted = '';
    this.#section.dataset.settled = 'false';
    for (const view of [this.#distance, this.#contact]) {
      view.clear();
      view.root.hidden = true;
    }
  }

  async #refresh(): Promise<void> {
    if (this.#isAsking) return;
    const wanted = this.#asked && wantedOf(this.#asked);
    const text = JSON.stringify(wanted);
    if (wanted === null || text === this.#wanted) return;
    this.#wanted = text;
    this.#isAsking = true;
    this.#section.dataset.settled = 'false';
    try {
      const traced = await this.#client.trace(wanted);
      if (this.#wanted === text) {
        this.#note.textContent = '';
        this.#distance.root.hidden = traced.kind !== 'distance';
        this.#contact.root.hidden = traced.kind !== 'contact';
        if (traced.kind === 'distance') this.#distance.show(traced.search);
        if (traced.kind === 'contact') this.#contact.show(traced.search);
        this.#section.dataset.settled = 'true';
      }
    } catch (error) {
      this.#clear();
      this.#note.textContent = error instanceof Error ? error.message : String(error);
    }
    this.#isAsking = false;
    if (this.#section.open) void this.#refresh();
  }
}

/** The trace that belongs to a question; null where there is none in this section. */
function wantedOf({ show, poses, motions }: Asked): WantedTrace | null {
  if (show === 'answer') return { kind: 'distance', poses };
  return show === 'motion' && motions !== null ? { kind: 'contact', motions } : null;
}
