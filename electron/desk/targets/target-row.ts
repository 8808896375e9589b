import { checkBaseUrl } from '#base/outgoing/base-url.ts';
import { refuseSetting } from '#base/outgoing/refuse-setting.ts';
import type { Sealer } from '#base/sealing.ts';
import { localTargetId, type TargetRequest } from '#contract/target.ts';
import type { TargetRow } from '#desk/store/targets.ts';
import { checkCallbackUrl } from './callback-url.ts';
import { checkCaPem } from './private-ca.ts';
import { checkProxyUrl, refuseProxyToHere } from './proxy-url.ts';

/** What a target is given unless it is said otherwise: gentle on a service that others use too. */
export const defaultLimits = { concurrency: 5, perSecond: 10 } as const;

const proxyPlace = (targetId: string): string => `target ${targetId} proxy`;
const keyPlace = (targetId: string): string => `target ${targetId} key`;

/**
 * A target as it is kept: checked, its key sealed.
 * @throws CatalogueError `request.invalid`
 */
export const targetRow = (
  sealer: Sealer,
  id: string,
  request: TargetRequest,
  createdMs: number,
): TargetRow => {
  const base_url = checkBaseUrl(request.baseUrl);
  refuseProxyToHere(base_url, request.proxyUrl !== undefined);
  return {
    id,
    name: checkTargetName(request.name),
    base_url,
    api_key: sealTargetKey(sealer, id, request.apiKey),
    client_id: request.clientId ?? null,
    ca_pem: request.caPem === undefined ? null : checkCaPem(request.caPem),
    proxy: request.proxyUrl === undefined ? null : sealProxy(sealer, id, request.proxyUrl),
    callback_url: request.callbackUrl === undefined ? null : checkCallbackUrl(request.callbackUrl),
    concurrency: request.concurrency ?? defaultLimits.concurrency,
    per_second: request.perSecond ?? defaultLimits.perSecond,
    created: createdMs,
  };
};

export const sealTargetKey = (sealer: Sealer, id: string, apiKey: string): Buffer =>
  sealer.seal(apiKey, keyPlace(id));

/** undefined where the key that it was sealed under is lost. */
export const openTargetKey = (sealer: Sealer, row: Pick<TargetRow, 'id' | 'api_key'>): string | undefined =>
  sealer.openIfPossible(row.api_key, keyPlace(row.id));

/** @throws CatalogueError `request.invalid` */
export const sealProxy = (sealer: Sealer, id: string, proxyUrl: string): Buffer =>
  sealer.seal(checkProxyUrl(proxyUrl), proxyPlace(id));

/** undefined where it has none; `lost` where the key that it was sealed under is. */
export const openProxy = (
  sealer: Sealer,
  { id, proxy }: Pick<TargetRow, 'id' | 'proxy'>,
): string | undefined =>
  proxy === null ? undefined : (sealer.openIfPossible(proxy, proxyPlace(id)) ?? lost);

/** Stands for what was sealed under a key that is gone. */
export const lost = 'lost';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const refuse = refuseSetting('name');

/** A name that could be taken for an id would lead to the wrong target. */
export const checkTargetName = (given: string): string => {
  const name = given.trim();
  if (name === '' || /\p{Cc}/u.test(name)) throw refuse('must have visible characters and no line breaks.');
  if (name.toLowerCase() === localTargetId)
    throw refuse('must not be "local", the name of the local service. Choose another one.');
  if (uuid.test(name)) throw refuse('must not look like an id. Choose another one.');
  return name;
};
