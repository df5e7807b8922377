// The broad phase of a world on the GPU. A step of a world does not wait, and a GPU does not answer at once: `prepare` finds the pairs of the boxes
// as they are, and the next step takes them. Where boxes have changed in between, or there is no GPU, a grid on the CPU finds the same pairs.

import type { BoxSet, BroadPhase, BroadPhaseKind, PairSet, Probe } from 'nearmiss';
import { grid } from 'nearmiss/world';
import { layOut } from './box-layout.ts';
import { findBoxPairs } from './find-box-pairs.ts';
import { type Gpu, requireGpu } from './gpu.ts';

/** A broad phase on the GPU, for `World`. See {@link gpuBroadPhase}. */
export interface GpuBroadPhaseKind extends BroadPhaseKind {
  /** Finds the pairs for the next step of the worlds that use it. Without it, the step finds them on the CPU. */
  prepare(): Promise<void>;
  /** How many updates took pairs of the GPU, and how many found them on the CPU. */
  readonly onGpu: number;
  readonly onCpu: number;
}

/** Updates of all worlds of a kind. */
interface Updates {
  onGpu: number;
  onCpu: number;
}

class GpuBroadPhase implements BroadPhase {
  readonly pairs: PairSet;
  readonly #updates: Updates;
  readonly #gpu: Gpu;
  readonly #boxes: BoxSet;
  /** It finds all pairs anew whenever a box has changed, so others can write to its pairs in between. */
  readonly #onCpu: BroadPhase;
  /** Counts changes of boxes. */
  #version = 0;
  #updated = -1;
  #prepared: { readonly version: number; readonly pairs: Uint32Array } | null = null;

  constructor(gpu: Gpu, boxes: BoxSet, updates: Updates) {
    this.#gpu = gpu;
    this.#updates = updates;
    this.#boxes = boxes;
    this.#onCpu = grid.create(boxes);
    this.pairs = this.#onCpu.pairs;
  }

  add(id: number): void {
    this.#change(id);
  }

  remove(id: number): void {
    this.#change(id);
  }

  move(id: number): void {
    this.#change(id);
  }

  #change(id: number): void {
    this.#version++;
    this.#onCpu.move(id);
  }

  async prepare(): Promise<void> {
    this.#gpu.requireOpen();
    const version = this.#version;
    if (version === this.#updated) return;
    const layout = layOut(this.#boxes);
    if (layout === null || layout.count === 0) return;
    const pairs = await this.#gpu.onDevice((device) => findBoxPairs(device, layout));
    if (pairs !== null) this.#prepared = { version, pairs };
  }

  update(): void {
    const prepared = this.#prepared;
    this.#prepared = null;
    if (prepared === null || prepared.version !== this.#version) {
      if (this.#version !== this.#updated) this.#updates.onCpu++;
      this.#onCpu.update();
    } else this.#take(prepared.pairs);
    this.#updated = this.#version;
  }

  /** Confirms the pairs in doubles; in the order of their numbers, so that every device leads to the same. */
  #take(found: Uint32Array): void {
    const { pairs } = this;
    const boxes = this.#boxes;
    const keys = new Float64Array(found.length / 2);
    let kept = 0;
    for (let k = 0; k < found.length; k += 2) {
      if (boxes.overlap(found[k], found[k + 1])) keys[kept++] = found[k] * 2 ** 26 + found[k + 1];
    }
    pairs.start();
    for (const key of keys.subarray(0, kept).sort()) {
      const low = Math.floor(key / 2 ** 26);
      pairs.put(low, key - low * 2 ** 26);
    }
    pairs.dropUnconfirmed();
    pairs.finish();
    this.#updates.onGpu++;
  }

  search(probe: Probe): void {
    this.#onCpu.search(probe);
  }
}

/**
 * A broad phase for worlds of 10⁵ to 10⁶ bodies: pairs of boxes are found on the GPU, the same as on the CPU. Boxes are rounded outwards
 * to single precision there, and the pairs found are confirmed in doubles.
 *
 * @see {@link World}
 */
export function gpuBroadPhase(gpu: Gpu): GpuBroadPhaseKind {
  requireGpu(gpu);
  // A world that nobody has any more is let go.
  let made: WeakRef<GpuBroadPhase>[] = [];
  const updates: Updates = { onGpu: 0, onCpu: 0 };
  return {
    name: 'gpu',
    create(boxes) {
      const one = new GpuBroadPhase(gpu, boxes, updates);
      made = made.filter((known) => known.deref() !== undefined);
      made.push(new WeakRef(one));
      return one;
    },
    async prepare() {
      for (const one of made) await one.deref()?.prepare();
    },
    get onGpu() {
      return updates.onGpu;
    },
    get onCpu() {
      return updates.onCpu;
    },
  };
}
