// The panel of a clearance map: what it is of, its legend, and the clearance where the body stands.

import { elementOf } from '../element.ts';
import { niceLength } from '../view/nice-length.ts';
import { CONTACT, cssColour, SCALE, STRIPE } from './map-colours.ts';
import type { Cell } from './map-plane.ts';
import { AXES, CELL_COUNTS, MAP_SHAPES, type MapSettings } from './map-settings.ts';
import type { MapLevel } from './messages.ts';

/** Lines of equal distance on a map, about. */
const LINES = 6;
/** How far the plane can be moved, in sides of the square. */
const HIGHEST = 0.5;

export class MapPanel {
  readonly #root: HTMLElement = elementOf('#map', HTMLElement);
  readonly #height = slider('height');
  readonly #turn = slider('turn');
  readonly #tilt = slider('tilt');
  readonly #selects = {
    a: choice(
      'a',
      MAP_SHAPES.map((name) => [name, name.replaceAll('-', ' ')] as const),
    ),
    b: choice(
      'b',
      MAP_SHAPES.map((name) => [name, name.replaceAll('-', ' ')] as const),
    ),
    axis: choice(
      'axis',
      AXES.map((axis) => [axis, axis] as const),
    ),
    cells: choice(
      'cells',
      CELL_COUNTS.map((cells) => [String(cells), `${cells} × ${cells}`] as const),
    ),
  };

  constructor(onChange: (settings: Partial<MapSettings>) => void) {
    for (const { input, name } of [this.#height, this.#turn, this.#tilt]) {
      input.addEventListener('input', () => onChange({ [name]: input.valueAsNumber }));
    }
    const { a, b, axis, cells } = this.#selects;
    a.addEventListener('change', () => onChange({ a: a.value }));
    b.addEventListener('change', () => onChange({ b: b.value }));
    axis.addEventListener('change', () => onChange({ axis: AXES.find((one) => one === axis.value) ?? 'z' }));
    cells.addEventListener('change', () => onChange({ cells: Number(cells.value) }));
    const scale = elementOf('.scale', HTMLElement, this.#root);
    scale.style.background = `linear-gradient(to right, ${SCALE.map(cssColour).join(', ')})`;
    const { style } = elementOf('.contact', HTMLElement, this.#root);
    style.setProperty('--swatch', cssColour(CONTACT));
    style.setProperty('--stripe', cssColour([STRIPE * CONTACT[0], STRIPE * CONTACT[1], STRIPE * CONTACT[2]]));
  }

  /** Shows settings; `side` is that of the square. */
  show(settings: MapSettings, side: number): void {
    const { a, b, axis, cells } = this.#selects;
    Object.assign(a, { value: settings.a });
    Object.assign(b, { value: settings.b });
    Object.assign(axis, { value: settings.axis });
    Object.assign(cells, { value: String(settings.cells) });
    this.#height.input.min = String(-HIGHEST * side);
    this.#height.input.max = String(HIGHEST * side);
    this.#height.show(settings.height, settings.height.toFixed(3));
    this.#turn.show(settings.turn, `${Math.round(settings.turn)}°`);
    this.#tilt.show(settings.tilt, `${Math.round(settings.tilt)}°`);
  }

  /** Names the ends of the scale, and how far lines of equal distance are apart. */
  showScale(most: number, step: number): void {
    elementOf('.most', HTMLElement, this.#root).textContent = most.toFixed(3);
    elementOf('.line', HTMLElement, this.#root).textContent = `a line each ${step}`;
  }

  /** The clearance where the body stands; what is said of it. */
  showHere(level: MapLevel | null, cell: Cell, position: readonly number[]): string {
    const here = elementOf('#here', HTMLElement);
    const { lower, upper } = level === null ? { lower: Number.NaN, upper: Number.NaN } : boundsAt(level, cell);
    Object.assign(here.dataset, {
      ...{ lower: String(lower), upper: String(upper) },
      ...{ column: String(cell.column), row: String(cell.row), position: JSON.stringify(position) },
    });
    const told = clearanceText(lower, upper);
    here.textContent = Number.isNaN(upper)
      ? ''
      : upper === 0
        ? 'The bodies touch here.'
        : `The bodies are ${lower.toFixed(4)} to ${upper.toFixed(4)} apart here.`;
    return told;
  }

  showProgress(part: number): void {
    const bar = elementOf('#progress', HTMLProgressElement);
    bar.value = part;
    bar.style.visibility = part < 1 ? 'visible' : 'hidden';
  }
}

/** How far lines of equal distance are apart on a map with this largest distance. */
export function lineStep(most: number): number {
  return most > 0 ? niceLength(most / LINES) : 1;
}

/** The bracket at a cell of the finest resolution, of the level that is there. */
function boundsAt(
  { bounds, cells, settings }: MapLevel,
  { column, row }: Cell,
): {
  readonly lower: number;
  readonly upper: number;
} {
  const stride = settings.cells / cells;
  const at = 2 * (Math.floor(row / stride) * cells + Math.floor(column / stride));
  return { lower: bounds[at] ?? Number.NaN, upper: bounds[at + 1] ?? Number.NaN };
}

function clearanceText(lower: number, upper: number): string {
  if (Number.isNaN(upper)) return '…';
  return upper === 0 ? 'contact' : ((lower + upper) / 2).toFixed(3);
}

interface Slider {
  readonly name: 'height' | 'turn' | 'tilt';
  readonly input: HTMLInputElement;
  show(value: number, text: string): void;
}

function slider(name: Slider['name']): Slider {
  const input = elementOf(`#${name}`, HTMLInputElement);
  return {
    name,
    input,
    show: (value, text) => {
      if (input.valueAsNumber !== value) input.valueAsNumber = value;
      elementOf('output', HTMLOutputElement, input.parentElement ?? document).textContent = text;
    },
  };
}

function choice(id: string, options: readonly (readonly [value: string, text: string])[]): HTMLSelectElement {
  const select = elementOf(`#${id}`, HTMLSelectElement);
  select.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
  return select;
}
