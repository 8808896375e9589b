import { randomUUID } from 'node:crypto';
import type { Fork } from '#contract/control.ts';
import { isStatePath, type StateRestored, type StateView, withFileNamed } from '#contract/states.ts';
import type { ControlClient } from './control-client.ts';
import { ControlError } from './control-error.ts';
import type { RestoreOptions, Service, ServiceAddress, Snapshot, StateOptions } from './types.ts';

type Connect = (address: ServiceAddress, end: () => Promise<void>) => Promise<Service>;

/** Saving, going back, and forks. */
export const statesOf = (
  client: ControlClient,
  connect: Connect,
): Pick<Service, 'snapshot' | 'restore' | 'fork'> => {
  const save = async (options: StateOptions & { readonly name?: string } = {}): Promise<Snapshot> => {
    const { name = newName() } = options;
    const request = { name, ...passphraseOf(options) };
    const view = await client.call<StateView>('POST', '/states', request);
    return {
      name,
      bytes: view.bytes,
      now: view.now,
      writeTo: (path) => client.download(`${pathOf(name)}/file`, path),
    };
  };
  return {
    snapshot: save,
    async restore(state, options = {}) {
      const request = restoreRequest(options);
      const goTo = async (path: string): Promise<{ text: string }> => {
        const { text } = await client.call<StateRestored>('POST', `${path}/restore`, request);
        return { text };
      };
      if (typeof state !== 'string') return goTo(pathOf(state.name));
      return isStatePath(state) ? withFile(client, state, goTo) : goTo(pathOf(state));
    },
    async fork() {
      const { name } = await save();
      const path = pathOf(name);
      const { id, ...address } = await client.call<Fork>('POST', `${path}/fork`, restoreRequest());
      await client.call('DELETE', path);
      // With the service that it was made of, it is gone already.
      const end = (): Promise<void> =>
        client.isClosed() ? Promise.resolve() : client.call('DELETE', `/forks/${id}`);
      return connect(address, end);
    },
  };
};

const restoreRequest = (options: RestoreOptions = {}): { passphrase?: string; withoutSecrets?: boolean } => ({
  ...passphraseOf(options),
  ...(options.withoutSecrets === undefined ? {} : { withoutSecrets: options.withoutSecrets }),
});

const passphraseOf = ({
  passphrase = process.env.CARRYOVER_STATE_PASSPHRASE,
}: StateOptions): { passphrase?: string } =>
  passphrase === undefined || passphrase === '' ? {} : { passphrase };

const newName = (): string => `snapshot-${randomUUID()}`;

const pathOf = (name: string): string => `/states/${encodeURIComponent(name)}`;

/** A file is among the states for as long only. */
const withFile = async (
  client: ControlClient,
  file: string,
  work: (path: string) => Promise<{ text: string }>,
): Promise<{ text: string }> => {
  const name = newName();
  const path = pathOf(name);
  try {
    await client.upload(`${path}/file`, file);
    const { text } = await work(path);
    return { text: withFileNamed(text, name, file) };
  } catch (error) {
    if (error instanceof ControlError) error.message = withFileNamed(error.message, name, file);
    throw error;
  } finally {
    await client.call('DELETE', path).catch(() => {});
  }
};
