import { FCL_NAME, FclHost, readPass } from '../peers/fcl.ts';
import type { MotionPeer } from './peer.ts';
import { posesInTwos } from './workload.ts';

const QUERY = 'contact';

/** Conservative advancement on trees of RSS: FCL's own traversal node, in the loop of native/fcl.cpp. */
export function fclMotionPeer(binary: string): MotionPeer {
  return {
    name: FCL_NAME,
    open: async ({ mesh, motions, warmUp }) => {
      const host = await FclHost.start(binary, mesh);
      await host.build('rss');
      await host.load('others', posesInTwos(warmUp));
      await host.load('poses', posesInTwos(motions));
      return {
        pass: async () => {
          await host.server.ask(`warm ${QUERY}`);
          const { microseconds, answers, steps } = await readPass(host.server, QUERY);
          const contacts = Array.from(answers, (toc, i) => ({
            toc,
            upper: Infinity,
            iterations: steps[i],
            front: Number.NaN,
          }));
          return { microseconds, contacts };
        },
        close: () => host.close(),
      };
    },
  };
}
