#!/usr/bin/env node
// Here rather than in dist/, so that npm finds it to link before anything is built.

import { main } from '../dist/main.js';

process.exitCode = await main(process.argv.slice(2));
