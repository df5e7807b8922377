// Shards by themselves: ids, results, parts and flags.

import { sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { requireLaidFiles } from '../../src/shards/inputs.ts';
import { modelWords } from '../../src/shards/model-words.ts';
import { isInPart, readPart, requireShard, type Shard, shardId } from '../../src/shards/shard.ts';
import { readShardFlags } from '../../src/shards/shard-flags.ts';
import { readResult, resultText } from '../../src/shards/shard-result.ts';
import { VERSION } from '../../src/version.ts';

const SHARD: Shard = {
  kind: 'clash',
  version: VERSION,
  input: '0'.repeat(64),
  range: [0, 4],
  options: { budget: 100 },
};

describe('the contract', () => {
  test('the id depends on all that the result depends on', () => {
    const others: Shard[] = [
      { ...SHARD, kind: 'batch' },
      { ...SHARD, version: '0.0.0' },
      { ...SHARD, input: '1'.repeat(64) },
      { ...SHARD, range: [0, 5] },
      { ...SHARD, options: { budget: 101 } },
    ];
    expect(new Set([SHARD, ...others].map(shardId)).size).toBe(6);
    expect(shardId({ ...SHARD })).toBe(shardId(SHARD));
  });

  test('a shard of another version, another id or another form is refused', () => {
    expect(requireShard(JSON.parse(JSON.stringify(SHARD)), shardId(SHARD))).toEqual(SHARD);
    const old = { ...SHARD, version: '0.0.0' };
    expect(() => requireShard(old, shardId(old))).toThrow(`The shard is of nearmiss 0.0.0; this is ${VERSION}`);
    expect(() => requireShard({ ...SHARD, range: [0, 5] }, shardId(SHARD))).toThrow('is not what its id');
    for (const wrong of [null, 7, {}, { ...SHARD, input: 'x' }, { ...SHARD, range: [-1, 2] }]) {
      expect(() => requireShard(wrong, shardId(SHARD))).toThrow('This is no shard');
    }
  });

  test('a result is read again only if it is whole and of that shard', () => {
    const text = resultText(SHARD, { counts: { pairs: 3 }, body: '{"ü":1}\n' });
    expect(readResult(text, shardId(SHARD))).toEqual({ counts: { pairs: 3 }, body: '{"ü":1}\n' });
    expect(readResult(text, shardId({ ...SHARD, range: [0, 5] }))).toBe(null);
    expect(readResult(text.slice(0, -1), shardId(SHARD))).toBe(null);
    // As long as before, but damaged.
    expect(readResult(text.replace(':1}', ':2}'), shardId(SHARD))).toBe(null);
    expect(readResult(text.replace('"pairs":3', '"pairs":4'), shardId(SHARD))).toBe(null);
    expect(readResult('', shardId(SHARD))).toBe(null);
  });

  test.runIf(sep === '/')('a backslash is a part of a name', () => {
    const files = [{ path: 'a\\b.ply', hash: '0'.repeat(64) }];
    expect(requireLaidFiles(files)).toEqual(files);
    for (const path of ['../a', '/a', 'a/../../b', '']) {
      expect(() => requireLaidFiles([{ path, hash: '0'.repeat(64) }])).toThrow('leads out of its folder');
    }
  });

  test('parts count from 0 and have every shard once', () => {
    const parts = [0, 1, 2].map((index) => readPart(`${index}/3`));
    for (let k = 0; k < 10; k++) expect(parts.filter((part) => isInPart(part, k))).toHaveLength(1);
    for (const wrong of ['3/3', '1', '-1/2', '0/0', 'a/b']) expect(() => readPart(wrong)).toThrow('--shard is');
  });

  test('finds the names of models, escaped ones too', () => {
    expect(modelWords('{"a":{"model":"x.ply"},"b":{"model" : "y.ply#1@mm"}}')).toEqual(['x.ply', 'y.ply#1@mm']);
    expect(modelWords('{"a":{"mod\\u0065l":"x.ply"},"b":{"model":"\\u0079"}}')).toEqual(['x.ply', 'y']);
    expect(modelWords('{"a":{"model":"\\"')).toEqual([]);
  });
});

describe('the flags', () => {
  test.each([
    [{ shard: '2/2', output: 'x' }, 'from 0 to n − 1'],
    [{ shard: '0/2' }, '--shard needs -o'],
    [{ merge: 'x', queue: 'redis://localhost' }, 'exclude each other'],
    [{ queue: 'redis://localhost' }, '--queue needs --store'],
    [{ store: 'x' }, '--store goes with --queue'],
    [{ 'shard-size': '3' }, '--shard-size goes with'],
    [{ merge: 'x', 'shard-size': '0' }, 'from 1 up'],
  ])('%j is refused', (values, message) => {
    expect(() => readShardFlags(values, 8)).toThrow(message);
  });

  test('say where the work is done', () => {
    expect(readShardFlags({ output: 'x' }, 8)).toEqual({ kind: 'here' });
    expect(readShardFlags({ merge: 'x' }, 8)).toEqual({ kind: 'merge', folder: 'x', size: 8 });
    expect(readShardFlags({ shard: '1/2', output: 'x', 'shard-size': '3' }, 8)).toEqual({
      kind: 'part',
      part: { index: 1, count: 2 },
      folder: 'x',
      size: 3,
    });
  });
});
