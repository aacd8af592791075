#!/usr/bin/env node
import { existsSync } from 'node:fs';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Pennon needs Node 20.19 or newer; this is ${process.version}.`);
  process.exit(1);
}

// A closed pipe is not an error: the reader may stop early.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
});
// Only a clone has it: an installed package contains the build and changes nothing.
const prepare = new URL('../scripts/prepare.mjs', import.meta.url);
if (existsSync(prepare)) {
  const { ensureBuilt } = await import(prepare.href);
  ensureBuilt();
}
const { run } = await import('../dist/server/pennon.js');
process.exitCode = await run(process.argv.slice(2));
