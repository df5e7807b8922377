// Figures drawn by Observable Plot: panels beside and below each other under a title. Colours are custom properties that follow the
// reader's scheme; every figure paints its own background, so that text is legible on light and on dark pages.

import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';

/** Green, orange, blue and grey stand for good, bad, neutral and beside the point; numbers for series of equal rank. */
export type Style = 'met' | 'missed' | 'plain' | 'faint' | 'series-4' | 'series-6';

export const COLOURS: Readonly<Record<Style | 'ink', string>> = {
  ink: 'var(--ink)',
  met: 'var(--met)',
  missed: 'var(--missed)',
  plain: 'var(--plain)',
  faint: 'var(--grey)',
  'series-4': 'var(--violet)',
  'series-6': 'var(--red)',
};

/** One panel: a heading, names of series in their colours, and a plot. */
export interface Panel {
  readonly title: string;
  /** An empty one keeps the space, for panels beside one that has names. */
  readonly legend?: readonly (readonly [string, Style])[];
  readonly plot: Plot.PlotOptions;
}

export interface FigureOptions {
  /** Panels beside each other; 2 unless given. */
  readonly columns?: number;
  readonly width?: number;
  /** Height of the plot of a panel, without its heading. */
  readonly height?: number;
}

export interface FigureText {
  readonly title: string;
  readonly subtitle: string;
}

const WIDTH = 940;
const HEIGHT = 250;
const MARGIN = 20;
const HEAD = 70;
/** Heading and names of series of a panel. */
const PANEL_HEAD = 44;
const PANEL_GAP = 18;
/** Pixels a letter of a name, at most. */
const LETTER = 6.6;

const SHEET = `
    svg { --paper: #ffffff; --ink: #1f2933; --soft: #5a6673; --rule: #d9dee4; --met: #2f7d4f; --missed: #c2601c; --plain: #3f74aa; --grey: #7d8995; --violet: #8a4fb0; --red: #b3263e; color: var(--ink) }
    @media (prefers-color-scheme: dark) { svg { --paper: #14181d; --ink: #e6eaee; --soft: #a3aeb9; --rule: #313a44; --met: #4fae78; --missed: #e08a4a; --plain: #6ca3d9; --grey: #8996a3; --violet: #bb8adb; --red: #e5687d } }
    text { font: 12px system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif }
    .title, .heading { fill: var(--ink); font-size: 17px; font-weight: 600 } .heading { font-size: 13px } .soft { fill: var(--soft) }`;

/** The whole file. */
export function figure({ title, subtitle }: FigureText, panels: readonly Panel[], options: FigureOptions = {}): string {
  const { columns = Math.min(2, panels.length), width = WIDTH, height = HEIGHT } = options;
  const panelWidth = (width - 2 * MARGIN - (columns - 1) * PANEL_GAP) / columns;
  const drawn = panels.map((panel) => drawPanel(panel, panelWidth, height));
  const rows = Math.ceil(drawn.length / columns);
  const tops = [HEAD];
  for (let row = 0; row < rows; row++) {
    const heights = drawn.slice(row * columns, (row + 1) * columns).map((one) => one.height);
    tops.push(tops[row] + Math.max(...heights) + PANEL_GAP);
  }
  const body = drawn.map(({ content }, k) => {
    const x = MARGIN + (k % columns) * (panelWidth + PANEL_GAP);
    return `<g transform="translate(${rounded(x)} ${rounded(tops[Math.floor(k / columns)])})">\n${content}\n</g>`;
  });
  return sheet({ title, subtitle }, width, tops[rows], body.join('\n'));
}

/** A file with a title and content of one's own below it. */
export function sheet({ title, subtitle }: FigureText, width: number, height: number, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${rounded(height)}" width="${width}" height="${rounded(height)}" role="img" aria-label="${escapeText(title)}">
  <style>${SHEET}
  </style>
<rect fill="var(--paper)" width="${width}" height="${rounded(height)}"/>
${label('title', MARGIN, 32, title)}
${label('soft', MARGIN, 54, subtitle)}
${body}
</svg>
`;
}

/** A line of text outside a plot. */
export function label(style: 'title' | 'heading' | 'soft', x: number, y: number, words: string, fill?: string): string {
  const colour = fill === undefined ? '' : ` style="fill: ${fill}"`;
  return `<text class="${style}" x="${rounded(x)}" y="${rounded(y)}"${colour}>${escapeText(words)}</text>`;
}

function drawPanel({ title, legend, plot }: Panel, width: number, height: number): { content: string; height: number } {
  const parts = [label('heading', 0, 14, title)];
  let x = 0;
  for (const [name, style] of legend ?? []) {
    parts.push(
      `<circle cx="${rounded(x + 4)}" cy="28" r="4" fill="${COLOURS[style]}"/>`,
      label('soft', x + 12, 32, name),
    );
    x += 26 + LETTER * name.length;
  }
  const head = legend === undefined ? PANEL_HEAD - 18 : PANEL_HEAD;
  const own = plot.height ?? height;
  const { document } = parseHTML('<html><body></body></html>');
  const svg = Plot.plot({
    ...plot,
    document,
    width: Math.round(width),
    height: own,
    style: { background: 'none', overflow: 'visible' },
    className: 'panel',
  });
  // Plot's own style sheet sets what ours sets. Texts keep their digits.
  const content = svg.innerHTML
    .replace(/<style>[\s\S]*?<\/style>/g, '')
    .replace(/<[^>]+>/g, (tag) => tag.replace(/-?\d+\.\d{3,}/g, rounded));
  parts.push(`<g transform="translate(0 ${head})" fill="currentColor" text-anchor="middle">${content}</g>`);
  return { content: parts.join('\n'), height: head + own };
}

/** Two decimals are a hundredth of a pixel. */
function rounded(value: number | string): string {
  return String(Number(Number(value).toFixed(2)));
}

function escapeText(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
