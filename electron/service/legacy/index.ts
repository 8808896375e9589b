import type { Client } from '#service/core/context.ts';
import type { Outbound } from '#service/outbound/outbound.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { allRules } from '#service/store/rules.ts';
import type { Reader } from '#service/store/store.ts';
import { createAlerts } from './alerts.ts';
import { createAlertsDue } from './alerts-due.ts';
import type { Legacy } from './legacy.ts';
import { createMailsDue } from './mails-due.ts';
import { createOutbox } from './outbox.ts';
import { createProfile } from './profile.ts';
import { readCutOver, readProfile, writeCutOver } from './profile-fact.ts';
import { createPublish } from './publish.ts';
import { createRegistry } from './registry.ts';
import { createRetention } from './retention.ts';
import { createRetryAfterSeen } from './retry-after-seen.ts';
import { toRule } from './rule.ts';
import { createRules } from './rules.ts';
import { createSeed } from './seed.ts';

export interface LegacyOptions {
  /** Whose alerts these are; read at each use. */
  readonly client: Client;
  readonly outbound: Pick<Outbound, 'post' | 'places'>;
  /** Folder that mails are written into. */
  readonly outboxDir: string;
  /** How many days alerts are kept. */
  readonly keptDays: (reader: Reader) => Promise<number>;
}

/** The legacy mechanism. Source: `docs/reference/rules/legacy.md`. */
export const createLegacy = async (context: ServiceContext, options: LegacyOptions): Promise<Legacy> => {
  const { client, outbound } = options;
  const registry = createRegistry(context, client);
  const outbox = createOutbox(options.outboxDir);

  return {
    rules: createRules(context, registry),
    alerts: createAlerts(context),
    profile: createProfile(context, client, registry),
    publish: createPublish(context, client, registry),
    alertsDue: createAlertsDue(context, { client, outbound, registry }),
    mailsDue: createMailsDue(context, outbox),
    retention: createRetention(context, outbox, options.keptDays),
    retryAfterSeen: createRetryAfterSeen(context),
    secrets: async (reader) => (await registry.read(reader)).secrets,
    async setup(reader) {
      const { alertAuthHeader } = await readProfile(context, client, reader);
      return {
        rules: (await allRules(reader)).map(toRule),
        ...(alertAuthHeader !== undefined && { alertAuthHeader }),
      };
    },
    async setCutOver(tx, cutOverAt) {
      await writeCutOver(tx, cutOverAt);
      registry.forgetIn(tx);
    },
    cutOverAt: readCutOver,
    seed: createSeed(context, client, registry),
    follower: { read: async () => registry.forget },
    forget: registry.forgetIn,
    emptyOutbox: outbox.empty,
  };
};
