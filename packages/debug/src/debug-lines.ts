// Every result with a position, as lines and points:
//
//   distance, tolerance      the segment between the witness points
//   clearance                that of each pair of faces
//   collide                  the segments that faces have in common (with `segments`), else a contact point
//   penetration              the separating translation as an arrow, and the depth of each region of overlap
//   timeOfContact            each contact with its normal; directional: the point where A stops
//   contactManifold          each contact with its normal
//   closestPoint, raycast    the point, and the segment from the point or ray of the query
//   World.step               the contacts of the pairs that touch, the segments between those that are near
//   queries of a World       as those of two bodies

import {
  type BodyPair,
  type ClearanceResult,
  type ClosestBodyResult,
  type ClosestPointResult,
  type CollideResult,
  type DirectionalResult,
  type DistanceResult,
  NearmissError,
  type PenetrationResult,
  type RaycastResult,
  type StepResult,
  type TimeOfContactResult,
  type ToleranceResult,
  type WorldRaycastResult,
  type WorldSweepResult,
} from 'nearmiss';
import { BufferWriter, type DebugBuffers, minus, plus, type Triple } from './buffers.ts';
import { DEBUG_COLORS, type DebugColor, type DebugRole } from './colors.ts';

/** The result of `contactManifold`, as a step of a world has it. */
type ContactManifold = NonNullable<BodyPair['manifold']>;

/** The results that `debugLines` draws. See {@link debugLines}. */
export type DebugResult =
  | ClearanceResult
  | ClosestBodyResult
  | ClosestPointResult
  | CollideResult
  | ContactManifold
  | DirectionalResult
  | DistanceResult
  | PenetrationResult
  | RaycastResult
  | StepResult
  | TimeOfContactResult
  | ToleranceResult
  | WorldRaycastResult
  | WorldSweepResult;

/** Options of {@link debugLines}. */
export interface DebugOptions {
  /** Subtracted from every point, in doubles. Far from the world's origin, single precision needs it. */
  readonly origin?: readonly [number, number, number] | undefined;
  /**
   * The start of a segment or arrow of which the result has only one end, in the world: the point or the ray's origin of the query,
   * or the start of the separating translation. By default that is the deepest point of A.
   */
  readonly from?: readonly [number, number, number] | undefined;
  /** The drawn length of normals, in world units. By default 0.1. */
  readonly normalLength?: number | undefined;
  /** Colours in place of `DEBUG_COLORS`. */
  readonly colors?: Readonly<Partial<Record<DebugRole, DebugColor>>> | undefined;
}

const DEFAULT_NORMAL_LENGTH = 0.1;

interface Style {
  readonly from: Triple | null;
  readonly normalLength: number;
  readonly colors: Readonly<Record<DebugRole, DebugColor>>;
}

/**
 * Line and point buffers that show a result.
 *
 * ```ts
 * const { lines, lineColors } = debugLines(distance(a, poseA, b, poseB));
 * ```
 *
 * Renderers can use `lines` and `lineColors` directly: three numbers a vertex, two vertices a segment.
 *
 * @see {@link DebugBuffers}
 */
export function debugLines(result: DebugResult, options: DebugOptions = {}): DebugBuffers {
  if (typeof result !== 'object' || result === null) refuse();
  const writer = new BufferWriter(options.origin);
  write(result, writer, {
    from: options.from ?? null,
    normalLength: options.normalLength ?? DEFAULT_NORMAL_LENGTH,
    colors: { ...DEBUG_COLORS, ...options.colors },
  });
  return writer.buffers();
}

function write(result: DebugResult, writer: BufferWriter, style: Style): void {
  if ('boxPairs' in result) writeStep(result, writer, style);
  else if ('translation' in result) writePenetration(result, writer, style);
  else if ('witnesses' in result) writeClearance(result, writer, style);
  else if ('toc' in result) writeTimeOfContact(result, writer, style);
  else if ('contacts' in result) writeContacts(result.contacts, writer, style);
  else if ('colliding' in result) writeCollide(result, writer, style);
  else if ('point' in result) writePoint(result, writer, style);
  else if ('pointA' in result) writeWitness(result, writer, style);
  else if (!('body' in result)) refuse();
  else {
    const own = 'contact' in result ? result.contact : result.distance;
    if (own !== null) write(own, writer, style);
  }
}

function refuse(): never {
  const sentence = 'debugLines draws results of queries that have a point; this is none.';
  throw new NearmissError('options/bad-value', sentence);
}

function writeStep({ begin, stay, near }: StepResult, writer: BufferWriter, style: Style): void {
  for (const { contact, manifold } of [...begin, ...stay]) {
    if (manifold !== null) writeContacts(manifold.contacts, writer, style);
    else if (contact !== null) writeCollide(contact, writer, style);
  }
  for (const { distance, manifold } of near) {
    if (manifold !== null) writeContacts(manifold.contacts, writer, style);
    else writeWitness(distance, writer, style);
  }
}

/** Pairs of faces that meet have no witness points: `debugFaces` outlines them. */
function writeClearance({ witnesses }: ClearanceResult, writer: BufferWriter, style: Style): void {
  for (const witness of witnesses) if (witness !== null) writeWitness(witness, writer, style);
}

function writePenetration({ translation, local, depth }: PenetrationResult, writer: BufferWriter, style: Style): void {
  if (!(depth > 0)) return;
  const { colors } = style;
  for (const region of local) {
    writer.arrow(region.pointA, plus(region.pointA, region.normal, -region.depth), colors.local);
    writer.point(region.pointA, colors.local);
  }
  const from = style.from ?? local[0]?.pointA ?? [0, 0, 0];
  writer.arrow(from, plus(from, translation, 1), colors.translation);
}

function writeTimeOfContact(result: TimeOfContactResult, writer: BufferWriter, style: Style): void {
  if (result.contacts.length === 0) writeWitness(result, writer, style);
  else writeContacts(result.contacts, writer, style);
}

function writeContacts(
  contacts: readonly Pick<ContactManifold['contacts'][number], 'pointA' | 'pointB' | 'normal'>[],
  writer: BufferWriter,
  style: Style,
): void {
  for (const { pointA, pointB, normal } of contacts) {
    writer.point(pointA, style.colors.contact);
    writer.line(pointA, pointB, style.colors.witness);
    writer.arrow(pointB, plus(pointB, normal, style.normalLength), style.colors.normal);
  }
}

function writeCollide({ segments, pointA }: CollideResult, writer: BufferWriter, { colors }: Style): void {
  for (const [from, to] of segments ?? []) {
    // Faces that touch in one point have a segment without length.
    if (Math.hypot(...minus(to, from)) > 0) writer.line(from, to, colors.contact);
    else writer.point(from, colors.contact);
  }
  if (pointA !== null) writer.point(pointA, colors.contact);
}

function writePoint(
  { point }: ClosestPointResult | RaycastResult,
  writer: BufferWriter,
  { from, colors }: Style,
): void {
  if (point === null) return;
  writer.point(point, colors.witness);
  if (from !== null) writer.line(from, point, colors.witness);
}

function writeWitness(
  { pointA, pointB }: { readonly pointA: Triple | null; readonly pointB: Triple | null },
  writer: BufferWriter,
  { colors }: Style,
): void {
  if (pointA === null || pointB === null) return;
  writer.line(pointA, pointB, colors.witness);
  writer.point(pointA, colors.witness);
  writer.point(pointB, colors.witness);
}
