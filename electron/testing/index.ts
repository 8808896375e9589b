import { resolve } from 'node:path';
import { silentLog } from '#base/log.ts';
import { onLoopback, openKit } from '#kit/index.ts';
import { stateFile } from '#kit/state-file.ts';
import { addressFromEnvironment } from './environment.ts';
import { startOwnProcess } from './own-process.ts';
import { connect } from './service.ts';
import { checkStartOptions } from './start-options.ts';
import type { Service, ServiceAddress, StartOptions } from './types.ts';

/** `carryover/testing`: a local copy of the service, for an integrator's own tests. */

export { ControlError } from './control-error.ts';
export { ScenarioError } from './scenario-error.ts';
export type * from './types.ts';

/** Deliveries in flight end with the test; nobody waits for them. */
const drainMs = 0;

/**
 * Starts a local copy of the service on free ports of loopback, empty, in a temporary folder.
 * @throws Error in words, such as for a seed that is none
 */
export const startService = async (options: StartOptions = {}): Promise<Service> => {
  checkStartOptions(options);
  const { clock = 'virtual', allowPrivate = false, seed, apiKey, data, snapshot } = options;
  // Before a service is started for it.
  const file = snapshot === undefined ? undefined : stateFile(snapshot, data);
  const others = {
    ...(seed === undefined ? {} : { seed }),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(data === undefined ? {} : { keyOf: resolve(data) }),
  };
  if (options.process === 'own') {
    const { address, stop } = await startOwnProcess({ clock, allowPrivate, ...others });
    return begun(address, stop, file, options);
  }
  const kit = await openKit({
    ...others,
    clock,
    allowPrivate,
    ...onLoopback,
    log: silentLog(),
  });
  const { stop, ...address } = kit;
  return begun(address, () => stop(drainMs), file, options);
};

/**
 * The service that `carryover exec` started around this command.
 * @throws Error that names the environment variables that are missing
 */
export const connectService = (): Promise<Service> => connect(addressFromEnvironment());

/** With the state that it is to begin with. What can't be used is not left running. */
const begun = async (
  address: ServiceAddress,
  stop: () => Promise<void>,
  file: string | undefined,
  { passphrase, withoutSecrets }: StartOptions,
): Promise<Service> => {
  try {
    const service = await connect(address, stop);
    if (file !== undefined) {
      await service.restore(file, {
        ...(passphrase === undefined ? {} : { passphrase }),
        ...(withoutSecrets === undefined ? {} : { withoutSecrets }),
      });
    }
    return service;
  } catch (error) {
    await stop();
    throw error;
  }
};
