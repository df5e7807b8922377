// A queue with TLS, a user and a password, all by its URL.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findRedis, RedisServer } from '../scripts/redis.mjs';
import { runCommand } from './queue/run-command.ts';
import { WorkerProcess } from './queue/worker-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-secured-'));
const at = (name: string): string => join(folder, name);
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
// Signs that a URL has to quote.
const PASSWORD = 'p@ss/w%rd:?#';

describe.runIf(findRedis() !== null && hasOpenssl)('rediss://user:password@host', () => {
  const certificate = { cert: at('cert.pem'), key: at('key.pem') };
  const redis = new RedisServer({ persistent: false, certificate, user: { name: 'nearmiss', password: PASSWORD } });
  const before = process.env.NODE_EXTRA_CA_CERTS;

  beforeAll(async () => {
    const own = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
    const names = ['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', certificate.key, '-out', certificate.cert];
    expect(spawnSync('openssl', ['req', ...own, ...names]).status).toBe(0);
    process.env.NODE_EXTRA_CA_CERTS = certificate.cert;
    await redis.start();
    mkdirSync(at('store'));
    writeFileSync(at('q.jsonl'), '{"id":1,"op":"collide","a":{"shape":"box"},"b":{"shape":"box"}}\n'.repeat(20));
  });
  afterAll(async () => {
    if (before === undefined) delete process.env.NODE_EXTRA_CA_CERTS;
    else process.env.NODE_EXTRA_CA_CERTS = before;
    await redis.stop();
  });

  const start = (url: string): WorkerProcess =>
    new WorkerProcess(['--queue', url, '--store', at('store'), '--cache', at('cache')]);

  test('a planner and a worker work over it', async () => {
    expect(redis.url).toMatch(/^rediss:\/\/nearmiss:p%40ss%2Fw%25rd%3A%3F%23@127/);
    const worker = start(redis.url);
    const one = await runCommand(['batch', at('q.jsonl')]);
    const queued = await runCommand([
      'batch',
      at('q.jsonl'),
      '--queue',
      redis.url,
      '--store',
      at('store'),
      '--shard-size',
      '5',
    ]);
    expect([one.status, queued.status, queued.stdout]).toEqual([0, 0, one.stdout]);
    expect(await worker.end('SIGTERM')).toBe(0);
    expect(worker.events.length).toBeGreaterThan(8);
    expect(JSON.stringify(worker.events)).not.toContain(PASSWORD);
  });

  test.each([
    ['a wrong password', () => redis.url.replace('p%40ss', 'guess'), 'WRONGPASS'],
    ['no TLS', () => redis.url.replace('rediss:', 'redis:'), ''],
  ])('with %s a worker says why, and takes nothing', async (_, url, reason) => {
    const worker = start(url());
    const event = await worker.until('queue-error');
    expect(String(event.reason)).toContain(reason);
    await worker.end('SIGKILL');
    expect(worker.count('queue-connected')).toBe(0);
    expect(JSON.stringify(worker.events)).not.toContain('guess');
  });
});
