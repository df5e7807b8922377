import { NearmissError } from 'nearmiss';
import { BATCH } from './commands/batch.ts';
import { CHECK } from './commands/check.ts';
import { CLASH } from './commands/clash.ts';
import type { Command } from './commands/command.ts';
import { CONVERT } from './commands/convert.ts';
import { MEDIAL } from './commands/medial.ts';
import { QUERY_COMMANDS } from './commands/queries.ts';
import { SHAPES } from './commands/shapes.ts';
import { SIMULATE } from './commands/simulate.ts';
import { STUDIO } from './commands/studio.ts';
import { hideBusy } from './terminal/busy.ts';
import { print } from './terminal/print.ts';
import { oneLine, UsageError } from './usage.ts';
import { VERSION } from './version.ts';

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ...QUERY_COMMANDS,
  ['medial', MEDIAL],
  ['shapes', SHAPES],
  ['check', CHECK],
  ['convert', CONVERT],
  ['batch', BATCH],
  ['clash', CLASH],
  ['simulate', SIMULATE],
  ['studio', STUDIO],
]);

const HELP = `nearmiss: collision, distance and time of contact between triangle meshes, with proven bounds

Usage: nearmiss COMMAND …

${[...COMMANDS].map(([name, { summary }]) => `  ${name.padEnd(14)} ${summary}`).join('\n')}

nearmiss COMMAND --help says more; nearmiss --version names the version.

A body is a mesh file (OBJ, STL, PLY, OFF, glTF, GLB), a part of one (assembly.glb#part), a scaled one (part.stl@0.001,
part.stl@mm), or a generated shape such as "shape:torus-knot(p=2,q=3)". Queries also take exact convex shapes, such as
"convex:sphere(radius=2)"; nearmiss shapes lists both.
Exit status: 0 answered, 1 bad input, 2 a --fail-on condition holds.
`;

/** Runs the command and returns its exit status. */
export async function main(args: readonly string[]): Promise<number> {
  // Whoever writes learns from the writing itself that it failed.
  process.stdout.on('error', () => {});
  try {
    return await run(args);
  } catch (error) {
    await hideBusy();
    process.stderr.write(`nearmiss: ${oneLine(sentenceOf(error))}\n`);
    return 1;
  }
}

async function run(args: readonly string[]): Promise<number> {
  const [name = 'help', ...rest] = args;
  if (name === '--version') {
    await print(`${VERSION}\n`);
    return 0;
  }
  if (name === 'help' || isHelpFlag(name)) {
    const [topic] = rest;
    await print(topic === undefined ? HELP : commandNamed(topic).help);
    return 0;
  }
  const command = commandNamed(name);
  if (!rest.some(isHelpFlag)) return command.run(rest);
  await print(command.help);
  return 0;
}

function isHelpFlag(word: string): boolean {
  return word === '--help' || word === '-h';
}

function commandNamed(name: string): Command {
  const command = COMMANDS.get(name);
  if (command !== undefined) return command;
  throw new UsageError(`There is no command "${name}"; there are ${[...COMMANDS.keys()].join(', ')}.`);
}

function sentenceOf(error: unknown): string {
  if (error instanceof UsageError || error instanceof NearmissError) return error.message;
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
