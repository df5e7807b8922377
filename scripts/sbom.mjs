// `npm run sbom`: for each package a bill of materials, CycloneDX 1.5 as JSON, in the folder `sbom` or the one that is named: what the
// package needs at run time, or is bundled with, as it is installed here, with licences and the hashes of the lock file. Same input, same
// bytes. (`npm sbom --omit dev` of npm 11 leaves out draco3dgltf, which is also a development dependency of another workspace, knows
// nothing of bundled packages, and calls scoped packages by their folders.)

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundledInStudio } from './build-studio.mjs';
import { publicPackages } from './packages.mjs';
import { installedPackages } from './runtime-dependencies.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = resolve(process.argv[2] ?? join(root, 'sbom'));
/** @type {Record<string, { integrity?: string }>} */
const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;

/** @typedef {import('./runtime-dependencies.mjs').Dependency} Dependency */

mkdirSync(target, { recursive: true });
for (const { folder, manifest } of publicPackages()) {
  const bundled = folder === 'apps/studio' ? bundledInStudio() : [];
  const [own, ...others] = [...installedPackages(root, [folder]), ...bundled];
  if (own === undefined) throw new Error(`${folder} is not there.`);
  const needs = [...own.needs, ...bundled.map((one) => one.name)];
  const file = `${manifest.name.replace('@', '').replace('/', '-')}-${manifest.version}.cdx.json`;
  writeFileSync(join(target, file), `${JSON.stringify(billOf({ ...own, needs }, others), null, 2)}\n`);
  console.log(`${file}: ${others.length} components`);
}

/**
 * @param {Dependency} own
 * @param {readonly Dependency[]} others
 */
function billOf(own, others) {
  const refs = new Map([own, ...others].map((one) => [one.name, refOf(one)]));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: componentOf(own) },
    components: others.map(componentOf),
    dependencies: [own, ...others].map((one) => ({
      ref: refOf(one),
      dependsOn: one.needs.flatMap((name) => refs.get(name) ?? []),
    })),
  };
}

/** @param {Dependency} one */
function refOf({ name, version }) {
  return `${name}@${version}`;
}

/** @param {Dependency} one */
function componentOf(one) {
  const { name, version, license, folder } = one;
  const [algorithm, base64 = ''] = (locked[relative(root, folder).split(sep).join('/')]?.integrity ?? '').split('-');
  return {
    type: 'library',
    'bom-ref': refOf(one),
    name,
    version,
    scope: 'required',
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [{ license: { id: license } }],
    ...(algorithm === 'sha512'
      ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') }] }
      : {}),
  };
}
