import type { Command } from './commands/command.ts';
import { COMMANDS } from './commands/command-list.ts';
import { hideBusy } from './terminal/busy.ts';
import { print } from './terminal/print.ts';
import { oneLine, UsageError } from './usage.ts';
import { VERSION } from './version.ts';

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
  // Write errors are handled by the writers themselves.
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
    await print(topic === undefined ? HELP : (await commandNamed(topic)).help);
    return 0;
  }
  const command = await commandNamed(name);
  if (!rest.some(isHelpFlag)) return command.run(rest);
  await print(command.help);
  return 0;
}

function isHelpFlag(word: string): boolean {
  return word === '--help' || word === '-h';
}

async function commandNamed(name: string): Promise<Command> {
  const listed = COMMANDS.get(name);
  if (listed !== undefined) return listed.load();
  throw new UsageError(`There is no command "${name}"; there are ${[...COMMANDS.keys()].join(', ')}.`);
}

function sentenceOf(error: unknown): string {
  if (error instanceof UsageError) return error.message;
  // By its name: its class is in the library, which not every command loads.
  if (error instanceof Error && error.name === 'NearmissError') return error.message;
  if (!(error instanceof Error)) return String(error);
  // The names of other classes tell something: a TypeError is a fault of the program.
  return error.name === 'Error' ? error.message : `${error.name}: ${error.message}`;
}
