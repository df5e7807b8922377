import type { Answer } from './answer.ts';
import type { LinePool } from './line-pool.ts';
import type { LineGroup } from './lines.ts';

/** Largest number of lines and characters sent to a thread together; a single line may be longer. */
const PORTION_LINES = 32;
const PORTION_LENGTH = 2 ** 20;
/** Portions in progress for each thread: enough that none is idle. */
const PORTIONS_AHEAD = 4;

type Portion = readonly (string | null)[];

/** Answers lines in threads, several portions at a time, in the order of the lines; the number in progress is bounded. */
export async function* answerLines(
  groups: AsyncIterable<LineGroup>,
  pool: LinePool,
  workers: number,
): AsyncGenerator<Answer> {
  const portions = portionsOf(groups);
  const inProgress: Promise<Answer>[][] = [];
  let next: Promise<IteratorResult<Portion>> | null = portions.next();
  while (next !== null || inProgress.length > 0) {
    const [oldest = []] = inProgress;
    const [first] = oldest;
    if (next !== null && inProgress.length < PORTIONS_AHEAD * workers) {
      // An answer does not wait for further input, which may take long.
      const read = next.then(() => true);
      if (first === undefined || (await Promise.race([read, first.then(() => false)]))) {
        const { done, value }: IteratorResult<Portion> = await next;
        next = done ? null : portions.next();
        if (!done) inProgress.push(pool.answer(value));
        continue;
      }
    }
    if (first === undefined) continue;
    yield first;
    oldest.shift();
    if (oldest.length === 0) inProgress.shift();
  }
}

async function* portionsOf(groups: AsyncIterable<LineGroup>): AsyncGenerator<Portion> {
  for await (const { lines } of groups) {
    let portion: (string | null)[] = [];
    let length = 0;
    for (const line of lines) {
      const more = line?.length ?? 0;
      if (portion.length === PORTION_LINES || (portion.length > 0 && length + more > PORTION_LENGTH)) {
        yield portion;
        portion = [];
        length = 0;
      }
      portion.push(line);
      length += more;
    }
    if (portion.length > 0) yield portion;
  }
}
