import { WorkerMetrics } from '@nearmiss/queue';
import { expect, test } from 'vitest';

test('the sum of seconds is of the shards that are counted: those done and failed', () => {
  const metrics = new WorkerMetrics();
  for (let k = 0; k < 3; k++) metrics.started();
  metrics.ended('done', 2, 10);
  metrics.ended('failed', 1, 0);
  metrics.ended('handed-back', 100, 5);
  const lines = metrics.text({ version: '1.2.3', isConnected: true, cachedBytes: 7 }).split('\n');
  for (const line of [
    'nearmiss_worker_info{version="1.2.3"} 1',
    'nearmiss_shards_total{outcome="done"} 1',
    'nearmiss_shards_total{outcome="handed-back"} 1',
    'nearmiss_shards_active 0',
    'nearmiss_shard_seconds_sum 3',
    'nearmiss_shard_seconds_count 2',
    'nearmiss_fetched_bytes_total 15',
    'nearmiss_cached_bytes 7',
    'nearmiss_queue_connected 1',
  ]) {
    expect(lines).toContain(line);
  }
  // Every sample has its kind said before it.
  const kinds = new Set(lines.flatMap((line) => /^# TYPE (\S+) /.exec(line)?.[1] ?? []));
  const samples = lines.filter((line) => line !== '' && !line.startsWith('#'));
  for (const sample of samples) expect(kinds).toContain(sample.replace(/(_sum|_count)?[{ ].*/, ''));
});
