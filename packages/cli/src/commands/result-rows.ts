// Results as rows of a table, for people; JSON has everything.

import type {
  ClearanceResult,
  ClosestPointResult,
  CollideResult,
  ContainsResult,
  DirectionalResult,
  DistanceResult,
  PairResult,
  Point,
  RaycastResult,
  TimeOfContactResult,
  ToleranceResult,
} from 'nearmiss';
import type { CheckedPenetration } from '../ask.ts';
import { bracketedText } from '../terminal/number-text.ts';
import type { Row } from '../terminal/table.ts';

/** Pairs of faces that a table shows. */
const PAIRS_SHOWN = 10;
/** Contacts that a table shows. */
const CONTACTS_SHOWN = 6;
/** Steps of a search that a table shows. */
const STEPS_SHOWN = 24;

export function collideRows(result: CollideResult, options: Readonly<Record<string, unknown>>): Row[] {
  const { colliding, pairs, pairCount } = result;
  const rows: Row[] = [['colliding', decided(colliding)]];
  if (options.contacts === 'all') {
    const isTruncated = pairCount > 0 && pairCount === options.limit;
    rows.push([
      'pairs of faces',
      `${pairList(pairs, pairCount)}${isTruncated ? ' (the limit; there may be more)' : ''}`,
    ]);
  }
  return [...rows, ...errorRows(result), ...witnessRows(result)];
}

export function distanceRows(result: DistanceResult): Row[] {
  const { distance, lower, upper, surfaceDistance, status } = result;
  const rows: Row[] = [];
  if (Number.isFinite(distance)) rows.push(['distance', bracketedText(lower, upper)]);
  rows.push(['at least', String(lower)]);
  if (Number.isFinite(upper)) rows.push(['at most', String(upper)]);
  if (status.endsWith('-inside-b') || status.endsWith('-inside-a')) {
    rows.push(['between surfaces', String(surfaceDistance)]);
  }
  return [...rows, ...errorRows(result), ...witnessRows(result)];
}

export function toleranceRows(result: ToleranceResult): Row[] {
  const { within, lower, upper } = result;
  const rows: Row[] = [
    ['within', decided(within)],
    ['at least', String(lower)],
  ];
  if (Number.isFinite(upper)) rows.push(['at most', String(upper)]);
  return [...rows, ...witnessRows(result)];
}

export function clearanceRows({ pairs, distances }: ClearanceResult): Row[] {
  const nearest = pairs
    .map((pair, k) => ({ pair, distance: distances[k] ?? 0 }))
    .sort((p, q) => p.distance - q.distance);
  const rows: Row[] = [['pairs of faces', String(pairs.length)]];
  for (const { pair, distance } of nearest.slice(0, PAIRS_SHOWN)) {
    rows.push(['pair', `${pair.join('–')} at ${distance}`]);
  }
  if (nearest.length > PAIRS_SHOWN) rows.push(['', `… ${PAIRS_SHOWN} of the ${pairs.length} found; --json lists all`]);
  return rows;
}

export function directionalRows(result: DirectionalResult): Row[] {
  const { distance, lower, upper, normal } = result;
  const rows: Row[] = [
    ['distance', Number.isFinite(distance) ? bracketedText(lower, upper ?? distance) : 'as far as you like'],
  ];
  if (Number.isFinite(lower)) rows.push(['free for', String(lower)]);
  if (upper !== null) rows.push(['contact proven by', String(upper)]);
  if (normal !== null) rows.push(['normal', pointText(normal, null)]);
  return [...rows, ...witnessRows(result)];
}

export function tocRows(result: TimeOfContactResult): Row[] {
  const { toc, lower, upper, threshold, departing, contacts } = result;
  const rows: Row[] = [];
  if (toc !== null) rows.push(['time of contact', String(toc)]);
  rows.push(['free until', String(lower)]);
  if (upper !== null) rows.push(['contact proven by', String(upper)]);
  if (departing !== null) rows.push(['departing', departing ? 'yes' : 'no']);
  rows.push(['threshold', String(threshold)]);
  for (const { featureA, featureB, pointB } of contacts.slice(0, CONTACTS_SHOWN)) {
    const features = `${featureA.kind} ${featureA.index} of A, ${featureB.kind} ${featureB.index} of B`;
    rows.push(['contact', `${features} at ${pointText(pointB, null)}`]);
  }
  if (contacts.length > CONTACTS_SHOWN) rows.push(['contacts in all', String(contacts.length)]);
  return [...rows, ...errorRows(result), ...witnessRows(result)];
}

export function penetrationRows(result: CheckedPenetration): Row[] {
  const { depth, lower, upper, translation, local, interpretationA, interpretationB, trace = [], verified } = result;
  const rows: Row[] = [['depth', bracketedText(lower, depth)]];
  const [first] = local;
  if (first !== undefined) {
    const surface = interpretationA === 'surface' ? 'A' : interpretationB === 'surface' ? 'B' : null;
    const proven = surface === null ? String(lower) : `nothing proven: ${surface} is a surface, which has no inside`;
    rows.push(['at least', proven], ['at most', String(upper)]);
    rows.push(['separating translation of A', pointText(translation, null)]);
    if (local.length > 1) rows.push(['regions', local.map((region) => region.depth).join(', ')]);
    const where = local.length > 1 ? ', deepest region' : '';
    rows.push(
      [`point of A${where}`, pointText(first.pointA, null)],
      [`point of B${where}`, pointText(first.pointB, null)],
    );
  }
  if (verified !== undefined) rows.push(['verified', `${verified.ok ? 'yes' : 'no'}: ${verified.checked}`]);
  rows.push(['interpreted as', `A ${interpretationA}, B ${interpretationB}`]);
  for (const step of trace.slice(0, STEPS_SHOWN)) {
    rows.push([step.kind, `${Math.hypot(...step.translation)} by ${pointText(step.translation, null)}`]);
  }
  if (trace.length > STEPS_SHOWN) rows.push(['steps in all', String(trace.length)]);
  return rows;
}

export function closestPointRows({ lower, upper, point, face }: ClosestPointResult): Row[] {
  if (point === null) return [['at least', String(lower)]];
  return [
    ['distance', bracketedText(lower, upper)],
    ['at least', String(lower)],
    ['at most', String(upper)],
    ['point', pointText(point, face)],
  ];
}

export function containsRows({ contains, interpretation }: ContainsResult): Row[] {
  return [
    ['contains', contains ? 'yes' : 'no'],
    ['interpreted as', interpretation === 'surface' ? 'surface: it has no inside' : interpretation],
  ];
}

export function raycastRows({ distance, point, normal, face }: RaycastResult): Row[] {
  const rows: Row[] = [];
  if (point !== null) rows.push(['distance', String(distance)], ['point', pointText(point, face)]);
  if (normal !== null) rows.push(['normal', pointText(normal, null)]);
  return rows;
}

function decided(answer: boolean | null): string {
  return answer === null ? 'not decided' : answer ? 'yes' : 'no';
}

function pairList(pairs: readonly (readonly [number, number])[], count: number): string {
  const shown = pairs.slice(0, PAIRS_SHOWN).map((pair) => pair.join('–'));
  const rest = count > shown.length ? ', …' : '';
  return `${count}${count > 0 ? `: ${shown.join(', ')}${rest}` : ''}`;
}

/** For medial axes, the error bound of the result. */
function errorRows({ error }: { readonly error?: number }): Row[] {
  return error === undefined ? [] : [['right to', String(error)]];
}

function witnessRows(result: PairResult): Row[] {
  const rows: Row[] = [];
  if (result.pointA !== null) rows.push(['point of A', pointText(result.pointA, result.faceA)]);
  if (result.pointB !== null) rows.push(['point of B', pointText(result.pointB, result.faceB)]);
  rows.push(['interpreted as', `A ${result.interpretationA}, B ${result.interpretationB}`]);
  return rows;
}

function pointText(point: Point, face: number | null): string {
  return `(${point.join(', ')})${face === null ? '' : ` on face ${face}`}`;
}
