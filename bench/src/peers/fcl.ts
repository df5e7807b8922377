import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BodyPose } from '../body-pose.ts';
import { encodeMesh, type TriangleMesh } from '../mesh-file.ts';
import type { WorkloadKind } from '../workload.ts';
import { FclServer } from './fcl-server.ts';
import { everyPose, type Pass, type Peer, type Session } from './peer.ts';

/** FCL's query and tree for each kind; it has no query that stops at a tolerance. */
const QUERIES: Readonly<Partial<Record<WorkloadKind, { readonly query: string; readonly volume: FclVolume }>>> = {
  W1: { query: 'distance', volume: 'rss' },
  W4: { query: 'distance', volume: 'rss' },
  W2a: { query: 'first', volume: 'obb' },
  W2b: { query: 'all', volume: 'obb' },
  W5sep: { query: 'separation', volume: 'convex' },
  W5walk: { query: 'separation', volume: 'convex' },
  W5pen: { query: 'depth', volume: 'convex' },
};

type FclVolume = 'rss' | 'obb' | 'convex';

export interface FclBuild {
  readonly milliseconds: number;
  readonly bytes: number;
}

export const FCL_NAME = 'FCL';

export function fclPeer(binary: string): Peer {
  return {
    name: FCL_NAME,
    answers: (kind) => QUERIES[kind] !== undefined,
    open: async (workload) => {
      const asked = QUERIES[workload.kind];
      if (asked === undefined) throw new Error(`FCL does not answer ${workload.kind}.`);
      const host = await FclHost.start(binary, workload.mesh);
      await host.build(asked.volume);
      await host.load('others', workload.warmUp);
      await host.load('poses', workload.poses);
      const session: Session = {
        poseNumbers: everyPose(workload),
        pass: async () => {
          await host.server.ask(`warm ${asked.query}`);
          return readPass(host.server, asked.query);
        },
        close: () => host.close(),
      };
      return session;
    },
  };
}

/** A running FCL with one mesh loaded, and the folder of files it reads. */
export class FclHost {
  readonly server: FclServer;
  readonly #folder: string;

  private constructor(server: FclServer, folder: string) {
    this.server = server;
    this.#folder = folder;
  }

  static async start(binary: string, mesh: TriangleMesh): Promise<FclHost> {
    const host = new FclHost(new FclServer(binary), mkdtempSync(join(tmpdir(), 'nearmiss-bench-')));
    const file = join(host.#folder, 'model.bin');
    writeFileSync(file, encodeMesh(mesh));
    await host.server.ask(`model ${file}`);
    return host;
  }

  async build(volume: FclVolume): Promise<FclBuild> {
    const [milliseconds, bytes] = (await this.server.ask(`build ${volume}`)).map(Number);
    return { milliseconds, bytes };
  }

  /** `poses` are timed, `others` warm it up. */
  async load(role: 'poses' | 'others', poses: readonly BodyPose[]): Promise<void> {
    const file = join(this.#folder, `${role}.json`);
    writeFileSync(file, JSON.stringify({ data: poses.map((pose) => [...pose.row]) }));
    await this.server.ask(`${role} ${file}`);
  }

  async close(): Promise<void> {
    await this.server.close();
    rmSync(this.#folder, { recursive: true });
  }
}

/** Of motions, `steps` holds the steps in time of each; of poses, zeros. */
interface FclPass extends Pass {
  readonly steps: Float64Array;
}

/** Asks the loaded poses, cold or warm as the process is. */
export async function readPass(server: FclServer, query: string): Promise<FclPass> {
  const count = Number((await server.ask(`pass ${query}`))[0]);
  const microseconds = new Float64Array(count);
  const answers = new Float64Array(count);
  const steps = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const [time, answer, stepsTaken = '0'] = (await server.nextLine()).split(' ');
    microseconds[i] = Number(time);
    answers[i] = Number(answer);
    steps[i] = Number(stepsTaken);
  }
  return { microseconds, answers, steps, contradictions: 0 };
}
