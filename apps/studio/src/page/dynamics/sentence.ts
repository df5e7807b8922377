import type { Frame, Scenery } from './messages.ts';

/** What can be said of a frame in one sentence. Of a recorded trajectory it is not known which stepper made it. */
export function sentenceOf(
  { time, contactCount, violated, kinetic }: Frame,
  { stepper }: Pick<Scenery, 'stepper'>,
  isReplay: boolean,
): string {
  const when = `After ${time.toFixed(2)} s`;
  const [pair] = violated;
  if (pair !== undefined) {
    return `${when} ${pair} overlap, or their joint is pulled apart, which could not be prevented.`;
  }
  const points = `${contactCount} ${contactCount === 1 ? 'point' : 'points'} of contact`;
  const rest = kinetic === 0 && time > 0 ? ' and everything is at rest' : '';
  const proof = stepper === 'events' && !isReplay ? '; no two bodies intersect, which is proven' : '';
  return `${when} there ${contactCount === 1 ? 'is' : 'are'} ${points}${rest}${proof}.`;
}

/** Two bodies by their ids; the world, to which joints are made, has none. */
export function pairNamed(a: string, b: string): string {
  return `${a || 'the world'} and ${b || 'the world'}`;
}
