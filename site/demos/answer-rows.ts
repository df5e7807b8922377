// An answer in words and figures.

import type { Answer, Query } from './messages.ts';

/** The call that a demo shows. */
export const CALLS: Readonly<Record<Query, string>> = {
  distance: 'distance(a, poseA, b, poseB)',
  collide: "collide(a, poseA, b, poseB, { contacts: 'all' })",
  penetration: 'penetration(a, poseA, b, poseB)',
  'time-of-contact': 'timeOfContact(a, { from: poseA, to: end }, b, poseB)',
};

/** Names of queries for people. */
export const TITLES: Readonly<Record<Query, string>> = {
  distance: 'distance',
  collide: 'collide',
  penetration: 'penetration',
  'time-of-contact': 'time of contact',
};

const DIGITS = 7;

export function answerRows({ query, status, values }: Answer): (readonly [string, string])[] {
  const { lower = null, upper = null } = values;
  const rows: (readonly [string, string])[] = [['status', status]];
  if (query === 'collide') rows.push(['pairs of faces', figure(values.pairCount ?? null)]);
  if (query === 'distance')
    rows.push(['distance', figure(values.distance ?? null)], ['width of the bracket', width(lower, upper)]);
  if (query === 'penetration' && status === 'overlapping') {
    rows.push(['depth', figure(values.depth ?? null)], ['lower bound', figure(lower)]);
  }
  if (query === 'time-of-contact') {
    rows.push(['nothing touches before', figure(values.toc ?? null)], ['contact proven by', figure(upper)]);
  }
  return rows;
}

function figure(value: number | null): string {
  return value === null ? '–' : Number(value.toPrecision(DIGITS)).toString();
}

function width(lower: number | null, upper: number | null): string {
  if (lower === null || upper === null) return '–';
  return upper === lower ? 'exact' : (upper - lower).toExponential(1);
}
