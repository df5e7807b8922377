import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Served, serveFolder } from '../src/server/serve-folder.ts';

const home = mkdtempSync(join(tmpdir(), 'nearmiss-studio-'));
const folder = join(home, 'page');
const bodies = new Map([['a/part.stl', Uint8Array.of(1, 2, 3)]]);
let served: Served;

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(home, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'assets/page.js'), 'export {};');
  served = await serve(0);
});

afterAll(() => served.close());

async function serve(port: number): Promise<Served> {
  const started = await serveFolder(folder, port, bodies);
  if (started === null) throw new Error('There is no page.');
  return started;
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Asks for a path as it is written: a browser would tidy it up first. */
function ask(path: string, options: { method?: string; host?: string; address?: string } = {}): Promise<Answer> {
  const { method = 'GET', host = 'localhost', address = '127.0.0.1' } = options;
  return new Promise((resolve, reject) => {
    const asked = request({ host: address, port: served.port, path, method, headers: { host } }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
    });
    asked.on('error', reject).end();
  });
}

describe('what there is', () => {
  test.each([
    ['/', 'text/html; charset=utf-8', '<!doctype html>'],
    ['/index.html?x=1', 'text/html; charset=utf-8', '<!doctype html>'],
    ['/assets/page.js', 'text/javascript; charset=utf-8', 'export {};'],
    ['/bodies/a%2Fpart.stl', 'application/octet-stream', '\x01\x02\x03'],
  ])('%s', async (path, type, body) => {
    const answer = await ask(path);
    expect(answer).toMatchObject({ status: 200, body });
    expect(answer.headers).toMatchObject({
      'content-type': type,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  });

  test('HEAD has no body', async () => {
    expect(await ask('/', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
  });
});

describe('what there is not', () => {
  test.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/../../secret.txt',
    '/assets\\..\\..\\secret.txt',
    '//secret.txt',
    '/assets',
    '/assets/',
    '/bodies/',
    '/bodies/../index.html',
    '/%',
    '/constructor',
  ])('%s', async (path) => {
    expect(await ask(path)).toMatchObject({ status: 404, body: '' });
  });

  test('nothing can be written', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) expect((await ask('/', { method })).status).toBe(405);
  });

  test('nothing is told to a page that came by another name', async () => {
    expect((await ask('/bodies/a%2Fpart.stl', { host: 'evil.example' })).status).toBe(403);
    expect((await ask('/', { host: 'localhost.evil.example' })).status).toBe(403);
    expect((await ask('/', { host: `127.0.0.1:${served.port}` })).status).toBe(200);
  });

  test('no page, no server', async () => {
    expect(await serveFolder(join(home, 'nowhere'), 0, bodies)).toBeNull();
    expect(await serveFolder(join(folder, 'assets'), 0, bodies)).toBeNull();
  });
});

describe('ports', () => {
  test('the next one is taken where one is taken', async () => {
    const second = await serve(served.port);
    expect(second.port).toBeGreaterThan(served.port);
    await second.close();
  });

  test('one that is taken on either address is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const taken = typeof address === 'object' && address !== null ? address.port : 0;
    const beside = await serve(taken);
    expect(beside.port).not.toBe(taken);
    await beside.close();
    other.close();
  });

  test('what is closed lets its port go', async () => {
    const first = await serve(0);
    await first.close();
    const again = await serve(first.port);
    expect(again.port).toBe(first.port);
    await again.close();
  });
});
