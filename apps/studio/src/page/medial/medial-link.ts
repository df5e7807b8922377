// The scene as the part of the address behind #: the body, the size of its axis, and where its copy goes.
//
//   #a=shape:gear&primitives=500&samples=5000&enclosure=inner&pose-a=…&pose-b=…&end-b=…&time=0.5

import type { BodyPose, Slot } from '../body.ts';
import { escapeValue, linkValues, readPose, writePose } from '../scene-link.ts';
import { countAt, stepOf } from './count-scale.ts';
import { type Enclosure, enclosureNamed } from './shown-axis.ts';

export interface MedialLink {
  /** Null where the link has none. */
  readonly word: string | null;
  /** Of a file: which one of that name; null in older links. */
  readonly digest: string | null;
  readonly primitives: number;
  readonly samples: number;
  readonly enclosure: Enclosure;
  readonly poses: Readonly<Record<Slot, BodyPose | null>>;
  /** Where the copy ends. */
  readonly end: BodyPose | null;
  /** The time shown, from 0 to 1; null follows the contact of the axes. */
  readonly time: number | null;
}

/** How many points of the surface can be chosen from. */
export const SAMPLES: readonly number[] = [1000, 5000, 20_000, 50_000];
const FIRST_SAMPLES = 5000;
const FIRST_PRIMITIVES = 100;

export function writeMedialLink({
  word,
  digest,
  primitives,
  samples,
  enclosure,
  poses,
  end,
  time,
}: MedialLink): string {
  const values: [string, string | null][] = [
    ['a', word && escapeValue(word)],
    ['digest-a', digest],
    ['primitives', String(primitives)],
    ['samples', String(samples)],
    ['enclosure', enclosure],
    ['pose-a', poses.a && writePose(poses.a)],
    ['pose-b', poses.b && writePose(poses.b)],
    ['end-b', end && writePose(end)],
    ['time', time === null ? null : String(time)],
  ];
  return `#${values.flatMap(([name, value]) => (value === null ? [] : `${name}=${value}`)).join('&')}`;
}

/** What a link tells; what it does not say, or says wrongly, is as on a first visit. */
export function readMedialLink(hash: string): MedialLink {
  const values = linkValues(hash);
  const primitives = Number(values.get('primitives') || FIRST_PRIMITIVES);
  const samples = Number(values.get('samples'));
  const time = Number(values.get('time') || Number.NaN);
  return {
    word: values.get('a'),
    digest: values.get('digest-a'),
    primitives: countAt(stepOf(primitives > 0 ? primitives : FIRST_PRIMITIVES)),
    samples: SAMPLES.includes(samples) ? samples : FIRST_SAMPLES,
    enclosure: enclosureNamed(values.get('enclosure')),
    poses: { a: readPose(values.get('pose-a')), b: readPose(values.get('pose-b')) },
    end: readPose(values.get('end-b')),
    time: time >= 0 && time <= 1 ? time : null,
  };
}
