// Answers of bounded size. What counts is bytes as they are sent: a letter may have several, and a text is quoted once more.

/** Bytes of the data of an answer, which it has twice. With a picture and what the protocol adds, an answer is below 50 KB. */
export const MOST_DATA = 24_000;

const LEFT_OUT = 'left out: too long';
/** Letters of an object that goes as a whole. */
const SHORT = 1000;

/** Bytes of data in an answer: once as it is, once as text. */
export function answerBytes(data: object): number {
  const text = JSON.stringify(data);
  return Buffer.byteLength(text) + bytesAsText(text);
}

/** The data, without its longest members where these alone would be too long, and with as many clashes as fit. */
export function fitted(result: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (answerBytes(result) <= MOST_DATA) return { ...result };
  const { clashes, more, ...others } = result;
  if (!Array.isArray(clashes)) return withoutLongest({ ...others, ...('clashes' in result ? { clashes } : {}) }, {});
  const listOf = (count: number) => ({
    clashes: clashes.slice(0, count),
    more: Number(more) + clashes.length - count,
  });
  // What is left out must not depend on how many clashes were asked for: otherwise a list for which more is asked could be shorter.
  const rest = withoutLongest(others, listOf(0));
  let count = clashes.length;
  while (count > 0 && answerBytes({ ...rest, ...listOf(count) }) > MOST_DATA) count--;
  return { ...rest, ...listOf(count) };
}

/** A text, or its beginning where it would be too long. */
export function fittedText(text: string): string {
  let short = text;
  for (let bytes = bytesAsText(short); bytes > MOST_DATA; bytes = bytesAsText(short)) {
    short = short.slice(0, Math.floor((short.length * MOST_DATA) / bytes));
  }
  return short;
}

function withoutLongest(data: Readonly<Record<string, unknown>>, beside: object): Record<string, unknown> {
  let kept = { ...data };
  while (lengthOf(kept) > 0 && answerBytes({ ...kept, ...beside }) > MOST_DATA) kept = leaveOutLongest(kept);
  return kept;
}

/** Leaves out one member, the longest of the longest: the counts of a summary stay where its matrix goes. */
function leaveOutLongest(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const [longest] = Object.entries(data).sort(([, x], [, y]) => lengthOf(y) - lengthOf(x));
  if (longest === undefined) return {};
  const [key, value] = longest;
  return { ...data, [key]: isObject(value) && lengthOf(value) > SHORT ? leaveOutLongest(value) : LEFT_OUT };
}

/** Letters of what can still be left out. */
function lengthOf(value: unknown): number {
  if (value === LEFT_OUT) return 0;
  if (!isObject(value)) return (JSON.stringify(value) ?? '').length;
  return Object.values(value).reduce((sum: number, member) => sum + lengthOf(member), 0);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function bytesAsText(text: string): number {
  return Buffer.byteLength(JSON.stringify(text));
}
