/** The longest line that is read, in bytes: strings of an engine cannot be much longer. */
const LONGEST_LINE = 2 ** 28;

/** The lines that a chunk of input completed, null for one that is too long, and the number of bytes read. */
export interface LineGroup {
  readonly lines: readonly (string | null)[];
  readonly bytesRead: number;
}

const NEWLINE = 10;
/** The byte-order mark that some editors put at the start of a text in UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The lines of a stream, grouped by chunk. Blank lines and a byte-order mark at the start are left out. */
export async function* readLines(
  input: AsyncIterable<Buffer>,
  longest: number = LONGEST_LINE,
): AsyncGenerator<LineGroup> {
  let begun: Buffer[] = [];
  let begunBytes = 0;
  let bytesRead = 0;
  let isFirst = true;
  const take = (rest: Buffer): string | null => {
    const tooLong = begunBytes + rest.length > longest;
    let line = tooLong ? null : Buffer.concat([...begun, rest]).toString('utf8');
    if (isFirst && line?.startsWith(BYTE_ORDER_MARK)) line = line.slice(BYTE_ORDER_MARK.length);
    isFirst = false;
    begun = [];
    begunBytes = 0;
    return line;
  };
  for await (const chunk of input) {
    bytesRead += chunk.length;
    const lines: (string | null)[] = [];
    let at = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, at)) {
      const line = take(chunk.subarray(at, end));
      if (line === null || line.trim() !== '') lines.push(line);
      at = end + 1;
    }
    const rest = chunk.subarray(at);
    begunBytes += rest.length;
    // Only the length of an overlong line is kept.
    if (begunBytes > longest) begun = [];
    else if (rest.length > 0) begun.push(rest);
    if (lines.length > 0) yield { lines, bytesRead };
  }
  const last = take(Buffer.alloc(0));
  if (last === null || last.trim() !== '') yield { lines: [last], bytesRead };
}
