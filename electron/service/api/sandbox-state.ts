import { afterNow } from '#base/after-now.ts';
import { createLock, whileHeld } from '#base/lock.ts';
import type { Settings } from '#contract/sandbox.ts';
import type { Announcement } from '#contract/stream.ts';
import type { Platform } from '#service/platform/platform.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { readFact, writeFact } from '#service/store/facts.ts';
import { settingsFact } from '#service/store/settings.ts';
import type { Follower } from '#service/store/store.ts';
import { type Cors, createCors } from './cors.ts';
import { createFaults, type Faults } from './faults.ts';
import { createKeyRing, type KeyRing } from './key-ring.ts';
import { createRateLimit, type RateLimit } from './rate-limit.ts';

/** What the API keeps in memory of the sandbox, so that most requests need no look into the store for it. */
export interface SandboxState {
  readonly keys: KeyRing;
  readonly rateLimit: RateLimit;
  readonly faults: Faults;
  readonly cors: Cors;
  settings(): Settings;
  setSettings(settings: Settings): Promise<Settings>;
  /** Present while something changed that is kept here: resolves once it is read again. */
  refresh(): Promise<void> | undefined;
  /** For a store that others change, too. */
  readonly follower: Follower;
  /** Notes what an announcement makes out of date. */
  heard(announcement: Announcement): void;
}

export const createSandboxState = (
  context: ServiceContext,
  platform: Pick<Platform, 'linkedCompanies'>,
  givenKey: string | undefined,
): SandboxState => {
  const { store, announce, wake } = context;
  const keys = createKeyRing(context, givenKey);
  const faults = createFaults(context);
  const cors = createCors(context);
  const rateLimit = createRateLimit(context, (reader) => platform.linkedCompanies(reader));
  let settings = settingsFact.fallback;
  let outdated: 'nothing' | 'quota' | 'everything' = 'everything';
  let refreshing: Promise<void> | undefined;

  const reread = async (): Promise<void> => {
    const what = outdated;
    outdated = 'nothing';
    try {
      if (what === 'everything') {
        await keys.load();
        await faults.load();
        await cors.load();
        settings = await store.readInTurn((reader) => readFact(reader, settingsFact));
      }
      await rateLimit.load(settings.rateLimit);
    } catch (error) {
      // It may have become more meanwhile.
      if (what === 'everything' || outdated === 'nothing') outdated = what;
      throw error;
    }
  };

  /** One change at a time: what is stored, shown and done is that of the last one. */
  const changes = createLock();
  const changeSettings = async (wanted: Settings): Promise<void> => {
    // Before the first commit that is to survive a power cut, and after the last one.
    if (wanted.durable) await store.setDurable(true);
    await store.write(async (tx) => {
      await writeFact(tx, settingsFact, wanted);
      // What is kept for less time may be due for removal at once.
      tx.afterCommit(wake);
    });
    settings = wanted;
    if (!wanted.durable) await store.setDurable(false);
    await rateLimit.load(wanted.rateLimit);
    announce({ type: 'sandbox', change: 'settings' });
  };

  const refresh = (): Promise<void> | undefined => {
    // What is being read may have been read before what is out of date now.
    if (refreshing !== undefined) return refreshing.then(refresh);
    if (outdated === 'nothing') return undefined;
    refreshing = reread().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  };
  /** Others may have changed anything until this request came. */
  const catchUp = store.server && afterNow(store.server.catchUp);

  return {
    keys,
    rateLimit,
    faults,
    cors,
    settings: () => settings,
    async setSettings(wanted) {
      await whileHeld(changes, () => changeSettings(wanted));
      return wanted;
    },
    refresh: () => (catchUp === undefined ? refresh() : catchUp().then(refresh)),
    follower: {
      read: async () => () => {
        outdated = 'everything';
      },
      emptied: () => rateLimit.forget(),
    },
    heard(announcement) {
      if (announcement.type === 'sandbox' && announcement.change === 'reset') rateLimit.forget();
      if (announcement.type === 'sandbox' && changesAll.has(announcement.change)) outdated = 'everything';
      else if (outdated === 'nothing' && changesQuota(announcement)) outdated = 'quota';
    },
  };
};

const changesAll: ReadonlySet<string> = new Set(['reset', 'seeded']);

/** Whether a company with a Linked connection may have come or gone. */
const changesQuota = (announcement: Announcement): boolean =>
  (announcement.type === 'connection' && announcement.status !== 'PendingAuth') ||
  (announcement.type === 'company' && announcement.change === 'deleted');
