// The private words that check-words.mjs searches for, and where they are ordinary English or the field's own.

/** Each a pattern of a word with its endings. What to say instead is in docs/glossary.md. */
export const TERMS = [
  'rooms?',
  'doors?',
  'look(?:s|ed|ing)?',
  'courses?',
  'journeys?',
  'ways?',
  'lost',
  'slacks?',
  'cuts?',
  'readings?',
  'outlooks?',
  'sieves?',
  'sure',
  'meetings?',
  'meets?',
  'shadows?',
  'rings?',
  'pieces?',
  'placed?',
  'places',
  'resting',
  'moving',
  'march(?:es|ed)?',
];

const PROSE = ['comment', 'text', 'string'];

/**
 * Uses that are no private word: the words that may stand, in which kinds of text, under which folders, in which phrase, and why.
 *
 * @type {readonly { words: RegExp, kinds?: readonly string[], under?: readonly string[], phrase?: RegExp, why: string }[]}
 */
export const ALLOWED = [
  {
    words: /^place$/,
    kinds: PROSE,
    phrase: /\bin\s+(?:\*\s+|\/\/\s+)?place\b|\btakes? place\b|decimal place/i,
    why: 'in place (of), takes place, decimal place',
  },
  {
    words: /^look/,
    kinds: PROSE,
    phrase: /\blook(?:s|ed|ing)?\s+(?:\*\s+|\/\/\s+)?(?:\w+\s+)?(?:up|like)\b|for looks/i,
    why: 'look up, look like',
  },
  {
    words: /^meets?$/,
    kinds: PROSE,
    why: 'surfaces, edges and lines meet: the verb is geometry; the noun for a contact status is not',
  },
  { words: /^moving$/, kinds: PROSE, why: 'what really moves over time; the query body of a query is not' },
  {
    words: /^cuts?$/,
    kinds: PROSE,
    phrase:
      /cut (?:out|short|off|at|along|facets?|from|by)|cuts (?:F's|the sphere|through)|plane cuts|finely cut|faces cut|cut this face/i,
    why: 'to cut a surface or a file',
  },
  {
    words: /^lost$/,
    kinds: PROSE,
    phrase: /lost (?:digits|nothing|its|an entry|in it|since|to rounding)|(?:is|are|be|digit|it|may have) lost/i,
    why: 'digits, points or entries that are gone',
  },
  { words: /^lost$/, under: ['packages/gpu/'], why: 'a lost device: the term of WebGPU' },
  {
    words: /^lost$/,
    kinds: PROSE,
    phrase: /gpu\/lost|device was lost|lost device/i,
    why: 'a lost device: the term of WebGPU',
  },
  {
    words: /^rings?$/,
    under: [
      'packages/core/src/shapes/',
      'packages/core/src/entries/shapes.ts',
      'packages/core/test/',
      'bench/',
      'fixtures/',
      'test/',
      'docs/',
      'packages/cli/',
      'README.md',
    ],
    why: 'the shape ring, and rings of vertices of a lofted surface',
  },
  {
    words: /^rings?$/,
    under: [
      'packages/core/src/convex/',
      'packages/core/src/medial/',
      'packages/core/src/lab/trees/',
      'packages/core/src/query/penetration/',
    ],
    kinds: ['identifier', 'comment'],
    why: 'the ring of vertices or facets around one, a closed ring of balls, linked rings',
  },
  {
    words: /^march/,
    under: ['packages/', 'bench/', 'docs/', 'scripts/', 'test/', 'README.md', 'CHANGELOG.md', 'CONTRIBUTING.md'],
    phrase: /voronoi-march|marchSteps|marches|marching/i,
    why: 'Voronoi marching: its file, its counters',
  },
  {
    words: /^places$/,
    kinds: ['string'],
    under: ['packages/core/'],
    phrase: /^clear-places$/,
    why: 'name of a section of saved models',
  },
  { words: /^(?:readings?|pieces?|place)$/, under: ['CHANGELOG.md'], why: 'names of earlier versions' },
  {
    words: /^readings?$/,
    kinds: PROSE,
    under: ['packages/cli/', 'packages/io/', 'test/'],
    why: 'files and lines are read',
  },
  { words: /^march$/, kinds: PROSE, phrase: /-march=native/, why: "a compiler's flag" },
  { words: /^shadow$/, under: ['packages/io/'], why: 'a statement of the OBJ format' },
  {
    words: /^shadows?$/,
    under: ['apps/studio/', 'docs/reference/studio.md', 'test/studio', 'CHANGELOG.md'],
    why: 'what a drawn body throws on the ground',
  },
  { words: /^rings?$/, under: ['packages/core/SHAPES.md', 'scripts/start.mjs'], why: 'the shape ring' },
  {
    words: /^rings$/,
    kinds: ['string'],
    under: ['scripts/scene-meshes/', 'scripts/studio-pages.mjs', 'apps/studio/', 'test/studio'],
    why: 'a parameter of shapes: rings of vertices',
  },
  {
    words: /^placed$/,
    under: ['docs/'],
    phrase: /placed-model|placed once in the memory/,
    why: 'a file of simd/, which is counted apart',
  },
  { words: /^(?:look|shadow)$/, kinds: ['identifier'], phrase: /^(?:lookAt|shadowMap)$/, why: "three.js' own names" },
  { words: /^doors?$/, kinds: ['string'], under: ['packages/three/test/'], why: 'a mesh of a door' },
];
