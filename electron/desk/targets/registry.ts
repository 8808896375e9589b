import { systemTime, toIso } from '#base/clock.ts';
import { checkBaseUrl } from '#base/outgoing/base-url.ts';
import { mask, type Sealer } from '#base/sealing.ts';
import { CatalogueError, invalid } from '#contract/errors.ts';
import { formatList } from '#contract/format.ts';
import { localTargetId, type Target, type TargetPatch, type TargetRequest } from '#contract/target.ts';
import { readCaseNamesOf } from '#desk/store/case-chain.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Reader } from '#desk/store/store.ts';
import {
  deleteTarget,
  insertTarget,
  readTarget,
  readTargets,
  type TargetRow,
  updateTarget,
} from '#desk/store/targets.ts';
import { checkCallbackUrl } from './callback-url.ts';
import { checkCaPem } from './private-ca.ts';
import { maskProxyUrl, refuseProxyToHere } from './proxy-url.ts';
import {
  checkTargetName,
  lost,
  openProxy,
  openTargetKey,
  sealProxy,
  sealTargetKey,
  targetRow,
} from './target-row.ts';
import type { Targets } from './targets.ts';

/** A remote target with what its client needs. */
export interface OpenTarget {
  readonly target: Target;
  /** undefined where the key that it was sealed under is lost. */
  readonly apiKey: string | undefined;
  readonly caPem: string | undefined;
  /** `lost` where the key that it was sealed under is. */
  readonly proxyUrl: string | undefined;
}

/** The remote targets, as they are kept. */
export interface Registry extends Pick<Targets, 'add' | 'change' | 'remove'> {
  list(): Promise<Target[]>;
  /** undefined if there is none. */
  find(targetId: string): Promise<OpenTarget | undefined>;
}

export const createRegistry = ({ store, sealer, announce, newId }: DeskContext): Registry => {
  const open = (row: TargetRow): OpenTarget => {
    const apiKey = openTargetKey(sealer, row);
    const proxyUrl = openProxy(sealer, row);
    return { target: shown(row, apiKey, proxyUrl), apiKey, caPem: row.ca_pem ?? undefined, proxyUrl };
  };

  const existing = async (reader: Reader, targetId: string): Promise<TargetRow> => {
    if (targetId === localTargetId) throw new CatalogueError('target.builtIn');
    const row = await readTarget(reader, targetId);
    if (row === undefined) throw new CatalogueError('target.notFound', { reference: targetId });
    return row;
  };

  return {
    list: () => store.read(async (reader) => (await readTargets(reader)).map((row) => open(row).target)),
    async find(targetId) {
      const row = await store.read((reader) => readTarget(reader, targetId));
      return row === undefined ? undefined : open(row);
    },
    async add(request: TargetRequest) {
      const id = newId();
      const row = targetRow(sealer, id, request, systemTime.now());
      await store.write(async (tx) => {
        await refuseTakenName(tx, row.name, id);
        await insertTarget(tx, row);
        tx.afterCommit(() => announce({ type: 'target', targetId: id, change: 'added' }));
      });
      return open(row).target;
    },
    async change(targetId, patch) {
      const given = changesOf(patch);
      const row = await store.write(async (tx) => {
        const before = await existing(tx, targetId);
        refuseKeyForAnother(before.base_url, given.base_url, patch.apiKey);
        const key =
          patch.apiKey === undefined ? {} : { api_key: sealTargetKey(sealer, targetId, patch.apiKey) };
        const after = { ...before, ...given, ...key, ...proxyChange(sealer, targetId, patch) };
        refuseProxyToHere(after.base_url, after.proxy !== null);
        await refuseTakenName(tx, after.name, targetId);
        const { id: _same, ...values } = after;
        await updateTarget(tx, targetId, values);
        tx.afterCommit(() => announce({ type: 'target', targetId, change: 'changed' }));
        return after;
      });
      return open(row).target;
    },
    async remove(targetId) {
      await store.write(async (tx) => {
        await existing(tx, targetId);
        const cases = await readCaseNamesOf(tx, targetId);
        if (cases.length > 0) throw new CatalogueError('target.inUse', { cases: formatList(cases, 5) });
        await deleteTarget(tx, targetId);
        tx.afterCommit(() => announce({ type: 'target', targetId, change: 'removed' }));
      });
    },
  };
};

const shown = (row: TargetRow, apiKey: string | undefined, proxyUrl: string | undefined): Target => ({
  id: row.id,
  name: row.name,
  kind: 'remote',
  baseUrl: row.base_url,
  apiKey: apiKey === undefined ? lost : mask(apiKey),
  ...(row.client_id === null ? {} : { clientId: row.client_id }),
  hasCa: row.ca_pem !== null,
  ...(proxyUrl === undefined ? {} : { proxyUrl: proxyUrl === lost ? lost : maskProxyUrl(proxyUrl) }),
  ...(row.callback_url === null ? {} : { callbackUrl: row.callback_url }),
  concurrency: row.concurrency,
  perSecond: row.per_second,
  created: toIso(row.created),
});

const proxyChange = (sealer: Sealer, id: string, { proxyUrl }: TargetPatch): Partial<TargetRow> =>
  proxyUrl === undefined ? {} : { proxy: proxyUrl === null ? null : sealProxy(sealer, id, proxyUrl) };

/** What a patch sets, but for what is sealed. */
const changesOf = (patch: TargetPatch): Partial<Omit<TargetRow, 'id' | 'api_key' | 'proxy' | 'created'>> => ({
  ...(patch.name === undefined ? {} : { name: checkTargetName(patch.name) }),
  ...(patch.baseUrl === undefined ? {} : { base_url: checkBaseUrl(patch.baseUrl) }),
  ...(patch.clientId === undefined ? {} : { client_id: patch.clientId }),
  ...(patch.caPem === undefined ? {} : { ca_pem: patch.caPem === null ? null : checkCaPem(patch.caPem) }),
  ...(patch.callbackUrl === undefined
    ? {}
    : { callback_url: patch.callbackUrl === null ? null : checkCallbackUrl(patch.callbackUrl) }),
  ...(patch.concurrency === undefined ? {} : { concurrency: patch.concurrency }),
  ...(patch.perSecond === undefined ? {} : { per_second: patch.perSecond }),
});

const refuseTakenName = async (reader: Reader, name: string, targetId: string): Promise<void> => {
  const taken = (await readTargets(reader)).some(
    (row) => row.id !== targetId && row.name.toLowerCase() === name.toLowerCase(),
  );
  if (taken) throw new CatalogueError('target.nameTaken', { name });
};

/** A key goes to the server that it was given for, and to no other. */
const refuseKeyForAnother = (before: string, after: string | undefined, apiKey: string | undefined): void => {
  if (after === undefined || apiKey !== undefined) return;
  if (new URL(before).origin === new URL(after).origin) return;
  throw invalid({
    itemId: 'apiKey',
    message: 'apiKey is required too, as the base URL names another server.',
    validatorName: 'required',
  });
};
