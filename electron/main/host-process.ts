import type { utilityProcess as Utility, UtilityProcess } from 'electron';
import type { SupervisorOptions } from './supervisor.ts';

/** The host in a utility process of Electron's, and how patient one is with it. */

export const hostLimits: SupervisorOptions['limits'] = {
  // Migrating a large database is part of it, and can't tell how far it is.
  readyMs: 10 * 60_000,
  beatMs: 2000,
  missedBeats: 5,
  retryDelaysMs: [250, 500, 1000, 2000],
  steadyMs: 60_000,
  patienceMs: 15_000,
  longStartMs: 15_000,
};

export const forkHost = (utilityProcess: typeof Utility, entry: string): UtilityProcess =>
  utilityProcess.fork(entry, [], {
    // V8 would let a long run's short-lived objects take a hundred megabytes more, and be no faster.
    execArgv: ['--max-semi-space-size=16'],
    stdio: ['ignore', 'pipe', 'pipe'],
    serviceName: 'Carryover host',
  });

/** Not by asking: a process that is stuck does not hear. */
export const killHost = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
};
