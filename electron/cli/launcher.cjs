#!/usr/bin/env -S node --max-semi-space-size=16
// Starts the built command line. Written in old syntax, so that an old Node can still say that it is too old.
'use strict';

const why = require('./needed-node.cjs').whyTooOld();

if (why === undefined) {
  start();
} else {
  process.stderr.write(why + '\n');
  process.exitCode = 1;
}

function start() {
  require('./no-core-dumps.cjs').forbidCoreDumps();
  const path = require('node:path');
  const url = require('node:url');
  const root = path.join(__dirname, '..', '..');
  // Beside what it is made from: in the system's folder for temporary files, another user could lay code there first.
  require('node:module').enableCompileCache(path.join(root, 'out', '.compile-cache'));
  try {
    require('./build.cjs').buildIfStale(root, partsFor(process.argv.slice(2)));
  } catch (error) {
    process.stderr.write(error.message + '\n');
    process.exitCode = 1;
    return;
  }
  void import(url.pathToFileURL(path.join(root, 'out', 'main', 'cli.js')).href).then(function (cli) {
    return cli.main(process.argv.slice(2));
  });
}

// Only who looks at the page waits for it to be built.
function partsFor(args) {
  const shows =
    args[0] === 'start' || args[0] === 'open' || (args[0] === 'serve' && args.indexOf('--json') < 0);
  const isHelp = args.indexOf('--help') >= 0 || args.indexOf('-h') >= 0;
  return shows && !isHelp ? ['main', 'page'] : ['main'];
}
