// Demos by their names.

import { element } from './elements.ts';
import { QUERIES } from './messages.ts';
import { mountPairDemo } from './pair-demo.ts';
import { mountWorldDemo } from './world-demo.ts';

/** Fills an element with a demo; the returned function removes it. Without WebGL a sentence says so. */
export function mountDemo(root: HTMLElement, demo: string, queries: readonly string[]): () => void {
  try {
    if (demo === 'world') return mountWorldDemo(root);
    return mountPairDemo(
      root,
      QUERIES.filter((query) => queries.includes(query)),
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    root.replaceChildren(element('p', 'demo-help', `The demo cannot be shown: ${reason}`));
    return () => {};
  }
}
