// A clearance map, from a coarse picture to a fine one: each level has four times the positions of the one before, and asks about those that are
// new. A level is asked for in slices that take a moment each, so that another map can be asked for in between.

import type { ManyReport } from '@nearmiss/gpu';
import { posesOf } from '../map-plane.ts';
import type { MapSettings } from '../map-settings.ts';
import type { MapCost } from '../messages.ts';

/** Brackets of the distance of some poses, two numbers each. */
export type Ask = (poses: Float64Array, out: Float64Array) => Promise<ManyReport>;

export interface MapEvents {
  /** A picture of so many cells along a side is complete. */
  level(cells: number, bounds: Float64Array, cost: MapCost): void;
  progress(part: number): void;
  /** Whether something else is wanted by now. */
  isStale(): boolean;
}

/** The coarsest picture, in cells along a side. */
const COARSEST = 16;
/** How long a first picture may take, and a slice. Milliseconds. */
const FIRST_PICTURE = 60;
const SLICE = 40;

/** How many poses can be asked about at a time; kept from one map to the next. */
export class Pace {
  slice = 256;
  /** Poses a millisecond. */
  rate = 0;

  /** The finest picture that is there at once. */
  firstCells(most: number): number {
    let cells = Math.min(COARSEST, most);
    while (2 * cells <= most && (2 * cells) ** 2 <= this.rate * FIRST_PICTURE) cells *= 2;
    return cells;
  }

  learn(poses: number, took: number): void {
    this.rate = poses / Math.max(took, 0.1);
    if (took < SLICE && poses >= this.slice) this.slice *= 4;
    else if (took > 4 * SLICE) this.slice = Math.max(64, Math.floor(this.slice / 2));
  }
}

export async function computeMap(
  settings: MapSettings,
  side: number,
  ask: Ask,
  pace: Pace,
  events: MapEvents,
): Promise<void> {
  const { cells } = settings;
  const bounds = new Float64Array(2 * cells * cells);
  const cost = { poses: 0, spent: 0, left: 0 };
  const first = pace.firstCells(cells);
  for (let level = first; level <= cells; level *= 2) {
    const numbers = newCells(cells, level, level === first);
    for (let done = 0; done < numbers.length; ) {
      const some = numbers.subarray(done, done + pace.slice);
      const poses = posesOf(settings, side, some);
      const out = new Float64Array(2 * some.length);
      const start = performance.now();
      const { onCpu } = await ask(poses, out);
      const took = performance.now() - start;
      pace.learn(some.length, took);
      cost.poses += some.length;
      cost.spent += took;
      cost.left += onCpu;
      for (const [k, cell] of some.entries()) bounds.set(out.subarray(2 * k, 2 * k + 2), 2 * cell);
      done += some.length;
      await otherMessages();
      // A first picture is shown in any case: while something is dragged, another map is always wanted.
      if (level > first && events.isStale()) return;
      events.progress(cost.poses / (cells * cells));
    }
    events.level(level, boundsOf(bounds, cells, level), { ...cost });
  }
}

/** Numbers of the cells of a level; without those of the one before, unless it is the first. Rows go to and fro: neighbours follow each other. */
function newCells(cells: number, level: number, isFirst: boolean): Uint32Array {
  const stride = cells / level;
  const out: number[] = [];
  for (let row = 0; row < level; row++) {
    const isSparse = !isFirst && row % 2 === 0;
    for (let k = 0; k < level; k++) {
      const column = row % 2 === 0 ? k : level - 1 - k;
      if (!(isSparse && column % 2 === 0)) out.push(stride * (row * cells + column));
    }
  }
  return Uint32Array.from(out);
}

/** The bounds of a level alone. */
function boundsOf(bounds: Float64Array, cells: number, level: number): Float64Array {
  const stride = cells / level;
  const out = new Float64Array(2 * level * level);
  for (let row = 0; row < level; row++) {
    for (let column = 0; column < level; column++) {
      const at = 2 * stride * (row * cells + column);
      out.set(bounds.subarray(at, at + 2), 2 * (row * level + column));
    }
  }
  return out;
}

/** Lets messages in. A timer would wait for four milliseconds, and in a hidden page for a second. */
function otherMessages(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
