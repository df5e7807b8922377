// What the panel says of the structures shown. As with the answer, every number is also a data attribute of the section.

import type { ConvexTrace, TraceStep } from 'nearmiss/lab';
import { SLOTS } from './body.ts';
import { elementOf } from './element.ts';
import { grouped } from './grouped.ts';
import { type Row, writeRows } from './rows.ts';
import { type Show, type ShownGroups, showNamed } from './shown.ts';
import type { Grouped, Watched } from './worker/messages.ts';

const TITLES: Readonly<Record<Show, string>> = {
  touch: '',
  answer: '',
  motion: '',
  depth: '',
  patches: 'Convex patches',
  hulls: 'Tree of hulls',
  'front-hulls': 'Front on hulls',
  'front-volumes': 'Front on volumes',
  gjk: 'Steps of GJK',
  marching: 'Steps of marching',
};

const NOTES: Readonly<Record<Show, string>> = {
  touch: '',
  answer: '',
  motion: '',
  depth: '',
  patches:
    'Every colour is a convex patch, which lies on its own hull. Pale ones are not filled: their hulls are no part of the body.',
  hulls: 'Faces by the hull they belong to on this level. Up to 64 hulls are drawn as well.',
  'front-hulls': 'Where the search on hull trees ended: how far below the root the deepest hull above a face is.',
  'front-volumes':
    'Where the search on bounding volumes ended: how far below the root the deepest one above a face is.',
  gjk: 'Marked are the vertices each simplex is made of, and its nearest points. The drawing is the Minkowski difference A − B with that simplex; the arrow is the direction of the next support point.',
  marching: 'Marked are the features that Voronoi marching has reached, and their witness points.',
};

const ENDS: Readonly<Record<ConvexTrace['status'], string>> = {
  separated: 'apart, proven',
  touching: 'touching, to rounding',
  overlapping: 'they overlap',
  'iteration-limit': 'not decided',
};

/** What the section is about, as it was last told. */
function showOf({ dataset }: HTMLElement): Show {
  return showNamed(dataset.show ?? null);
}

export class StructureCard {
  readonly #section: HTMLElement = elementOf('#structure', HTMLElement);
  readonly #level: HTMLInputElement = elementOf('#level', HTMLInputElement);

  constructor(onLevel: (level: number) => void) {
    this.#level.addEventListener('input', () => onLevel(this.#level.valueAsNumber));
  }

  /** Something else is to be shown, or the same of other bodies. */
  expect(show: Show): void {
    const { dataset } = this.#section;
    for (const name of Object.keys(dataset)) delete dataset[name];
    dataset.show = show;
    dataset.settled = 'false';
    // What has no title has a section of its own.
    this.#section.hidden = TITLES[show] === '';
    this.#write('h2', TITLES[show]);
    this.#write('#note', NOTES[show]);
    this.#rows([]);
    this.#reveal('#legend', false);
    this.#reveal('#level-row', false);
  }

  /** What is shown is about to be overtaken. */
  expectAnother(): void {
    this.#section.dataset.settled = 'false';
  }

  showGroups(groups: Grouped, show: ShownGroups, level: number): void {
    const { dataset } = this.#section;
    dataset.countA = String(groups.a.count);
    dataset.countB = String(groups.b.count);
    const depth = Math.max(groups.a.depth, groups.b.depth);
    this.#reveal('#level-row', show === 'hulls');
    this.#level.max = String(depth);
    this.#level.value = String(level);
    this.#write('#level-row output', `${Math.min(level, depth)} of ${depth}`);
    this.#rows(
      SLOTS.map((slot) => {
        const { count, filled } = groups[slot];
        const part = `, ${grouped(filled.reduce((sum, flag) => sum + flag, 0))} filled`;
        return [slot.toUpperCase(), show === 'patches' ? `${grouped(count)}${part}` : grouped(count)];
      }),
    );
    dataset.settled = 'true';
  }

  showFront({ size, deepest, nearest }: Extract<Watched, { readonly kind: 'front' }>, settled: boolean): void {
    Object.assign(this.#section.dataset, { front: String(size), nearest: String(nearest), settled: String(settled) });
    this.#write('#note', NOTES[showOf(this.#section)]);
    this.#reveal('#legend', true);
    this.#write('#deepest', `level ${deepest}`);
    this.#rows([
      ['pairs of nodes', grouped(size)],
      ['nearest pair, at least', String(Number(nearest.toPrecision(7)))],
    ]);
  }

  showStep({ status, steps, handedOver }: ConvexTrace, index: number, step: TraceStep, settled: boolean): void {
    Object.assign(this.#section.dataset, {
      steps: String(steps.length),
      step: String(index + 1),
      lower: String(step.lower),
      upper: String(step.upper),
      settled: String(settled),
    });
    const isLast = index === steps.length - 1;
    this.#write('#note', NOTES[showOf(this.#section)]);
    this.#rows([
      ['step', `${index + 1} of ${steps.length}`],
      ['at most', String(step.upper)],
      ['at least', String(step.lower)],
      ['vertices of A and B', `${step.cornersA.length}, ${step.cornersB.length}`],
      ['end', isLast ? `${ENDS[status]}${handedOver ? ', by GJK' : ''}` : '…'],
    ]);
  }

  /** There is nothing to be seen, for a reason. */
  showNothing(reason: string): void {
    const show = showOf(this.#section);
    this.expect(show);
    this.#section.dataset.settled = 'true';
    this.#write('#note', reason);
  }

  #rows(rows: readonly Row[]): void {
    writeRows(elementOf('dl', HTMLElement, this.#section), rows);
  }

  #reveal(selector: string, shown: boolean): void {
    elementOf(selector, HTMLElement, this.#section).hidden = !shown;
  }

  #write(selector: string, text: string): void {
    elementOf(selector, HTMLElement, this.#section).textContent = text;
  }
}
