import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ForkOptions, UtilityProcess, utilityProcess } from 'electron';
import type { AppCore } from './app.ts';
import type { StandInConfig } from './config.ts';
import { allow } from './control.ts';
import { faithful, knownOptions } from './faithful.ts';

const parentPort = fileURLToPath(new URL('./parent-port.ts', import.meta.url));

/** Utility processes are child processes of plain Node, whose messages go as structured clones. */
export const createUtilityProcess = (core: AppCore, config: StandInConfig) => {
  const alive = new Set<ChildProcess>();
  process.on('exit', () => {
    for (const child of alive) child.kill('SIGKILL');
  });
  allow('hostPids', () => [...alive].map(({ pid }) => pid));

  const start = (entry: string, args: string[] = [], options: ForkOptions = {}): UtilityProcess => {
    core.mustBeReady('utilityProcess.fork');
    knownOptions('utilityProcess.fork', options, ['execArgv', 'stdio', 'serviceName']);
    const [stdin, ...outputs] = options.stdio as ('ignore' | 'pipe' | 'inherit')[];
    if (stdin !== 'ignore') throw new Error('A utility process has no stdin.');
    const isHost = entry.endsWith('host-process.js');
    const child = fork(isHost ? (config.hostEntry ?? entry) : entry, args, {
      execArgv: [...(options.execArgv ?? []), '--import', parentPort],
      stdio: ['ignore', ...outputs, 'ipc'],
      serialization: 'advanced',
    });
    alive.add(child);
    const emitter = new EventEmitter();
    child.once('spawn', () => emitter.emit('spawn'));
    child.on('message', (message) => emitter.emit('message', message));
    // After its outputs are read to their end, as nothing of a log may be lost.
    child.once('close', (code, signal) => {
      alive.delete(child);
      emitter.emit('exit', code ?? (signal === null ? 1 : 128));
    });
    return faithful<UtilityProcess>('UtilityProcess', {
      on: emitter.on.bind(emitter),
      once: emitter.once.bind(emitter),
      pid: child.pid,
      stdout: child.stdout,
      stderr: child.stderr,
      // It may end as it is written to.
      postMessage: (message: unknown) =>
        void (child.connected && child.send(message as object, () => undefined)),
      kill: () => child.kill('SIGTERM'),
    });
  };
  return faithful<typeof utilityProcess>('utilityProcess', { fork: start });
};
