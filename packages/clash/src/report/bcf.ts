// BCF, the exchange format of buildingSMART for issues of buildings: a zip with a folder for each topic. A clash is a topic, or a finding with all its
// clashes. The GUID of a topic is made of the id of the clash or of the finding, so that it stays from run to run, and its status carries the decision.

import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from 'fflate';
import { NearmissError } from 'nearmiss';
import { type Clash, DECISIONS, type Decision, type ElementName, type GivenDecision } from '../clash.ts';
import type { SceneOf } from '../scene.ts';
import { sha256Text } from '../sha256.ts';
import { worstFirst } from '../worst-first.ts';
import { bracketText } from './bounds-text.ts';
import { clashPicture, MOST_PICTURES } from './picture.ts';
import { ASPECT, FIELD_OF_VIEW, viewOf } from './view.ts';
import { xmlTags } from './xml-tags.ts';
import { xmlText } from './xml-text.ts';

/** Versions of BCF that are written. See {@link clashesBcf}. */
export type BcfVersion = '2.1' | '3.0';

/** What is a topic: each clash, or each finding. See {@link clashesBcf}. */
export type BcfTopics = 'clashes' | 'findings';

/** Options of {@link clashesBcf}. */
export interface BcfOptions {
  readonly version?: BcfVersion | undefined;
  /** `clashes` by default. */
  readonly topics?: BcfTopics | undefined;
  /** The date of the topics. */
  readonly date: Date;
  /** Where the elements are known, the 500 worst clashes get a snapshot: {@link clashScenes}. */
  readonly scenes?: SceneOf | undefined;
  /** When topics were first written, by their GUIDs: {@link bcfDates} of an earlier file. Their `date` is then that of the modification. */
  readonly created?: ReadonlyMap<string, Date> | undefined;
  /** The unit of lengths in descriptions, such as `m`; none where it is not known. */
  readonly unit?: string | undefined;
}

const AUTHOR = 'nearmiss';
const OPEN = 'Open';
const CLOSED = 'Closed';
/** Of a finding whose clashes were decided differently: it says nothing about any of them. */
const MIXED = 'In Progress';
const STATUSES: Readonly<Record<Decision, string>> = { approved: 'Approved', ignored: 'Ignored' };
/** What a status means, in small letters. Others, such as that of a clash that is gone, say nothing about a decision. */
const READ_STATUSES: ReadonlyMap<string, GivenDecision> = new Map<string, GivenDecision>([
  ...DECISIONS.map((decision) => [STATUSES[decision].toLowerCase(), decision] as const),
  ...['open', 'reopened', 'active'].map((status) => [status, 'open'] as const),
]);
/** The times that an entry of a zip can have, a day from the ends so that no time zone is out of range. */
const ZIP_DATES = [Date.UTC(1980, 0, 2), Date.UTC(2099, 11, 30)] as const;
/** Bytes of the largest markup that is read. */
const MOST_MARKUP = 2 ** 24;

/** Viewpoints that the topic of a finding has at most: a snapshot each. */
const MOST_VIEWPOINTS = 20;
/** Entries of a zip; 65,535 is said where the number is elsewhere, as in Zip64, which is not written. */
const MOST_ENTRIES = 65_534;

/** Clashes that are one topic, the first of them first. */
interface Topic {
  readonly guid: string;
  readonly clashes: readonly [Clash, ...Clash[]];
}

/**
 * Clashes as a BCF file, one topic each, or one for each finding; each clash has a viewpoint that selects both elements.
 *
 * @example
 * console.log(clashesBcf([], { date: new Date(0) })[0]); // 80
 */
export function clashesBcf(clashes: readonly Clash[], options: BcfOptions): Uint8Array {
  const { version = '3.0', date, scenes } = options;
  if (!(date instanceof Date && Number.isFinite(date.getTime()))) {
    throw new NearmissError('options/bad-value', 'The date of a BCF file must be a Date.');
  }
  const files: Zippable = {};
  const add = (path: string, xml: string): void => {
    files[path] = strToU8(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`);
  };
  const detail = version === '2.1' ? '<DetailedVersion>2.1</DetailedVersion>' : '';
  add('bcf.version', `<Version VersionId="${version}">${detail}</Version>`);
  const topics = options.topics === 'findings' ? topicsOfFindings(clashes) : clashes.map(topicOfClash);
  const pictured = scenes === undefined ? new Set<Clash>() : worstClashes(clashes);
  requireEntries(topics, pictured);
  if (version === '3.0') add('extensions.xml', extensions(topics));
  for (const topic of topics) {
    const viewpoints = topic.clashes.slice(0, MOST_VIEWPOINTS).map((clash, k): string => {
      const number = k === 0 ? '' : `-${k + 1}`;
      const guid = guidOf(`${clash.id} viewpoint`);
      const scene = pictured.has(clash) ? (scenes?.(clash) ?? null) : null;
      // Deflated already.
      if (scene !== null) files[`${topic.guid}/snapshot${number}.png`] = [clashPicture(scene), { level: 0 }];
      add(`${topic.guid}/viewpoint${number}.bcfv`, visualization(clash, version, guid));
      const name = version === '2.1' ? 'Viewpoints' : 'ViewPoint';
      const snapshot = scene === null ? '' : `<Snapshot>snapshot${number}.png</Snapshot>`;
      return `<${name} Guid="${guid}"><Viewpoint>viewpoint${number}.bcfv</Viewpoint>${snapshot}</${name}>`;
    });
    add(`${topic.guid}/markup.bcf`, markup(topic, options, viewpoints.join('')));
  }
  const time = Math.min(Math.max(date.getTime(), ZIP_DATES[0]), ZIP_DATES[1]);
  return zipSync(files, { mtime: time, level: 6 });
}

/** Refuses what would give a zip with more entries than it can count: readers would find a part of them, without a word. */
function requireEntries(topics: readonly Topic[], pictured: ReadonlySet<Clash>): void {
  const entries = topics.reduce((sum, { clashes }) => sum + 1 + Math.min(clashes.length, MOST_VIEWPOINTS), 2);
  if (entries + pictured.size <= MOST_ENTRIES) return;
  throw new NearmissError(
    'clash/too-many',
    `${topics.length} topics are more than one BCF file can have. With --bcf-topics findings (topics: 'findings') a finding is a topic; a test that selects less finds less.`,
  );
}

/** The clashes that get a picture. */
function worstClashes(clashes: readonly Clash[]): ReadonlySet<Clash> {
  return new Set([...clashes].sort(worstFirst).slice(0, MOST_PICTURES));
}

/**
 * The decisions in a BCF file, by the GUIDs of its topics: Approved and Ignored; topics that are Open, Reopened or Active are `open`, and other
 * statuses say nothing. See {@link topicGuid}.
 */
export function bcfDecisions(bytes: Uint8Array): Map<string, GivenDecision> {
  const decisions = new Map<string, GivenDecision>();
  for (const { guid, status } of topicsIn(bytes)) {
    const decision = READ_STATUSES.get(status.toLowerCase());
    if (decision !== undefined) decisions.set(guid, decision);
  }
  return decisions;
}

/** When the topics of a BCF file were created, by their GUIDs. See {@link clashesBcf}. */
export function bcfDates(bytes: Uint8Array): Map<string, Date> {
  const dates = new Map<string, Date>();
  for (const { guid, text } of topicsIn(bytes)) {
    const [, created = ''] = /CreationDate>([^<]*)</.exec(text) ?? [];
    const date = new Date(created.trim());
    if (Number.isFinite(date.getTime())) dates.set(guid, date);
  }
  return dates;
}

/** The topics of a BCF file: their GUIDs in small letters, their statuses, and the XML they are in. */
function topicsIn(bytes: Uint8Array): { readonly guid: string; readonly status: string; readonly text: string }[] {
  let files: Record<string, Uint8Array>;
  let isBcf = false;
  try {
    files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        const isMarkup = name.endsWith('/markup.bcf');
        if (isMarkup || name === 'bcf.version') isBcf = true;
        return isMarkup && originalSize <= MOST_MARKUP;
      },
    });
  } catch (cause) {
    throw new NearmissError('io/damaged', 'The BCF file is no zip that can be read.', { cause });
  }
  if (!isBcf)
    throw new NearmissError('clash/bad-decisions', 'The zip is no BCF file: it has no bcf.version and no topic.');
  return Object.values(files).flatMap((file) => {
    const text = strFromU8(file);
    const attributes = topicTag(text);
    const guid = attributes?.get('Guid')?.toLowerCase() ?? '';
    if (!/^[0-9a-f-]{36}$/.test(guid)) return [];
    return [{ guid, status: attributes?.get('TopicStatus') ?? '', text }];
  });
}

function topicTag(markup: string): ReadonlyMap<string, string> | null {
  for (const { name, attributes } of xmlTags(markup)) if (name === 'Topic') return attributes;
  return null;
}

/** The GUID of the topic of a clash. See {@link clashesBcf}. */
export function topicGuid(clash: Clash): string {
  return guidOf(clash.id);
}

/** The GUID of the topic of the finding that a clash belongs to. See {@link clashesBcf}. */
export function findingGuid({ id, group = id }: Clash): string {
  return guidOf(`finding ${group}`);
}

function topicOfClash(clash: Clash): Topic {
  return { guid: topicGuid(clash), clashes: [clash] };
}

/** In the order of their first clashes. */
function topicsOfFindings(clashes: readonly Clash[]): Topic[] {
  const members = new Map<string, [Clash, ...Clash[]]>();
  for (const clash of clashes) {
    const guid = findingGuid(clash);
    const known = members.get(guid);
    if (known === undefined) members.set(guid, [clash]);
    else known.push(clash);
  }
  return [...members].map(([guid, all]) => ({ guid, clashes: all }));
}

/** A GUID of version 8 (RFC 9562: made by a rule of one's own) for a text. */
function guidOf(text: string): string {
  const hash = sha256Text(`nearmiss ${text}`);
  const variant = ((Number.parseInt(hash[16], 16) & 3) | 8).toString(16);
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

function extensions(topics: readonly Topic[]): string {
  const list = (name: string, texts: Iterable<string>): string =>
    `<${name}s>${[...texts].map((text) => element(name, text)).join('')}</${name}s>`;
  return [
    '<Extensions>',
    list('TopicType', ['Clash']),
    `<TopicStatuses>${[OPEN, MIXED, CLOSED, ...Object.values(STATUSES)].map((status) => element('TopicStatus', status)).join('')}</TopicStatuses>`,
    list('TopicLabel', new Set(topics.flatMap(labelsOf))),
    list('User', [AUTHOR]),
    '</Extensions>',
  ].join('');
}

function labelsOf({ clashes }: Topic): string[] {
  const labels = clashes.flatMap(({ type, kind, test, a, b }) => [type, kind, test, a.storey, b.storey]);
  return [...new Set(labels)].filter((label) => label !== undefined && label.trim() !== '') as string[];
}

function markup(topic: Topic, { version, date, created, unit = '' }: BcfOptions, viewpoints: string): string {
  const known = created?.get(topic.guid);
  const isEarlier = known !== undefined && known < date;
  const isOld = version === '2.1';
  const labels = labelsOf(topic)
    .map((label) => element(isOld ? 'Labels' : 'Label', label))
    .join('');
  return [
    `<Markup><Topic Guid="${topic.guid}" TopicType="Clash" TopicStatus="${statusOf(topic)}">`,
    element('Title', titleOf(topic)),
    isOld ? labels : `<Labels>${labels}</Labels>`,
    element('CreationDate', (isEarlier ? known : date).toISOString()),
    element('CreationAuthor', AUTHOR),
    isEarlier ? element('ModifiedDate', date.toISOString()) + element('ModifiedAuthor', AUTHOR) : '',
    element('Description', topic.clashes.map((clash) => descriptionOf(clash, unit)).join('\n')),
    isOld ? '' : `<Viewpoints>${viewpoints}</Viewpoints>`,
    `</Topic>${isOld ? viewpoints : ''}</Markup>`,
  ].join('');
}

/** Clashes that are gone do not count, as long as there are others. */
function statusOf({ clashes }: Topic): string {
  const present = clashes.filter(({ state }) => state !== 'resolved');
  const [first, ...others] = new Set(
    present.map(({ decision }) => (decision === undefined ? OPEN : STATUSES[decision])),
  );
  return first === undefined ? CLOSED : others.length > 0 ? MIXED : first;
}

function titleOf({ clashes }: Topic): string {
  const [{ test, type, a, b }, ...others] = clashes;
  const nameOf = ({ name, id }: ElementName): string => name || id;
  if (others.length === 0) return `${test}: ${nameOf(a)} and ${nameOf(b)} (${type})`;
  const isIn = ({ model, id }: ElementName): boolean =>
    others.every((clash) => [clash.a, clash.b].some((one) => one.model === model && one.id === id));
  const types = [...new Set(clashes.map((clash) => clash.type))].join(', ');
  return `${test}: ${nameOf(isIn(b) && !isIn(a) ? b : a)} and ${clashes.length} others (${types})`;
}

function descriptionOf({ id, a, b, depth, distance, translation, type }: Clash, unit: string): string {
  const parts = [`Clash ${id}.`, `A: ${a.class ?? ''} ${a.model}:${a.id}. B: ${b.class ?? ''} ${b.model}:${b.id}.`];
  if (depth !== undefined) parts.push(`Depth ${bracketText(depth, unit)}.`);
  if (type === 'clearance' && distance !== undefined) parts.push(`Distance ${bracketText(distance, unit)}.`);
  if (translation !== undefined)
    parts.push(`A separates by ${translation.join(', ')}${unit === '' ? '' : ` ${unit}`}.`);
  return parts.join(' ');
}

function visualization(clash: Clash, version: BcfVersion, guid: string): string {
  const { a, b } = clash;
  const { target, direction, up, back } = viewOf(clash);
  const selected = [a, b].filter(({ id }) => /^[0-9A-Za-z_$]{22}$/.test(id));
  const components = selected.map(({ id }) => `<Component IfcGuid="${id}"/>`).join('');
  return [
    `<VisualizationInfo Guid="${guid}"><Components>`,
    components === '' ? '' : `<Selection>${components}</Selection>`,
    '<Visibility DefaultVisibility="true"/></Components><PerspectiveCamera>',
    vector(
      'CameraViewPoint',
      target.map((x, k) => x - back * direction[k]),
    ),
    vector('CameraDirection', direction),
    vector('CameraUpVector', up),
    element('FieldOfView', String(FIELD_OF_VIEW)),
    version === '2.1' ? '' : element('AspectRatio', String(ASPECT)),
    '</PerspectiveCamera></VisualizationInfo>',
  ].join('');
}

function vector(name: string, [x, y, z]: readonly number[]): string {
  return `<${name}><X>${x}</X><Y>${y}</Y><Z>${z}</Z></${name}>`;
}

function element(name: string, text: string): string {
  return `<${name}>${xmlText(text)}</${name}>`;
}
