// What helps to see where things are: grid, shadows, axes, scale bar, handles and wireframe, and the menu that turns them on and off.

import type { Body } from '../body.ts';
import { splitScale, unitOf } from '../body-scale.ts';
import { elementOf } from '../element.ts';
import type { Gizmo } from './gizmo.ts';
import { Ground } from './ground.ts';
import { ScaleOverlay } from './scale-overlay.ts';
import type { Stage } from './stage.ts';

const KEY = 'nearmiss-view';
const AIDS = ['grid', 'shadows', 'handles', 'wireframe'] as const;
type Aid = (typeof AIDS)[number];

const FIRST_AIDS: ReadonlySet<string> = new Set<Aid>(['grid', 'shadows', 'handles']);

export class StageAids {
  readonly #stage: Stage;
  readonly #ground = new Ground();
  readonly #overlay: ScaleOverlay;

  constructor(stage: Stage, gizmo: Gizmo) {
    this.#stage = stage;
    this.#overlay = new ScaleOverlay(elementOf('#stage', HTMLElement));
    stage.scene.add(this.#ground.root);
    stage.useShadows();
    stage.useTheme((theme) => this.#ground.setTheme(theme));
    const apply: Readonly<Record<Aid, (isOn: boolean) => void>> = {
      grid: (isOn) => this.#ground.setGrid(isOn),
      shadows: (isOn) => {
        this.#ground.setShadows(isOn);
        stage.invalidateShadows();
      },
      handles: (isOn) => gizmo.setEnabled(isOn),
      wireframe: (isOn) => stage.setWireframe(isOn),
    };
    const stored = localStorage.getItem(KEY)?.split(' ');
    const shown = stored === undefined ? FIRST_AIDS : new Set(stored);
    for (const aid of AIDS) {
      const box = elementOf(`#view-menu [value=${aid}]`, HTMLInputElement);
      box.checked = shown.has(aid);
      apply[aid](box.checked);
      box.addEventListener('change', () => {
        apply[aid](box.checked);
        stage.invalidate();
        const on = AIDS.filter((name) => elementOf(`#view-menu [value=${name}]`, HTMLInputElement).checked);
        localStorage.setItem(KEY, on.join(' '));
      });
    }
  }

  /** Another scene, or another frame of it: the ground goes under its lowest point. */
  setScene(scene: readonly Body[]): void {
    const { unit } = this.#stage;
    this.#ground.show(Math.min(...scene.map((body) => lowestOf(body, this.#stage))), unit);
    const isInMetres = scene.some(({ word }) => isInUnit(word));
    this.#overlay.setUnit(isInMetres ? 'm' : '');
  }

  draw(stage: Stage): void {
    this.#overlay.draw(stage);
  }
}

/** Files that are read in a unit are in metres then. */
function isInUnit(word: string): boolean {
  const { scale } = splitScale(word);
  return word.startsWith('file:') && scale !== null && unitOf(scale) !== null;
}

/** The height of the lowest vertex of a body, in the view. */
function lowestOf(body: Body, stage: Stage): number {
  const { positions, triangles } = body.shape;
  const { elements } = stage.matrixOf(body);
  const [m1, m5, m9, m13] = [elements[1], elements[5], elements[9], elements[13]];
  let lowest = Infinity;
  for (const vertex of triangles) {
    const x = positions[3 * vertex] ?? 0;
    const y = positions[3 * vertex + 1] ?? 0;
    const z = positions[3 * vertex + 2] ?? 0;
    lowest = Math.min(lowest, m1 * x + m5 * y + m9 * z);
  }
  return lowest + m13;
}
