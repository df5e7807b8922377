// A report as one page that needs nothing else: a matrix of classes, a list to filter and to sort, and decisions that can be saved to a file.

import type { Clash } from '../clash.ts';
import type { ClashSummary } from '../summary.ts';
import { PAGE_PROGRAM, PAGE_STYLE } from './html-page.ts';

/**
 * Clashes as a page of HTML. It loads nothing; `nearmiss clash --decisions` reads the decisions that are saved from it.
 *
 * @example
 * const summary = summarize([], { tests: 1, elements: 2, pairs: 0 });
 * console.log(clashesHtml([], summary, 'plant.json').slice(0, 15)); // <!doctype html>
 */
export function clashesHtml(clashes: readonly Clash[], summary: ClashSummary, title: string): string {
  // Data cannot end the element it is in.
  const data = JSON.stringify({ clashes, summary }).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Clashes: ${escaped(title)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<h1>Clashes: ${escaped(title)}</h1>
<p id="counts"></p>
<details open><summary>By class</summary><div id="matrix"></div></details>
<form id="filters">
<label>Search <input id="search" type="search"></label>
<label>Test <select id="test"></select></label>
<label>Type <select id="type"></select></label>
<label>State <select id="state"></select></label>
<label>Decision <select id="decision"></select></label>
<button id="save" type="button">Save decisions</button>
</form>
<p id="shown" role="status"></p>
<table id="list"><thead></thead><tbody></tbody></table>
<script type="application/json" id="data">${data}</script>
<script>${PAGE_PROGRAM}</script>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
