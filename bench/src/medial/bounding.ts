// Fig. 10 of the medial axis paper: how closely medial primitives, oriented boxes and spheres enclose a solid, as many of each.

import type { Experiment } from '../experiment.ts';
import { boundingPicture } from '../report/bounding-picture.ts';
import { alignColumns } from '../report/format.ts';
import { BOUNDINGS, type BoundingRow, boundingRow } from './bounding-row.ts';
import { type PaperModel, subjectOf } from './models.ts';

/** As many as the paper has. */
const SUBJECTS: readonly (readonly [PaperModel, number])[] = [
  ['bug', 80],
  ['bear', 100],
  ['dolphin', 114],
  ['spider', 69],
];

export const medialBounding: Experiment = {
  name: 'medial-bounding',
  run: async () => {
    const rows = SUBJECTS.map(([name, count]) => boundingRow(subjectOf(name), count));
    return {
      table: boundingTable(rows),
      pictures: { 'medial-bounding': boundingPicture(rows) },
      data: rows.map(({ model, kinds, hausdorff }) => ({
        model,
        hausdorff,
        kinds: BOUNDINGS.map((kind) => ({ kind, ...kinds[kind], clouds: kinds[kind].clouds.length })),
      })),
      goals: [],
      mistakes: 0,
    };
  },
};

function boundingTable(rows: readonly BoundingRow[]): string {
  return [
    'medial-bounding: how far volumes that hold the surface stick out of the solid, with the longest side 1',
    alignColumns([
      ['model', 'volumes', ...BOUNDINGS.flatMap((kind) => [`${kind}, farthest out`, 'surplus']), 'medial, not dilated'],
      ...rows.map(({ model, kinds, hausdorff }) => [
        model,
        String(kinds.medial.clouds.length),
        ...BOUNDINGS.flatMap((kind) => [kinds[kind].error.toFixed(4), `${(100 * kinds[kind].surplus).toFixed(0)} %`]),
        hausdorff.toFixed(4),
      ]),
    ]),
  ].join('\n');
}
