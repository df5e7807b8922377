import { type Answered, fetchPatiently, PATIENCE, type Patience } from './patient-fetch.ts';
import { requireKey, type Store } from './store.ts';

/** Makes a request for a key. */
export type RequestKey = (
  method: 'GET' | 'HEAD' | 'PUT',
  key: string,
  init: { readonly headers?: Record<string, string>; readonly body?: Uint8Array<ArrayBuffer> },
) => Promise<Request> | Request;

/** A store by requests: GET and HEAD, and PUT where results are written. */
export class RequestStore implements Store {
  readonly #request: RequestKey;
  readonly #patience: Patience;

  constructor(request: RequestKey, patience: Patience = PATIENCE) {
    this.#request = request;
    this.#patience = patience;
  }

  async get(key: string): Promise<Uint8Array | null> {
    const answer = await this.#ask('GET', key);
    if (answer.status === 404) return null;
    return requireDone(key, answer).bytes;
  }

  async has(key: string): Promise<boolean> {
    const answer = await this.#ask('HEAD', key);
    if (answer.status === 404) return false;
    requireDone(key, answer);
    return true;
  }

  async put(key: string, content: Uint8Array): Promise<void> {
    requireDone(key, await this.#ask('PUT', key, content));
  }

  async create(key: string, content: Uint8Array): Promise<void> {
    const answer = await this.#ask('PUT', key, content, { 'if-none-match': '*' });
    // Precondition failed, or two of them at the same time: somebody else made it.
    if (answer.status !== 412 && answer.status !== 409) requireDone(key, answer);
  }

  #ask(
    method: 'GET' | 'HEAD' | 'PUT',
    key: string,
    content?: Uint8Array,
    headers: Record<string, string> = {},
  ): Promise<Answered> {
    requireKey(key);
    const init = content === undefined ? { headers } : { headers, body: plainBytes(content) };
    return fetchPatiently(() => this.#request(method, key, init), { key, sent: content?.length ?? 0 }, this.#patience);
  }
}

/** A server that answers GET and HEAD, and PUT where results are written. */
export function openHttpStore(address: string, patience: Patience = PATIENCE): Store {
  const url = new URL(address);
  const { username, password } = url;
  // fetch refuses addresses with a password.
  const secret = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const own = username === '' ? {} : { authorization: `Basic ${Buffer.from(secret).toString('base64')}` };
  url.username = '';
  url.password = '';
  const base = url.href.replace(/\/*$/, '/');
  return new RequestStore(
    (method, key, { headers, body }) =>
      new Request(base + key, { method, headers: { ...headers, ...own }, ...(body === undefined ? {} : { body }) }),
    patience,
  );
}

/** Throws what a server said if it refused. */
function requireDone(key: string, answer: Answered): Answered {
  if (answer.status >= 200 && answer.status < 300) return answer;
  const text = Buffer.from(answer.bytes).toString('utf8').slice(0, 200);
  throw new Error(`The store answers ${answer.status} for ${key}${text === '' ? '.' : `: ${text}`}`);
}

/** A view of plain memory, as fetch takes it. */
function plainBytes(content: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = content;
  return buffer instanceof ArrayBuffer ? new Uint8Array(buffer, byteOffset, byteLength) : new Uint8Array(content);
}
