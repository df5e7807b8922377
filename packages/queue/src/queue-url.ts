/**
 * Refuses what is no URL of a queue, before anything is stored for it.
 *
 * @see {@link runFlow}
 */
export function requireQueueUrl(url: string): void {
  if (!/^rediss?:\/\//.test(url)) throw new Error('A queue is redis://host:port or rediss://user:password@host:port.');
}
