import { existsSync, renameSync, rmSync } from 'node:fs';

/**
 * Puts a folder that was just built where an older one may be, by two renames: whoever reads meanwhile hardly ever finds none. Another
 * build may be quicker; what it has put there stays if `isCurrent` says so.
 *
 * @param {string} fresh the new folder, on the same disk
 * @param {string} target where it belongs
 * @param {() => boolean} isCurrent whether what is there was made of the same parts
 */
export function replaceFolder(fresh, target, isCurrent) {
  const old = `${fresh}.old`;
  try {
    if (existsSync(target)) renameSync(target, old);
    renameSync(fresh, target);
  } catch (error) {
    if (!isCurrent()) throw error;
  } finally {
    for (const left of [fresh, old]) rmSync(left, { recursive: true, force: true });
  }
}
