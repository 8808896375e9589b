// Where a process can't empty its own core dumps, as on macOS, it is started once more with a limit of 0 on their size. On
// Linux, electron/base/own-process.ts is enough; Windows keeps dumps only where an administrator has asked for them.
'use strict';

/** Goes on as the same process, and does not return, if core dumps were allowed. */
function forbidCoreDumps() {
  if (process.platform === 'linux' || process.platform === 'win32' || process.execve === undefined) return;
  process.report.excludeNetwork = true;
  const { soft } = process.report.getReport().userLimits.core_file_size_blocks;
  if (Number(soft) === 0) return;
  const again = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve('/bin/sh', ['sh', '-c', 'ulimit -c 0 && exec "$0" "$@"', ...again], process.env);
}

module.exports = { forbidCoreDumps };
