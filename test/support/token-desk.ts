import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { mask } from '#base/sealing.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { createCases } from '#desk/cases/index.ts';
import { stepModules } from '#desk/step-modules.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { readLastRowId, writeTokenRows } from '#desk/store/token-rows.ts';
import { openVaultStore, type VaultStore } from '#desk/store/vault-store.ts';
import { confirmCalls } from '#desk/targets/confirm.ts';
import { createTargets } from '#desk/targets/index.ts';
import type { Targets } from '#desk/targets/targets.ts';
import { markOf } from '#desk/tokens/mark.ts';
import { createDuplicateWork } from '#desk/tokens/run/duplicates.ts';
import { createEngine } from '#desk/tokens/run/engine.ts';
import { createTurns } from '#desk/tokens/run/in-turn.ts';
import type { RunTime } from '#desk/tokens/run/plan.ts';
import { createRuns } from '#desk/tokens/run/runs.ts';
import { sealedCredentials } from '#desk/tokens/sealed-credentials.ts';
import { createUnreadables } from '#desk/tokens/unreadable.ts';
import { type Credentials, createVault } from '#desk/tokens/vault.ts';
import { testDeskContext } from './desk-context.ts';

export interface TestRow {
  readonly ref: string;
  /** null: the import gave none. */
  readonly name?: string | null;
  readonly platformKey: string;
  readonly credentials: Credentials;
  readonly companyId?: string;
  readonly connectionId?: string;
  /** Of a row that this one replaces. */
  readonly id?: number;
}

export interface WiringOptions {
  readonly control: ServiceControl;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly backoffMs?: number;
  /** For one attempt of a call, ms. */
  readonly timeoutMs?: number;
  readonly time?: RunTime;
  /** Over HTTP if left out. */
  readonly targets?: Targets;
}

interface Options extends WiringOptions {
  readonly dataDir?: string;
  readonly dataKey?: Buffer;
}

/** The runs of a desk on real databases, against whatever answers at `baseUrl`; rows come without a file. */
export const testTokenDesk = async (options: Options) => {
  const context = await testDeskContext(options);
  const vaultStore = await openVaultStore(join(context.dataDir, 'vault.db'));
  onTestFinished(() => vaultStore.close());
  const desk = wireTokens(context, vaultStore, options);
  onTestFinished(() => desk.targets.close());
  onTestFinished(() => desk.engine.stop(0));
  return { ...desk, context };
};

/** The same on stores that whoever calls it opens and closes. */
export const wireTokens = (context: DeskContext, vaultStore: VaultStore, options: WiringOptions) => {
  const { control, baseUrl, apiKey, backoffMs = 1, timeoutMs, time } = options;
  const vault = createVault(context, vaultStore);
  const cases = createCases(context, stepModules);
  const targets =
    options.targets ??
    createTargets(context, {
      local: { baseUrl, apiKey: async () => apiKey, clientId: async () => undefined },
      backoffMs,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
  const gateOf = async () => ({ refused: undefined, held: () => undefined });
  const credentials = sealedCredentials(context, vault, () => control.integrations());
  const unreadables = createUnreadables(vault, credentials);
  const engine = createEngine(context, {
    cases,
    backoffMs,
    heldOf: async () => () => undefined,
    unreadableOf: unreadables.now,
  });
  const inTurn = createTurns();
  const duplicates = createDuplicateWork(context, {
    cases,
    targets,
    confirm: confirmCalls,
    inTurn,
  });
  const runs = createRuns(context, {
    inTurn,
    keptOf: vault.keptOf,
    unreadableOf: unreadables.now,
    cases,
    targets,
    control,
    engine,
    confirm: confirmCalls,
    gateOf,
    credentials,
    ...(time === undefined ? {} : { time }),
  });

  const addRows = async (caseId: string, rows: readonly TestRow[]): Promise<number[]> => {
    const integrations = await control.integrations();
    const first = (await context.store.read(readLastRowId)) + 1;
    const importId = randomUUID();
    const ids = rows.map(({ id }, n) => id ?? first + n);
    await vault.keep(
      caseId,
      rows.map(({ credentials }, n) => ({ rowId: ids[n] as number, credentials })),
    );
    await context.store.write((tx) =>
      writeTokenRows(
        tx,
        rows.map(({ ref, name = `Company ${ref}`, platformKey, credentials, companyId, connectionId }, n) => {
          const integration = integrations.find((one) => one.platformKey === platformKey);
          if (integration === undefined) throw new Error(`There is no integration ${platformKey}.`);
          return {
            id: ids[n] as number,
            case_id: caseId,
            import_id: importId,
            source: 'a test',
            line: n + 1,
            ref,
            name,
            description: null,
            platform_key: platformKey,
            company_id: companyId ?? null,
            connection_id: connectionId ?? null,
            fields: JSON.stringify(
              Object.fromEntries(
                integration.credentials.flatMap(({ name: field, secret }) => {
                  const value = credentials[field];
                  return value === undefined ? [] : [[field, secret ? mask(value) : value]];
                }),
              ),
            ),
            mark: markOf(context, integration, credentials),
            problems: null,
          };
        }),
      ),
    );
    return ids;
  };
  return {
    context,
    vault,
    cases,
    targets,
    engine,
    runs,
    duplicates,
    inTurn,
    unreadables,
    vaultStore,
    addRows,
  };
};
