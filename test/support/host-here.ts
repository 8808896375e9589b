import type { HostOptions } from '#host/index.ts';
import { callersOf, type HostProcess } from './host-process.ts';
import { testHost } from './test-host.ts';

/** Calls a host as those of a process are called. */
export type CalledHost = Pick<HostProcess, 'ready' | 'api' | 'desk'>;

/**
 * The whole host in the tests' process, for journeys in which it is neither killed nor ended: a process of its own takes
 * a second to start, and is slow while it is new.
 */
export const startHostHere = async (options: Partial<HostOptions>): Promise<CalledHost> => {
  const { ready: told } = await testHost(options);
  const ready = { event: 'ready' as const, ...told };
  return { ready, ...callersOf(ready) };
};
