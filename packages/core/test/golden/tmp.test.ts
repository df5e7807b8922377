import { randomChoice, randomInteger, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { test } from 'vitest';
import { box, distance, lShape, Model, uShape } from '../../src/index.ts';
import { borrowWorkspace, returnWorkspace } from '../../src/query/workspace.ts';
import { latticeSoup } from '../query/bodies.ts';
const TURNS = [[0, 0, 0, 1],[0.5, 0.5, 0.5, 0.5],[0.6, 0, 0, 0.8],[0, -0.28, 0, 0.96],[0.5, -0.5, 0.5, -0.5],[0.36, 0.48, 0.48, 0.64]] as const;
const random = seeded(1_000_003);
const models = [Model.build(box({ size: [2, 1, 3], segments: 3 })), Model.build(lShape({ size: [4, 3, 1], arm: 1 })), Model.build(uShape({ size: [3, 4, 1], arm: 0.75 })), Model.build(latticeSoup(random, 40, 4)), Model.build(latticeSoup(random, 200, 9))];
function vector(draw: SeededRandom, reach: number): [number, number, number] { const s = () => randomInteger(draw, -64 * reach, 64 * reach) / 64; return [s(), s(), s()]; }
const poseOf = (draw: SeededRandom) => ({ position: vector(draw, 5), rotation: randomChoice(draw, TURNS) });
const ask = (seed: number) => { const draw = seeded(seed); const a = randomChoice(draw, models); const b = randomChoice(draw, models); const p = poseOf(draw); const q = poseOf(draw); return { r: distance(a, p, b, q, { stats: true }), a: models.indexOf(a), b: models.indexOf(b), p, q }; };
test('t', () => {
  const first = Array.from({ length: 60 }, (_, k) => JSON.stringify(ask(k)));
  for (let k = 59; k >= 0; k--) {
    const again = ask(k);
    if (JSON.stringify(again) !== first[k]) {
      console.log(k, first[k], JSON.stringify(again));
      for (let t = 0; t < 4; t++) console.log(JSON.stringify(ask(k).r.stats));
      ask(k + 1); console.log('after k+1', JSON.stringify(ask(k).r.stats));
      ask(k - 1); console.log('after k-1', JSON.stringify(ask(k).r.stats));
      for (let o = 0; o < 60; o++) { ask(o); const s = JSON.stringify(ask(k).r.stats); console.log(o, s); }
      const w = borrowWorkspace(); console.log(w.scale, w.touch, w.pose); returnWorkspace(w);
      break;
    }
  }
});
