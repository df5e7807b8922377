import { writeFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { type MeshFile, writeGlb, writeObj, writePly, writeStl } from '@nearmiss/io';
import { hideBusy, showBusy } from '../terminal/busy.ts';
import { oneLine, readArguments, UsageError } from '../usage.ts';
import type { Command } from './command.ts';
import { readMeshArgument } from './mesh-argument.ts';

const WRITERS: ReadonlyMap<string, (file: MeshFile, ascii: boolean) => Uint8Array> = new Map([
  ['.obj', ({ mesh, parts }: MeshFile) => writeObj(mesh, { parts })],
  ['.stl', ({ mesh }: MeshFile, ascii: boolean) => writeStl(mesh, { encoding: ascii ? 'ascii' : 'binary' })],
  ['.ply', ({ mesh }: MeshFile, ascii: boolean) => writePly(mesh, ascii ? { encoding: 'ascii' } : {})],
  ['.glb', ({ mesh }: MeshFile) => writeGlb(mesh)],
]);

export const CONVERT: Command = {
  summary: 'a mesh file or a shape to a file of another format',
  help: `Usage: nearmiss convert IN OUT [--ascii]

Writes the mesh IN, a file or a shape such as "shape:gear", to the file OUT in the format that its name ends with:
${[...WRITERS.keys()].join(', ')}. STL and GLB hold single precision; OBJ and PLY keep every digit.

  --ascii    STL and PLY as text
`,
  async run(args) {
    const { values, positionals } = readArguments(args, { ascii: { type: 'boolean' } }, ['IN', 'OUT']);
    const [source, target] = positionals;
    if (source === undefined || target === undefined) throw new UsageError('Two files are needed, IN and OUT.');
    const write = WRITERS.get(extname(target).toLowerCase());
    if (write === undefined) {
      throw new UsageError(
        `"${target}" ends in no format that is written; there are ${[...WRITERS.keys()].join(', ')}.`,
      );
    }
    const file = await readMeshArgument(source);
    showBusy(`writing ${basename(target)}`);
    const bytes = write(file, values.ascii === true);
    await writeFile(target, bytes).catch((cause: unknown) => {
      throw new UsageError(`"${target}" cannot be written: ${(cause as Error).message}.`);
    });
    await hideBusy();
    for (const { message, place } of file.warnings) {
      process.stderr.write(`nearmiss: warning: ${oneLine(`${message} (${place})`)}\n`);
    }
    return 0;
  },
};
