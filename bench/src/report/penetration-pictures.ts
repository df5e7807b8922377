// Figs. 16 and 21 of PolyDepth, in its colours: the obstacle yellow, A in collision translucent magenta, its free start red, and
// A moved out cyan.

import { poseFromQuaternion, type Vector } from '../body-pose.ts';
import { IDENTITY } from '../penetration/measured-ways.ts';
import type { PicturedScene, PicturedWays } from '../penetration/pictured-ways.ts';
import { plus } from '../vector.ts';
import { number } from './format.ts';
import { encodePng } from './png.ts';
import { type PicturedBody, pictureOf } from './solid-picture.ts';
import { svgFile, text } from './svg.ts';

const COLOURS = {
  obstacle: [236, 198, 72],
  inCollision: [208, 64, 180],
  start: [214, 72, 60],
  out: [64, 176, 200],
} as const;
const TRANSLUCENT = 0.5;

const COLUMNS = 2;
const WIDTH = 470;
const HEIGHT = 340;
const HEAD = 64;
const CAPTION = 46;
const MARGIN = 20;

export function penetrationPictures(
  title: string,
  scenes: readonly PicturedScene[],
  found: readonly PicturedWays[],
): string {
  const body = scenes.map((scene, k) => {
    const [x, y] = [(k % COLUMNS) * WIDTH, HEAD + Math.floor(k / COLUMNS) * HEIGHT];
    return `  <g transform="translate(${x} ${y})">\n${drawScene(scene, found[k]).join('\n')}\n  </g>`;
  });
  const legend = 'B yellow; A in collision, translucent magenta; A at its free start red; A moved out cyan.';
  return svgFile(
    COLUMNS * WIDTH,
    HEAD + Math.ceil(scenes.length / COLUMNS) * HEIGHT,
    title,
    [text('ink title', MARGIN, 32, title), text('faint small', MARGIN, 54, legend), ...body].join('\n'),
  );
}

function drawScene(scene: PicturedScene, { ways }: PicturedWays): string[] {
  const drawn = ways.find(({ start }) => start === scene.start) ?? ways[0];
  const { mesh: a, pose } = { mesh: scene.a, pose: scene.pose };
  const moved = (by: Vector): typeof pose => poseFromQuaternion(plus(pose.position, by), pose.rotation);
  const bodies: PicturedBody[] = [
    { mesh: scene.b, pose: IDENTITY, colour: COLOURS.obstacle, opacity: 1 },
    { mesh: a, pose: moved(drawn.free), colour: COLOURS.start, opacity: 1 },
    { mesh: a, pose: moved(drawn.way), colour: COLOURS.out, opacity: 1 },
    { mesh: a, pose, colour: COLOURS.inCollision, opacity: TRANSLUCENT },
  ];
  const [width, height] = [WIDTH - MARGIN, HEIGHT - CAPTION];
  const png = Buffer.from(encodePng(pictureOf(bodies, scene.from, width, height))).toString('base64');
  const depths = ways.map(({ start, upper }) => `${start} ${number(upper)}`).join(', ');
  return [
    text('ink bold', MARGIN, 16, `${scene.name}, start: ${scene.start}`),
    text('faint small', MARGIN, 34, `depth found: ${depths}`),
    `  <image x="${MARGIN / 2}" y="${CAPTION - 4}" width="${width}" height="${height}" href="data:image/png;base64,${png}"/>`,
  ];
}
