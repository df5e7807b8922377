import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { Model } from 'nearmiss';
import { MEDIAL_DEFAULTS, type MedialAxis, type MedialOptions, medialAxis } from 'nearmiss/medial';
import { readUnit, UNIT_HELP } from '../body-word.ts';
import { hideBusy, showBusy } from '../terminal/busy.ts';
import { print } from '../terminal/print.ts';
import { formatTable, useColour } from '../terminal/table.ts';
import { readArguments, UsageError } from '../usage.ts';
import type { Command } from './command.ts';
import { BODY_HELP, readMeshArgument } from './mesh-argument.ts';
import { flagHelp, numberFlag, optionsOf, paragraph, parsedAs } from './option-flags.ts';

const FLAGS = [
  numberFlag('primitives', 'N', `how many cones and slabs to keep at most; ${MEDIAL_DEFAULTS.primitives} by default`),
  numberFlag('error', 'E', 'in place of a number: as few as keep the error below this part of the longest side'),
  numberFlag(
    'samples',
    'N',
    `about how many points of the surface to start from; ${MEDIAL_DEFAULTS.samples} by default`,
  ),
  numberFlag('seed', 'N', `of the sample; ${MEDIAL_DEFAULTS.seed} by default`),
];

const WRITERS: ReadonlyMap<string, (axis: MedialAxis) => string> = new Map([
  ['.json', jsonText],
  ['.obj', objText],
]);

export const MEDIAL: Command = {
  help: `Usage: nearmiss medial BODY [-o FILE] [options]

${paragraph(`Makes the medial axis of a solid: balls, cones between two of them and slabs between three, with their proven bounds. BODY is ${BODY_HELP}.`)}

  -o, --output FILE     .json: balls (x, y, z, radius), cones and slabs by ball numbers, bounds; .obj: the balls' centres
                        as vertices, cones as lines and slabs as faces, radii in comments
${FLAGS.map(({ name, value, help }) => flagHelp(name, value, help)).join('\n')}
${flagHelp('unit', 'UNIT', UNIT_HELP)}
${flagHelp('json', '', 'what the .json file would hold, instead of a table')}
`,
  async run(args) {
    const { values, positionals } = readArguments(
      args,
      {
        ...parsedAs(FLAGS),
        output: { type: 'string', short: 'o' },
        unit: { type: 'string' },
        json: { type: 'boolean' },
      },
      ['BODY'],
    );
    const [word = ''] = positionals;
    const target = typeof values.output === 'string' ? values.output : undefined;
    const write = target === undefined ? undefined : WRITERS.get(extname(target).toLowerCase());
    if (target !== undefined && write === undefined) {
      throw new UsageError(`"${target}" ends in neither ${[...WRITERS.keys()].join(' nor ')}.`);
    }
    const options = optionsOf(FLAGS, values) as MedialOptions;
    const unit = readUnit(typeof values.unit === 'string' ? values.unit : undefined);
    const { mesh } = await readMeshArgument(word, unit);
    showBusy('making the medial axis');
    const axis = medialAxis(Model.build(mesh), options);
    if (target !== undefined && write !== undefined) {
      await writeFile(target, write(axis)).catch((cause: unknown) => {
        throw new UsageError(`"${target}" cannot be written: ${(cause as Error).message}.`);
      });
    }
    await hideBusy();
    await print(
      values.json === true ? jsonText(axis) : formatTable(word, rowsOf(axis, target), useColour(process.stdout)),
    );
    return 0;
  },
};

function rowsOf(axis: MedialAxis, target: string | undefined): [string, string][] {
  const rows: [string, string][] = [
    ['balls', String(axis.spheres.length / 4)],
    ['cones', String(axis.cones.length / 2)],
    ['slabs', String(axis.slabs.length / 3)],
    ['encloses when dilated by', String(axis.dilation)],
    ['surface outside it, found', String(axis.uncovered)],
    ['sticks out, found', String(axis.overhang)],
    ['sticks out at most', String(axis.overhangBound)],
  ];
  if (target !== undefined) rows.push(['wrote', target]);
  return rows;
}

function jsonText({ spheres, cones, slabs, dilation, uncovered, overhang, overhangBound }: MedialAxis): string {
  const bounds = { dilation, uncovered, overhang, overhangBound };
  return `${JSON.stringify({ spheres: rowsOfSize(spheres, 4), cones: rowsOfSize(cones, 2), slabs: rowsOfSize(slabs, 3), ...bounds })}\n`;
}

function objText({ spheres, cones, slabs, dilation }: MedialAxis): string {
  const lines = [`# medial axis; with radii ${dilation} larger it holds the whole surface`];
  for (const [x, y, z, radius] of rowsOfSize(spheres, 4)) lines.push(`v ${x} ${y} ${z} # radius ${radius}`);
  for (const cone of rowsOfSize(cones, 2)) lines.push(`l ${cone.map((ball) => ball + 1).join(' ')}`);
  for (const slab of rowsOfSize(slabs, 3)) lines.push(`f ${slab.map((ball) => ball + 1).join(' ')}`);
  return `${lines.join('\n')}\n`;
}

function rowsOfSize(numbers: Float64Array | Uint32Array, size: number): number[][] {
  return Array.from({ length: numbers.length / size }, (_, k) => [...numbers.subarray(size * k, size * (k + 1))]);
}
