import { print } from '../terminal/print.ts';
import { formatTable, useColour } from '../terminal/table.ts';
import { readArguments, UsageError } from '../usage.ts';
import type { Command } from './command.ts';
import { readMeshArgument } from './mesh-argument.ts';

export const CHECK: Command = {
  summary: 'what a mesh file holds, and what is odd about it',
  help: `Usage: nearmiss check MESH [--json]

Reports on a mesh: its size, whether it is closed and bounds a solid, and what is odd about it. MESH is a file, or a
shape such as "shape:torus-knot(p=2,q=3)".

  --json    one JSON object instead of a table
`,
  async run(args) {
    const { values, positionals } = readArguments(args, { json: { type: 'boolean' } }, ['MESH']);
    const [word] = positionals;
    if (word === undefined) throw new UsageError('A mesh is needed.');
    const { mesh, parts, warnings } = await readMeshArgument(word);
    const { where: _where, ...report } = mesh.check();
    const { vertexCount: vertices, triangleCount: triangles } = mesh;
    if (values.json === true) {
      const object = { mesh: word, vertices, triangles, parts: parts.length, ...report, warnings };
      await print(`${JSON.stringify(object)}\n`);
      return 0;
    }
    const yesNo = (value: boolean): string => (value ? 'yes' : 'no');
    const rows: [string, string][] = [
      ['vertices', String(vertices)],
      ['triangles', String(triangles)],
      ['parts of the file', String(parts.length)],
      ['connected pieces', String(report.components)],
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
      ...warnings.map(({ message, place, count }): [string, string] => [
        'warning',
        `${message} (${place}${count > 1 ? ` and ${count - 1} more` : ''})`,
      ]),
    ];
    await print(formatTable(word, rows, useColour(process.stdout)));
    return 0;
  },
};
