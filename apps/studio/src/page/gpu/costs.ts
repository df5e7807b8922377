// What queries cost on each processor, and the choice of one.

import { elementOf } from '../element.ts';
import { grouped } from '../grouped.ts';
import { timeText } from '../time-text.ts';
import { PROCESSORS, type Processor } from './map-settings.ts';
import type { Computer, MapLevel } from './messages.ts';

export class Costs {
  readonly #root: HTMLElement = elementOf('#costs', HTMLElement);

  constructor(onChoose: (processor: Processor) => void) {
    for (const processor of PROCESSORS) {
      radioOf(processor).addEventListener('change', () => onChoose(processor));
    }
  }

  choose(processor: Processor): void {
    radioOf(processor).checked = true;
  }

  get hasGpu(): boolean {
    return !radioOf('gpu').disabled;
  }

  /** Names what is timed, and clears what was. */
  start(what: string, rate: string): void {
    elementOf('#cost-what', HTMLElement).textContent = what;
    elementOf('#cost-rate', HTMLElement).textContent = rate;
    for (const processor of PROCESSORS) this.show(processor, null, '');
    this.setAgreement('');
  }

  /** Milliseconds, or null for what was not measured. */
  show(processor: Processor, spent: number | null, rate: string): void {
    const [time, side] = elementOf(`#cost-${processor}`, HTMLElement).querySelectorAll('td');
    if (time !== undefined) time.textContent = spent === null ? '–' : timeText(1000 * spent);
    if (side !== undefined) side.textContent = rate;
    this.#root.dataset[processor] = spent === null ? '' : String(spent);
  }

  setAgreement(text: string): void {
    elementOf('#agreement', HTMLElement).textContent = text;
  }

  /** Says what there is to compute with; without a GPU that cannot be chosen. */
  setComputer({ adapter, notice, threads }: Computer): void {
    const software = isSoftware(adapter) ? ', a program that runs on the CPU' : '';
    const gpu = adapter === null ? notice : `GPU: ${adapter}${software}.`;
    const cpu = `CPU: ${threads === 1 ? 'one thread' : `${threads} threads`}.`;
    elementOf('#computer', HTMLElement).textContent = `${gpu} ${cpu}`;
    const radio = radioOf('gpu');
    radio.disabled = adapter === null;
    if (radio.parentElement !== null) radio.parentElement.title = adapter ?? notice;
    this.#root.dataset.adapter = adapter ?? '';
  }
}

/** Whether an adapter is a program: it is much slower than the queries that are made for the CPU. */
export function isSoftware(adapter: string | null): boolean {
  return adapter !== null && /swiftshader|llvmpipe|lavapipe|basic render/i.test(adapter);
}

/** Two maps of the same poses: how many of their brackets overlap, and whether all say the same of contact. */
export function agreementOf(one: MapLevel, other: MapLevel): { readonly agree: number; readonly of: number } {
  const of = one.bounds.length / 2;
  let agree = 0;
  for (let k = 0; k < 2 * of; k += 2) {
    const [lower, upper] = [one.bounds[k] ?? 0, one.bounds[k + 1] ?? 0];
    const [low, high] = [other.bounds[k] ?? 0, other.bounds[k + 1] ?? 0];
    if (lower <= high && low <= upper && (upper === 0) === (high === 0)) agree++;
  }
  return { agree, of };
}

export function agreementText({ agree, of }: { readonly agree: number; readonly of: number }): string {
  return `The answers agree at ${grouped(agree)} of ${grouped(of)} positions.`;
}

function radioOf(processor: Processor): HTMLInputElement {
  return elementOf(`input[name=on][value=${processor}]`, HTMLInputElement);
}
