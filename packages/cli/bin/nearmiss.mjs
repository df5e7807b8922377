#!/usr/bin/env node
// Here rather than in dist/, so that npm finds it to link before anything is built.

import { existsSync } from 'node:fs';
import module from 'node:module';

if (!existsSync(new URL('../dist/main.js', import.meta.url))) {
  console.error('nearmiss is not built yet: run "npm run build" in its folder.');
  process.exit(1);
}
// From Node 22.8 on compiled code is kept from one start to the next.
module.enableCompileCache?.();
const { main } = await import('../dist/main.js');

process.exitCode = await main(process.argv.slice(2));
