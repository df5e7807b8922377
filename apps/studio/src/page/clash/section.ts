// A plane that clips the assembly, across an axis of the world.

import { Plane, Vector3 } from 'three';
import { elementOf } from '../element.ts';
import { roundedAt } from '../rounded-at.ts';
import type { AssemblyView } from '../view/assembly-view.ts';

const AXES: readonly string[] = ['x', 'y', 'z'];
/** The ends of the slider are beyond the assembly by this part of it, so that nothing is clipped there. */
const MARGIN = 1e-3;
/** Digits of a position after those that the extent has. */
const DIGITS = 3;

export class Section {
  readonly #axis: HTMLSelectElement = elementOf('#section', HTMLSelectElement);
  readonly #slider: HTMLInputElement = elementOf('#section-position', HTMLInputElement);
  readonly #flip: HTMLButtonElement = elementOf('#section-flip', HTMLButtonElement);
  readonly #output: HTMLOutputElement = elementOf('#section-at', HTMLOutputElement);
  readonly #onChange: () => void;
  /** The middle of the assembly, and half of its extent, along each axis. */
  #middle: readonly number[] = [0, 0, 0];
  #half: readonly number[] = [1, 1, 1];
  #unit = '';
  /** What a plane goes through at first: the chosen clash, or the middle. */
  #through: readonly number[] | null = null;
  /** Where the plane is along its axis. */
  #at = 0;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
    this.#axis.addEventListener('input', () => this.#start());
    this.#slider.addEventListener('input', () => {
      const part = 2 * (Number(this.#slider.value) / Number(this.#slider.max)) - 1;
      this.#at = this.#middleOf + part * this.#reachOf;
      this.#tell();
    });
    this.#flip.addEventListener('click', () => {
      this.#flip.setAttribute('aria-pressed', String(this.#flip.ariaPressed !== 'true'));
      this.#tell();
    });
  }

  /** Another assembly. */
  open({ origin, half }: { readonly origin: readonly number[]; readonly half: readonly number[] }, unit: string): void {
    [this.#middle, this.#half, this.#unit] = [origin, half, unit];
    this.#through = null;
    this.#start();
  }

  /** The plane goes through a point, if there is a plane. */
  goThrough(point: readonly number[] | null): void {
    this.#through = point;
    if (point !== null) this.#start();
  }

  /** What is beyond the plane along its axis is clipped, or what is before it. */
  apply(view: AssemblyView): void {
    const axis = AXES.indexOf(this.#axis.value);
    if (axis < 0) {
      view.clip([]);
      return;
    }
    const point = this.#middle.map((x, k) => (k === axis ? this.#at : x));
    const normal = view.directionInView(new Vector3().setComponent(axis, this.#flip.ariaPressed === 'true' ? 1 : -1));
    view.clip([new Plane().setFromNormalAndCoplanarPoint(normal, view.toView(point))]);
  }

  get #number(): number {
    return Math.max(0, AXES.indexOf(this.#axis.value));
  }

  get #middleOf(): number {
    return this.#middle[this.#number] ?? 0;
  }

  get #reachOf(): number {
    return (this.#half[this.#number] ?? 1) * (1 + MARGIN) || 1;
  }

  #start(): void {
    this.#at = this.#through?.[this.#number] ?? this.#middleOf;
    const part = (this.#at - this.#middleOf) / this.#reachOf;
    this.#slider.value = String(((part + 1) / 2) * Number(this.#slider.max));
    this.#tell();
  }

  #tell(): void {
    for (const part of [this.#slider, this.#flip, this.#output]) part.hidden = this.#axis.value === '';
    const exponent = Math.floor(Math.log10(this.#reachOf)) - DIGITS;
    const text = `${this.#axis.value} = ${roundedAt(this.#at, exponent)}`;
    this.#output.value = this.#unit === '' ? text : `${text} ${this.#unit}`;
    this.#onChange();
  }
}
