// A device that can be used: one that rounds as the proofs of the kernels have it.

import { Device } from './device.ts';
import { noAdapter } from './errors.ts';
import { roundsToNearest } from './rounds-to-nearest.ts';

/** `flags` are those of Dawn, in Node. */
export async function openDevice(flags: readonly string[]): Promise<Device> {
  const device = await Device.open(flags);
  if (await roundsToNearest(device)) return device;
  device.close();
  throw noAdapter('its sums and products are not rounded to the nearest float, on which proofs rest');
}
