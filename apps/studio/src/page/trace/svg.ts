// Elements of drawings.

const SVG = 'http://www.w3.org/2000/svg';

export type Attributes = Readonly<Record<string, string | number>>;

export function svgElement(name: string, attributes: Attributes, text?: string): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, typeof value === 'number' ? String(Number(value.toFixed(2))) : value);
  }
  if (text !== undefined) element.textContent = text;
  return element;
}

/** A drawing that fills its width; `label` tells a screen reader what it shows. */
export function svgDrawing(width: number, height: number, label: string, name: string): SVGElement {
  return svgElement('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label, class: name });
}

/** A path through points. */
export function pathThrough(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], k) => `${k === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}
