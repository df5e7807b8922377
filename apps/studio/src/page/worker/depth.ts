import { type Model, Pair, type PenetrationOptions, penetration, verifyPenetration } from 'nearmiss';
import type { Slot } from '../body.ts';
import { timed } from './answer.ts';
import type { Depth, DepthQuestion, Poses } from './messages.ts';

/** The most that checking an answer again may cost, in volume tests: tenths of a second. */
const CHECKING_BUDGET = 1_000_000;

/** What the poses of a drag have taught so far; null where the next answer is to know nothing. */
let led: Pair | null = null;

/**
 * Asks the library how deep the bodies are in each other, and how A gets out. While a hand drags one of them, a `Pair` leads
 * each search on from the last, so that the translation does not jump; at rest it is what anyone gets for the same poses, and it
 * is checked again.
 */
export function depthOf(
  { a, b }: Readonly<Record<Slot, Model>>,
  poses: Poses,
  { start, isHeld }: DepthQuestion,
): Depth {
  const isLed = isHeld || start === 'coherent';
  const pair = led?.a === a && led.b === b ? led : new Pair(a, b);
  led = isLed ? pair : null;
  const options: PenetrationOptions = { start, local: true, trace: true, stats: true };
  const { result, cost } = isLed
    ? timed(() => pair.penetration(poses.a, poses.b, options), 1)
    : timed(() => penetration(a, poses.a, b, poses.b, options));
  const { status, depth, lower, upper, translation, certified, certificate, local, iterations, trace = [] } = result;
  return {
    poses,
    status,
    depth,
    lower,
    upper,
    translation,
    certified,
    certificate: certificate?.kind ?? null,
    local,
    iterations,
    trace,
    isLed,
    verdict: isHeld ? null : verifyPenetration(a, poses.a, b, poses.b, result, { budget: CHECKING_BUDGET }),
    cost,
  };
}
