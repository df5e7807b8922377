import type { Frame, Scenery } from './messages.ts';

/** What can be said of a frame in one sentence. */
export function sentenceOf({ time, contactCount, violated, kinetic }: Frame, { stepper }: Scenery): string {
  const when = `After ${time.toFixed(2)} s`;
  const [pair] = violated;
  if (pair !== undefined) return `${when} ${pair} overlap, which could not be prevented.`;
  const points = `${contactCount} ${contactCount === 1 ? 'point' : 'points'} of contact`;
  const rest = kinetic === 0 && time > 0 ? ' and everything is at rest' : '';
  const proof = stepper === 'events' ? '; no two bodies intersect, which is proven' : '';
  return `${when} there ${contactCount === 1 ? 'is' : 'are'} ${points}${rest}${proof}.`;
}
