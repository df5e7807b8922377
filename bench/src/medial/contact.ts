// Times of contact by medial axes against those of the triangles, on the models of the paper (§5.1, Fig. 11): how early they are, how fast, and whether
// any contact is missed. The two take turns motion by motion, and the least time of all rounds counts. Bodies that start in contact, which both
// methods answer by one exact test of faces, are left out.

import { randomPose, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { disc, Model, type Motion, type TimeOfContactResult, timeOfContact } from 'nearmiss';
import { ADVANCE_METHODS } from 'nearmiss/lab';
import { medialStructure } from 'nearmiss/medial';
import type { Experiment } from '../experiment.ts';
import { judge, MEDIAL_CONTACT_GOAL } from '../goals.ts';
import { alignColumns } from '../report/format.ts';
import { mean, median } from '../statistics.ts';
import { largeMedialSubjects } from './models.ts';

const PRIMITIVES = 500;
const MOTIONS = 60;
/** How far away bodies start, in sizes, how often they go that direction in a step, and radians they turn by. */
export interface MotionKind {
  readonly away: number;
  readonly displacements: number;
  readonly angular: number;
}

const MOTION_KINDS: readonly MotionKind[] = [
  { away: 1.2, displacements: 2, angular: 0 },
  { away: 1.2, displacements: 2, angular: 2 },
  { away: 1.2, displacements: 1, angular: 8 },
  { away: 6, displacements: 2, angular: 0 },
  { away: 6, displacements: 2, angular: 2 },
];

interface ContactRow {
  readonly a: string;
  readonly b: string;
  readonly away: number;
  readonly linear: number;
  readonly angular: number;
  readonly contacts: number;
  /** Contacts of the triangles before which medial axes say nothing. */
  readonly missed: number;
  /** Motions on which the medial axes come near each other and the triangles do not touch. */
  readonly ghosts: number;
  /** Microseconds a query. */
  readonly triangles: { readonly median: number; readonly mean: number };
  readonly medial: { readonly median: number; readonly mean: number };
  /** Steps of time by which medial axes are early: mean and largest. */
  readonly early: { readonly mean: number; readonly most: number };
  /** The stated error, a length; sizes are 1. */
  readonly error: number;
}

export const medialContact: Experiment = {
  name: 'medial-contact',
  run: async (rounds) => {
    const bodies = largeMedialSubjects().map(({ name, mesh }) => {
      const model = Model.build(mesh, { with: [disc, medialStructure({ primitives: PRIMITIVES })] });
      return { name, model };
    });
    const rows = bodies.flatMap((a, i) => {
      const b = bodies[(i + 1) % bodies.length];
      return MOTION_KINDS.map((kind) => compare(a, b, kind, Math.max(3, rounds)));
    });
    const ratio = mean(rows.map(({ triangles }) => triangles.mean)) / mean(rows.map(({ medial }) => medial.mean));
    return {
      table: contactTable(rows),
      data: rows,
      goals: [judge(MEDIAL_CONTACT_GOAL, ratio)],
      mistakes: rows.reduce((sum, { missed }) => sum + missed, 0),
    };
  },
};

interface Body {
  readonly name: string;
  readonly model: Model;
}

/** From one side through the middle to the other, now and then past it. */
export function drawMotion(random: SeededRandom, { away: from, displacements, angular }: MotionKind): Motion {
  const { position: aim, rotation } = randomPose(random, 0.5);
  const away = randomPose(random, 1).position;
  const axis = randomPose(random, 1).position;
  const out = from / Math.hypot(...away);
  const turn = angular / Math.hypot(...axis);
  return {
    from: { position: away.map((x, k) => aim[k] + out * x), rotation },
    velocity: away.map((x) => -displacements * out * x),
    angularVelocity: axis.map((x) => turn * x),
  };
}

/** Motions on which the bodies start apart. */
function drawMotions(a: Body, b: Body, kind: MotionKind): Motion[] {
  const random = seeded(17);
  const motions: Motion[] = [];
  while (motions.length < MOTIONS) {
    const motion = drawMotion(random, kind);
    if (timeOfContact(a.model, motion, b.model, {}).status !== 'initially-in-contact') motions.push(motion);
  }
  return motions;
}

function compare(a: Body, b: Body, kind: MotionKind, rounds: number): ContactRow {
  const motions = drawMotions(a, b, kind);
  const least = { pairs: new Array<number>(MOTIONS).fill(Infinity), medial: new Array<number>(MOTIONS).fill(Infinity) };
  const results: { pairs: TimeOfContactResult; medial: TimeOfContactResult }[] = [];
  for (let round = 0; round < rounds; round++) {
    motions.forEach((motion, k) => {
      const ask = (method: 'pairs' | 'medial'): TimeOfContactResult => {
        const start = performance.now();
        const result = timeOfContact(a.model, motion, b.model, {}, { method: ADVANCE_METHODS[method] });
        least[method][k] = Math.min(least[method][k] ?? Infinity, 1000 * (performance.now() - start));
        return result;
      };
      results[k] = { pairs: ask('pairs'), medial: ask('medial') };
    });
  }
  const touching = results.filter(({ pairs }) => pairs.status === 'contact');
  const early = touching.map(({ pairs, medial }) => (pairs.toc ?? 0) - (medial.toc ?? 0));
  return {
    a: a.name,
    b: b.name,
    away: kind.away,
    linear: kind.displacements * kind.away,
    angular: kind.angular,
    contacts: touching.length,
    missed: touching.filter(({ pairs, medial }) => medial.lower > (pairs.upper ?? 0)).length,
    ghosts: results.filter(({ pairs, medial }) => pairs.status === 'free' && medial.status === 'near').length,
    triangles: { median: median(least.pairs), mean: mean(least.pairs) },
    medial: { median: median(least.medial), mean: mean(least.medial) },
    early: { mean: mean(early), most: Math.max(0, ...early) },
    error: results[0]?.medial.error ?? Infinity,
  };
}

function contactTable(rows: readonly ContactRow[]): string {
  const heads = ['a', 'b', 'away', 'v', 'ω', 'contacts', 'missed', 'ghosts', 'early, mean', 'most', 'error'];
  const times = ['triangles, median µs', 'mean', 'medial, median µs', 'mean', 'median / median', 'mean / mean'];
  return [
    `medial-contact: ${PRIMITIVES} primitives against all triangles, ${MOTIONS} motions each`,
    alignColumns([
      [...heads, ...times],
      ...rows.map(({ triangles, medial, early, ...row }) => [
        row.a,
        row.b,
        String(row.away),
        String(row.linear),
        String(row.angular),
        String(row.contacts),
        String(row.missed),
        String(row.ghosts),
        early.mean.toFixed(4),
        early.most.toFixed(4),
        row.error.toFixed(4),
        triangles.median.toFixed(0),
        triangles.mean.toFixed(0),
        medial.median.toFixed(0),
        medial.mean.toFixed(0),
        (triangles.median / medial.median).toFixed(2),
        (triangles.mean / medial.mean).toFixed(2),
      ]),
    ]),
  ].join('\n');
}
