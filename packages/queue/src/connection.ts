import type { ConnectionOptions } from 'bullmq';
import { Redis } from 'ioredis';
import { requireQueueUrl } from './queue-url.ts';

/** All keys are in one slot, so that a cluster of Redis or Valkey can hold them. */
export const PREFIX = '{nearmiss}';

/** Longest pause between two tries to connect, in milliseconds. */
const LONGEST_PAUSE = 2000;

const PATIENT = {
  maxRetriesPerRequest: null,
  retryStrategy: (times: number): number => Math.min(100 * times, LONGEST_PAUSE),
};

/** A connection by its URL, which may hold a password and ask for TLS (`rediss://`). It is made anew for as long as that takes. */
export function connectionTo(url: string): ConnectionOptions {
  requireQueueUrl(url);
  return { url, ...PATIENT };
}

/** A connection that only watches. */
export function monitorOf(url: string): Redis {
  return new Redis(url, PATIENT);
}
