// The XML of clash reports that Navisworks exports and that other tools read. Depths are negative distances there.

import type { Clash, ElementName } from '../clash.ts';
import type { LengthUnit } from '../length-unit.ts';
import type { ClashTest } from '../set.ts';
import { topicGuid } from './bcf.ts';
import { xmlText, xmlValue } from './xml-text.ts';

/** Options of {@link clashesXml}. */
export interface ClashXmlOptions {
  /** When the clashes were found. */
  readonly date: Date;
  /** The unit of all lengths, {@link unitOf}; without one, the report says none. */
  readonly unit?: LengthUnit | undefined;
  /** The tests of the set, by which a report tells their kinds and tolerances; without them all are taken for `hard`. */
  readonly tests?: readonly Pick<ClashTest, 'name' | 'mode' | 'tolerance' | 'clearance'>[] | undefined;
}

/**
 * Clashes as XML in the form that Navisworks exports: a test with its results, each with its status, point, distance and both elements.
 *
 * @example
 * console.log(clashesXml([], 'plant.json', { date: new Date(0) }).includes('<batchtest')); // true
 */
export function clashesXml(
  clashes: readonly Clash[],
  title: string,
  { date, unit = '', tests: known = [] }: ClashXmlOptions,
): string {
  const tests = new Map<string, Clash[]>();
  for (const clash of clashes) {
    const others = tests.get(clash.test);
    if (others === undefined) tests.set(clash.test, [clash]);
    else others.push(clash);
  }
  const results = [...tests].map(([name, members]) =>
    testXml(
      name,
      members,
      date,
      known.find((test) => test.name === name),
    ),
  );
  const units = unit === '' ? '' : ` units="${unit}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<exchange${units} filename="" filepath="">`,
    `<batchtest name="${xmlValue(title)}" internal_name="${xmlValue(title)}"${units}>`,
    `<clashtests>${results.join('')}</clashtests>`,
    '</batchtest>',
    '</exchange>',
    '',
  ].join('\n');
}

function testXml(
  name: string,
  clashes: readonly Clash[],
  date: Date,
  test: NonNullable<ClashXmlOptions['tests']>[number] | undefined,
): string {
  const results = clashes.map((clash, k) => resultXml(clash, k + 1, date));
  const label = xmlValue(name);
  const { mode, tolerance, clearance } = test ?? { mode: 'hard', tolerance: 0, clearance: 0 };
  const within = mode === 'clearance' ? clearance : (tolerance ?? 0);
  return `<clashtest name="${label}" test_type="${mode}" status="ok" tolerance="${within}"><clashresults>${results.join('\n')}</clashresults></clashtest>`;
}

function resultXml(clash: Clash, number: number, date: Date): string {
  const { id, type, kind, point, depth, distance, a, b } = clash;
  const status = statusOf(clash);
  const gap = depth !== undefined && type !== 'clearance' ? 0 - depth.upper : (distance?.upper ?? 0);
  const at = point === undefined ? '' : pointXml(point);
  const described = [type, ...(kind === undefined ? [] : [kind]), `id ${id}`].join(', ');
  return [
    `<clashresult name="Clash${number}" guid="${topicGuid(clash)}" status="${status}" distance="${Number.isFinite(gap) ? gap : 0}">`,
    `<description>${xmlText(described)}</description><resultstatus>${status}</resultstatus>${at}`,
    `<createddate>${dateXml(date)}</createddate>`,
    `<clashobjects>${objectXml(a)}${objectXml(b)}</clashobjects></clashresult>`,
  ].join('');
}

/** Navisworks has no status for a clash that is ignored: it is reviewed. */
function statusOf({ state, decision }: Clash): string {
  if (state === 'resolved') return 'resolved';
  if (decision === 'approved') return 'approved';
  if (decision === 'ignored') return 'reviewed';
  return state ?? 'new';
}

function pointXml([x, y, z]: readonly number[]): string {
  return `<clashpoint><pos3f x="${x}" y="${y}" z="${z}"/></clashpoint>`;
}

function dateXml(date: Date): string {
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  const [hour, minute, second] = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()];
  return `<date year="${year}" month="${month}" day="${day}" hour="${hour}" minute="${minute}" second="${second}"/>`;
}

function objectXml({ model, id, name, class: own, storey }: ElementName): string {
  const tags = [
    ['Item Name', name],
    ['Item Type', own],
    ['Model', model],
  ].flatMap(([key, value]) =>
    value === undefined ? [] : [`<smarttag><name>${key}</name><value>${xmlText(value)}</value></smarttag>`],
  );
  return [
    `<clashobject><objectattribute><name>GlobalId</name><value>${xmlText(id)}</value></objectattribute>`,
    `<layer>${xmlText(storey ?? '')}</layer><smarttags>${tags.join('')}</smarttags></clashobject>`,
  ].join('');
}
