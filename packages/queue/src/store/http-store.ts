import { requireKey, type Store } from './store.ts';

/** A server that answers GET and HEAD, and PUT where results are written. */
export class HttpStore implements Store {
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(address: string) {
    const url = new URL(address);
    const { username, password } = url;
    // fetch refuses addresses with a password.
    const secret = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    this.#headers = username === '' ? {} : { authorization: `Basic ${Buffer.from(secret).toString('base64')}` };
    url.username = '';
    url.password = '';
    this.#base = url.href.replace(/\/*$/, '/');
  }

  get(key: string): Promise<Uint8Array | null> {
    return getFrom(() => this.#fetch('GET', key));
  }

  has(key: string): Promise<boolean> {
    return isThere(() => this.#fetch('HEAD', key));
  }

  async put(key: string, content: Uint8Array): Promise<void> {
    await requireDone(await this.#fetch('PUT', key, content));
  }

  #fetch(method: string, key: string, body?: Uint8Array): Promise<Response> {
    const address = this.#base + requireKey(key);
    return fetch(address, { method, headers: this.#headers, ...(body === undefined ? {} : { body: bodyOf(body) }) });
  }
}

/** The bytes of an answer; null for 404. */
export async function getFrom(ask: () => Promise<Response>): Promise<Uint8Array | null> {
  const answer = await ask();
  if (answer.status === 404) {
    await answer.body?.cancel();
    return null;
  }
  await requireDone(answer);
  return new Uint8Array(await answer.arrayBuffer());
}

export async function isThere(ask: () => Promise<Response>): Promise<boolean> {
  const answer = await ask();
  if (answer.status === 404) return false;
  await requireDone(answer);
  return true;
}

/** Throws what a server said if it refused. */
export async function requireDone(answer: Response): Promise<void> {
  if (answer.ok) return;
  const text = await answer.text();
  const { pathname } = new URL(answer.url);
  throw new Error(`The store answers ${answer.status} for ${pathname}: ${text.slice(0, 200)}`);
}

/** A view of plain memory, as fetch takes it. */
export function bodyOf(content: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = content;
  return buffer instanceof ArrayBuffer ? new Uint8Array(buffer, byteOffset, byteLength) : new Uint8Array(content);
}
