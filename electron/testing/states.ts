import { randomUUID } from 'node:crypto';
import { extname } from 'node:path';
import type { Fork } from '#contract/control.ts';
import { type StateRestored, type StateView, stateExtension } from '#contract/states.ts';
import type { ControlClient } from './control-client.ts';
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
      writeTo: (path) => client.download(`/states/${encodeURIComponent(name)}/file`, path),
    };
  };
  return {
    snapshot: save,
    async restore(state, options = {}) {
      const name = typeof state === 'string' ? await nameOf(client, state) : state.name;
      const request = restoreRequest(options);
      const path = `/states/${encodeURIComponent(name)}/restore`;
      const { text } = await client.call<StateRestored>('POST', path, request);
      return { text };
    },
    async fork() {
      const { name } = await save();
      const path = `/states/${encodeURIComponent(name)}`;
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

/** A file gets a name among the states first. */
const nameOf = async (client: ControlClient, state: string): Promise<string> => {
  if (extname(state) !== stateExtension && !/[\\/]/.test(state)) return state;
  const name = newName();
  await client.upload(`/states/${name}/file`, state);
  return name;
};
