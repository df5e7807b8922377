// What encloses a solid, drawn over it: one row a model, one column a kind of volume, all seen along the shortest side of the model's box.

import { decimate } from '../decimation/decimate.ts';
import { BOUNDINGS, type Bounding, type BoundingRow } from '../medial/bounding-row.ts';
import type { TriangleMesh } from '../mesh-file.ts';
import { COLOURS, label, type Style, sheet } from './figure.ts';

const CELL = 300;
const MARGIN = 20;
const HEAD = 84;
const LABEL = 34;
/** Vertices of a model as drawn, and corners of a volume at most: enough for their outlines. */
const DRAWN = 500;
const MOST_CORNERS = 16;
const TITLE = 'What encloses a solid, as many volumes of each kind';

const NAMES: Readonly<Record<Bounding, string>> = {
  medial: 'medial primitives',
  obb: 'oriented boxes',
  sphere: 'spheres',
};
const STYLES: Readonly<Record<Bounding, Style>> = { medial: 'met', obb: 'plain', sphere: 'missed' };

type Point = readonly [number, number];
type InnerPoint = (point: ArrayLike<number>) => Point;

export function boundingPicture(rows: readonly BoundingRow[]): string {
  const heights = rows.map(({ mesh }) => LABEL + Math.min(CELL, CELL * viewOf(mesh).height));
  const tops = heights.map((_, k) => HEAD + heights.slice(0, k).reduce((sum, height) => sum + height, 0));
  const body = [
    ...BOUNDINGS.map((kind, column) => label('heading', left(column), HEAD - 4, NAMES[kind])),
    ...rows.flatMap((row, k) => drawRow(row, tops[k])),
  ];
  const height = HEAD + heights.reduce((sum, one) => sum + one, 0) + MARGIN;
  const subtitle = 'Dark: the model. In brackets: how far the volumes stick out, with the longest side 1.';
  return sheet({ title: TITLE, subtitle }, left(BOUNDINGS.length), height, body.join('\n'));
}

const left = (column: number): number => MARGIN + column * (CELL + MARGIN);

function drawRow({ model, mesh, kinds }: BoundingRow, top: number): string[] {
  const { slot } = viewOf(mesh);
  const faces = facesSeen(decimate(mesh, DRAWN), slot);
  // Space for what sticks out, half of it on each side.
  const spare = 0.06 * CELL;
  const drawing = `model-${top.toFixed(0)}`;
  return BOUNDINGS.flatMap((kind, column) => {
    const { clouds, error } = kinds[kind];
    const volumes = clouds.map((cloud) => pathOf(outline(cloud.map(slot)))).join('');
    return [
      `  <g transform="translate(${left(column)} ${(top + LABEL).toFixed(1)})">`,
      label('soft', 0, -spare - 2, `${model}, ${clouds.length} (${error.toFixed(3)})`),
      `  <path fill="${COLOURS[STYLES[kind]]}" fill-opacity="0.3" d="${volumes}"/>`,
      column === 0
        ? `  <path fill="var(--ink)" id="${drawing}" d="${faces.map(pathOf).join('')}"/>`
        : `  <use href="#${drawing}"/>`,
      '  </g>',
    ];
  });
}

/** Seen along the shortest side of the model's box, with the longest across; lengths are parts of the longest. */
function viewOf({ positions }: TriangleMesh): { readonly slot: InnerPoint; readonly height: number } {
  const range = [0, 1, 2].map((axis) => {
    const along = positions.filter((_, k) => k % 3 === axis);
    const low = along.reduce((least, x) => Math.min(least, x), Infinity);
    return { axis, low, side: along.reduce((most, x) => Math.max(most, x), -Infinity) - low };
  });
  const [across, up] = range.toSorted((a, b) => b.side - a.side);
  const scale = (CELL * 0.9) / across.side;
  return {
    slot: (point) => [scale * (point[across.axis] - across.low), scale * (up.side - (point[up.axis] - up.low))],
    height: up.side / across.side,
  };
}

/** Faces that turn to the left on paper: half of a closed surface, which covers as much as all of it. */
function facesSeen({ positions, triangles }: TriangleMesh, slot: InnerPoint): Point[][] {
  const faces: Point[][] = [];
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = Array.from(triangles.subarray(k, k + 3), (v) => slot(positions.subarray(3 * v, 3 * v + 3)));
    if (turn(a, b, c) > 0) faces.push([a, b, c]);
  }
  return faces;
}

/** The convex hull of points on paper, by Andrew's chains; of a round one no more than some corners. */
function outline(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const chain = (ordered: readonly Point[]): Point[] => {
    const hull: Point[] = [];
    for (const point of ordered) {
      while (hull.length > 1 && turn(hull[hull.length - 2], hull[hull.length - 1], point) <= 0) hull.pop();
      hull.push(point);
    }
    return hull.slice(0, -1);
  };
  const hull = [...chain(sorted), ...chain(sorted.toReversed())];
  const step = Math.ceil(hull.length / MOST_CORNERS);
  return hull.filter((_, k) => k % step === 0);
}

const turn = (a: Point, b: Point, c: Point): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** From corner to corner by whole pixels: shorter than where each is. */
function pathOf(points: readonly Point[]): string {
  const [first, ...rest] = points.map((point) => point.map(Math.round));
  let [x, y] = first;
  const steps = rest.map(([nextX, nextY]) => {
    const step = `${nextX - x} ${nextY - y}`;
    [x, y] = [nextX, nextY];
    return step;
  });
  return `M${first.join(' ')}l${steps.join(' ')}z`;
}
