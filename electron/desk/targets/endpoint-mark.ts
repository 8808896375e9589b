import { canonical } from '#base/canonical.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { Webhook } from '#contract/webhook.ts';
import type { DeskContext } from '#desk/store/context.ts';

/**
 * Tells whether an endpoint is still what it was: keyed, of all that its target shows of it. Of the local service that
 * is also its headers; a remote one shows none.
 */
export const endpointMark = async (
  fingerprint: DeskContext['fingerprint'],
  { id, url, eventTypes, companyId, companyTags }: Webhook,
  control: Pick<ServiceControl, 'endpoints'> | undefined,
): Promise<string> => {
  const headers = control === undefined ? [] : await control.endpoints.headers(id, true);
  const channels = control === undefined ? [] : (await control.endpoints.show(id)).channels;
  return fingerprint(
    canonical({
      url,
      eventTypes: [...eventTypes].sort(),
      companyId: companyId ?? null,
      companyTags: [...companyTags].sort(),
      channels: [...channels].sort(),
      headers: headers.map(({ name, value }) => [name.toLowerCase(), value]).sort(),
    }),
  );
};
