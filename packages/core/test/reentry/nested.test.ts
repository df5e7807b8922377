// Every query asked from within every query, through every position where a query runs code of its caller: both answer to the bit
// what they answer by themselves. Long form: npm run fuzz:nested.

import { randomInteger, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { EVERY_QUERY, makeScene, type QueryKind } from './every-query.ts';
import { type Asked, askPlainly, countCalls, nest } from './nest.ts';
import { bitsOf, CHANNELS, type Channel, PLAIN, UserCode } from './user-code.ts';

/** The nested queries of the long form. */
const NESTED = Number(process.env.NEARMISS_NESTED ?? 0);

const combinations = EVERY_QUERY.flatMap((kind) => kind.channels.map((channel) => [kind, channel] as const));

/** The question without the bodies and the method: `collide`, `pair.distance`. */
function questionOf({ name }: QueryKind): string {
  return name.split(' ')[0] ?? name;
}

const QUESTIONS = [...new Set(EVERY_QUERY.map(questionOf))];

/**
 * What is asked from within the combination with this number: one kind of each question, another each time; those of one question
 * and channel share the questions among them.
 */
function innerOf(inner: readonly Asked[], at: number): Asked[] {
  const [own, channel] = combinations[at];
  const alike = combinations.filter(([kind, other]) => other === channel && questionOf(kind) === questionOf(own));
  const slot = alike.indexOf(combinations[at]);
  return QUESTIONS.filter((_, k) => k % alike.length === slot).map((question) => {
    const kinds = inner.filter(({ kind }) => questionOf(kind) === question);
    return kinds[at % kinds.length];
  });
}

describe('every query from within every query', () => {
  const outer = new Map(EVERY_QUERY.map((kind) => [kind, askPlainly(kind, makeScene(1))]));
  const inner = EVERY_QUERY.map((kind) => askPlainly(kind, makeScene(2)));
  const counts = new Map<string, number>();
  const random = seeded(3);

  test.each(CHANNELS)('by %s', (channel) => {
    const wrong: string[] = [];
    combinations.forEach(([kind, own], at) => {
      const asked = outer.get(kind);
      if (own !== channel || asked === undefined) return;
      const calls = countCalls(asked, channel);
      expect(calls, `${kind.name} runs no code by ${channel}`).toBeGreaterThan(0);
      // A few at a time, each at a call of its own: the first, the last, and others.
      const chosen = innerOf(inner, at);
      for (let k = 0; k < chosen.length; k += 5) {
        const some = chosen.slice(k, k + 5);
        const slots = some.map((_, n) => (n === 0 ? 0 : n === 1 ? calls - 1 : randomInteger(random, 0, calls - 1)));
        const found = nest(asked, channel, some, slots);
        // Who of them it was.
        if (found.length > 0) some.forEach((one, n) => void wrong.push(...nest(asked, channel, [one], [slots[n]])));
        for (const { kind: nested } of some) {
          const name = `${questionOf(nested)} in ${questionOf(kind)} by ${channel}`;
          counts.set(name, (counts.get(name) ?? 0) + 1);
        }
      }
    });
    expect([...new Set(wrong)]).toEqual([]);
  });

  test('each in each by each', () => {
    const missing = combinations.flatMap(([kind, channel]) =>
      QUESTIONS.map((question) => `${question} in ${questionOf(kind)} by ${channel}`).filter(
        (name) => !counts.has(name),
      ),
    );
    expect(missing).toEqual([]);
    const sum = [...counts.values()].reduce((a, b) => a + b);
    console.log(`${sum} nested queries: ${QUESTIONS.length} questions in ${combinations.length} kinds by channel`);
  });
});

describe('code of the caller that throws', () => {
  test.each(CHANNELS)('by %s leaves everything as it was', (channel) => {
    const scene = makeScene(1);
    const changed: string[] = [];
    for (const [kind, own] of combinations) {
      if (own !== channel) continue;
      const asked = askPlainly(kind, scene);
      const calls = countCalls(asked, channel);
      for (const slot of new Set([0, calls >> 1, calls - 1])) {
        let call = 0;
        const user = new UserCode(channel, () => {
          if (call++ === slot) throw new RangeError('of the caller');
        });
        expect(() => kind.ask(scene, user), kind.name).toThrow('of the caller');
        if (bitsOf(kind.ask(scene, PLAIN)) !== asked.bits) changed.push(kind.name);
      }
    }
    expect(changed).toEqual([]);
  });
});

test.runIf(NESTED > 0)(`${NESTED} nested queries of random bodies`, () => {
  const wrong: string[] = [];
  const counts = new Map<Channel, number>();
  let nested = 0;
  for (let seed = 1; nested < NESTED; seed++) {
    const random = seeded(seed);
    const [one, other] = [makeScene(2 * seed), makeScene(2 * seed + 1)];
    const inner = EVERY_QUERY.map((kind) => askPlainly(kind, other));
    for (const [kind, channel] of combinations) {
      const asked = askPlainly(kind, one);
      const calls = countCalls(asked, channel);
      // Bodies drawn far from each other reach no predicate.
      if (calls === 0) continue;
      const some = Array.from({ length: 16 }, () => inner[randomInteger(random, 0, inner.length - 1)]);
      const slots = some.map(() => randomInteger(random, 0, calls - 1));
      for (const sentence of nest(asked, channel, some, slots)) wrong.push(`seed ${seed}: ${sentence}`);
      nested += some.length;
      counts.set(channel, (counts.get(channel) ?? 0) + some.length);
    }
    if (seed % 10 === 0) console.log(`${nested} nested queries, ${wrong.length} changed`);
  }
  console.log(
    `${nested} nested queries, ${wrong.length} changed; by ${[...counts].map(([name, count]) => `${name} ${count}`).join(', ')}`,
  );
  expect(wrong.slice(0, 20)).toEqual([]);
});
