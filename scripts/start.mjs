// `npm start`: asks the library about pairs of generated shapes and prints its answers as a table. Each row also knows what
// the answer has to be; should one differ, the row is marked and the exit status is 1. Otherwise the studio is served, until
// Ctrl-C, on the port that PORT names or the next free one.

import { SERVE_DEFAULTS, ServeError, serveStudio } from '@nearmiss/studio';
import { collide, distance, Model } from 'nearmiss';
import { makeShape } from 'nearmiss/shapes';

const QUARTER_TURN_X = /** @type {const} */ ([Math.SQRT1_2, 0, 0, Math.SQRT1_2]);
const SOME_TURN = /** @type {const} */ ([0.48, 0.36, -0.48, 0.64]);
const KNOT = 'torus-knot(p=2,q=3,triangles=2880)';
/** 2⁻³⁰, about a nanometre where the unit is a metre. */
const HAIR = 2 ** -30;

/**
 * A pair of shapes; B stands at the origin, A where the pose says.
 *
 * @typedef {object} Scene
 * @property {string} a
 * @property {string} b
 * @property {string} words where A is, for people
 * @property {import('nearmiss').Pose} pose the same, for the library
 * @property {import('nearmiss').CollideStatus} status
 */

/** @type {readonly Scene[]} */
const SCENES = [
  { a: 'icosphere', b: 'icosphere', words: '2 to the right', pose: { position: [2, 0, 0] }, status: 'separated' },
  { a: KNOT, b: KNOT, words: '0.9 up, turned', pose: at([0, 0, 0.9], SOME_TURN), status: 'separated' },
  { a: KNOT, b: KNOT, words: '0.3 to the right, turned', pose: at([0.3, 0, 0], SOME_TURN), status: 'intersecting' },
  { a: 'box', b: 'box', words: 'laid on top', pose: { position: [0, 0, 1] }, status: 'touching' },
  { a: 'box', b: 'box', words: '2^-30 above the top', pose: { position: [0, 0, 1 + HAIR] }, status: 'separated' },
  { a: 'box', b: 'box', words: '2^-30 into the top', pose: { position: [0, 0, 1 - HAIR] }, status: 'intersecting' },
  {
    a: 'torus',
    b: 'torus',
    words: 'linked, not touching',
    pose: at([0.35, 0, 0], QUARTER_TURN_X),
    status: 'separated',
  },
  { a: 'icosphere(radius=0.1)', b: 'cup', words: 'in the hollow', pose: {}, status: 'separated' },
  { a: 'icosphere(radius=0.1)', b: 'box', words: 'in the middle', pose: {}, status: 'a-inside-b' },
  { a: 'pillar', b: 'ring', words: 'standing in it', pose: {}, status: 'separated' },
  { a: 'gear', b: 'gear', words: '1e6 away', pose: { position: [1e6, 0, 0] }, status: 'separated' },
];

/**
 * @param {readonly [number, number, number]} position
 * @param {readonly [number, number, number, number]} rotation
 */
function at(position, rotation) {
  return { position, rotation };
}

/** Repetitions whose median is shown: the first few find the code not yet compiled. */
const REPEATS = 51;

/** @type {Map<string, Model>} */
const models = new Map();
/** @param {string} shape */
function modelOf(shape) {
  const model = models.get(shape) ?? Model.build(makeShape(shape));
  models.set(shape, model);
  return model;
}

/** @param {Scene} scene */
function answer({ a, b, words, pose, status }) {
  const modelA = modelOf(a);
  const modelB = modelOf(b);
  const met = collide(modelA, pose, modelB, {}, { contacts: 'all' });
  const apart = distance(modelA, pose, modelB, {});
  const right = met.status === status && apart.status === status;
  return {
    right,
    cells: [
      `${a.replace(/\(.*/, '')} (${modelA.triangleCount})`,
      `${b.replace(/\(.*/, '')} (${modelB.triangleCount})`,
      words,
      right ? met.status : `${met.status}, WRONG`,
      String(met.pairCount),
      Number(apart.distance.toPrecision(7)).toString(),
      apart.upper === apart.lower ? 'exactly' : `within ${(apart.upper - apart.lower).toExponential(0)}`,
      `${median(() => collide(modelA, pose, modelB, {}))} / ${median(() => distance(modelA, pose, modelB, {}))}`,
    ],
  };
}

/**
 * Median time of a query in microseconds.
 *
 * @param {() => unknown} query
 */
function median(query) {
  const times = [];
  for (let k = 0; k < REPEATS; k++) {
    const start = performance.now();
    query();
    times.push(1000 * (performance.now() - start));
  }
  times.sort((x, y) => x - y);
  return times[REPEATS >> 1]?.toFixed(0);
}

// `npm start | head` has read enough: that is no error.
process.stdout.on('error', (error) => {
  if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPIPE') throw error;
  process.exit();
});

const rows = SCENES.map(answer);
const HEAD = ['A (faces)', 'B (faces)', 'where A is', 'collide', 'pairs', 'distance', 'proven', 'µs'];
const table = [HEAD, ...rows.map((row) => row.cells)];
const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => (row[column] ?? '').length)));
const numeric = new Set([4, 5, 7]);
for (const [index, row] of table.entries()) {
  const cells = row.map((cell, k) => (numeric.has(k) ? cell.padStart(widths[k] ?? 0) : cell.padEnd(widths[k] ?? 0)));
  console.log(cells.join('  ').trimEnd());
  if (index === 0) console.log(widths.map((width) => '─'.repeat(width)).join('  '));
}
console.log(
  '\nB stands at the origin. Pairs of faces that meet; µs (median): collide / distance. More in README.md and docs/.',
);
if (rows.every((row) => row.right)) await serve();
else process.exitCode = 1;

async function serve() {
  try {
    const { url, close } = await serveStudio({ port: Number(process.env.PORT || SERVE_DEFAULTS.port) });
    console.log(`\nThe studio, two meshes to drag against each other: ${url}  (Ctrl-C ends it)`);
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void close());
  } catch (error) {
    if (!(error instanceof ServeError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
