import type { Experiment } from '../experiment.ts';
import { DEFORMING_CHOICE_GOAL, DEFORMING_GOAL, type JudgedGoal, judge } from '../goals.ts';
import { deformingChart } from '../report/deforming-chart.ts';
import { alignColumns, number, ratio } from '../report/format.ts';
import { CONTESTANTS } from './contestants.ts';
import { CONTACT_DISTANCE, DISTANCES } from './scenes.ts';
import { costOfChoice, countStrays, type Overlap, runOverlap } from './suite.ts';

const STEPS = 24;
/** Passes a round: a step takes less than a millisecond, and the fastest of many is what the machine can do. */
const PASSES = 4;

export const deforming: Experiment = {
  name: 'deforming',
  run: async (rounds) => {
    const overlaps = DISTANCES.map((distance) => runOverlap(distance, STEPS, PASSES * rounds));
    return {
      table: `deforming: two spheres of 3,968 faces, microseconds a step\n${deformingTable(overlaps)}`,
      data: overlaps,
      goals: deformingGoals(overlaps),
      mistakes: overlaps.reduce((sum, overlap) => sum + countStrays(overlap), 0),
    };
  },
  draw: (overlaps: readonly Overlap[], machine) => ({ deforming: deformingChart(overlaps, machine) }),
};

export function deformingTable(overlaps: readonly Overlap[]): string {
  return alignColumns([
    ['distance', 'pairs a step', ...CONTESTANTS, 'default / best', 'default / three-mesh-bvh', 'strays'],
    ...overlaps.map((overlap) => [
      String(overlap.distance),
      number(overlap.pairs.default / STEPS),
      ...CONTESTANTS.map((name) => number(overlap.times[name])),
      ratio(costOfChoice(overlap)),
      ratio(overlap.times.default / overlap.times['three-mesh-bvh']),
      String(countStrays(overlap)),
    ]),
  ]);
}

export function deformingGoals(overlaps: readonly Overlap[]): JudgedGoal[] {
  const contact = overlaps.find(({ distance }) => distance === CONTACT_DISTANCE);
  const byPeer = contact === undefined ? Number.NaN : contact.times.default / contact.times['three-mesh-bvh'];
  return [judge(DEFORMING_GOAL, byPeer), judge(DEFORMING_CHOICE_GOAL, Math.max(...overlaps.map(costOfChoice)))];
}
