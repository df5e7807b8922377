import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { ROOT } from '../build.ts';

/** A program that serves the studio, and the address it printed. */
export interface Serving {
  readonly url: string;
  readonly output: () => string;
  /** Ends it as Ctrl-C does; its exit status. */
  stop(): Promise<number | null>;
}

/** Starts a Node program of this project and waits for the address it prints. */
export async function startServing(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Serving> {
  const child = spawn(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...environment } });
  let text = '';
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      text += chunk;
      const [address] = /http:\/\/localhost:\d+\/[^\s"]*/.exec(text) ?? [];
      if (address !== undefined) resolve(address);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.on('exit', (status) => reject(new Error(`It ended with ${status} before it served: ${text}`)));
  });
  return { url, output: () => text, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<number | null> {
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  const [status] = await ended;
  return status;
}
