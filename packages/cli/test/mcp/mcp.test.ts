// The MCP server as a client of its SDK sees it.

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { writePly } from '@nearmiss/io';
import { box, icosphere, torusKnot } from 'nearmiss/shapes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { draw } from '../../src/mcp/draw.ts';
import { pngOf } from '../../src/mcp/png.ts';
import buildCommand from '../build-command.ts';
import { COMMAND, emptyFolder } from '../run-command.ts';

const home = emptyFolder();
const folder = join(home, 'parts');
const client = new Client({ name: 'test', version: '1.0.0' });
/** An answer in bytes. */
const LARGEST = 50_000;

beforeAll(async () => {
  buildCommand();
  mkdirSync(join(folder, 'sub'), { recursive: true });
  writeFileSync(join(folder, 'box.ply'), writePly(box()));
  writeFileSync(join(folder, 'knot.ply'), writePly(torusKnot({ triangles: 11520 })));
  writeFileSync(join(home, 'secret.ply'), writePly(box()));
  symlinkSync(join(home, 'secret.ply'), join(folder, 'link.ply'));
  writeFileSync(join(folder, 'sub/set.json'), JSON.stringify(setOf(6, '../box.ply')));
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [COMMAND, 'mcp', folder] }));
});
afterAll(() => client.close());

/** Boxes in a row, each half in the one before. */
function setOf(count: number, file: string): object {
  const models = Object.fromEntries(
    Array.from({ length: count }, (_, k) => [`part ${k}`, { file, pose: { position: [k / 2, 0, 0] } }]),
  );
  return { models, tests: [{ name: 'itself', mode: 'hard' }] };
}

interface Answer {
  readonly isError?: boolean;
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly content: readonly { readonly type: string; readonly text?: string; readonly data?: string }[];
}

async function call(name: string, args: Record<string, unknown>): Promise<Answer> {
  const answer = await client.callTool({ name, arguments: args });
  expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(LARGEST);
  return answer as unknown as Answer;
}

const failure = async (name: string, args: Record<string, unknown>): Promise<string> => {
  const { isError, content, structuredContent } = await call(name, args);
  expect([isError, structuredContent]).toEqual([true, undefined]);
  return content[0].text ?? '';
};

test('lists its tools', async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['check', 'collide', 'distance', 'penetration', 'clash']);
  for (const { description, inputSchema } of tools) {
    expect(description).toMatch(/\.$/);
    expect(inputSchema.properties).toHaveProperty('picture');
  }
});

describe('calls', () => {
  test('check', async () => {
    const { structuredContent, content } = await call('check', { file: 'knot.ply' });
    expect(structuredContent).toMatchObject({
      mesh: 'knot.ply',
      triangles: 11520,
      closed: true,
      orientation: 'outward',
    });
    expect(JSON.parse(content[0].text ?? '')).toEqual(structuredContent);
  });

  test('collide, distance and penetration', async () => {
    const a = { model: 'box.ply' };
    const at = (x: number) => ({ shape: 'box', pose: { position: [x, 0, 0] } });
    expect((await call('collide', { a, b: at(0.5) })).structuredContent).toMatchObject({ status: 'intersecting' });
    const { structuredContent } = await call('distance', { a, b: at(3), options: { tolerance: 0 } });
    expect(structuredContent).toMatchObject({ status: 'separated', distance: expect.closeTo(2) });
    const depth = await call('penetration', { a, b: at(0.75) });
    expect(depth.structuredContent).toMatchObject({ status: 'overlapping', depth: expect.closeTo(0.25) });
  });

  test('clash, by a set and by a file whose models are relative to it', async () => {
    const given = (await call('clash', { set: setOf(6, 'box.ply') })).structuredContent;
    expect(given).toMatchObject({ summary: { elements: 6, clashes: { hard: 5 } }, more: 0 });
    expect((await call('clash', { file: 'sub/set.json' })).structuredContent).toEqual(given);
  });

  test('a long result is shortened, and says by how much', async () => {
    const { structuredContent = {} } = await call('clash', { set: setOf(120, 'box.ply'), limit: 100 });
    const { clashes, more, summary } = structuredContent;
    expect(summary).toMatchObject({ clashes: { hard: 119 } });
    expect(clashes).toHaveLength(119 - Number(more));
    expect(Number(more)).toBeGreaterThan(19);
    expect((clashes as unknown[]).length).toBeGreaterThan(4);
  });

  test('names of many bytes, or that are quoted, do not make it longer', async () => {
    for (const letter of ['层', '"', '\u0001']) {
      const models = Object.fromEntries(
        Array.from({ length: 40 }, (_, k) => [
          `${letter.repeat(80)}${k}`,
          { file: 'box.ply', pose: { position: [k / 2, 0, 0] } },
        ]),
      );
      const set = { models, tests: [{ name: letter.repeat(80), mode: 'hard' }] };
      const { structuredContent = {}, content } = await call('clash', { set, limit: 100, picture: true });
      expect(structuredContent.summary).toMatchObject({ clashes: { hard: 39 } });
      expect((structuredContent.clashes as unknown[]).length).toBeGreaterThan(0);
      expect(content).toHaveLength(2);
      expect(await failure('check', { file: `${letter.repeat(30_000)}.ply` })).toContain(letter.repeat(3000));
      await expect(client.callTool({ name: letter.repeat(60_000), arguments: {} })).rejects.toThrow(/^.{0,300}$/s);
    }
  });
});

describe('pictures', () => {
  test.each([
    ['check', { file: 'knot.ply' }],
    ['distance', { a: { model: 'knot.ply' }, b: { model: 'box.ply', pose: { position: [3, 0, 0] } } }],
    ['clash', { file: 'sub/set.json' }],
  ])('%s', async (name, args) => {
    const { content } = await call(name, { ...args, picture: true });
    expect(content.map(({ type }) => type)).toEqual(['text', 'image']);
    const { width, colours } = decoded(Buffer.from(content[1].data ?? '', 'base64'));
    expect(width).toBeGreaterThanOrEqual(160);
    // Background and shades of bodies.
    expect(colours).toBeGreaterThan(3);
  });

  test('the nearer body hides the farther one, and a line is over both', () => {
    const ball = icosphere({ radius: 1 });
    // Towards the eye: (1, −1, 1).
    const far = { mesh: ball, pose: {}, colour: [0, 0, 255] } as const;
    const near = { mesh: ball, pose: { position: [2, -2, 2] }, colour: [255, 0, 0] } as const;
    const middle = (pixels: Uint8Array) => [...pixels.subarray(3 * (50 * 100 + 50), 3 * (50 * 100 + 50) + 3)];
    const [red, , blue] = middle(draw([far, near], [], 100, 100).pixels);
    expect([red > 120, blue]).toEqual([true, 0]);
    expect(middle(draw([near, far], [], 100, 100).pixels)).toEqual([red, 0, 0]);
    expect(middle(draw([far], [], 100, 100).pixels)[2]).toBeGreaterThan(120);
    expect(middle(draw([far], [{ from: [0, 0, -1], to: [0, 0, 1] }], 100, 100).pixels)).toEqual([0, 0, 0]);
    expect(decoded(pngOf(draw([far], [], 100, 100)))).toMatchObject({ width: 100 });
  });

  /** The width of a PNG and the number of its colours. */
  function decoded(png: Buffer): { width: number; colours: number } {
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
    const length = png.readUInt32BE(33);
    expect(png.subarray(37, 41).toString()).toBe('IDAT');
    const rows = inflateSync(png.subarray(41, 41 + length));
    expect(rows.length).toBe(height * (3 * width + 1));
    const colours = new Set<number>();
    for (let row = 0; row < height; row++) {
      for (let k = 0; k < width; k++) colours.add(rows.readUIntBE(row * (3 * width + 1) + 1 + 3 * k, 3));
    }
    return { width, colours: colours.size };
  }
});

describe('errors are errors', () => {
  test.each([
    ['check', { file: 'none.ply' }, 'io/missing-resource: '],
    ['check', {}, 'query/bad-form: file must be a text'],
    ['check', { file: 'box.ply', fiel: 1 }, 'check has no "fiel"'],
    ['distance', { a: { model: 'box.ply' } }, 'query/bad-form: The query needs b'],
    ['distance', { a: { shape: 'bax' }, b: { shape: 'box' } }, 'There is no shape "bax"'],
    ['penetration', { a: { shape: 'box' }, b: { shape: 'box' }, options: { accuracy: -1 } }, 'options/bad-value'],
    ['clash', { set: { models: {}, tests: [] } }, 'clash/bad-set: models is empty'],
    ['clash', {}, 'query/bad-form: A clash needs set'],
    ['clash', { file: 'box.ply' }, 'is no JSON'],
    ['distance', { a: { convex: 'sphere' }, b: { convex: 'sphere' }, picture: true }, 'cannot be drawn'],
  ])('%s %j', async (name, args, message) => {
    expect(await failure(name, args)).toContain(message);
  });

  test('a tool that is not there', async () => {
    await expect(client.callTool({ name: 'format', arguments: {} })).rejects.toThrow('There is no tool "format"');
  });
});

describe('nothing outside of the folder is opened', () => {
  const paths = ['../secret.ply', 'link.ply', join(home, 'secret.ply'), 'sub/../../secret.ply', '/etc/hostname'];
  test.each(paths)('%s', async (path) => {
    const outside = 'io/forbidden-reference: ';
    expect(await failure('check', { file: path })).toContain(outside);
    expect(await failure('collide', { a: { model: path }, b: { shape: 'box' } })).toContain(outside);
    expect(await failure('clash', { set: setOf(2, path) })).toContain(outside);
    expect(await failure('clash', { file: path })).toContain(outside);
  });
});
