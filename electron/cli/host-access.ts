import type { HostRecord } from '#contract/desk.ts';
import { readHostRecord } from '#host/discovery.ts';
import type { Host } from '#host/index.ts';
import { findServer, type Servers, withServer } from './folder-access.ts';
import { hostPeer, knownHost } from './host-peer.ts';
import type { HttpClient } from './http-client.ts';
import { chosenDesk } from './team/address.ts';
import { teamClient } from './team/peer.ts';

/** The host that a command talks to. */
export interface HostAccess {
  readonly apiUrl: string;
  /** Everything goes by the desk, also what the public API offers: whoever listens on that port proves nothing. */
  readonly desk: HttpClient;
  /** Whether it is this command's own and ends with it. */
  readonly own: boolean;
}

/** Runs `work` with the desk of a team, if one is chosen; else with the host of the data folder, or one of this command's own. */
export const withHost = <T>(dataDir: string, work: (host: HostAccess) => Promise<T>): Promise<T> => {
  const team = chosenDesk();
  if (team !== undefined) return work({ apiUrl: team, desk: teamClient(team), own: false });
  return withServer(hosts, dataDir, ({ record: { apiUrl }, client: desk, own }) =>
    work({ apiUrl, desk, own }),
  );
};

/** @throws CommandError if somebody else listens where the host should */
export const findHost = (dataDir: string): Promise<HostRecord | undefined> => findServer(hosts, dataDir);

const startOwn = async (dataDir: string): Promise<Host> => {
  // Loaded only when needed: the whole service hangs on it.
  const [{ startHost }, { roles }, { createLog }] = await Promise.all([
    import('#host/index.ts'),
    import('#host/roles.ts'),
    import('#base/log.ts'),
  ]);
  return startHost({
    dataDir,
    apiPort: 0,
    deskPort: 0,
    bind: '127.0.0.1',
    allowHosts: [],
    // Whatever the environment says of those that serve.
    roles: roles.join(),
    log: createLog({ level: 'warn', words: process.stderr.isTTY }),
  });
};

const hosts: Servers<HostRecord> = {
  called: 'the host',
  read: readHostRecord,
  known: knownHost,
  peer: hostPeer,
  start: startOwn,
};
