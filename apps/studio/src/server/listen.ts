import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { ServeError } from './serve-error.ts';

/** How many ports are tried, one after the other. */
const PORTS_TRIED = 20;
export const LAST_PORT = 65_535;

/** Both addresses that browsers may take `localhost` for. */
const LOOPBACKS = ['127.0.0.1', '::1'];
/** What a machine without IPv6 says about the second. */
const NO_SUCH_ADDRESS: readonly unknown[] = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'];

export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

/** Listens on this machine alone, on `port` or, where that is taken, on the next that is free; 0 takes any. */
export async function listen(handle: RequestListener, port: number): Promise<Listening> {
  const last = port === 0 ? 0 : Math.min(port + PORTS_TRIED - 1, LAST_PORT);
  for (let candidate = port; candidate <= last; candidate++) {
    const listening = await listenOn(handle, candidate);
    if (listening !== null) return listening;
  }
  throw new ServeError(`Every port from ${port} to ${last} is taken; name another.`);
}

/** Null if the port is taken. */
async function listenOn(handle: RequestListener, wanted: number): Promise<Listening | null> {
  const servers: Server[] = [];
  const close = async (): Promise<void> => {
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
  };
  let port = wanted;
  for (const host of LOOPBACKS) {
    const server = createServer(handle);
    try {
      server.listen(port, host);
      await once(server, 'listening');
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (servers.length > 0 && NO_SUCH_ADDRESS.includes(code)) break;
      await close();
      if (code === 'EADDRINUSE') return null;
      throw new ServeError(`Port ${port} cannot be opened: ${message}.`);
    }
    servers.push(server);
    const address = server.address();
    if (typeof address === 'object' && address !== null) port = address.port;
  }
  return { port, close };
}
