// A command whose thread is kept busy for some seconds, at no cost.

/** @param {string} name */
const built = (name) => import(new URL(`../../dist/terminal/${name}.js`, import.meta.url).href);
const { hideBusy, showBusy } = await built('busy');
const { print } = await built('print');

/** @param {number} milliseconds */
const block = (milliseconds) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

showBusy('short work');
await hideBusy();
showBusy(`reading ${'long '.repeat(30)}\x1b[2J\n`);
block(2500);
showBusy('searching');
block(500);
await print('the answer\n');
