// A process of its own that builds the models of a set and asks of each candidate pair whether it collides, once: the engine is as cold as
// that of a user who runs a command. Prints one line of JSON, see BuildAndAsk.

import { candidatePairs } from '@nearmiss/clash';
import { collide, Model } from 'nearmiss';
import { readSet } from './read-set.ts';

export interface BuildAndAsk {
  /** Milliseconds of all threads of the process: compilers and garbage collectors count. */
  readonly build: number;
  readonly ask: number;
  /** A digit for each pair. */
  readonly bits: string;
}

const [file] = process.argv.slice(2);
const { set, assembly } = await readSet(file);
const pairs = [...candidatePairs(set, assembly)];
const start = processorTime();
const models = assembly.shapes.map(({ mesh }) => Model.build(mesh));
const built = processorTime();
let bits = '';
for (const { a, b, question } of pairs) {
  const [first, second] = [assembly.elements[a], assembly.elements[b]];
  const { budget } = question;
  bits += collide(models[first.shape], first.pose, models[second.shape], second.pose, { budget }).colliding ? '1' : '0';
}
const result: BuildAndAsk = { build: built - start, ask: processorTime() - built, bits };
console.log(JSON.stringify(result));

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
