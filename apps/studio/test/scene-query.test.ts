import { expect, test } from 'vitest';
import { batchLine, codeText, commandText, sceneQuery } from '../src/page/share/scene-query.ts';

const bodies = {
  a: { word: 'shape:gear', pose: { position: [1, 2, 3], rotation: [0, 0, 0, 1] } },
  b: { word: "file:it's.stl", pose: { position: [0, 0, 0.1], rotation: [0, 0, 0, 1] } },
} as const;
const NO_MESHES = { a: null, b: null };

test('what is shown decides the query', () => {
  const motions = { a: bodies.a.pose, b: { from: bodies.b.pose, to: bodies.a.pose } } as const;
  expect(sceneQuery('touch', bodies, null, 'auto').op).toBe('collide');
  expect(sceneQuery('answer', bodies, null, 'auto').op).toBe('distance');
  expect(sceneQuery('gjk', bodies, null, 'auto').op).toBe('distance');
  expect(sceneQuery('depth', bodies, null, 'random')).toMatchObject({
    op: 'penetration',
    options: { start: 'random' },
  });
  expect(sceneQuery('depth', bodies, null, 'coherent').options).toEqual({});
  expect(sceneQuery('motion', bodies, motions, 'auto')).toMatchObject({ op: 'toc', motions });
});

test('a line of a batch names shapes, and holds the meshes of files', () => {
  const query = sceneQuery('answer', bodies, null, 'auto');
  const mesh = { positions: [[0, 0, 0]], triangles: [[0, 0, 0]] };
  expect(JSON.parse(batchLine(query, { a: null, b: mesh }))).toEqual({
    id: 'scene',
    op: 'distance',
    a: { shape: 'gear', pose: bodies.a.pose },
    b: { mesh, pose: bodies.b.pose },
    options: {},
  });
  expect(JSON.parse(batchLine(query, NO_MESHES)).b.model).toBe("it's.stl");
});

test('a command quotes what a shell would take apart', () => {
  const command = commandText(sceneQuery('answer', bodies, null, 'auto'));
  expect(command).toContain(`npx nearmiss distance 'shape:gear' 'it'\\''s.stl' --pose-a '{"position":[1,2,3]`);
});

test('motions become flags', () => {
  const motions = {
    a: { from: bodies.a.pose, velocity: [-1, 0, 0], angularVelocity: [0, 1, 0], pivot: [0, 0, 0.5] },
    b: { from: bodies.b.pose, to: bodies.a.pose, kind: 'screw' },
  } as const;
  const command = commandText(sceneQuery('motion', bodies, motions, 'auto'));
  expect(command).toContain('--velocity-a=-1,0,0 --angular-velocity-a=0,1,0 --pivot-a=0,0,0.5');
  expect(command).toMatch(/--to-b '\{.*\}' --kind screw$/);
});

test('a program imports what it uses', () => {
  const code = codeText(sceneQuery('depth', bodies, null, 'auto'));
  expect(code).toContain("import { Model, penetration, use } from 'nearmiss';");
  expect(code).toContain("import { loadMesh } from '@nearmiss/io/node';");
  expect(code).toContain('const a = Model.build(makeShape("gear"));');
  expect(code).toContain('\n  b, { position: [0, 0, 0.1], rotation: [0, 0, 0, 1] },\n);');
  expect(codeText(sceneQuery('depth', bodies, null, 'random'))).toContain("\n  { start: 'random' },\n);");
});

test('the unit of a file is in the command and in the program', () => {
  const scaled = { ...bodies, b: { ...bodies.b, word: 'file:part.stl@mm' } };
  const query = sceneQuery('answer', scaled, null, 'auto');
  expect(commandText(query)).toContain("'part.stl@mm'");
  expect(codeText(query)).toContain('scaleFile(await loadMesh("part.stl"), METRES.mm).mesh');
  expect(codeText(query)).toContain("import { METRES, scaleFile } from '@nearmiss/io';");
  const factor = { ...bodies, b: { ...bodies.b, word: 'file:part.stl@0.5' } };
  expect(codeText(sceneQuery('answer', factor, null, 'auto'))).toContain(
    'scaleFile(await loadMesh("part.stl"), 0.5).mesh',
  );
});
