// Figs. 16 and 21 of PolyDepth, in its colours: the obstacle yellow, A in collision translucent magenta, its free start red, and
// A moved out cyan.

import { movedBy } from '../penetration/check.ts';
import { IDENTITY } from '../penetration/measured-translations.ts';
import type { PicturedScene, PlottedTranslations } from '../penetration/plotted-translations.ts';
import { label, sheet } from './figure.ts';
import { number } from './format.ts';
import { encodePng } from './png.ts';
import { type PicturedBody, pictureOf } from './solid-picture.ts';

const COLOURS = {
  obstacle: [236, 198, 72],
  inCollision: [208, 64, 180],
  start: [214, 72, 60],
  out: [64, 176, 200],
} as const;
const TRANSLUCENT = 0.5;

const COLUMNS = 2;
const HEAD = 64;
const WIDTH = 470;
const HEIGHT = 340;
const CAPTION = 46;
const MARGIN = 20;
/** Pixels a unit of the page: most screens have more than one. */
const DENSITY = 1.5;

export function penetrationPictures(
  title: string,
  scenes: readonly PicturedScene[],
  found: readonly PlottedTranslations[],
): string {
  const legend = 'B yellow; A in collision, translucent magenta; A at its free start red; A moved out cyan.';
  const rows = Math.ceil(scenes.length / COLUMNS);
  const body = scenes.map((scene, k) => {
    const [x, y] = [(k % COLUMNS) * WIDTH, HEAD + Math.floor(k / COLUMNS) * HEIGHT];
    return `<g transform="translate(${x} ${y})">\n${drawScene(scene, found[k]).join('\n')}\n</g>`;
  });
  return sheet({ title, subtitle: legend }, COLUMNS * WIDTH, HEAD + rows * HEIGHT, body.join('\n'));
}

function drawScene({ name, a, b, pose, start, from }: PicturedScene, { methods }: PlottedTranslations): string[] {
  const drawn = methods.find((method) => method.start === start) ?? methods[0];
  const bodies: PicturedBody[] = [
    { mesh: b, pose: IDENTITY, colour: COLOURS.obstacle, opacity: 1 },
    { mesh: a, pose: movedBy(pose, drawn.free), colour: COLOURS.start, opacity: 1 },
    { mesh: a, pose: movedBy(pose, drawn.method), colour: COLOURS.out, opacity: 1 },
    { mesh: a, pose, colour: COLOURS.inCollision, opacity: TRANSLUCENT },
  ];
  const [width, height] = [WIDTH - MARGIN, HEIGHT - CAPTION];
  const png = encodePng(pictureOf(bodies, from, DENSITY * width, DENSITY * height));
  const depths = methods.map((method) => `${method.start} ${number(method.upper)}`).join(', ');
  return [
    label('heading', MARGIN, 16, `${name}, start: ${start}`),
    label('soft', MARGIN, 34, `depth found: ${depths}`),
    `  <image x="${MARGIN / 2}" y="${CAPTION - 4}" width="${width}" height="${height}" href="data:image/png;base64,${png.toString('base64')}"/>`,
  ];
}
