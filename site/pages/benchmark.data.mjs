// The records of bench/data, for the page that shows them.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../bench/data', import.meta.url));

/**
 * @typedef {object} Machine
 * @property {string} cpu
 * @property {number} cores
 * @property {string} node
 */

/**
 * @typedef {object} Recorded
 * @property {string} name
 * @property {string} date
 * @property {string | null} commit
 * @property {Machine} machine
 * @property {number} rounds
 */

/**
 * One workload: microseconds of each peer, and its time relative to FCL's.
 *
 * @typedef {object} Workload
 * @property {string} name
 * @property {{ label: string, median: number, ratio: number | null, wrong: number | null }[]} peers
 */

export default {
  watch: [join(FOLDER, '*.json')],
  /** @returns {{ peers: (Recorded & { workloads: Workload[] }) | null, experiments: Recorded[] }} */
  load() {
    const names = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith('.json')) : [];
    const records = names.sort().map((name) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')));
    const peers = records.find(({ name }) => name === 'peers');
    return {
      peers: peers === undefined ? null : { ...headOf(peers), workloads: workloadsOf(peers.data) },
      experiments: records.filter(({ name }) => name !== 'peers').map(headOf),
    };
  },
};

/**
 * @param {Recorded} record
 * @returns {Recorded}
 */
function headOf({ name, date, commit, machine, rounds }) {
  return { name, date, commit, machine, rounds };
}

/**
 * @param {{ contests: { workload: string, figure: 'median' | 'mean', peers: { label: string, best: { median: number, mean: number }, ratio: number | null, verdict: { wrong: number } | null }[] }[] }} data
 * @returns {Workload[]}
 */
function workloadsOf({ contests }) {
  return contests.map(({ workload, figure, peers }) => ({
    name: workload,
    peers: peers.map(({ label, best, ratio, verdict }) => ({
      label,
      median: best[figure],
      ratio,
      wrong: verdict?.wrong ?? null,
    })),
  }));
}
