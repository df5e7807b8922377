// Arrows over the picture, as SVG: as thick from near as from afar, and never hidden.

interface CanvasPoint {
  readonly x: number;
  readonly y: number;
}

type WorldPoint = readonly [number, number, number];

/** A picture that knows where points of the world are on its canvas, in CSS pixels; null behind the camera. */
export interface OnCanvas {
  toCanvas(world: WorldPoint): CanvasPoint | null;
}

/** Length of a head. CSS pixels. */
const HEAD = 7;

/** The path of an arrow between two points of the world; empty where one of them is behind the camera. */
export function arrowPath(picture: OnCanvas, tail: WorldPoint, tip: WorldPoint, head: number = HEAD): string {
  const from = picture.toCanvas(tail);
  const to = picture.toCanvas(tip);
  if (from === null || to === null) return '';
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  // An arrow that points at the eye is short, and so is its head.
  const part = Math.min(head, Math.hypot(dx, dy)) / (Math.hypot(dx, dy) || 1);
  const [hx, hy] = [part * dx, part * dy];
  const left = { x: to.x - hx + hy / 2, y: to.y - hy - hx / 2 };
  const right = { x: to.x - hx - hy / 2, y: to.y - hy + hx / 2 };
  return polyline([from, to]) + polyline([left, to, right]);
}

export function polyline(points: readonly CanvasPoint[]): string {
  return points.length === 0 ? '' : `M${points.map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`).join('L')}`;
}

/** An element of a picture drawn over the picture. */
export function svg(
  name: 'svg' | 'path' | 'line' | 'circle' | 'text',
  attributes: Readonly<Record<string, string>>,
): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** A dot at a point of the world; none where that is behind the camera. */
export function dot(
  picture: OnCanvas,
  point: WorldPoint,
  attributes: Readonly<Record<string, string>> = {},
): SVGElement[] {
  const at = picture.toCanvas(point);
  if (at === null) return [];
  return [svg('circle', { r: '3.5', cx: at.x.toFixed(2), cy: at.y.toFixed(2), ...attributes })];
}
