// `nearmiss distance A.obj B.obj` from the shell, beside a native program that does the same with FCL (native/fcl-distance.cpp): the start,
// two files, two trees, one answer. By the clock, since that is what a user waits for.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMMAND_GOAL, type JudgedGoal, judge } from '../goals.ts';
import { type Entrant, interleave } from '../interleave.ts';
import type { TriangleMesh } from '../mesh-file.ts';
import { COMMAND, FCL_DISTANCE_SOURCE } from '../paths.ts';
import { compileFcl } from '../peers/native-binary.ts';
import { median } from '../statistics.ts';

const LEAST_ROUNDS = 5;
/** How far to the side B is, in sizes of the model. */
const ASIDE = 1.5;
/** Distances of both programs that differ by more are an error: FCL stops within this. */
const AGREEMENT = 1e-6;

export interface CommandResult {
  readonly triangles: number;
  /** Milliseconds, by round. */
  readonly nearmiss: readonly number[];
  readonly fcl: readonly number[];
  readonly goal: JudgedGoal;
}

interface Answer {
  readonly milliseconds: number;
  readonly distance: number;
}

/** Null where there is no FCL. */
export async function runCommand(mesh: TriangleMesh, outDir: string, rounds: number): Promise<CommandResult | null> {
  const binary = compileFcl(outDir, FCL_DISTANCE_SOURCE);
  if ('missing' in binary) return null;
  const folder = mkdtempSync(join(tmpdir(), 'nearmiss-bench-'));
  try {
    const files = [0, ASIDE].map((aside, k) => {
      const file = join(folder, `${'AB'[k]}.obj`);
      writeFileSync(file, objText(mesh, aside));
      return file;
    });
    const ask = (program: string, words: readonly string[]) => async (): Promise<Answer> => {
      const start = performance.now();
      const { status, stdout, stderr } = spawnSync(program, [...words, ...files], { encoding: 'utf8' });
      const milliseconds = performance.now() - start;
      if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
      return { milliseconds, distance: Number(/[\d.]+/.exec(stdout)?.[0]) };
    };
    const entrants: Entrant<Answer>[] = [
      { label: 'nearmiss', turn: ask(process.execPath, [COMMAND, 'distance']) },
      { label: 'FCL', turn: ask(binary.path, []) },
    ];
    const [own, fcl] = (await interleave(entrants, Math.max(rounds, LEAST_ROUNDS))).map(({ turns }) => turns);
    for (const { distance } of own) {
      if (!(Math.abs(distance - fcl[0].distance) <= AGREEMENT)) {
        throw new Error(`The command says ${distance}, FCL ${fcl[0].distance}.`);
      }
    }
    const ratio = median(own.map(({ milliseconds }, round) => milliseconds / fcl[round].milliseconds));
    return {
      triangles: mesh.triangles.length / 3,
      nearmiss: own.map(({ milliseconds }) => milliseconds),
      fcl: fcl.map(({ milliseconds }) => milliseconds),
      goal: judge(COMMAND_GOAL, ratio),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function objText({ positions, triangles }: TriangleMesh, aside: number): string {
  const lines: string[] = [];
  for (let k = 0; k < positions.length; k += 3) {
    lines.push(`v ${positions[k] + aside} ${positions[k + 1]} ${positions[k + 2]}`);
  }
  for (let k = 0; k < triangles.length; k += 3) {
    lines.push(`f ${triangles[k] + 1} ${triangles[k + 1] + 1} ${triangles[k + 2] + 1}`);
  }
  return `${lines.join('\n')}\n`;
}
