// Scenes with a story, each with one sentence. A preset is a link; choosing it is opening it.

import { elementOf } from './element.ts';

interface Preset {
  readonly title: string;
  readonly sentence: string;
  /** What follows # in the address. */
  readonly link: string;
}

/** A spoon through the wall of a cup, in few triangles: the depth is found in a fraction of a second. */
export const SPOON_IN_CUP =
  'a=shape:spoon(rings=24,sides=16)&b=shape:cup(slices=24,rings=8)&pose-a=0.35,0.1,0.3,0,0.3826834323650898,0,0.9238795325112867&pose-b=0,0,0,0,0,0,1&show=depth';

const QUARTER_TURN = '0.7071067811865476,0,0,0.7071067811865476';

const PRESETS: readonly Preset[] = [
  {
    title: 'Spoon in a cup',
    sentence: 'The handle is stuck in the wall. Press Separate: the arrow takes it out.',
    link: SPOON_IN_CUP,
  },
  {
    title: 'Linked, not touching',
    sentence: 'Two tori hang in each other like links of a chain. They do not touch, and the gap is proven.',
    link: `a=shape:torus&pose-a=0.35,0,0,${QUARTER_TURN}&b=shape:torus&pose-b=0,0,0,0,0,0,1&show=answer`,
  },
  {
    title: 'By a hair',
    sentence: 'Two boxes face to face, one part in a billion apart. Touch is decided exactly: they do not.',
    link: 'a=shape:box&pose-a=0,0,0,0,0,0,1&b=shape:box&pose-b=1.0000000009313226,0,0,0,0,0,1&show=touch',
  },
  {
    title: 'Inside',
    sentence: 'A ball inside a box touches no face of it, and still is at distance 0: a closed mesh is a solid.',
    link: 'a=shape:icosphere&pose-a=0,0,0,0,0,0,1&b=shape:box(size=[3,3,3])&pose-b=0,0,0,0,0,0,1&show=answer',
  },
  {
    title: 'Past each other',
    sentence: 'A gear turns while it flies past a knot. The first moment of contact is never reported late.',
    link: 'a=shape:torus-knot&b=shape:gear&show=motion',
  },
  {
    title: 'Onto the grate',
    sentence: 'A star falls on a grate. When does it touch first, and with which edges?',
    link: `a=shape:grate&pose-a=0,0,0,${QUARTER_TURN}&b=shape:star-shape&pose-b=0.1,1.6,0,0,0,0,1&show=motion&end-b=0.1,-1.6,0,0,0,0,1&time=0`,
  },
  {
    title: 'Two convex bodies',
    sentence: 'For convex bodies the depth is exact: no shorter translation separates them, proven.',
    link: 'a=shape:icosphere&pose-a=-0.3,0.1,0,0,0,0,1&b=shape:prism&pose-b=0.3,0,0,0,0,0,1&show=depth',
  },
];

/** Fills the menu of scenes. */
export function attachPresets(): void {
  const menu = elementOf('#presets', HTMLDetailsElement);
  const items = PRESETS.map(({ title, sentence, link }) => {
    const item = Object.assign(document.createElement('a'), { href: `#${link}` });
    item.append(
      Object.assign(document.createElement('b'), { textContent: title }),
      Object.assign(document.createElement('span'), { textContent: sentence }),
    );
    item.addEventListener('click', () => menu.removeAttribute('open'));
    return item;
  });
  elementOf('div', HTMLElement, menu).replaceChildren(...items);
}
