import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeObj, writePly } from '@nearmiss/io';
import { loadMesh } from '@nearmiss/io/node';
import { box } from 'nearmiss/shapes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cubePrimitive, GltfBuilder } from '../gltf/gltf-file.ts';
import { expectRefusal } from '../help.ts';

let root = '';
let folder = '';

/** A glTF file in the folder whose buffer is at `uri`. */
function gltf(uri: string): string {
  const builder = new GltfBuilder();
  const meshes = [{ primitives: [cubePrimitive(builder)] }];
  const json = builder.json({ meshes, buffers: undefined });
  const path = join(folder, 'cube.gltf');
  writeFileSync(path, JSON.stringify({ ...json, buffers: [{ byteLength: builder.bytes.length, uri }] }));
  return path;
}

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'nearmiss-io-'));
  folder = join(root, 'models');
  mkdirSync(join(folder, 'sub'), { recursive: true });
  const builder = new GltfBuilder();
  cubePrimitive(builder);
  for (const path of ['models/cube.bin', 'models/sub/cube.bin', 'secret.bin'])
    writeFileSync(join(root, path), builder.bytes);
  mkdirSync(join(root, 'models-2'));
  writeFileSync(join(root, 'models-2/cube.bin'), builder.bytes);
  symlinkSync(join(root, 'secret.bin'), join(folder, 'link-out.bin'));
  symlinkSync(root, join(folder, 'folder-out'));
  symlinkSync(join(root, 'models-2/cube.bin'), join(folder, 'link-beside.bin'));
  symlinkSync(join(folder, 'sub/cube.bin'), join(folder, 'link-in.bin'));
  writeFileSync(join(folder, 'box.obj'), writeObj(box()));
  writeFileSync(join(folder, 'box.stl'), writePly(box()));
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a file', async () => {
  expect((await loadMesh(join(folder, 'box.obj'))).mesh).toEqual(box());
});

test('a file under a wrong name', async () => {
  expect((await loadMesh(join(folder, 'box.stl'))).mesh).toEqual(box());
});

test.each(['cube.bin', 'sub/cube.bin', 'link-in.bin'])('a glTF file with its buffer in %s', async (uri) => {
  expect((await loadMesh(gltf(uri))).mesh.triangleCount).toBe(12);
});

test('through a path that has links itself', async () => {
  symlinkSync(folder, join(root, 'alias'));
  gltf('cube.bin');
  expect((await loadMesh(join(root, 'alias/cube.gltf'))).mesh.triangleCount).toBe(12);
});

test.each(['link-out.bin', 'folder-out/secret.bin', 'link-beside.bin'])('a link out of the folder: %s', async (uri) => {
  await expectRefusal(() => loadMesh(gltf(uri)), 'io/forbidden-reference', uri);
});

test.each(['../secret.bin', '/etc/passwd', 'file:///etc/passwd', 'http://localhost/x', '..%2Fsecret.bin'])(
  'a reference out of the folder: %s',
  async (uri) => {
    await expectRefusal(() => loadMesh(gltf(uri)), 'io/forbidden-reference', '/buffers/0/uri');
  },
);

test('files that are not there, and folders', async () => {
  await expectRefusal(() => loadMesh(gltf('nothing.bin')), 'io/missing-resource', 'nothing.bin');
  await expectRefusal(() => loadMesh(gltf('sub')), 'io/missing-resource', 'sub');
  await expectRefusal(() => loadMesh(join(folder, 'nothing.obj')), 'io/missing-resource');
  await expectRefusal(() => loadMesh(folder), 'io/missing-resource');
});

// Windows has no pipes among its files.
if (process.platform !== 'win32') {
  test('a pipe that nobody writes to', async () => {
    const pipe = join(folder, 'pipe.obj');
    execFileSync('sh', ['-c', 'mkfifo "$0"', pipe]);
    await expectRefusal(() => loadMesh(pipe), 'io/missing-resource', pipe);
  });
}

test('sizes are limited, buffers included', async () => {
  const path = gltf('cube.bin');
  await expectRefusal(() => loadMesh(path, { maxBytes: 100 }), 'io/too-large', path);
  await expectRefusal(() => loadMesh(path, { maxBytes: statSync(path).size + 167 }), 'io/too-large', 'cube.bin');
  await expectRefusal(() => loadMesh(path, { maxBytes: Number.NaN }), 'options/bad-value');
  const huge = join(folder, 'huge.stl');
  writeFileSync(huge, '');
  truncateSync(huge, 2 ** 31);
  await expectRefusal(() => loadMesh(huge), 'io/too-large', huge);
});
