// Every page of the studio with a scene worth a picture: its address, and what is there once it is complete. Of its tests and of
// its thumbnails.

const OVERLAP = 'a=shape:torus-knot&pose-a=-0.35,0,0,0,0,0,1&b=shape:gear&pose-b=0.4,0,0,0,0,0,1';
const SPOON =
  'a=shape:spoon(rings=24,sides=16)&b=shape:cup(slices=24,rings=8)&pose-a=0.35,0.1,0.3,0,0.3826834323650898,0,0.9238795325112867&pose-b=0,0,0,0,0,0,1';
const SETTLED = '#answer[data-settled=true]';

export const STUDIO_PAGES = /** @type {const} */ ([
  ['gallery', '', '#cards img'],
  ['touch', `pair.html#${OVERLAP}&show=touch`, SETTLED],
  ['distance', 'pair.html#a=shape:torus-knot&b=shape:gear&show=answer', SETTLED],
  ['depth', `pair.html#${SPOON}&show=depth`, '#depth[data-settled=true]'],
  ['first-contact', 'pair.html#a=shape:torus-knot&b=shape:gear&show=motion', '#motion[data-settled=true]'],
  ['inside', 'pair.html#a=shape:torus-knot&b=shape:gear&show=front-volumes', '#structure[data-settled=true]'],
  ['crowd', 'many.html?scene=crowd#step=60', '#counts[data-step="60"]'],
  ['cloth', 'many.html?scene=deforming#step=60', '#counts[data-step="60"]'],
  ['dynamics', 'dynamics.html#scene=falling-tori&step=60', '#counts[data-step="60"]'],
  ['robot', 'robot.html#robot=six-axis', SETTLED],
  ['clash', 'clash.html', '#clashes[data-settled=true]'],
  ['medial', 'medial.html', '#axis[data-settled=true]'],
  ['gpu', 'gpu.html#cells=256', '#map[data-settled=true]'],
  ['tori', 'gpu.html#show=tori&step=30', '#tori[data-settled=true]'],
  ['glossary', 'glossary.html#bracket', '#bracket'],
]);

/** The examples of three.js, which stand alone. */
export const STUDIO_EXAMPLES = /** @type {const} */ ([
  'penetration',
  'distance',
  'first-contact',
  'instances',
  'morph',
]);
