const encoder = new TextEncoder();

/** Characters collected before they become bytes; keeps strings below the limits of engines. */
const CHUNK_CHARACTERS = 1 << 16;

/** The shortest text that reads back as the same double; the language's own drops the sign of −0. */
function formatNumber(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

/** Builds a text file, line by line. */
export class TextBuilder {
  readonly #chunks: Uint8Array[] = [];
  #text = '';

  /** A keyword, which may be empty, and three numbers. */
  line(keyword: string, a: number, b: number, c: number): void {
    const start = keyword === '' ? '' : `${keyword} `;
    this.raw(`${start}${formatNumber(a)} ${formatNumber(b)} ${formatNumber(c)}`);
  }

  /** A keyword and a name; characters that would end the line become blanks. */
  named(keyword: string, name: string): void {
    this.raw(`${keyword} ${name.replace(/[\p{Cc}\\]+/gu, ' ').trim()}`.trim());
  }

  raw(line: string): void {
    this.#text += `${line}\n`;
    if (this.#text.length >= CHUNK_CHARACTERS) this.#flush();
  }

  bytes(): Uint8Array {
    this.#flush();
    const bytes = new Uint8Array(this.#chunks.reduce((sum, chunk) => sum + chunk.length, 0));
    let at = 0;
    for (const chunk of this.#chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return bytes;
  }

  #flush(): void {
    this.#chunks.push(encoder.encode(this.#text));
    this.#text = '';
  }
}
