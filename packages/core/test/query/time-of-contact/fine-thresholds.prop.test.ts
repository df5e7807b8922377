// Thresholds down to rounding. A contact that is proven at one threshold is proven at every smaller one, by every method, and `toc` is at the gap
// that is promised. No query has a budget here, so that giving up is a fault.

import { PlainGap } from '@nearmiss/fixtures';
import { type TimeOfContactOptions, timeOfContact } from 'nearmiss';
import { hulls } from 'nearmiss/convex';
import { controlled, patches } from 'nearmiss/lab';
import { expect, test } from 'vitest';
import { makeMotionBodies, ROUND_KINDS } from '../motion-bodies.ts';
import { drawCase } from '../motion-cases.ts';

const METHODS: readonly NonNullable<TimeOfContactOptions['method']>[] = ['pairs', controlled, hulls, patches];

/** For bodies about 1 across; 0 is raised to what rounding can tell. */
const THRESHOLDS = [1e-8, 1e-10, 0] as const;

/** What plain doubles are certain to tell of a gap: a length. */
const PLAIN_ERROR = 1e-10;

test('every method follows to the end what hulls prove at a larger threshold, and ends at the gap promised', () => {
  const bodies = makeMotionBodies();
  const seen = { contacts: 0, gaps: 0 };
  for (let index = 0; index < 300; index++) {
    const { name, a, b } = drawCase(17, index, bodies);
    if (ROUND_KINDS.includes(a.body.kind) || ROUND_KINDS.includes(b.body.kind)) continue;
    const motions = `${a.motionKind}, ${b.motionKind}`;
    // They take long, and plain doubles know little of them.
    if (/spin|many turns/.test(motions)) continue;
    // A speed that is far above the true one makes every approach a flat one: that is for the default to follow.
    const methods = motions.includes('loose') ? METHODS.slice(0, 1) : METHODS;
    const ask = (options: TimeOfContactOptions): ReturnType<typeof timeOfContact> =>
      timeOfContact(a.body.model, a.motion.given, b.body.model, b.motion.given, options);
    if (ask({ method: hulls, threshold: 1e-6 }).status !== 'contact') continue;
    const plain = new PlainGap(a.body.plain, a.motion.plain, b.body.plain, b.motion.plain);
    for (const threshold of THRESHOLDS) {
      const results = methods.map((method) => ask({ method, threshold }));
      const proven = Math.min(...results.map(({ upper }) => upper ?? Infinity));
      for (const [k, result] of results.entries()) {
        const what = `${name}, ${methods[k]} at ${threshold}`;
        expect(result.status, what).toBe('contact');
        expect(result.lower, what).toBeLessThanOrEqual(proven);
        seen.contacts++;
        if (threshold !== 1e-8 || result.lower === 0) continue;
        const gap = plain.at(result.lower);
        expect(gap, what).toBeGreaterThan(threshold / 2 - PLAIN_ERROR);
        expect(gap, what).toBeLessThan(threshold + PLAIN_ERROR);
        seen.gaps++;
      }
    }
  }
  expect(seen.contacts).toBeGreaterThan(250);
  expect(seen.gaps).toBeGreaterThan(80);
});
