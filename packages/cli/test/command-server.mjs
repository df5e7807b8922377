// The command as it was built, in a process that runs it again and again: most of the time of a short command is the start of Node.

const { main } = await import(new URL('../dist/main.js', import.meta.url).href);

process.on('message', async (/** @type {string[]} */ args) => {
  const written = { stdout: '', stderr: '' };
  const restore = [capture(process.stdout, 'stdout', written), capture(process.stderr, 'stderr', written)];
  const status = await main(args);
  for (const undo of restore) undo();
  // `main` listens to errors of the output once per process.
  process.stdout.removeAllListeners('error');
  process.send?.({ status, ...written });
});

/**
 * Keeps what is written to a stream until the returned function is called.
 *
 * @param {NodeJS.WriteStream} stream
 * @param {'stdout' | 'stderr'} name
 * @param {{ stdout: string, stderr: string }} written
 */
function capture(stream, name, written) {
  const { write } = stream;
  stream.write = (/** @type {string | Uint8Array} */ text, /** @type {unknown[]} */ ...rest) => {
    written[name] += text;
    const done = rest.at(-1);
    if (typeof done === 'function') queueMicrotask(() => done(null));
    return true;
  };
  return () => {
    stream.write = write;
  };
}
