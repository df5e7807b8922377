// IFC files written by hand: extruded rectangles whose overlap is known.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Clash, candidatePairs, judgePair, pairFacts, readClashSet } from '@nearmiss/clash';
import { loadAssemblyOfSet } from '@nearmiss/clash/node';
import { Model } from 'nearmiss';
import { describe, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-ifc-'));

interface Block {
  readonly id: string;
  readonly type: string;
  readonly at: readonly number[];
  readonly size: readonly number[];
}

/** A file in millimetres with blocks, each extruded upward from the middle of its base, on one storey. */
function ifc(blocks: readonly Block[], origin: readonly number[]): string {
  const lines = [
    "#1=IFCPROJECT('0000000000000000000001',$,'p',$,$,$,$,(#3),#2);",
    '#2=IFCUNITASSIGNMENT((#4));',
    '#4=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);',
    "#3=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,#6,$);",
    '#5=IFCCARTESIANPOINT((0.,0.,0.));',
    '#6=IFCAXIS2PLACEMENT3D(#5,$,$);',
    '#7=IFCDIRECTION((0.,0.,1.));',
    `#8=IFCCARTESIANPOINT((${origin.map((x) => x.toFixed(1)).join(',')}));`,
    '#9=IFCAXIS2PLACEMENT3D(#8,$,$);',
    '#10=IFCLOCALPLACEMENT($,#9);',
    "#11=IFCBUILDINGSTOREY('0000000000000000000002',$,'Level 1',$,$,#10,$,$,.ELEMENT.,0.);",
    "#12=IFCRELAGGREGATES('0000000000000000000003',$,$,$,#1,(#11));",
    '#13=IFCCARTESIANPOINT((0.,0.));',
    '#14=IFCAXIS2PLACEMENT2D(#13,$);',
  ];
  const number = (x: number): string => x.toFixed(4);
  for (const [k, { id, type, at, size }] of blocks.entries()) {
    const n = 100 + 10 * k;
    lines.push(
      `#${n}=IFCCARTESIANPOINT((${at.map(number).join(',')}));`,
      `#${n + 1}=IFCAXIS2PLACEMENT3D(#${n},$,$);`,
      `#${n + 2}=IFCLOCALPLACEMENT(#10,#${n + 1});`,
      `#${n + 3}=IFCRECTANGLEPROFILEDEF(.AREA.,$,#14,${number(size[0])},${number(size[1])});`,
      `#${n + 4}=IFCEXTRUDEDAREASOLID(#${n + 3},#6,#7,${number(size[2])});`,
      `#${n + 5}=IFCSHAPEREPRESENTATION(#3,'Body','SweptSolid',(#${n + 4}));`,
      `#${n + 6}=IFCPRODUCTDEFINITIONSHAPE($,$,(#${n + 5}));`,
      `#${n + 7}=${type}('${id}',$,'block ${k}',$,$,#${n + 2},#${n + 6},$${type === 'IFCWALL' ? ',$' : type === 'IFCSPACE' ? ',.ELEMENT.,$,$' : ',$,$'});`,
    );
  }
  const products = blocks.map((_, k) => `#${107 + 10 * k}`).join(',');
  lines.push(`#90=IFCRELCONTAINEDINSPATIALSTRUCTURE('0000000000000000000004',$,$,$,(${products}),#11);`);
  return `ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\nFILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\n${lines.join('\n')}\nENDSEC;\nEND-ISO-10303-21;\n`;
}

const WALL = '1wall00000000000000000';
const SLAB = '2wall00000000000000000';
const BLOCKS: readonly Block[] = [
  { id: WALL, type: 'IFCWALL', at: [0, 0, 0], size: [4000, 200, 3000] },
  // Overlaps the first by 150 mm along x, and lies within it otherwise.
  { id: SLAB, type: 'IFCWALL', at: [2350, 0, 500], size: [1000, 100, 500] },
];

async function run(text: string, tests: readonly object[]): Promise<Clash[]> {
  writeFileSync(join(folder, 'f.ifc'), text);
  const set = readClashSet({ models: { f: 'f.ifc' }, tests });
  const assembly = await loadAssemblyOfSet(set, folder);
  const models = assembly.shapes.map(({ mesh }) => Model.build(mesh));
  const clashes: Clash[] = [];
  for (const pair of candidatePairs(set, assembly)) {
    const [a, b] = [pair.a, pair.b].map((k) => assembly.elements[k]);
    const posed = [a, b].map(({ shape, pose }) => ({ model: models[shape], pose }));
    clashes.push(...judgePair(set, assembly, pair, pairFacts(posed[0], posed[1], pair.question)));
  }
  return clashes;
}

describe.each([
  ['at the origin', [0, 0, 0]],
  ['georeferenced, 4000 km away', [4e9, 3e9, 1e5]],
])('two walls %s', (_, origin) => {
  test('overlap by what was planted, in metres', async () => {
    const [clash, ...rest] = await run(ifc(BLOCKS, origin), [{ name: 'hard', mode: 'hard' }]);
    expect(rest).toEqual([]);
    expect(clash.type).toBe('hard');
    expect([clash.a.id, clash.b.id].sort()).toEqual([WALL, SLAB].sort());
    expect(clash.a).toMatchObject({ class: 'IfcWall', storey: 'Level 1' });
    // The least of 150 mm along x and (200 + 100) / 2 mm along y: both are 0.15 m.
    expect(clash.depth?.lower).toBeGreaterThan(0.1499);
    expect(clash.depth?.upper).toBeLessThan(0.1501);
    // In the file's axes the surfaces cross in the plane x = 2 m, at z from 0.5 to 1 m.
    const [low, high] = clash.box ?? [];
    expect(low?.[0]).toBeCloseTo(origin[0] / 1000 + 2, 6);
    expect(high?.[2]).toBeCloseTo(origin[2] / 1000 + 1, 6);
  });

  test('that are flush touch', async () => {
    const flush = [BLOCKS[0], { ...BLOCKS[1], at: [2500, 0, 500] }];
    const found = await run(ifc(flush, origin), [{ name: 'hard', mode: 'hard', touching: true }]);
    expect(found.map(({ type }) => type)).toEqual(['touching']);
  });
});

test('classes select, and other classes do not', async () => {
  const tests = [
    { name: 'walls', a: { select: 'IfcWall*' } },
    { name: 'slabs', a: { select: 'IfcSlab*' } },
  ];
  expect((await run(ifc(BLOCKS, [0, 0, 0]), tests)).map(({ test: name }) => name)).toEqual(['walls']);
});

test('spaces take part where they are selected by their class, and nowhere else', async () => {
  const space = { id: '3space0000000000000000', type: 'IFCSPACE', at: [0, 500, 0], size: [3000, 1000, 2500] };
  const text = ifc([...BLOCKS, space], [0, 0, 0]);
  const tests = [
    { name: 'all', a: {} },
    { name: 'any', a: { select: '*' } },
    { name: 'spaces', a: { select: 'IfcSpace' }, b: { select: 'IfcWall' } },
  ];
  const clashes = await run(text, tests);
  expect(clashes.map(({ test, a, b, type }) => [test, a.class, b.class, type])).toEqual([
    ['all', 'IfcWall', 'IfcWall', 'hard'],
    ['any', 'IfcWall', 'IfcWall', 'hard'],
    ['spaces', 'IfcSpace', 'IfcWall', 'hard'],
  ]);
  expect(clashes[2].a).toMatchObject({ id: space.id, storey: 'Level 1' });
  expect(clashes[2].depth?.upper).toBeCloseTo(0.1, 6);
});

test('a storey selects; a system, an assembly and what is in them are groups', async () => {
  const text = ifc(BLOCKS, [0, 0, 0]);
  const tests = [
    { name: 'level', a: { select: 'Level 1' } },
    { name: 'other level', a: { select: 'Level 2' } },
    { name: 'ungrouped', ignore: ['same-group'] },
  ];
  const found = async (lines: readonly string[]): Promise<string[]> => {
    const more = text.replace('\nENDSEC;\nEND-ISO', `\n${lines.join('\n')}\nENDSEC;\nEND-ISO`);
    return (await run(more, tests)).map(({ test: name }) => name);
  };
  const both = '(#107,#117)';
  const system = "#91=IFCSYSTEM('0000000000000000000005',$,'heating',$,$);";
  expect(await found([])).toEqual(['level', 'ungrouped']);
  expect(await found([system, `#92=IFCRELASSIGNSTOGROUP('0000000000000000000006',$,$,$,${both},$,#91);`])).toEqual([
    'level',
  ]);
  const one = "#92=IFCRELASSIGNSTOGROUP('0000000000000000000006',$,$,$,(#107),$,#91);";
  expect(await found([system, one])).toEqual(['level', 'ungrouped']);
  const outer = "#94=IFCRELASSIGNSTOGROUP('0000000000000000000008',$,$,$,(#91,#117),$,#93);";
  expect(await found([system, one, "#93=IFCGROUP('0000000000000000000007',$,'all',$,$);", outer])).toEqual(['level']);
  const assembly = [
    "#95=IFCELEMENTASSEMBLY('0000000000000000000009',$,'stair',$,$,#10,$,$,$,$);",
    `#96=IFCRELAGGREGATES('000000000000000000000A',$,$,$,#95,${both});`,
  ];
  expect((await found(assembly)).filter((name) => name === 'ungrouped')).toEqual([]);
});

test('a file that breaks off is refused or has fewer elements, and nothing else happens', async () => {
  const text = ifc(BLOCKS, [0, 0, 0]);
  for (const part of [0.1, 0.5, 0.9]) {
    const found = await run(text.slice(0, part * text.length), [{ name: 'hard' }]).catch((error: unknown) => error);
    if (!Array.isArray(found)) expect(found).toMatchObject({ name: 'NearmissError' });
  }
});

test.each([
  ['an opening parenthesis too many', '#10=IFCLOCALPLACEMENT(', '#10=IFCLOCALPLACEMENT((((('],
  ['a closing parenthesis too many', '#10=IFCLOCALPLACEMENT($,#9);', '#10=IFCLOCALPLACEMENT($,#9));'],
  ['nested more than 64 levels', '#10=IFCLOCALPLACEMENT(', `#10=IFCLOCALPLACEMENT(${'('.repeat(70)}`],
])('a statement with %s is refused before its reader searches for ever', async (what, from, to) => {
  const text = ifc(BLOCKS, [0, 0, 0]);
  expect(text).toContain(from);
  await expect(run(text.replace(from, to), [{ name: 'hard' }])).rejects.toMatchObject({
    code: 'io/syntax',
    message: expect.stringContaining(what),
  });
});

test('parentheses in texts and comments are no parentheses of a statement', async () => {
  const text = ifc(BLOCKS, [0, 0, 0]).replace("'Level 1'", "'Level ((( ''1''; /* '").replace('#9=', "/* ((; ' **/ #9=");
  const [clash] = await run(text, [{ name: 'hard' }]);
  expect(clash.a.storey).toContain('Level (((');
});
