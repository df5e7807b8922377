// What the charts have in common. Colours follow the reader's scheme, and every chart paints its own paper, so that text is
// legible on light and dark pages, also where a viewer knows no schemes.

const PALETTE = `
    .paper { fill: #ffffff } .ink { fill: #1f2933 } .faint { fill: #5a6673 }
    .grid { stroke: #d9dee4 } .line { stroke: #1f2933 }
    .met { fill: #2f7d4f } .missed { fill: #c2601c } .plain { fill: #3f74aa }
    .met-line { stroke: #2f7d4f } .missed-line { stroke: #c2601c } .plain-line { stroke: #3f74aa } .faint-line { stroke: #9aa5b1 }
    .series-1 { stroke: #2f7d4f } .series-2 { stroke: #3f74aa } .series-3 { stroke: #c2601c } .series-4 { stroke: #8a4fb0 } .series-5 { stroke: #8793a0 } .series-6 { stroke: #b3263e }
    @media (prefers-color-scheme: dark) {
      .paper { fill: #14181d } .ink { fill: #e6eaee } .faint { fill: #a3aeb9 }
      .grid { stroke: #313a44 } .line { stroke: #e6eaee }
      .met { fill: #4fae78 } .missed { fill: #e08a4a } .plain { fill: #6ca3d9 }
      .met-line { stroke: #4fae78 } .missed-line { stroke: #e08a4a } .plain-line { stroke: #6ca3d9 } .faint-line { stroke: #6b7784 }
      .series-1 { stroke: #4fae78 } .series-2 { stroke: #6ca3d9 } .series-3 { stroke: #e08a4a } .series-4 { stroke: #bb8adb } .series-5 { stroke: #7b8794 } .series-6 { stroke: #e5687d }
    }
    text { font: 13px system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif } .title { font-size: 17px; font-weight: 600 }
    .small { font-size: 12px } .bold { font-weight: 600 } .thick { stroke-width: 2 }
    .curve { fill: none; stroke-width: 1.5 } .dots { fill: none; stroke-width: 3.2; stroke-linecap: round } .large { stroke-width: 10 }`;

/** The whole file: `body` on paper of the given size. `title` is what a reader who cannot see it is told. */
export function svgFile(width: number, height: number, title: string, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeText(title)}">
  <style>${PALETTE}
  </style>
  <rect class="paper" width="${width}" height="${height}"/>
${body}
</svg>
`;
}

type Anchor = 'start' | 'middle' | 'end';

/** `style` is one or more classes of the palette. */
export function text(style: string, x: number, y: number, words: string, anchor: Anchor = 'start'): string {
  return `  <text class="${style}" x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${escapeText(words)}</text>`;
}

export function line(style: string, x1: number, y1: number, x2: number, y2: number): string {
  return `  <line class="${style}" x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}"/>`;
}

function escapeText(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
