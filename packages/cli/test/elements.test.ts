import { edgeEdgeTime, vertexFaceTime } from 'nearmiss';
import { beforeAll, expect, test } from 'vitest';
import buildCommand from './build-command.ts';
import { runCommand } from './run-command.ts';

beforeAll(() => buildCommand());

const start = [
  [1, 1, 2],
  [0, 0, 0],
  [4, 0, 0],
  [0, 4, 0],
];
const end = start.with(0, [1, 1, -1]);

test('elements over time are answered line by line, with the library’s results', async () => {
  const queries = [
    { id: 1, op: 'vertex-face', start, end },
    { id: 2, op: 'edge-edge', start: start.flat(), end: end.flat(), options: { tolerance: 0.5 } },
    { id: 3, op: 'vertex-face', start, end: start },
    { id: 4, op: 'vertex-face', start },
    { id: 5, op: 'edge-edge', start, end, options: { threshold: 1 } },
    { id: 6, op: 'vertex-edge', start, end },
  ];
  const lines = queries.map((query) => `${JSON.stringify(query)}\n`).join('');
  const { stdout, status } = await runCommand(['batch', '-'], lines);
  const written = (result: object): unknown => JSON.parse(JSON.stringify(result));
  expect(status).toBe(1);
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { id: 1, ok: true, op: 'vertex-face', result: written(vertexFaceTime(start, end)) },
    { id: 2, ok: true, op: 'edge-edge', result: written(edgeEdgeTime(start, end, { tolerance: 0.5 })) },
    { id: 3, ok: true, op: 'vertex-face', result: expect.objectContaining({ status: 'free', toc: null, lower: null }) },
    { id: 4, ok: false, error: { code: 'vector/bad', message: expect.stringContaining('end must be four points') } },
    { id: 5, ok: false, error: { code: 'options/bad-value', message: expect.stringContaining('tolerance') } },
    {
      id: 6,
      ok: false,
      error: { code: 'query/unsupported', message: expect.stringContaining('vertex-face, edge-edge') },
    },
  ]);
});
