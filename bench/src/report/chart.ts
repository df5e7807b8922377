// The bar chart: nearmiss' time as a share of FCL's, one bar a workload, with the goal as a tick and FCL as the line at 1.

import { fclGoal, MOTION_GOALS } from '../goals.ts';
import { median } from '../statistics.ts';
import { type Bar, barPanel } from './bars.ts';
import { figure } from './figure.ts';
import { ratio } from './format.ts';
import type { Results } from './results.ts';

const TITLE = "nearmiss' time as a share of FCL's";

/** Null where nothing was compared with FCL: there is nothing to draw then. */
export function ratioChart(results: Results): string | null {
  const bars = [...contestBars(results.contests), ...motionBars(results.motions)];
  if (bars.length === 0) return null;
  const { cpu, node } = results.machine;
  const text = {
    title: `${TITLE} (shorter is faster)`,
    subtitle: `Bar: median ratio of ${results.rounds} interleaved rounds; thin line: their range; tick: goal. ${cpu}, Node ${node}`,
  };
  const beside = bars.some(({ note }) => note !== undefined) ? '; at the right three-mesh-bvh / FCL' : '';
  const panel = barPanel({
    title: `Green meets its goal, orange does not, blue has none${beside}`,
    bars,
    mark: [1, 'FCL'],
  });
  return figure(text, [panel], { columns: 1, width: 860 });
}

function motionBars(motions: Results['motions']): Bar[] {
  return motions.flatMap(({ workload, model, peers }) => {
    const ratios = peers.find(({ label }) => label === 'nearmiss')?.medianRatios ?? [];
    return ratios.length === 0
      ? []
      : [barOf(workload, median(ratios), ratios, MOTION_GOALS[model]?.median.limit ?? null)];
  });
}

function contestBars(contests: Results['contests']): Bar[] {
  return contests.flatMap(({ workload, kind, base, peers, goals }) => {
    // The goals of convex bodies are those of the kernels; a record may have none of them.
    const isConvex = kind === 'W5sep' || kind === 'W5pen';
    const simd = isConvex ? peers.find(({ label }) => label === 'nearmiss, simd') : undefined;
    const nearmiss = simd ?? peers.find(({ label }) => label === 'nearmiss');
    if (base !== 'FCL' || nearmiss === undefined || nearmiss.ratio === null) return [];
    const goal =
      goals.length > 0 && (simd !== undefined || !isConvex) ? (fclGoal(kind, workload)?.limit ?? null) : null;
    const slow = peers.find(({ label }) => label === 'three-mesh-bvh')?.ratio ?? null;
    const bar = barOf(workload, nearmiss.ratio, nearmiss.roundRatios, goal);
    return [slow === null ? bar : { ...bar, note: `${ratio(slow)}×` }];
  });
}

function barOf(name: string, value: number, rounds: readonly number[], goal: number | null): Bar {
  const style = goal === null ? 'plain' : value <= goal ? 'met' : 'missed';
  return { name, value, style, goal, text: ratio(value), range: [Math.min(...rounds), Math.max(...rounds)] };
}
