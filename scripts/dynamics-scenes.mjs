// Writes the example scenes of packages/dynamics/scenes, and the meshes that they use.
//
//   node scripts/dynamics-scenes.mjs            writes them
//   node scripts/dynamics-scenes.mjs --check    exits 1 where a file is not what would be written

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hull } from 'nearmiss/convex';
import { torus } from 'nearmiss/shapes';
import { FIGURES, makeFigure } from './scene-meshes/figures.mjs';
import { SCENES } from './scene-meshes/scenes.mjs';
import { makeBolt, makeNut } from './scene-meshes/thread.mjs';

const FOLDER = fileURLToPath(new URL('../packages/dynamics/scenes', import.meta.url));
/** Digits after the point, of figures and of threads. */
const FIGURE_DIGITS = 4;
const THREAD_DIGITS = 7;

/** The torus of the scenes. */
const TORUS = { majorRadius: 0.25, minorRadius: 0.05, majorSegments: 24, minorSegments: 12 };

/**
 * The convex hull of a mesh.
 *
 * @param {{ readonly positions: ArrayLike<number> }} mesh
 */
function hullOf({ positions }) {
  const { mesh } = hull(Float64Array.from(positions));
  return { positions: [...mesh.positions], triangles: [...mesh.triangles] };
}

/** @returns {Map<string, string>} by path in the folder */
function files() {
  const out = new Map();
  for (const name of Object.keys(FIGURES)) out.set(`models/${name}.obj`, objText(makeFigure(name), FIGURE_DIGITS));
  out.set('models/spider-hull.obj', objText(hullOf(makeFigure('spider')), FIGURE_DIGITS));
  out.set('models/torus-hull.obj', objText(hullOf(torus(TORUS)), FIGURE_DIGITS));
  out.set('models/bolt.obj', objText(makeBolt(60), THREAD_DIGITS));
  out.set('models/nut.obj', objText(makeNut(18, 0.016), THREAD_DIGITS));
  for (const [name, scene] of Object.entries(SCENES)) out.set(`${name}.json`, sceneText(scene));
  return out;
}

/**
 * @param {import('./scene-meshes/surface-nets.mjs').Mesh} mesh
 * @param {number} digits
 */
function objText({ positions, triangles }, digits) {
  const lines = [];
  const triples = (/** @type {number[]} */ list) =>
    Array.from({ length: list.length / 3 }, (_, k) => list.slice(3 * k, 3 * k + 3));
  for (const point of triples(positions)) lines.push(`v ${point.map((x) => Number(x.toFixed(digits))).join(' ')}`);
  for (const face of triples(triangles)) lines.push(`f ${face.map((vertex) => vertex + 1).join(' ')}`);
  return `${lines.join('\n')}\n`;
}

/**
 * JSON with a body or a joint a line.
 *
 * @param {Record<string, unknown>} scene
 */
function sceneText(scene) {
  const fields = Object.entries(scene).map(([key, value]) => {
    const isList = Array.isArray(value) && typeof value[0] === 'object';
    const text = isList ? `[\n${value.map((item) => `    ${numbers(item)}`).join(',\n')}\n  ]` : numbers(value);
    return `  ${JSON.stringify(key)}: ${text}`;
  });
  return `{\n${fields.join(',\n')}\n}\n`;
}

/** @param {unknown} value */
function numbers(value) {
  return JSON.stringify(value, (_, item) => (typeof item === 'number' ? Number(item.toPrecision(9)) : item));
}

const isCheck = process.argv.includes('--check');
mkdirSync(join(FOLDER, 'models'), { recursive: true });
for (const [path, text] of files()) {
  const file = join(FOLDER, path);
  if (!isCheck) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${path} is not what node scripts/dynamics-scenes.mjs writes.`);
    process.exitCode = 1;
  }
}
