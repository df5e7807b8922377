// The common part of both rules of sleep: a schedule of the due pairs.

import type { IntList } from '../space/int-list.ts';
import type { PairSet } from '../space/pair-set.ts';
import { Schedule } from '../space/schedule.ts';
import type { Bodies } from './bodies.ts';
import type { PairSleep } from './pair-sleep.ts';

export abstract class ScheduledSleep implements PairSleep {
  protected readonly bodies: Bodies;
  protected readonly pairs: PairSet;
  protected readonly schedule: Schedule = new Schedule();

  constructor(bodies: Bodies, pairs: PairSet) {
    this.bodies = bodies;
    this.pairs = pairs;
  }

  get count(): number {
    return this.schedule.count;
  }

  has(handle: number): boolean {
    return this.schedule.has(handle);
  }

  remove(handle: number): void {
    this.schedule.remove(handle);
  }

  abstract fallAsleep(handle: number, gap: number): void;
  abstract advance(dt: number, due: IntList): void;
  abstract wish(slotA: number, slotB: number): number;
}
