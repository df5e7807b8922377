import { createServer } from 'node:http';

/** A server of health and metrics. See {@link listen}. */
export interface Listener {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** What is answered. */
interface Facts {
  readonly isHealthy: () => boolean;
  readonly metrics: () => Promise<string>;
}

/**
 * Serves `/health` (200, or 503 when the queue cannot be reached) and `/metrics`. Nothing else is answered, and no host but the named one can
 * reach it.
 *
 * @see {@link WorkerMetrics}
 */
export async function listen(host: string, port: number, { isHealthy, metrics }: Facts): Promise<Listener> {
  const server = createServer(async (request, response) => {
    const send = (status: number, type: string, text: string): void => {
      response.writeHead(status, { 'content-type': type }).end(request.method === 'HEAD' ? '' : text);
    };
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return send(405, 'text/plain', 'Only GET is answered.\n');
    if (request.url === '/health') {
      const ok = isHealthy();
      return send(ok ? 200 : 503, 'application/json', `${JSON.stringify({ status: ok ? 'ok' : 'no queue' })}\n`);
    }
    if (request.url === '/metrics') {
      const text = await metrics().catch(() => null);
      return text === null ? send(500, 'text/plain', 'No metrics.\n') : send(200, 'text/plain; version=0.0.4', text);
    }
    return send(404, 'text/plain', 'There are /health and /metrics.\n');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  const address = server.address();
  const used = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${used}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
