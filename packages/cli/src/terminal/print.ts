import { hideBusy } from './busy.ts';

/**
 * Writes to stdout, and waits until that is done. A reader that closes the pipe early, such as `head`, is not an
 * error.
 */
export async function print(text: string): Promise<void> {
  await hideBusy();
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error: NodeJS.ErrnoException | null | undefined) => {
      if (error === null || error === undefined || error.code === 'EPIPE') resolve();
      else reject(error);
    });
  });
}
