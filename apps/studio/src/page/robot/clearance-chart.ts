// The distance at samples of a path, with the proven bracket of the least one as a band.

import { elementOf } from '../element.ts';
import type { ShownPath } from './messages.ts';
import { millimetres } from './path-sentence.ts';

export class ClearanceChart {
  readonly #canvas: HTMLCanvasElement = elementOf('#clearance canvas', HTMLCanvasElement);
  readonly #top: HTMLElement = elementOf('#clearance .top', HTMLElement);

  /** Draws all samples, with a line at the one that is shown. */
  draw({ samples, clearance }: ShownPath, shown: number): void {
    const finite = samples.map(({ upper }) => upper).filter(Number.isFinite);
    const high = Math.max(...finite, clearance.upper < Infinity ? clearance.upper : 0, 1e-6) * 1.05;
    this.#top.textContent = `up to ${millimetres(high)}`;
    const { clientWidth, clientHeight } = this.#canvas;
    const context = this.#canvas.getContext('2d');
    if (context === null || clientWidth === 0) return;
    this.#canvas.width = Math.round(clientWidth * devicePixelRatio);
    this.#canvas.height = Math.round(clientHeight * devicePixelRatio);
    const { width, height } = this.#canvas;
    const style = getComputedStyle(this.#canvas);
    const x = (k: number): number => (k / Math.max(1, samples.length - 1)) * width;
    const y = (value: number): number => height - (Math.min(value, high) / high) * height;
    // At least as high as a pixel, so that a narrow bracket is seen.
    const band = Math.max(devicePixelRatio, y(clearance.lower) - y(clearance.upper));
    context.fillStyle = style.getPropertyValue('--touch');
    context.fillRect(0, y(clearance.upper), width, band);
    context.strokeStyle = style.getPropertyValue('--stage-2');
    context.lineWidth = 1.5 * devicePixelRatio;
    context.beginPath();
    for (const [k, { upper }] of samples.entries()) context.lineTo(x(k), y(upper));
    context.stroke();
    context.fillStyle = style.getPropertyValue('--ink-soft');
    context.fillRect(x(shown) - devicePixelRatio / 2, 0, devicePixelRatio, height);
  }
}
