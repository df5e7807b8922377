// The bills of materials name everything that comes with a package.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publicPackages } from '../scripts/packages.mjs';
import { ROOT, runNode } from './build.ts';

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly licenses: readonly { readonly license: { readonly id: string } }[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
}

interface Bill {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

let folder = '';
let bills: Bill[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nearmiss-sbom-'));
  expect(runNode(ROOT, ['scripts/sbom.mjs', folder]).status).toBe(0);
  bills = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('every package has one', () => {
  const names = bills.map(({ metadata }) => metadata.component.name);
  expect(names.sort()).toEqual(
    publicPackages()
      .map(({ manifest }) => manifest.name)
      .sort(),
  );
});

test('each names what the package depends on, with licence, and with hash where it is from npm', () => {
  for (const { manifest } of publicPackages()) {
    const bill = bills.find(({ metadata }) => metadata.component.name === manifest.name);
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5' });
    const names = bill?.components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies ?? {})));
    // A package may be there in two versions.
    const refs = bill?.components.map((one) => one['bom-ref']);
    expect(new Set(refs).size).toBe(refs?.length);
    for (const { name, licenses, hashes } of bill?.components ?? []) {
      // web-ifc is taken as it is; its licence asks for the source of its own files alone. ISC and 0BSD ask for less than MIT.
      const allowed = name === 'web-ifc' ? /^MPL-2\.0$/ : /^(MIT|Apache-2\.0|Unlicense|ISC|0BSD)$/;
      expect(licenses[0].license.id).toMatch(allowed);
      if (!/^(@nearmiss\/.*|nearmiss)$/.test(name)) expect(hashes?.[0].content).toMatch(/^[0-9a-f]{128}$/);
    }
  }
});

test('every reference leads to a component of the same bill', () => {
  for (const { metadata, components, dependencies } of bills) {
    const refs = new Set([metadata.component, ...components].map((one) => one['bom-ref']));
    for (const { ref, dependsOn } of dependencies) for (const one of [ref, ...dependsOn]) expect(refs).toContain(one);
  }
});

test('what dependencies depend on, and what the pages of the studio are bundled with, is there too', () => {
  const namesOf = (name: string) =>
    bills.find(({ metadata }) => metadata.component.name === name)?.components.map((one) => one.name);
  expect(namesOf('@nearmiss/cli')).toEqual(expect.arrayContaining(['property-graph', 'ktx-parse', 'draco3dgltf']));
  expect(namesOf('@nearmiss/studio')).toEqual(expect.arrayContaining(['three', 'draco3dgltf', 'meshoptimizer']));
  expect(namesOf('nearmiss')).toEqual(['robust-predicates']);
});
