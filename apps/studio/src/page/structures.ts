// The choice of what the picture shows besides the answer: asks the worker for it, paints the bodies and fills the card.

import type { TraceStep } from 'nearmiss/lab';
import { SLOTS } from './body.ts';
import { elementOf } from './element.ts';
import type { QueryClient } from './query-client.ts';
import { QuestionTabs } from './question-tabs.ts';
import { FIRST_SHOWN, type Show, type Shown } from './shown.ts';
import { StructureCard } from './structure-card.ts';
import { MinkowskiView } from './trace/minkowski-view.ts';
import { TracePlayer } from './trace/trace-player.ts';
import { paintGroups, paintLevels } from './view/face-paint.ts';
import type { Stage } from './view/stage.ts';
import type { Watched } from './worker/messages.ts';

const NO_EDGES = new Uint32Array();

/** What is watched of structures; motions and depths have views of their own. */
type WatchedSearch = Exclude<Watched, { readonly kind: 'encounter' | 'depth' }>;

export class Structures {
  readonly #stage: Stage;
  readonly #client: QueryClient;
  readonly #tabs: QuestionTabs;
  readonly #card = new StructureCard((level) => this.#setLevel(level));
  readonly #player = new TracePlayer(elementOf('#player', HTMLElement), 'Step', () => this.#showStep(true));
  readonly #minkowski = new MinkowskiView();
  readonly #onChange: () => void;
  #shown: Shown = FIRST_SHOWN;
  #watched: WatchedSearch | null = null;
  /** One request for groups runs at a time; when it is back, whether another is due. */
  #isGrouping = false;
  #isStale = false;

  /** `onChange`: another choice was made by hand, and the question is to be asked again. */
  constructor(stage: Stage, client: QueryClient, onChange: () => void) {
    this.#stage = stage;
    this.#client = client;
    this.#onChange = onChange;
    elementOf('#player', HTMLElement).after(this.#minkowski.root);
    this.#tabs = new QuestionTabs((show) => {
      this.show({ ...this.#shown, show });
      this.refresh();
      this.#onChange();
    });
  }

  get shown(): Shown {
    return this.#shown;
  }

  /** The step of a trace that is shown, if one is. */
  get step(): TraceStep | null {
    return this.#watched?.kind === 'trace' ? (this.#watched.trace.steps[this.#player.step] ?? null) : null;
  }

  /** What is shown from the next scene or answer on. */
  show(shown: Shown): void {
    this.#shown = shown;
    this.#tabs.show(shown.show);
  }

  /** Draws what follows the camera. */
  draw(): void {
    const isShown = this.#watched?.kind === 'trace' && this.#watched.difference !== null;
    this.#minkowski.root.toggleAttribute('hidden', !isShown);
    if (isShown) this.#minkowski.draw(this.#stage.camera.quaternion);
  }

  /** A search is about to be overtaken by another. */
  expectAnother(): void {
    if (this.#watched !== null) this.#card.expectAnother();
  }

  /** Shows no search any more: there is no answer that it led to. */
  forget(): void {
    if (this.#watched !== null) this.#clear();
  }

  /** Shows it anew: something else is to be shown, or other bodies are there. */
  refresh(): void {
    const { show } = this.#shown;
    this.#clear();
    if (show === 'patches' || show === 'hulls') void this.#group();
  }

  receive(show: Show, watched: WatchedSearch | null, settled: boolean): void {
    if (show !== this.#shown.show || watched === null) return;
    this.#watched = watched;
    switch (watched.kind) {
      case 'front':
        for (const slot of SLOTS) {
          this.#stage.paint(slot, paintLevels(watched.levels[slot], watched.deepest), NO_EDGES);
        }
        this.#card.showFront(watched, settled);
        break;
      case 'trace':
        this.#minkowski.show(watched.difference);
        this.#player.show(watched.trace.steps.length);
        this.#showStep(settled);
        break;
      case 'nothing':
        this.draw();
        this.#player.hide();
        for (const slot of SLOTS) this.#stage.paint(slot, null, NO_EDGES);
        this.#card.showNothing(watched.reason);
    }
  }

  #clear(): void {
    this.#watched = null;
    this.draw();
    this.#player.hide();
    this.#card.expect(this.#shown.show);
    for (const slot of SLOTS) this.#stage.paint(slot, null, NO_EDGES);
  }

  #setLevel(level: number): void {
    this.#shown = { ...this.#shown, level };
    void this.#group();
    this.#onChange();
  }

  #showStep(settled: boolean): void {
    const { step } = this;
    if (this.#watched?.kind !== 'trace' || step === null) return;
    this.#card.showStep(this.#watched.trace, this.#player.step, step, settled);
    this.#minkowski.showStep(step);
    this.#player.say(convexCaption(step), 'nodes');
    this.#stage.invalidate();
  }

  async #group(): Promise<void> {
    this.#isStale = true;
    if (this.#isGrouping) return;
    this.#isGrouping = true;
    while (this.#isStale) {
      this.#isStale = false;
      await this.#groupOnce(this.#shown);
    }
    this.#isGrouping = false;
  }

  async #groupOnce({ show, level }: Shown): Promise<void> {
    if (show !== 'patches' && show !== 'hulls') return;
    try {
      const groups = await this.#client.group({ show, level });
      if (this.#isStale || this.#shown.show !== show) return;
      for (const slot of SLOTS) this.#stage.paint(slot, paintGroups(groups[slot]), groups[slot].hullEdges);
      this.#card.showGroups(groups, show, level);
    } catch (error) {
      this.#card.showNothing(error instanceof Error ? error.message : String(error));
    }
  }
}

const FEATURES = ['Nothing', 'A vertex', 'An edge', 'A triangle'];

/** What a step of a search for the witness points has come to, in words. */
function convexCaption({ cornersA, cornersB, upper }: TraceStep): string {
  const ofB = FEATURES[cornersB.length]?.toLowerCase();
  return `${FEATURES[cornersA.length]} of A and ${ofB} of B, ${upper.toPrecision(5)} apart.`;
}
