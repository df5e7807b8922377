// A report as one page that needs nothing else: a matrix of classes, a list to filter and to sort with a picture of each clash, a view that can be
// turned, and decisions that can be saved to a file.

import type { Clash } from '../clash.ts';
import { type ClashScene, fewFaces, type SceneOf } from '../scene.ts';
import type { SetModel } from '../set.ts';
import type { ClashSummary } from '../summary.ts';
import { worstFirst } from '../worst-first.ts';
import { DECISIONS_PROGRAM } from './html-decisions.ts';
import { PAGE_PROGRAM, PAGE_STYLE } from './html-page.ts';
import { VIEWER_PROGRAM } from './html-viewer.ts';
import { clashPicture, MOST_PICTURES } from './picture.ts';

/** Options of {@link clashesHtml}. */
export interface HtmlOptions {
  /** Where the elements are known, the first clashes get pictures and a view in 3D: {@link clashScenes}. */
  readonly scenes?: SceneOf | undefined;
  /** The unit of lengths, such as `m`; the page says that none is known where it is not given. */
  readonly unit?: string | undefined;
  /** The files of the set. */
  readonly models?: readonly Pick<SetModel, 'name' | 'file'>[] | undefined;
  /** When the clashes were found. Without it the same clashes give the same page. */
  readonly date?: Date | undefined;
  /** What found the clashes, such as `nearmiss 1.2.3`. */
  readonly program?: string | undefined;
}

/** Faces of all views together, and those of an element that each view has anyway. */
const MOST_FACES = 125_000;
const FEW_FACES = 250;

/**
 * Clashes as a page of HTML. It loads nothing; `nearmiss clash --decisions` reads the decisions that are saved from it.
 *
 * @example
 * const summary = summarize([], { tests: 1, elements: 2, pairs: 0 });
 * console.log(clashesHtml([], summary, 'plant.json').slice(0, 15)); // <!doctype html>
 */
export function clashesHtml(
  clashes: readonly Clash[],
  summary: ClashSummary,
  title: string,
  options: HtmlOptions = {},
): string {
  const { scenes, unit = '' } = options;
  const order = worstOrder(clashes);
  const views =
    scenes === undefined
      ? {}
      : viewsOf(
          order.map((k) => clashes[k]),
          scenes,
        );
  // Data cannot end the element it is in.
  const data = JSON.stringify({ clashes, summary, views, unit, order }).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Clashes: ${escaped(title)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<h1>Clashes: ${escaped(title)}</h1>
<p id="counts"></p>
<p id="states" hidden></p>
<p id="about">${escaped(aboutText(options))}</p>
<details open><summary>By class</summary><div id="matrix"></div></details>
<details open><summary>Findings</summary><table id="findings"><thead></thead><tbody></tbody></table><p id="more-findings"></p></details>
<form id="filters">
<label>Search <input id="search" type="search"></label>
<label>Test <select id="test"></select></label>
<label>Type <select id="type"></select></label>
<label>State <select id="state"></select></label>
<label>Storey <select id="storey"></select></label>
<label>Decision <select id="decision"></select></label>
<label>Set all shown to <select id="decide-all"></select></label>
<button id="save" type="button">Save decisions</button>
<span id="not-kept" role="status" hidden>This browser keeps no decisions: save them before you close the page.</span>
</form>
<p id="only"></p>
<p id="shown" role="status"></p>
<table id="list"><thead></thead><tbody></tbody></table>
<script type="application/json" id="data">${data}</script>
<dialog id="viewer" aria-label="Clash in 3D">
<canvas width="900" height="600"></canvas>
<p id="caption"><span class="a">■ A</span> <span id="name-a"></span><br><span class="b">■ B</span> <span id="name-b"></span></p>
<p id="facts"></p>
<p>Drag or use the arrow keys to turn, the wheel or + and − to zoom. Where the two overlap, both colours are seen.</p>
<form method="dialog">
<button id="previous" type="button">◀ Previous</button>
<span id="position"></span>
<button id="next" type="button">Next ▶</button>
<label>Decision <select id="decide"></select></label>
<button>Close</button>
</form>
</dialog>
<script>${VIEWER_PROGRAM}${DECISIONS_PROGRAM}${PAGE_PROGRAM}</script>
</body>
</html>
`;
}

/** The clashes by what is proven, the worst first; those that are gone come last. */
function worstOrder(clashes: readonly Clash[]): number[] {
  const isGone = (k: number): number => (clashes[k].state === 'resolved' ? 1 : 0);
  return clashes.map((_, k) => k).sort((p, q) => isGone(p) - isGone(q) || worstFirst(clashes[p], clashes[q]));
}

function aboutText({ unit = '', models = [], date, program }: HtmlOptions): string {
  const files = models.map(({ name, file }) => `${name}: ${file}`).join(', ');
  const parts = [
    files === '' ? '' : `Files: ${files}.`,
    unit === '' ? 'Lengths are in the unit of the files, which is not known.' : `Lengths are in ${unit}.`,
    date === undefined ? '' : `${date.toISOString()}.`,
    program === undefined ? '' : `${program}.`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** What the page shows of a clash, by its id. */
interface PageView {
  /** A PNG file, and faces as nine single-precision numbers each, all in base64. */
  readonly picture: string;
  readonly a: string;
  readonly b: string;
  readonly back: number;
  readonly direction: readonly number[];
  readonly up: readonly number[];
}

function viewsOf(clashes: readonly Clash[], scenes: SceneOf): Record<string, PageView> {
  const views: Record<string, PageView> = {};
  const shown = clashes.slice(0, MOST_PICTURES);
  const most = Math.max(FEW_FACES, Math.floor(MOST_FACES / 2 / shown.length));
  for (const clash of shown) {
    const scene = scenes(clash);
    if (scene !== null) views[clash.id] = pageView(scene, most);
  }
  return views;
}

function pageView(scene: ClashScene, most: number): PageView {
  const { direction, up, back } = scene.view;
  const faces = (all: Float64Array): string =>
    base64(new Uint8Array(Float32Array.from(fewFaces(all, most, scene.view)).buffer));
  return { picture: base64(clashPicture(scene)), a: faces(scene.a), b: faces(scene.b), back, direction, up };
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
