// BCF, the exchange format of buildingSMART for issues of buildings: a zip with a folder for each topic. A clash is a topic; its GUID is made
// of the clash's id, so that it stays from run to run, and its status carries the decision.

import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from 'fflate';
import { NearmissError } from 'nearmiss';
import { type Clash, DECISIONS, type Decision, type GivenDecision } from '../clash.ts';
import type { SceneOf } from '../scene.ts';
import { sha256Text } from '../sha256.ts';
import { clashPicture } from './picture.ts';
import { ASPECT, FIELD_OF_VIEW, viewOf } from './view.ts';
import { xmlTags } from './xml-tags.ts';
import { xmlText } from './xml-text.ts';

/** Versions of BCF that are written. See {@link clashesBcf}. */
export type BcfVersion = '2.1' | '3.0';

/** Options of {@link clashesBcf}. */
export interface BcfOptions {
  readonly version?: BcfVersion | undefined;
  /** The date of the topics. */
  readonly date: Date;
  /** Where the elements are known, topics get a snapshot: {@link clashScenes}. */
  readonly scenes?: SceneOf | undefined;
}

const AUTHOR = 'nearmiss';
const OPEN = 'Open';
const CLOSED = 'Closed';
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

/**
 * Clashes as a BCF file, one topic each with a viewpoint that selects both elements.
 *
 * @example
 * console.log(clashesBcf([], { date: new Date(0) })[0]); // 80
 */
export function clashesBcf(clashes: readonly Clash[], { version = '3.0', date, scenes }: BcfOptions): Uint8Array {
  if (!(date instanceof Date && Number.isFinite(date.getTime()))) {
    throw new NearmissError('options/bad-value', 'The date of a BCF file must be a Date.');
  }
  const files: Zippable = {};
  const add = (path: string, xml: string): void => {
    files[path] = strToU8(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`);
  };
  const detail = version === '2.1' ? '<DetailedVersion>2.1</DetailedVersion>' : '';
  add('bcf.version', `<Version VersionId="${version}">${detail}</Version>`);
  if (version === '3.0') add('extensions.xml', extensions());
  for (const clash of clashes) {
    const topic = guidOf(clash.id);
    const viewpoint = guidOf(`${clash.id} viewpoint`);
    const scene = scenes?.(clash) ?? null;
    // Deflated already.
    if (scene !== null) files[`${topic}/snapshot.png`] = [clashPicture(scene), { level: 0 }];
    add(`${topic}/markup.bcf`, markup(clash, version, date.toISOString(), scene !== null));
    add(`${topic}/viewpoint.bcfv`, visualization(clash, version, viewpoint));
  }
  const time = Math.min(Math.max(date.getTime(), ZIP_DATES[0]), ZIP_DATES[1]);
  return zipSync(files, { mtime: time, level: 6 });
}

/**
 * The decisions in a BCF file, by the GUIDs of its topics: Approved and Ignored; topics that are Open, Reopened or Active are `open`, and other
 * statuses say nothing. See {@link topicGuid}.
 */
export function bcfDecisions(bytes: Uint8Array): Map<string, GivenDecision> {
  const decisions = new Map<string, GivenDecision>();
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
  for (const bytesOfFile of Object.values(files)) {
    const attributes = topicOf(strFromU8(bytesOfFile));
    const guid = attributes?.get('Guid')?.toLowerCase() ?? '';
    const decision = READ_STATUSES.get(attributes?.get('TopicStatus')?.toLowerCase() ?? '');
    if (/^[0-9a-f-]{36}$/.test(guid) && decision !== undefined) decisions.set(guid, decision);
  }
  return decisions;
}

function topicOf(markup: string): ReadonlyMap<string, string> | null {
  for (const { name, attributes } of xmlTags(markup)) if (name === 'Topic') return attributes;
  return null;
}

/** The GUID of the topic of a clash. See {@link clashesBcf}. */
export function topicGuid(clash: Clash): string {
  return guidOf(clash.id);
}

/** A GUID of version 8 (RFC 9562: made by a rule of one's own) for a text. */
function guidOf(text: string): string {
  const hash = sha256Text(`nearmiss ${text}`);
  const variant = ((Number.parseInt(hash[16], 16) & 3) | 8).toString(16);
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

function extensions(): string {
  const statuses = [OPEN, CLOSED, ...Object.values(STATUSES)];
  return `<Extensions><TopicTypes><TopicType>Clash</TopicType></TopicTypes><TopicStatuses>${statuses
    .map((status) => element('TopicStatus', status))
    .join('')}</TopicStatuses></Extensions>`;
}

function markup(clash: Clash, version: BcfVersion, date: string, hasSnapshot: boolean): string {
  const status = clash.state === 'resolved' ? CLOSED : clash.decision === undefined ? OPEN : STATUSES[clash.decision];
  const labels = [clash.type, ...(clash.kind === undefined ? [] : [clash.kind]), `group ${clash.group ?? clash.id}`];
  const isOld = version === '2.1';
  const name = isOld ? 'Viewpoints' : 'ViewPoint';
  const snapshot = hasSnapshot ? '<Snapshot>snapshot.png</Snapshot>' : '';
  const viewpoint = `<${name} Guid="${guidOf(`${clash.id} viewpoint`)}"><Viewpoint>viewpoint.bcfv</Viewpoint>${snapshot}</${name}>`;
  const labelText = labels.map((label) => element(isOld ? 'Labels' : 'Label', label)).join('');
  return [
    `<Markup><Topic Guid="${guidOf(clash.id)}" TopicType="Clash" TopicStatus="${status}">`,
    element('Title', titleOf(clash)),
    isOld ? labelText : `<Labels>${labelText}</Labels>`,
    element('CreationDate', date),
    element('CreationAuthor', AUTHOR),
    element('Description', descriptionOf(clash)),
    isOld ? '' : `<Viewpoints>${viewpoint}</Viewpoints>`,
    `</Topic>${isOld ? viewpoint : ''}</Markup>`,
  ].join('');
}

function titleOf({ test, type, a, b }: Clash): string {
  return `${test}: ${a.name || a.id} and ${b.name || b.id} (${type})`;
}

function descriptionOf({ id, a, b, depth, distance, translation, type }: Clash): string {
  const parts = [`Clash ${id}.`, `A: ${a.class ?? ''} ${a.model}:${a.id}. B: ${b.class ?? ''} ${b.model}:${b.id}.`];
  if (depth !== undefined) parts.push(`Depth ${depth.lower} to ${depth.upper}.`);
  if (type === 'clearance' && distance !== undefined) parts.push(`Distance ${distance.lower} to ${distance.upper}.`);
  if (translation !== undefined) parts.push(`A separates by ${translation.join(', ')}.`);
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
