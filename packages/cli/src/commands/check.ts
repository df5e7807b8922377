import type { MeshPart } from '@nearmiss/io';
import { readUnit, UNIT_HELP } from '../body-word.ts';
import { reportFile } from '../mesh-report.ts';
import { print } from '../terminal/print.ts';
import { formatTable, type Row, useColour } from '../terminal/table.ts';
import { readArguments, UsageError } from '../usage.ts';
import type { Command } from './command.ts';
import { BODY_HELP, readMeshArgument } from './mesh-argument.ts';
import { flagHelp, paragraph } from './option-flags.ts';

/** Number of parts of a file that a table lists; JSON lists all. */
const PARTS_SHOWN = 24;

export const CHECK: Command = {
  help: `Usage: nearmiss check MESH [--unit UNIT] [--json]

${paragraph(`Reports on a mesh: its size and box, the parts of the file, whether it is closed and bounds a solid, and what is odd about it. MESH is ${BODY_HELP}.`)}

${flagHelp('unit', 'UNIT', UNIT_HELP)}
${flagHelp('json', '', 'one JSON object instead of a table')}
`,
  async run(args) {
    const flags = { unit: { type: 'string' }, json: { type: 'boolean' } } as const;
    const { values, positionals } = readArguments(args, flags, ['MESH']);
    const [word] = positionals;
    if (word === undefined) throw new UsageError('A mesh is needed.');
    const file = await readMeshArgument(word, readUnit(values.unit));
    const report = reportFile(word, file);
    if (values.json === true) {
      await print(`${JSON.stringify(report)}\n`);
      return 0;
    }
    const { parts, warnings } = file;
    const { vertices, triangles, boundingBox } = report;
    const yesNo = (value: boolean): string => (value ? 'yes' : 'no');
    const { min, max, size } = boundingBox;
    const rows: Row[] = [
      ['vertices', String(vertices)],
      ['triangles', String(triangles)],
      ['bounding box', `(${min.join(', ')}) to (${max.join(', ')})`],
      ['size', size.join(' × ')],
      ['parts of the file', String(parts.length)],
      ...partRows(parts),
      ['components', String(report.components)],
      ['interpreted as', report.closed ? 'solid' : `surface: ${report.openEdges} open edges`],
      ['closed', yesNo(report.closed)],
      ['manifold', yesNo(report.manifold)],
      ['orientation', report.orientation],
      ['volume', report.signedVolume === null ? 'none' : String(report.signedVolume)],
      ['Euler characteristic', String(report.eulerCharacteristic)],
      ['open edges', String(report.openEdges)],
      ['non-manifold edges', String(report.nonManifoldEdges)],
      ['non-manifold vertices', String(report.nonManifoldVertices)],
      ['faces of no area', String(report.degenerateFaces)],
      ['duplicate faces', String(report.duplicateFaces)],
      ['unused vertices', String(report.unreferencedVertices)],
      ['duplicate vertices', String(report.duplicateVertices)],
      ...warnings.map(
        ({ message, location, count }): Row => [
          'warning',
          `${message} (${location}${count > 1 ? ` and ${count - 1} more` : ''})`,
        ],
      ),
    ];
    await print(formatTable(word, rows, useColour(process.stdout)));
    return 0;
  },
};

/** The parts as selected by `FILE#…`: by number, or by name where there is one. */
function partRows(parts: readonly MeshPart[]): Row[] {
  if (parts.length < 2) return [];
  const rows = parts
    .slice(0, PARTS_SHOWN)
    .map(({ name, triangleCount }, k): Row => [`  #${k}`, `${JSON.stringify(name)}, ${triangleCount} triangles`]);
  if (parts.length > PARTS_SHOWN) rows.push(['', `… and ${parts.length - PARTS_SHOWN} more; --json lists all`]);
  return rows;
}
