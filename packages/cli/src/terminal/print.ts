import { hideBusy } from './busy.ts';

/** Writes to stdout, and waits until that is done. Whoever reads it may have seen enough, as head has: no error. */
export async function print(text: string): Promise<void> {
  await hideBusy();
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error: NodeJS.ErrnoException | null | undefined) => {
      if (error === null || error === undefined || error.code === 'EPIPE') resolve();
      else reject(error);
    });
  });
}
