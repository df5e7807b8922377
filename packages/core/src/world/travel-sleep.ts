// Pairs that sleep until the sum of their bodies' travels reaches the gap between them.
//
// Sleeping pairs are in a heap ordered by the travel of the fastest body; no pair approaches by more than twice that: `reach` is
// the sum over the steps of the longest travel of any body. When that has grown by half a gap, the pair is tested; if its own
// bodies have travelled less, it sleeps for the rest. Bodies that jump would wake all pairs: their own pairs are woken
// individually, and their travel is not added to `reach`.

import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import { grownDoubles } from '../space/grown.ts';
import type { IntList } from '../space/int-list.ts';
import { STEPS_WORTH_SLEEPING } from './pair-sleep.ts';
import { ScheduledSleep } from './scheduled-sleep.ts';

/** Relative error of sums and differences of odometer values. Dimensionless. */
const SUM_ROUNDING = 8 * UNIT_ROUNDOFF;

export class TravelSleep extends ScheduledSleep {
  /** For a sleeping pair: its gap, and the odometer values of both bodies when it was measured. */
  #gaps: Float64Array = new Float64Array(0);
  #odometerValues: Float64Array = new Float64Array(0);
  #reach = 0;

  override fallAsleep(handle: number, gap: number): void {
    if (handle >= this.#gaps.length) this.#grow(2 * (handle + 1));
    const { odometers } = this.bodies;
    const sound = gap * (1 - SUM_ROUNDING);
    this.#gaps[handle] = sound;
    this.#odometerValues[2 * handle] = odometers[this.pairs.lows[handle]];
    this.#odometerValues[2 * handle + 1] = odometers[this.pairs.highs[handle]];
    this.#sleep(handle, sound);
  }

  /** Wakes the pairs whose bodies have travelled too far since the last step. */
  override advance(_dt: number, due: IntList): void {
    const { steps, moved } = this.bodies;
    let longest = 0;
    let hasJumped = false;
    for (let k = 0; k < moved.count; k++) {
      const slot = moved.items[k];
      if (!this.bodies.isPresent(slot)) continue;
      if (this.#jumps(slot)) hasJumped = true;
      else longest = Math.max(longest, steps[slot]);
    }
    this.#reach = (this.#reach + longest) * (1 + SUM_ROUNDING);
    if (hasJumped) this.#wakeJumpers(due);
    while (this.schedule.earliest <= this.#reach) {
      const handle = this.schedule.pop();
      const left = this.#gapLeft(handle);
      if (!(left > 0 && this.#sleep(handle, left))) due.push(handle);
    }
  }

  override wish(slotA: number, slotB: number): number {
    const { steps } = this.bodies;
    return STEPS_WORTH_SLEEPING * (steps[slotA] + steps[slotB]);
  }

  /** Bodies that travel farther than their own size in one step, or change their shape. */
  #jumps(slot: number): boolean {
    return this.bodies.steps[slot] > this.bodies.extentAt(slot).radius;
  }

  #wakeJumpers(due: IntList): void {
    const { lows, highs, end } = this.pairs;
    for (let handle = 0; handle < end; handle++) {
      if (!this.schedule.has(handle)) continue;
      if (!this.#jumps(lows[handle]) && !this.#jumps(highs[handle])) continue;
      this.schedule.remove(handle);
      due.push(handle);
    }
  }

  /** The remaining gap of a sleeping pair: a lower bound of the distance beyond the margin. */
  #gapLeft(handle: number): number {
    const { odometers } = this.bodies;
    const odometerValues = this.#odometerValues;
    const travelLow = odometers[this.pairs.lows[handle]] - odometerValues[2 * handle];
    const travelHigh = odometers[this.pairs.highs[handle]] - odometerValues[2 * handle + 1];
    return this.#gaps[handle] - (travelLow + travelHigh) * (1 + SUM_ROUNDING);
  }

  /** Lets a pair sleep for a gap; a gap too small relative to the travel so far keeps it awake. */
  #sleep(handle: number, gap: number): boolean {
    const due = (this.#reach + gap / 2) * (1 - SUM_ROUNDING);
    if (!(due > this.#reach)) return false;
    this.schedule.set(handle, due);
    return true;
  }

  #grow(capacity: number): void {
    this.#gaps = grownDoubles(this.#gaps, capacity);
    this.#odometerValues = grownDoubles(this.#odometerValues, 2 * capacity);
  }
}
