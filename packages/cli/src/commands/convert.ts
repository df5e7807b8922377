import { writeFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { type MeshFile, writeGlb, writeObj, writeOff, writePly, writeStl } from '@nearmiss/io';
import { readUnit, UNIT_HELP } from '../body-word.ts';
import { hideBusy, showBusy } from '../terminal/busy.ts';
import { print } from '../terminal/print.ts';
import { oneLine, readArguments, UsageError } from '../usage.ts';
import type { Command } from './command.ts';
import { BODY_HELP, readMeshArgument } from './mesh-argument.ts';
import { flagHelp, paragraph } from './option-flags.ts';

const WRITERS: ReadonlyMap<string, (file: MeshFile, ascii: boolean) => Uint8Array> = new Map([
  ['.obj', ({ mesh, parts }: MeshFile) => writeObj(mesh, { parts })],
  ['.stl', ({ mesh }: MeshFile, ascii: boolean) => writeStl(mesh, { encoding: ascii ? 'ascii' : 'binary' })],
  ['.ply', ({ mesh }: MeshFile, ascii: boolean) => writePly(mesh, ascii ? { encoding: 'ascii' } : {})],
  ['.off', ({ mesh }: MeshFile) => writeOff(mesh)],
  ['.glb', ({ mesh }: MeshFile) => writeGlb(mesh)],
]);

const FLAGS = { ascii: { type: 'boolean' }, unit: { type: 'string' }, json: { type: 'boolean' } } as const;

export const CONVERT: Command = {
  help: `Usage: nearmiss convert IN OUT [--ascii] [--unit UNIT] [--json]

${paragraph(
  `Writes the mesh IN to the file OUT in the format that its name ends with, one of ${[...WRITERS.keys()].join(', ')}, and says what it wrote. STL and GLB hold single precision; OBJ, PLY and OFF keep every digit. IN is ${BODY_HELP}.`,
)}

${flagHelp('ascii', '', 'STL and PLY as text')}
${flagHelp('unit', 'UNIT', UNIT_HELP)}
${flagHelp('json', '', 'what was written as one JSON object')}
`,
  async run(args) {
    const { values, positionals } = readArguments(args, FLAGS, ['IN', 'OUT']);
    const [source, target] = positionals;
    if (source === undefined || target === undefined) throw new UsageError('Two files are needed, IN and OUT.');
    const write = WRITERS.get(extname(target).toLowerCase());
    if (write === undefined) {
      throw new UsageError(
        `"${target}" ends in no format that is written; there are ${[...WRITERS.keys()].join(', ')}.`,
      );
    }
    const file = await readMeshArgument(source, readUnit(values.unit));
    showBusy(`writing ${basename(target)}`);
    const bytes = write(file, values.ascii === true);
    await writeFile(target, bytes).catch((cause: unknown) => {
      throw new UsageError(`"${target}" cannot be written: ${(cause as Error).message}.`);
    });
    await hideBusy();
    for (const { message, location } of file.warnings) {
      process.stderr.write(`nearmiss: warning: ${oneLine(`${message} (${location})`)}\n`);
    }
    const { vertexCount: vertices, triangleCount: triangles } = file.mesh;
    const wrote = { file: target, vertices, triangles, bytes: bytes.length };
    const line = `wrote ${oneLine(target)}: ${vertices} vertices, ${triangles} triangles, ${bytes.length} bytes`;
    await print(`${values.json === true ? JSON.stringify(wrote) : line}\n`);
    return 0;
  },
};
