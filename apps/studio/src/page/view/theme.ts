// Colours come from the style sheet, which knows light from dark.

import type { Slot } from '../body.ts';

export interface Theme {
  readonly body: Readonly<Record<Slot, string>>;
  /** Triangles that touch. */
  readonly touch: string;
  /** Where surfaces cut each other. */
  readonly curve: string;
  /** Edges of triangles. */
  readonly edge: string;
}

export function readTheme(): Theme {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  return {
    body: { a: colour('--body-a'), b: colour('--body-b') },
    touch: colour('--touch'),
    curve: colour('--curve'),
    edge: colour('--edge'),
  };
}

export function onThemeChange(listener: () => void): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', listener);
}
