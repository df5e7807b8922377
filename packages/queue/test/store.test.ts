import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CachedInputs,
  ContentCache,
  keepInput,
  openStore,
  removeAbandoned,
  type Store,
  storeIdentity,
} from '@nearmiss/queue';
import { AwsV4Signer } from 'aws4fetch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openHttpStore } from '../src/store/http-store.ts';

const emptyFolder = (): string => mkdtempSync(join(tmpdir(), 'nearmiss-queue-'));
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const SECRET = { accessKeyId: 'key', secretAccessKey: 'secret', region: 'nowhere-1' };
const held = new Map<string, Buffer>();
let server: Server;
let base = '';
/** Requests below /shaky/ that fail before one is answered; those below /silent/ are never answered. */
let failing = 0;

/** A server that keeps what is put; below /bucket/ it wants the signature of S3, below /locked/ a password. */
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { url = '', method = '', headers } = request;
    if (url.startsWith('/silent/')) return;
    if (url.startsWith('/shaky/') && failing-- > 0) {
      return failing % 2 === 0 ? response.writeHead(503).end('Later.') : request.socket.destroy();
    }
    const isAllowed =
      url.startsWith('/bucket/') === false || (await signatureOf(method, url, headers)) === headers.authorization;
    const password = `Basic ${Buffer.from('me:pass word').toString('base64')}`;
    if (!isAllowed || (url.startsWith('/locked/') && headers.authorization !== password)) {
      return response.writeHead(403).end('Who are you?');
    }
    if (headers['if-none-match'] === '*' && held.has(url)) return response.writeHead(412).end();
    if (method === 'PUT') held.set(url, Buffer.concat(chunks));
    const found = held.get(url);
    return response.writeHead(found === undefined ? 404 : 200).end(method === 'GET' ? found : undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function signatureOf(method: string, path: string, headers: NodeJS.Dict<string | string[]>) {
  const condition = headers['if-none-match'] === undefined ? {} : { 'if-none-match': String(headers['if-none-match']) };
  const hashed = String(headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD');
  const signer = new AwsV4Signer({
    method,
    url: base + path,
    headers: { 'x-amz-content-sha256': hashed, ...condition },
    datetime: String(headers['x-amz-date']),
    service: 's3',
    ...SECRET,
  });
  return (await signer.sign()).headers.get('authorization');
}

const environment = (secret: string) => ({
  AWS_ACCESS_KEY_ID: SECRET.accessKeyId,
  AWS_SECRET_ACCESS_KEY: secret,
  AWS_REGION: SECRET.region,
  AWS_ENDPOINT_URL: base,
});

describe.each([
  ['a folder', () => openStore(emptyFolder())],
  ['HTTP', () => openStore(`${base}/plain`)],
  ['HTTP with a password', () => openStore(`${base.replace('//', '//me:pass%20word@')}/locked`)],
  ['S3', () => openStore('s3://bucket/some/prefix', environment(SECRET.secretAccessKey))],
])('%s', (_, open: () => Store) => {
  test('keeps bytes under keys', async () => {
    const store = open();
    expect(await store.get('inputs/a')).toBe(null);
    expect(await store.has('inputs/a')).toBe(false);
    await store.put('inputs/a', bytesOf('one'));
    await store.put('inputs/a', bytesOf('other'));
    await store.put('results/b', new Uint8Array());
    expect(await store.has('inputs/a')).toBe(true);
    expect(Buffer.from((await store.get('inputs/a')) ?? []).toString()).toBe('other');
    expect((await store.get('results/b'))?.length).toBe(0);
  });

  test('has one identity, whoever asks first', async () => {
    const store = open();
    const found = await Promise.all([storeIdentity(store), storeIdentity(store), storeIdentity(store)]);
    expect(new Set(found)).toEqual(new Set([await storeIdentity(store)]));
    await store.create('store/identity', bytesOf('other'));
    expect(await storeIdentity(store)).toBe(found[0]);
  });

  test('refuses keys that are paths', async () => {
    for (const key of ['../a', '/a', 'a', 'inputs/../b', 'inputs/a/b']) {
      await expect(async () => open().get(key)).rejects.toThrow('is no key of a store');
    }
  });
});

test('a store that refuses says so', async () => {
  const wrong = openStore('s3://bucket', environment('guess'));
  await expect(wrong.put('inputs/a', bytesOf('x'))).rejects.toThrow(/403 .*Who are you/);
  await expect(openStore(`${base}/locked`).has('inputs/a')).rejects.toThrow('403');
  expect(() => openStore('s3://bucket')).toThrow('AWS_ACCESS_KEY_ID');
  expect(() => openStore('s3://')).toThrow('names no bucket');
  expect(() => openStore('ftp://host')).toThrow('"ftp://" is not known');
});

test('a server that fails now and then is asked again, and one that goes on failing is named with the key', async () => {
  const store = openHttpStore(`${base}/shaky`, { pauses: [1, 1, 1], stall: 60_000 });
  failing = 3;
  await store.put('inputs/a', bytesOf('one'));
  failing = 3;
  expect(Buffer.from((await store.get('inputs/a')) ?? []).toString()).toBe('one');
  failing = 5;
  await expect(store.has('inputs/a')).rejects.toThrow(/inputs\/a/);
  failing = 0;
  const silent = openHttpStore(`${base}/silent`, { pauses: [1], stall: 20 });
  await expect(silent.get('inputs/b')).rejects.toThrow('inputs/b, tried 2 times: nothing came for 0.02 seconds.');
});

describe('a disk that is full', () => {
  // A limit on the size of files stands for it: writing fails in the middle, as it does on a full disk.
  const isPosix = process.platform !== 'win32';
  test.runIf(isPosix)('keeps nothing of what could not be written as a whole, and says why', () => {
    const folder = emptyFolder();
    const program = `
      import { openStore } from ${JSON.stringify(new URL('../dist/index.js', import.meta.url).href)};
      const store = openStore(${JSON.stringify(folder)});
      await store.put('results/small', new Uint8Array(100));
      await store.put('results/large', new Uint8Array(1e6)).then(() => console.log('kept'), ({ code }) => console.log(code));
    `;
    writeFileSync(join(folder, 'program.mjs'), program);
    const command = `ulimit -f 16; exec "${process.execPath}" "${join(folder, 'program.mjs')}"`;
    const { stdout, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
    expect([stdout, stderr]).toEqual(['EFBIG\n', '']);
    expect(readdirSync(join(folder, 'results'))).toEqual(['small']);
  });
});

test('an input is put where there is none, and again where it is damaged', async () => {
  const store = openStore(emptyFolder());
  const key = `inputs/${hashOf('aaaa')}`;
  const keep = () => keepInput(store, hashOf('aaaa'), bytesOf('aaaa'));
  expect([await keep(), await keep()]).toEqual(['nothing', 'same']);
  for (const damaged of ['evil', 'aaa', '']) {
    await store.put(key, bytesOf(damaged));
    expect([await keep(), await keep()]).toEqual(['damaged', 'same']);
    expect(await store.get(key)).toEqual(Buffer.from('aaaa'));
  }
});

describe('the cache of inputs', () => {
  async function storeOf(...texts: string[]): Promise<Store> {
    const store = openStore(emptyFolder());
    for (const text of texts) await store.put(`inputs/${hashOf(text)}`, bytesOf(text));
    return store;
  }

  test('asks the store once, and drops what was used longest ago when it is full', async () => {
    const cache = new ContentCache(await storeOf('aaaa', 'bbbb', 'cccc'), emptyFolder(), 8);
    const isFromStore = async (text: string) => {
      // Times of files are compared, to the millisecond.
      await sleep(3);
      return (await cache.fetch(hashOf(text))).isFromStore;
    };
    expect([await isFromStore('aaaa'), await isFromStore('aaaa'), await isFromStore('bbbb')]).toEqual([
      true,
      false,
      true,
    ]);
    expect(await isFromStore('aaaa')).toBe(false);
    expect(await isFromStore('cccc')).toBe(true);
    expect(await cache.size()).toBe(8);
    expect([await isFromStore('aaaa'), await isFromStore('cccc')]).toEqual([false, false]);
    expect(await isFromStore('bbbb')).toBe(true);
  });

  test('refuses what is missing and what is not what its hash says, in the store and in the cache', async () => {
    const store = await storeOf('aaaa');
    const folder = emptyFolder();
    const cache = new ContentCache(store, folder, 100);
    await expect(cache.fetch(hashOf('none'))).rejects.toThrow('The store has no input');
    await store.put(`inputs/${hashOf('bbbb')}`, bytesOf('evil'));
    await expect(cache.fetch(hashOf('bbbb'))).rejects.toThrow('other bytes under the input');
    writeFileSync(join(folder, hashOf('aaaa')), 'half');
    expect((await cache.fetch(hashOf('aaaa'))).isFromStore).toBe(true);
  });

  test('a damaged file is no longer there after it was noticed, though the right one is too large to be kept', async () => {
    const folder = emptyFolder();
    const cache = new ContentCache(await storeOf('aaaa'), folder, 3);
    writeFileSync(join(folder, hashOf('aaaa')), 'evil');
    const inputs = new CachedInputs(cache, emptyFolder());
    const laid = await inputs.folder([{ path: 'a', hash: hashOf('aaaa') }]);
    expect(readFileSync(join(laid, 'a'), 'utf8')).toBe('aaaa');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('works without a disk', async () => {
    const cache = new ContentCache(await storeOf('aaaa'), '/dev/null/none', 100);
    expect((await cache.fetch(hashOf('aaaa'))).bytes).toEqual(Buffer.from('aaaa'));
  });

  test('lays inputs out as a folder, which outlives the cached files', async () => {
    const cached = emptyFolder();
    const home = emptyFolder();
    const inputs = new CachedInputs(new ContentCache(await storeOf('aaaa', 'bbbb'), cached, 5), home);
    const files = [
      { path: 'x/a', hash: hashOf('aaaa') },
      { path: 'b', hash: hashOf('bbbb') },
      { path: 'c', link: 'x/a' },
    ];
    const folder = await inputs.folder(files);
    expect(await inputs.folder(files)).toBe(folder);
    expect(['x/a', 'b', 'c'].map((path) => readFileSync(join(folder, path), 'utf8'))).toEqual(['aaaa', 'bbbb', 'aaaa']);
    expect(readdirSync(cached)).toHaveLength(1);
    await removeAbandoned(home);
    expect(existsSync(folder)).toBe(true);
    const other = await inputs.folder([]);
    expect([existsSync(folder), existsSync(other)]).toEqual([false, true]);
    await inputs.dropFolder();
    expect(readdirSync(home)).toEqual([]);
  });
});
