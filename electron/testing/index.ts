import { silentLog } from '#base/log.ts';
import { openKit } from '#kit/index.ts';
import { addressFromEnvironment } from './environment.ts';
import { startOwnProcess } from './own-process.ts';
import { connect } from './service.ts';
import type { Service, StartOptions } from './types.ts';

/** `carryover/testing`: a local copy of the service, for an integrator's own tests. */

export { ControlError } from './control-error.ts';
export type * from './types.ts';

/** Deliveries in flight end with the test; nobody waits for them. */
const drainMs = 0;

/**
 * Starts a local copy of the service on free ports of loopback, empty, in a temporary folder.
 * @throws Error in words, such as for a seed that is none
 */
export const startService = async (options: StartOptions = {}): Promise<Service> => {
  const { clock = 'virtual', process: where = 'this', allowPrivate = false, ...others } = options;
  if (where === 'own') {
    const { address, stop } = await startOwnProcess({ clock, allowPrivate, ...others });
    return connected(address, stop);
  }
  const kit = await openKit({
    ...others,
    clock,
    allowPrivate,
    apiPort: 0,
    controlPort: 0,
    bind: '127.0.0.1',
    allowHosts: [],
    log: silentLog(),
  });
  const { stop, ...address } = kit;
  return connected(address, () => stop(drainMs));
};

/**
 * The service that `carryover exec` started around this command.
 * @throws Error that names the environment variables that are missing
 */
export const connectService = (): Promise<Service> => connect(addressFromEnvironment());

/** What can't be used is not left running. */
const connected = async (
  address: Parameters<typeof connect>[0],
  stop: () => Promise<void>,
): Promise<Service> => {
  try {
    return await connect(address, stop);
  } catch (error) {
    await stop();
    throw error;
  }
};
