// The API reference: one page for each entry point, made of the doc comments by typedoc. typedoc needs TypeScript 6, which is
// therefore installed here and not at the root. It reads the declarations that the packages publish.
//
//   node site/build/write-api.mjs      writes site/api/, which git ignores

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Application, Converter, ReflectionKind, RendererEvent } from 'typedoc';
import { MarkdownPageEvent, ModuleRouter } from 'typedoc-plugin-markdown';
import { findEntryPoints, pageName, ROOT } from './entry-points.mjs';

/** @typedef {import('./entry-points.mjs').EntryPoint} EntryPoint */

const HOME = fileURLToPath(new URL('..', import.meta.url));
const PAGES = join(HOME, 'api');
/** Kinds that the first page names. */
const NAMED = ReflectionKind.Function | ReflectionKind.Class | ReflectionKind.Variable;

/** Pages lie side by side: `nearmiss/mesh` below `nearmiss` would meet the class `Mesh` where case does not count. */
class EntryPointRouter extends ModuleRouter {
  /**
   * @override
   * @param {import('typedoc').Reflection} reflection
   */
  getIdealBaseName(reflection) {
    if (reflection.kind === ReflectionKind.Module) return pageName(reflection.name);
    return super.getIdealBaseName(reflection);
  }
}

export async function writeApi() {
  const entryPoints = findEntryPoints();
  rmSync(PAGES, { recursive: true, force: true });
  mkdirSync(PAGES);
  const app = await Application.bootstrapWithPlugins({
    entryPoints: entryPoints.map(({ types }) => join(ROOT, types)),
    tsconfig: writeCompilerOptions(entryPoints),
    basePath: ROOT,
    plugin: ['typedoc-plugin-markdown'],
    out: PAGES,
    cleanOutputDir: false,
    router: 'entry-points',
    readme: 'none',
    name: 'API reference',
    excludeInternal: true,
    excludePrivate: true,
    excludeExternals: true,
    disableSources: true,
    skipErrorChecking: true,
    sort: ['alphabetical'],
    groupOrder: ['Functions', 'Classes', 'Interfaces', 'Type Aliases', 'Variables'],
    logLevel: 'Warn',
    treatWarningsAsErrors: true,
    validation: { notExported: false, invalidLink: true, notDocumented: false },
    ...LAYOUT,
  });
  app.renderer.defineRouter('entry-points', EntryPointRouter);
  nameModules(app, entryPoints);
  app.renderer.on(MarkdownPageEvent.END, giveHeadingsTheirAnchors);
  const project = await app.convert();
  if (project === undefined || app.logger.hasErrors()) throw new Error('typedoc could not read the declarations.');
  app.renderer.on(RendererEvent.END, () => writeFirstPage(app, project, entryPoints));
  await app.generateOutputs(project);
  if (app.logger.hasErrors() || app.logger.hasWarnings()) throw new Error('typedoc found something wrong, see above.');
}

/**
 * VitePress numbers headings of the same name otherwise than typedoc: typedoc's anchors become theirs.
 *
 * @param {import('typedoc').PageEvent} page
 */
function giveHeadingsTheirAnchors(page) {
  page.contents = (page.contents ?? '').replace(/<a id="([^"]+)"><\/a>\s*\n+(#+ .*)/g, '$2 {#$1}');
}

/** How typedoc-plugin-markdown lays out a page. */
const LAYOUT = {
  entryFileName: 'index.md',
  useHTMLAnchors: true,
  useCodeBlocks: true,
  expandParameters: true,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  classPropertiesFormat: 'table',
  typeAliasPropertiesFormat: 'table',
  propertyMembersFormat: 'table',
  hideBreadcrumbs: true,
  hidePageHeader: true,
};

/**
 * Modules are named as programs import them.
 *
 * @param {Application} app
 * @param {readonly EntryPoint[]} entryPoints
 */
function nameModules(app, entryPoints) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of modulesOf(project)) {
      const entry = entryPoints.find(({ types }) => types.replace(/(?:\/index)?\.d\.ts$/, '') === module.name);
      if (entry === undefined) throw new Error(`typedoc found a module ${module.name} that no package exports.`);
      module.name = entry.name;
    }
  });
}

/** @param {import('typedoc').ProjectReflection} project */
function modulesOf(project) {
  return (project.children ?? []).filter(({ kind }) => kind === ReflectionKind.Module);
}

/**
 * Packages see the declarations of each other at the paths that typedoc reads, so that types lead from one page to another.
 *
 * @param {readonly EntryPoint[]} entryPoints
 */
function writeCompilerOptions(entryPoints) {
  const path = join(PAGES, 'tsconfig.json');
  const compilerOptions = {
    noEmit: true,
    composite: false,
    skipLibCheck: true,
    lib: ['ES2023', 'DOM'],
    types: ['node'],
    paths: Object.fromEntries(entryPoints.map(({ name, types }) => [name, [`../../${types}`]])),
  };
  const files = entryPoints.map(({ types }) => `../../${types}`);
  writeFileSync(path, JSON.stringify({ extends: '../../tsconfig.base.json', compilerOptions, files }, null, 2));
  return path;
}

/**
 * The first page: every entry point with what it exports, types aside.
 *
 * @param {Application} app
 * @param {import('typedoc').ProjectReflection} project
 * @param {readonly EntryPoint[]} entryPoints
 */
function writeFirstPage(app, project, entryPoints) {
  const lines = [
    '# API reference',
    '',
    'One page for each entry point, made of the doc comments. Types are on the pages too.',
    '',
  ];
  for (const { name } of entryPoints) {
    const module = modulesOf(project).find((candidate) => candidate.name === name);
    if (module === undefined) throw new Error(`The API reference has no page of ${name}.`);
    const names = (module.children ?? []).filter(({ kind }) => (kind & NAMED) !== 0);
    lines.push(`## [${name}](${pageName(name)}.md)`, '');
    lines.push(names.map((child) => `[\`${child.name}\`](${app.renderer.router?.getFullUrl(child)})`).join(', '), '');
  }
  writeFileSync(join(PAGES, 'index.md'), lines.join('\n'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeApi();
