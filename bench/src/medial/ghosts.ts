// Fig. 15 of the medial axis paper: contacts of convex hulls where the bodies in them do not touch. Rings that fall onto a spider and two T-rexes are moved by what
// their convex hulls say, and by what their medial axes say; at every contact told, the meshes themselves are asked how far apart they are.

import { contains, distance } from 'nearmiss';
import type { BodyPose } from '../body-pose.ts';
import type { Experiment } from '../experiment.ts';
import { alignColumns } from '../report/format.ts';
import { panelsChart, type Series } from '../report/panels.ts';
import type { Machine } from '../report/results.ts';
import { mean } from '../statistics.ts';
import { DETECT } from './detect.ts';
import type { Shape } from './rigid-body.ts';
import { fallingRings, type SceneSource, twoTrexes } from './scenes.ts';
import { simulate } from './simulation.ts';

const METHODS = ['hull', 'medial'] as const;
type Method = (typeof METHODS)[number];

/** A contact is a ghost where the meshes are farther apart than this, in sizes of the models. */
const GHOST = 0.03;

export interface GhostRow {
  readonly scene: string;
  readonly displacement: Method;
  /** How far apart the meshes are at each contact told, the least first. */
  readonly gaps: readonly number[];
  readonly ghosts: number;
  /** Contacts at which the middle of one body is in a hollow of the other, within its convex hull. */
  readonly within: number;
}

export const medialHulls: Experiment = {
  name: 'medial-hulls',
  run: async () => {
    const rows = [fallingRings, twoTrexes].flatMap((source) => ghostRows(source()));
    return {
      table: ghostsTable(rows),
      data: rows,
      goals: [],
      mistakes: 0,
    };
  },
  draw: (rows: readonly GhostRow[], machine) => ({ 'medial-hulls': ghostsChart(rows, machine) }),
};

export function ghostRows(source: SceneSource, frames: number = source.frames): GhostRow[] {
  return METHODS.map((displacement) => {
    const contacts = simulate(source.begin(), DETECT[displacement], frames).flatMap((frame) => frame.contacts);
    const gaps = contacts
      .map(({ a, poseA, b, poseB }) => distance(a.model, poseA, b.model, poseB, { solid: false }).distance)
      .sort((x, y) => x - y);
    const within = contacts.filter(({ a, poseA, b, poseB }) => isIn(poseA, b, poseB) || isIn(poseB, a, poseA));
    const ghosts = gaps.filter((gap) => gap > GHOST);
    return { scene: source.name, displacement, gaps, ghosts: ghosts.length, within: within.length };
  });
}

const isIn = ({ position }: BodyPose, { hull }: Shape, pose: BodyPose): boolean =>
  contains(hull, pose, position).contains;

function ghostsTable(rows: readonly GhostRow[]): string {
  return [
    `medial-hulls: contacts told, and how far apart the meshes are then; a ghost from ${GHOST} on`,
    alignColumns([
      ['scene', 'by', 'contacts', 'ghosts', 'gap, mean', 'most', 'within the hull'],
      ...rows.map(({ scene, displacement, gaps, ghosts, within }) => [
        scene,
        displacement,
        String(gaps.length),
        `${ghosts} (${((100 * ghosts) / gaps.length).toFixed(0)} %)`,
        mean(gaps).toFixed(4),
        Math.max(...gaps).toFixed(4),
        String(within),
      ]),
    ]),
  ].join('\n');
}

function ghostsChart(rows: readonly GhostRow[], { node }: Pick<Machine, 'node'>): string {
  const names: Readonly<Record<Method, string>> = { hull: 'convex hulls', medial: 'medial axes' };
  const tests: Readonly<Record<Method, Series['style']>> = { hull: 'missed', medial: 'met' };
  const panels = [...new Set(rows.map(({ scene }) => scene))].map((name) => ({
    title: name,
    xLabel: 'contacts told, in %',
    yLabel: 'gap of the meshes then',
    series: rows
      .filter(({ scene }) => scene === name)
      .map(
        ({ displacement, gaps }): Series => ({
          name: names[displacement],
          style: tests[displacement],
          points: gaps.map((gap, k) => [(100 * (k + 0.5)) / gaps.length, gap]),
        }),
      ),
  }));
  return panelsChart('Contacts of what stands for a body (Fig. 15)', `Node ${node}`, panels);
}
