// The pages of the studio. A page that is added here has a card in the gallery and an entry in the menu of every other page.

import { SPOON_IN_CUP } from '../presets.ts';

export interface StudioPage {
  readonly id: string;
  readonly title: string;
  /** What the page answers, as a person would ask it. */
  readonly question: string;
  /** What one does there, in one sentence. */
  readonly sentence: string;
  readonly href: string;
  /** The address of a picture of the page, 480 × 300. */
  readonly picture: string;
}

/** Two plain bodies that overlap, for questions about touching bodies. */
const OVERLAP = 'a=shape:torus-knot&pose-a=-0.35,0,0,0,0,0,1&b=shape:gear&pose-b=0.4,0,0,0,0,0,1';

export const PAGES: readonly StudioPage[] = [
  {
    id: 'touch',
    title: 'Touch',
    question: 'Do two meshes touch?',
    sentence: 'Drag a torus knot into a gear and see every face that touches, and the curve where the surfaces cross.',
    href: `./pair.html#${OVERLAP}&show=touch`,
    picture: new URL('../thumbnails/touch.jpg', import.meta.url).href,
  },
  {
    id: 'distance',
    title: 'Distance',
    question: 'How far apart are they?',
    sentence: 'Move a body about and watch the shortest segment between the two, with a proven bracket of its length.',
    href: './pair.html#a=shape:torus-knot&b=shape:gear&show=answer',
    picture: new URL('../thumbnails/distance.jpg', import.meta.url).href,
  },
  {
    id: 'depth',
    title: 'Depth',
    question: 'How deep is one in the other?',
    sentence: 'A spoon is stuck in the wall of a cup: see how deep, watch the search, and take it out along the arrow.',
    href: `./pair.html#${SPOON_IN_CUP}`,
    picture: new URL('../thumbnails/depth.jpg', import.meta.url).href,
  },
  {
    id: 'first-contact',
    title: 'First contact',
    question: 'When do they first touch?',
    sentence: 'A gear flies past a torus knot: find the first moment of contact, and the features that touch.',
    href: './pair.html#a=shape:torus-knot&b=shape:gear&show=motion',
    picture: new URL('../thumbnails/first-contact.jpg', import.meta.url).href,
  },
  {
    id: 'crowd',
    title: 'Crowd',
    question: 'Who touches whom among many?',
    sentence: 'Hundreds of bodies fly about in a box; every contact is decided exactly, step by step.',
    href: './many.html?scene=crowd',
    picture: new URL('../thumbnails/crowd.jpg', import.meta.url).href,
  },
  {
    id: 'deforming',
    title: 'Cloth',
    question: 'Where does a mesh touch while it deforms?',
    sentence: 'A cloth falls over a ball and a block, a hand closes around a ball: see the faces in contact.',
    href: './many.html?scene=deforming',
    picture: new URL('../thumbnails/cloth.jpg', import.meta.url).href,
  },
  {
    id: 'dynamics',
    title: 'Dynamics',
    question: 'How do bodies of any shape move?',
    sentence:
      'Chains hang, a nut runs down its bolt, gears mesh: play, rewind and drag, with contacts and forces drawn.',
    href: './dynamics.html',
    picture: new URL('../thumbnails/dynamics.jpg', import.meta.url).href,
  },
  {
    id: 'robot',
    title: 'Robot',
    question: 'Does a robot touch anything along its path?',
    sentence: 'An arm sweeps over a table: see where it first hits a post, then plan a path that is proven free.',
    href: './robot.html',
    picture: new URL('../thumbnails/robot.jpg', import.meta.url).href,
  },
  {
    id: 'clash',
    title: 'Clashes',
    question: 'Which parts of a building clash?',
    sentence: 'Ducts run through a beam, a pipe through a wall: fly from clash to clash, see how deep, and decide.',
    href: './clash.html',
    picture: new URL('../thumbnails/clash.jpg', import.meta.url).href,
  },
  {
    id: 'medial',
    title: 'Medial axis',
    question: 'What is the skeleton of a solid?',
    sentence: 'Approximate a body by a few spheres, cones and slabs, and see how early they tell of a contact.',
    href: './medial.html',
    picture: new URL('../thumbnails/medial.jpg', import.meta.url).href,
  },
  {
    id: 'gpu',
    title: 'Clearance map',
    question: 'Where is a body free, and by how much?',
    sentence:
      'Turn a gear above a map of its clearance from a knot: a quarter of a million distances, on the GPU or the CPU.',
    href: './gpu.html',
    picture: new URL('../thumbnails/gpu.jpg', import.meta.url).href,
  },
];
