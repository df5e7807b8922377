// What the views of traced searches between two bodies have in common: a player, numbers of the step it is at, and colours on the bodies.

import { SLOTS, type Slot } from '../body.ts';
import type { FacePaint } from '../view/face-paint.ts';
import { TracePlayer } from './trace-player.ts';

/** What colours the bodies. */
export interface Paintable {
  paint(slot: Slot, paint: FacePaint | null, hullEdges: Uint32Array): void;
}

const NO_EDGES = new Uint32Array();

export abstract class SearchView<Search> {
  readonly root: HTMLElement = document.createElement('section');
  protected readonly controls: HTMLFieldSetElement = document.createElement('fieldset');
  protected readonly player: TracePlayer;
  protected readonly rows: HTMLElement = document.createElement('dl');
  protected search: Search | null = null;
  readonly #bodies: Paintable;

  /** `name` is that of the search, as in "step of the distance search"; `onChosen`: a step was chosen. */
  constructor(bodies: Paintable, className: string, name: string, onChosen: () => void) {
    this.#bodies = bodies;
    this.root.className = className;
    this.root.ariaLabel = `Steps of the ${name}`;
    this.controls.innerHTML = `<legend class="unseen">Steps of the ${name}</legend>`;
    this.player = new TracePlayer(this.controls, `Step of the ${name}`, onChosen);
  }

  /** Shows nothing, and leaves the bodies without colours. */
  clear(): void {
    if (this.search === null) return;
    this.search = null;
    this.player.hide();
    for (const slot of SLOTS) this.paint(slot, null);
  }

  protected paint(slot: Slot, paint: FacePaint | null): void {
    this.#bodies.paint(slot, paint, NO_EDGES);
  }
}
