import { spawn, spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openOutput, writeWhole } from '../src/whole-file.ts';
import { emptyFolder } from './run-command.ts';

const read = (path: string): string => readFileSync(path, 'utf8');
const isPosix = process.platform !== 'win32';

test('a file is as it was until it is finished', async () => {
  const folder = emptyFolder();
  const path = join(folder, 'x');
  writeFileSync(path, 'old');
  const { stream, draft, finish } = await openOutput(path);
  stream.write('new');
  expect([read(path), draft]).toEqual(['old', `${path}.part`]);
  await finish();
  expect([read(path), readdirSync(folder)]).toEqual(['new', ['x']]);
});

test.runIf(isPosix)('a link stays a link, and the rights of the file stay', async () => {
  for (const write of [
    (path: string) => writeWhole(path, 'new'),
    async (path: string) => {
      const { stream, finish } = await openOutput(path);
      stream.write('new');
      await finish();
    },
  ]) {
    const folder = emptyFolder();
    const [file, link] = [join(folder, 'file'), join(folder, 'link')];
    writeFileSync(file, 'old', { mode: 0o600 });
    symlinkSync('file', link);
    await write(link);
    expect([read(file), lstatSync(link).isSymbolicLink(), statSync(file).mode & 0o777]).toEqual(['new', true, 0o600]);
    expect(readdirSync(folder)).toHaveLength(2);
  }
});

test.runIf(isPosix)('a pipe is written, not replaced by a file', async () => {
  for (const write of [
    (path: string) => writeWhole(path, 'new'),
    async (path: string) => {
      const { stream, draft, finish } = await openOutput(path);
      expect(draft).toBe(null);
      stream.write('new');
      await finish();
    },
  ]) {
    const folder = emptyFolder();
    const path = join(folder, 'pipe');
    expect(spawnSync('mkfifo', [path]).status).toBe(0);
    const reader = spawn('cat', [path]);
    const received = text(reader.stdout);
    await write(path);
    expect([await received, statSync(path).isFIFO(), readdirSync(folder)]).toEqual(['new', true, ['pipe']]);
  }
});

test('many who write the same file leave one of them whole, and nothing else', async () => {
  const folder = emptyFolder();
  const contents = Array.from({ length: 20 }, (_, k) => String(k).repeat(10_000));
  await Promise.all(contents.map((content) => writeWhole(join(folder, 'x'), content)));
  expect(contents).toContain(read(join(folder, 'x')));
  expect(readdirSync(folder)).toEqual(['x']);
});

test('what cannot be written is refused, and leaves nothing', async () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'a'));
  const inputs = ['x', 'x.part'].map((name) => join(folder, name));
  for (const input of inputs) writeFileSync(input, 'queries');
  for (const path of [join(folder, 'a'), join(folder, 'none/x')]) {
    await expect(writeWhole(path, 'new')).rejects.toThrow('cannot be written: ');
    await expect(openOutput(path)).rejects.toThrow('cannot be written: ');
  }
  for (const input of inputs) {
    await expect(openOutput(join(folder, 'x'), input)).rejects.toThrow('is both input and output');
    expect(read(input)).toBe('queries');
  }
  expect(readdirSync(folder)).toHaveLength(3);
});
