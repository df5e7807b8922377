// The scene as the part of the address behind #: which bodies, and where they stand to the last bit.
//
//   #a=shape:gear&pose-a=x,y,z,qx,qy,qz,qw&b=served:part.stl&pose-b=…
//   #a=file:part.stl@mm&digest-a=0123456789abcdef&…

import type { Body, BodyPose, Slot } from './body.ts';
import type { Refusal } from './worker/messages.ts';

/** One body of a link: the word that names it, and its pose if the link has one. */
export interface LinkedBody {
  readonly word: string | null;
  /** Of a file: which one of that name; null in older links. */
  readonly digest: string | null;
  readonly pose: BodyPose | null;
}

/** How far the length of a quaternion may be from 1: what the library takes as rounding. Dimensionless. */
const QUATERNION_TOLERANCE = 1e-3;

export type SceneLink = Readonly<Record<Slot, LinkedBody>>;

export function writeLink(scene: Readonly<Record<Slot, Pick<Body, 'word' | 'digest' | 'pose'>>>): string {
  const parts = (['a', 'b'] as const).flatMap((slot) => {
    const { word, digest, pose } = scene[slot];
    return [writeWord(slot, word, digest), `pose-${slot}=${writePose(pose)}`];
  });
  return `#${parts.join('&')}`;
}

/** Which body a link means. */
export function writeWord(slot: Slot, word: string, digest: string | null): string {
  return `${slot}=${escapeValue(word)}${digest === null ? '' : `&digest-${slot}=${digest}`}`;
}

export function readLink(hash: string): SceneLink {
  const values = linkValues(hash);
  const body = (slot: Slot): LinkedBody => ({
    word: values.get(slot),
    digest: values.get(`digest-${slot}`),
    pose: readPose(values.get(`pose-${slot}`)),
  });
  return { a: body('a'), b: body('b') };
}

export function linkValues(hash: string): URLSearchParams {
  // A plus sign in an exponent is no blank.
  return new URLSearchParams(hash.replace(/^#/, '').replaceAll('+', '%2B'));
}

export function writePose({ position, rotation }: BodyPose): string {
  return [...position, ...rotation].join(',');
}

/** Seven numbers with a quaternion that is one; whatever else a link may hold is no pose. */
export function readPose(text: string | null): BodyPose | null {
  if (text === null) return null;
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [x, y, z, qx, qy, qz, qw] = numbers;
  if (numbers.length !== 7 || !numbers.every(Number.isFinite)) return null;
  if (x === undefined || y === undefined || z === undefined) return null;
  if (qx === undefined || qy === undefined || qz === undefined || qw === undefined) return null;
  if (Math.abs(Math.hypot(qx, qy, qz, qw) - 1) > QUATERNION_TOLERANCE) return null;
  return { position: [x, y, z], rotation: [qx, qy, qz, qw] };
}

const POSES: readonly string[] = ['pose-a', 'pose-b', 'end-a', 'end-b'];

/** What is said of a link that has something else where poses are; null where all of them can be read. */
export function poseRefusal(hash: string): Refusal | null {
  const values = linkValues(hash);
  const wrong = POSES.filter((name) => values.has(name) && readPose(values.get(name)) === null);
  if (wrong.length === 0) return null;
  const names = wrong.join(' and ');
  const message = `What the link has as ${names} is no pose: seven finite numbers, x,y,z,qx,qy,qz,qw, with a quaternion of length 1. The scene has its first pose instead.`;
  return { code: 'studio/link', message };
}

/** Escapes what would end a value, and leaves a link that people can read. */
export function escapeValue(text: string): string {
  return encodeURIComponent(text).replace(/%(?:2C|2F|3A|3D|40|5B|5D)/g, decodeURIComponent);
}
