// Colours come from the style sheet, which knows light from dark.

import type { Slot } from '../body.ts';
import type { MedialKind } from '../medial/shown-axis.ts';
import type { GhostKind } from './ghosts.ts';

export interface Theme {
  readonly ground: string;
  readonly body: Readonly<Record<Slot, string>>;
  /** Triangles that touch. */
  readonly touch: string;
  /** Parts of enclosures that overlap. */
  readonly near: string;
  /** Where surfaces cut each other. */
  readonly curve: string;
  /** Edges of triangles. */
  readonly edge: string;
  /** Edges of hulls, and lines of skeletons. */
  readonly hull: string;
  /** Ghosts that are not of the colour of their body. */
  readonly step: Readonly<Partial<Record<GhostKind, string>>>;
  /** What encloses a body that is to be seen through it. */
  readonly veil: string;
  /** Parts of medial axes. */
  readonly medial: Readonly<Record<MedialKind, string>>;
  /** The pair of nodes that a search has in hand. */
  readonly mark: string;
  /** From cold to hot. */
  readonly heat: readonly string[];
  /** What a robot may hit. */
  readonly obstacle: string;
  /** Of the handles: along each axis, and of the one under the pointer. */
  readonly axes: Readonly<Record<'x' | 'y' | 'z' | 'active', string>>;
  readonly dark: boolean;
}

/** The colours at an element. */
export function readTheme(at: Element = document.documentElement): Theme {
  const style = getComputedStyle(at);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  return {
    ground: colour('--ground'),
    body: { a: colour('--body-a'), b: colour('--body-b') },
    touch: colour('--touch'),
    near: colour('--near'),
    curve: colour('--curve'),
    edge: colour('--edge'),
    hull: colour('--ink'),
    step: { start: colour('--start'), projected: colour('--projected'), parted: colour('--good') },
    veil: colour('--veil'),
    medial: { spheres: colour('--sphere'), cones: colour('--cone'), slabs: colour('--slab') },
    mark: colour('--mark'),
    heat: [colour('--cold'), colour('--warm'), colour('--hot')],
    obstacle: colour('--obstacle'),
    axes: { x: colour('--axis-x'), y: colour('--axis-y'), z: colour('--axis-z'), active: colour('--axis-active') },
    dark: document.documentElement.matches('.dark, [data-theme=dark]'),
  };
}

/** Calls the listener when the document becomes light or dark, until the returned function is called. */
export function onSchemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['class', 'data-theme'] });
  return () => observer.disconnect();
}
