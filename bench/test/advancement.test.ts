import { collide, Model } from 'nearmiss';
import { box, ring } from 'nearmiss/shapes';
import { expect, test } from 'vitest';
import { type MethodAnswer, type MethodCase, openAdvancement } from '../src/advancement/ask.ts';
import { dropTrace } from '../src/advancement/drop.ts';
import { ADVANCEMENT_EXPERIMENTS, sceneTable } from '../src/advancement/experiments.ts';
import { FIGURES, type Scene } from '../src/advancement/scenes.ts';
import { type RunningMethod, runScene } from '../src/advancement/suite.ts';
import { EXPERIMENTS } from '../src/experiments.ts';
import { advancementChart } from '../src/report/advancement-chart.ts';
import type { Contact } from '../src/time-of-contact/contact.ts';
import { type ContactMethod, METHOD_LABELS, METHODS } from '../src/time-of-contact/methods.ts';
import { generateMotions } from '../src/time-of-contact/motion.ts';
import { generatedSource } from '../src/workload-source.ts';

/** In this thread, for speed. */
function hereAndNow(method: ContactMethod): RunningMethod {
  const ask = openAdvancement(method);
  return { ask: async (asked) => ask(asked), close: async () => {} };
}

const small = ring({ slices: 12, sideSegments: 1 });
const mesh = { positions: small.positions, triangles: small.triangles };
const counts = { translations: 10, turning: 20 };
const scene: Scene = {
  name: 'rings',
  a: mesh,
  b: mesh,
  motions: generateMotions(counts, 3),
  warmUp: generateMotions(counts, 4).slice(0, 2),
  steps: null,
};

test('all methods agree, with each other and with poses in between', async () => {
  const result = await runScene(scene, 1, hereAndNow);
  expect(result.rows.map(({ method }) => method)).toEqual([...METHODS]);
  expect(result.mistakes).toBe(0);
  expect(result.hits).toBeGreaterThan(5);
  expect(result.hits).toBeLessThan(25);
  expect(result.rows[0].ratio).toBe(1);
  const table = sceneTable(result);
  for (const method of METHODS) expect(table).toContain(METHOD_LABELS[method]);
  const svg = advancementChart('Rings', [result, { ...result, steps: 'step' }], { cpu: 'a cpu', node: 'v20' });
  expect(svg).toContain('sorted by');
  expect(svg).not.toContain('NaN');
  // A dot in two columns for each number of a method in a band, and a legend.
  const bands = result.rows.flatMap(({ microseconds, iterations, front }) => [microseconds, iterations, front]);
  const drawn = bands.flat().filter((value) => value > 0).length;
  expect(svg.match(/<circle /g)).toHaveLength(2 * drawn + METHODS.length);
});

test.each(['controlled', 'CONTACT'])('%s, late by the proof of another method, is told so', async (name) => {
  const tampered = (method: ContactMethod): RunningMethod => {
    const { ask, close } = hereAndNow(method);
    const late = (contact: Contact): Contact => ({ ...contact, toc: Math.min(1, contact.toc + 0.01), upper: Infinity });
    return {
      ask: async (asked: MethodCase): Promise<MethodAnswer> => {
        const { microseconds, contacts } = await ask(asked);
        return { microseconds, contacts: method === name ? contacts.map(late) : contacts };
      },
      close,
    };
  };
  const { rows } = await runScene(scene, 1, tampered);
  const [caught] = rows.filter(({ contradictions }) => contradictions > 0);
  expect(caught.method).toBe(name);
  expect(caught.contradictions).toBeGreaterThan(5);
});

test('what falls starts apart, goes on from where it was, and is never left in contact', () => {
  const model = Model.build(small);
  const trace = dropTrace(mesh, model, [0, 0, 1], 120, 1);
  expect(trace).toEqual(dropTrace(mesh, model, [0, 0, 1], 120, 1));
  const touches = (pose: (typeof trace)[number]['to']): boolean =>
    collide(model, pose, model, {}, { solid: false }).colliding === true;
  const hits = trace.filter(({ to }) => touches(to)).length;
  expect(hits).toBeGreaterThan(5);
  expect(hits).toBeLessThan(80);
  expect(trace.some(({ from }) => touches(from))).toBe(false);
  const continued = trace.slice(1).filter(({ from }, k) => from === trace[k].to);
  expect(continued.length).toBeGreaterThan(30);
});

test('every figure has its scenes, without stored models too, and is an experiment', () => {
  const source = generatedSource();
  const scenes = FIGURES.flatMap((figure) => figure.scenes(source));
  expect(scenes.map(({ name }) => name)).toEqual([
    'rough solid, board',
    'rough solid',
    'torus-knot-3k',
    'torus-knot-11k',
    'torus-knot-34k',
    'rough solid, falling',
    'ring, falling',
  ]);
  const [sweep, shots] = scenes;
  expect(sweep.b.triangles).toHaveLength(3 * 12);
  expect(shots.motions).toHaveLength(250);
  // Both ends of the sweep: the board is away from the body at the start.
  const [body, board] = [Model.build(box()), Model.build(box({ size: [2, 0.02, 2] }))];
  expect(sweep.motions.some(({ from }) => collide(body, from, board, {}).colliding)).toBe(false);
  expect(EXPERIMENTS).toEqual(expect.arrayContaining([...ADVANCEMENT_EXPERIMENTS]));
});
