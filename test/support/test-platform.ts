import { resolve } from 'node:path';
import type { Company, Connection } from '#contract/company.ts';
import type { TokenBehaviour } from '#contract/sandbox.ts';
import { createPlatform } from '#service/platform/index.ts';
import type { CompanyForms, Platform } from '#service/platform/platform.ts';
import { testContext } from './service-context.ts';

export const resourcesDir = resolve(import.meta.dirname, '../../resources');

type Context = Awaited<ReturnType<typeof testContext>>;

/** For lists of companies as they are. */
export const asTheyAre: CompanyForms<Company> = { find: () => undefined, make: (_, company) => company };

export interface TestPlatform {
  readonly context: Context;
  readonly platform: Platform;
  /** Runs everything that falls due until `ms` from now, each at its due time. */
  advance(ms: number): Promise<void>;
  /** The types of what was published since the last call. */
  events(): string[];
  /** A company with a connection that was authorized with a simulated token set. */
  linked(options?: {
    platformKey?: string;
    behaviour?: TokenBehaviour;
  }): Promise<{ companyId: string; connection: Connection }>;
}

/** The platform module over a real store on a virtual clock. */
export const testPlatform = async (
  options: { seed?: number; dataDir?: string; batch?: number } = {},
): Promise<TestPlatform> => {
  const context = await testContext(options.seed === undefined ? {} : { seed: options.seed });
  const platform = await createPlatform(context, {
    resourcesDir,
    ...(options.dataDir === undefined ? {} : { dataDir: options.dataDir }),
  });
  const { store, clock } = context;
  let seen = 0;
  return {
    context,
    platform,
    async advance(ms) {
      const end = clock.now() + ms;
      for (;;) {
        const dueAt = await store.read((reader) => platform.syncs.nextDueAt(reader));
        if (dueAt === undefined || dueAt > end) break;
        clock.set(Math.max(dueAt, clock.now()));
        const ran = await store.write((tx) => platform.syncs.runDue(tx, clock.now(), options.batch ?? 100));
        if (ran === 0) throw new Error('Something is due and does not run.');
      }
      clock.set(end);
    },
    events() {
      const types = context.published.slice(seen).map((event) => event.type);
      seen = context.published.length;
      return types;
    },
    async linked({ platformKey = 'gbol', behaviour = 'good' } = {}) {
      const { id: companyId } = await platform.companies.create({ name: 'Acme' }, 'Tester');
      const { id } = await platform.connections.create(companyId, platformKey);
      const [set] = await platform.issueTokens({ platformKey, behaviour });
      const connection = await platform.connections.authorize(companyId, id, set?.credentials ?? {});
      return { companyId, connection };
    },
  };
};
