// How long the kernels of a query took, by the device's own clock, where it has one.

import { COPY_DST, COPY_SRC, type Device, MAP_READ } from './device.ts';

/** Passes whose times are kept; later ones are not counted, so the sum is then scaled. */
const PASSES = 1024;
const QUERY_RESOLVE = 0x200;

export class KernelClock {
  readonly #device: Device;
  readonly #times: GPUQuerySet | null;
  readonly #resolved: GPUBuffer | null;
  #passes = 0;

  private constructor(device: Device, times: GPUQuerySet | null, resolved: GPUBuffer | null) {
    this.#device = device;
    this.#times = times;
    this.#resolved = resolved;
  }

  static async of(device: Device): Promise<KernelClock> {
    if (!device.hasTimestamps) return new KernelClock(device, null, null);
    const times = device.device.createQuerySet({ type: 'timestamp', count: 2 * PASSES });
    return new KernelClock(device, times, await device.buffer(16 * PASSES, QUERY_RESOLVE | COPY_SRC));
  }

  /** For the next passes. */
  descriptors(count: number): GPUComputePassDescriptor[] {
    return Array.from({ length: count }, () => {
      if (this.#times === null || this.#passes >= PASSES) {
        this.#passes++;
        return {};
      }
      const k = 2 * this.#passes++;
      return { timestampWrites: { querySet: this.#times, beginningOfPassWriteIndex: k, endOfPassWriteIndex: k + 1 } };
    });
  }

  resolve(encoder: GPUCommandEncoder): void {
    if (this.#times === null || this.#resolved === null) return;
    // A range starts at a multiple of 256 bytes; so all so far are resolved.
    encoder.resolveQuerySet(this.#times, 0, 2 * Math.min(this.#passes, PASSES), this.#resolved, 0);
  }

  /** Milliseconds of all passes; NaN where the device does not tell, or there were none. */
  async read(): Promise<number> {
    const kept = Math.min(this.#passes, PASSES);
    if (this.#resolved === null || kept === 0) return Number.NaN;
    const readable = await this.#device.buffer(16 * kept, MAP_READ | COPY_DST);
    const encoder = this.#device.device.createCommandEncoder();
    encoder.copyBufferToBuffer(this.#resolved, 0, readable, 0, 16 * kept);
    this.#device.device.queue.submit([encoder.finish()]);
    const times = new BigUint64Array(await this.#device.map(readable, 16 * kept));
    let sum = 0;
    for (let k = 0; k < kept; k++) {
      const took = Number(times[2 * k + 1] - times[2 * k]) / 1e6;
      // A clock that goes backwards does not tell.
      sum += took >= 0 ? took : Number.NaN;
    }
    readable.destroy();
    return (sum * this.#passes) / kept;
  }

  destroy(): void {
    this.#times?.destroy();
    this.#resolved?.destroy();
  }
}
