// A clash set over a queue: planned here, examined by workers, merged by one of them.

import { dirname } from 'node:path';
import type { ClashSource, ExaminedSet } from '../clash/examine-set.ts';
import { warn } from '../clash/warn.ts';
import { hideBusy, showBusy } from '../terminal/busy.ts';
import { Progress } from '../terminal/progress.ts';
import { planClash } from './clash-shards.ts';
import { openSharedQueue } from './hand-out.ts';
import { mergedClashes } from './merge-clash.ts';
import type { Dispatch } from './shard-flags.ts';

export async function examineOverQueue(
  { file, given, budget }: ClashSource,
  dispatch: Extract<Dispatch, { kind: 'queue' }>,
): Promise<ExaminedSet> {
  const progress = new Progress(1);
  const { store, keep, handOut } = await openSharedQueue(dispatch, progress);
  showBusy('reading files');
  const { set, assembly, shards } = await planClash(given, dirname(file), { budget, size: dispatch.size }, keep);
  await hideBusy();
  warn(set, assembly);
  try {
    const { result, failures } = await handOut('clash', shards);
    const bytes = result === null ? null : await store.get(result);
    if (bytes === null) throw new Error('The store no longer has the merged result.');
    const examined = mergedClashes(Buffer.from(bytes).toString('utf8'));
    return { set, assembly, examined, isWhole: failures.length === 0 };
  } finally {
    progress.stop();
  }
}
