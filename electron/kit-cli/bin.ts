#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

/** The command `carryover` of the installed package. */
enableCompileCache();
const { main } = await import('./index.ts');
await main(process.argv.slice(2));
