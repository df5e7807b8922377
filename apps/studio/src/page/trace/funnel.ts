// The funnel of a broad phase: how few of all pairs of bodies are left at each stage. Bars are on a logarithmic scale, since each stage
// leaves a small part of the one before.

import { writeRows } from '../rows.ts';
import { svgDrawing, svgElement } from './svg.ts';
import { TracePlayer } from './trace-player.ts';

/** The counts of a step of a `World`. */
export interface FunnelCounts {
  readonly step: number;
  readonly bodies: number;
  /** Pairs of boxes that overlap. */
  readonly boxPairs: number;
  /** Of these, those that were measured in the step, and those that sleep after it: proven apart for a while. */
  readonly measured: number;
  readonly sleeping: number;
  readonly touching: number;
}

interface FunnelStage {
  readonly name: string;
  readonly count: number;
}

/** From all pairs of bodies to those that touch. */
export function funnelStages({ bodies, boxPairs, measured, touching }: FunnelCounts): readonly FunnelStage[] {
  return [
    { name: 'pairs of bodies', count: (bodies * (bodies - 1)) / 2 },
    { name: 'boxes overlap', count: boxPairs },
    { name: 'measured', count: measured },
    { name: 'touching', count: touching },
  ];
}

/** How long a bar is, from 0 to 1: by the logarithm, so that 1 is still seen. */
export function funnelPart(count: number, most: number): number {
  return most > 0 ? Math.log1p(count) / Math.log1p(most) : 0;
}

const WIDTH = 320;
const ROW = 30;
const BAR = 22;
/** Steps that are kept to go back to. */
const MOST_STEPS = 600;

export class Funnel {
  readonly root: HTMLElement = document.createElement('section');
  readonly #player: TracePlayer;
  readonly #chart = svgDrawing(WIDTH, 4 * ROW, 'Pairs that are left at each stage of the broad phase', 'chart funnel');
  readonly #rows = document.createElement('dl');
  readonly #steps: FunnelCounts[] = [];

  constructor() {
    this.root.className = 'funnel-trace';
    this.root.id = 'funnel';
    const title = document.createElement('h2');
    title.id = 'funnel-title';
    title.textContent = 'Broad phase';
    this.root.setAttribute('aria-labelledby', title.id);
    const controls = document.createElement('fieldset');
    controls.innerHTML = '<legend class="unseen">Steps of the broad phase</legend>';
    this.#player = new TracePlayer(controls, 'Step of the broad phase', () => this.#draw(), 'Replay');
    this.root.append(title, this.#chart, controls, this.#rows);
  }

  /** Another scene begins. */
  start(): void {
    this.#steps.length = 0;
  }

  /** A step was made. Its counts are shown, unless an earlier step was chosen. */
  add(counts: FunnelCounts): void {
    this.#steps.push(counts);
    if (this.#steps.length > MOST_STEPS) this.#steps.shift();
    this.#player.show(this.#steps.length);
    this.#draw();
  }

  #draw(): void {
    const counts = this.#steps[this.#player.step];
    if (counts === undefined) return;
    const stages = funnelStages(counts);
    const most = stages[0]?.count ?? 0;
    this.#chart.replaceChildren(
      ...stages.flatMap(({ name, count }, k) => {
        const width = funnelPart(count, most) * WIDTH;
        const y = k * ROW + 4;
        return [
          svgElement('rect', { class: `stage-${k}`, x: (WIDTH - width) / 2, y, width, height: BAR, rx: 3 }),
          svgElement(
            'text',
            { x: WIDTH / 2, y: y + 15, class: 'middle strong' },
            `${count.toLocaleString('en')} ${name}`,
          ),
        ];
      }),
    );
    const part = counts.boxPairs === 0 ? 0 : counts.touching / counts.boxPairs;
    this.#player.say(
      `Step ${counts.step}: ${counts.boxPairs.toLocaleString('en')} of ${most.toLocaleString('en')} pairs are candidates.`,
      'nodes',
    );
    for (const [name, value] of Object.entries(counts)) this.root.setAttribute(`data-${kebab(name)}`, String(value));
    writeRows(this.#rows, [
      ['asleep: proven apart for a while', counts.sleeping.toLocaleString('en')],
      ['candidates that touch', `${(100 * part).toFixed(0)} %`],
    ]);
  }
}

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
