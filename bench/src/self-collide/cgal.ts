// CGAL on one mesh: native/cgal-self.cpp, a process for each turn.

import { spawnSync } from 'node:child_process';

/** What a search took and found. */
export interface SelfSearch {
  /** Milliseconds of processor time. */
  readonly milliseconds: number;
  /** Pairs of faces, flat, the lower number first, sorted. */
  readonly pairs: Uint32Array;
}

/** The most that is read of an answer: a million pairs and more. */
const MOST_BYTES = 2 ** 28;

export function searchByCgal(binary: string, meshFile: string): SelfSearch {
  const { status, stdout, stderr } = spawnSync(binary, [meshFile], { encoding: 'utf8', maxBuffer: MOST_BYTES });
  if (status !== 0) throw new Error(`${binary} ${meshFile} ended with ${status}: ${stderr}`);
  return readAnswer(stdout);
}

export function readAnswer(text: string): SelfSearch {
  const [head, ...lines] = text.trimEnd().split('\n');
  const [, processor, count] = head.split(' ').map(Number);
  if (lines.length !== count) throw new Error(`${count} pairs were announced, and ${lines.length} listed.`);
  return { milliseconds: processor, pairs: Uint32Array.from(lines.flatMap((line) => line.split(' ').map(Number))) };
}
