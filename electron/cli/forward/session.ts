import { CommandError } from '#cli/command-error.ts';
import type { HttpClient } from '#cli/http-client.ts';
import { remark } from '#cli/output.ts';
import type { ClockView } from '#contract/clock.ts';
import type { EndpointDetail, Secret } from '#contract/endpoint.ts';
import { eventTypes } from '#contract/events.ts';
import { formatCount } from '#contract/format.ts';
import type { Delivery, MessagePage } from '#contract/message.ts';
import { type Forwarding, type ForwardingFile, keepForwarding, readForwarding } from './state.ts';

/** What the endpoint of a forwarding listens to. */
export interface Wanted {
  readonly target: URL;
  /** Of the consumer that receives for it. */
  readonly url: string;
  readonly events?: readonly string[];
  readonly company?: string;
}

export interface ForwardingSession {
  readonly webhookId: string;
  readonly secret: string;
  /** What the cursor said at the start. */
  readonly cursor: string;
  /** Of the service's clock at the start. */
  readonly now: string;
  readonly file: ForwardingFile;
}

/**
 * The endpoint of an earlier run, with its secret, or a new one. It stays when the command ends: a consumer keeps the
 * secret that it was given.
 */
export const openForwarding = async (
  service: HttpClient,
  folder: string,
  wanted: Wanted,
): Promise<ForwardingSession> => {
  const { now } = await service.get<ClockView>('/clock');
  const before = readForwarding(folder, wanted.target);
  const kept = before && (await keptEndpoint(service, before, wanted));
  const endpoint = kept ?? (await makeEndpoint(service, wanted));
  const cursor = kept === undefined ? now : (before as Forwarding).cursor;
  const file = keepForwarding(folder, wanted.target, {
    url: wanted.target.href,
    webhookId: endpoint.id,
    port: Number(new URL(wanted.url).port),
    cursor,
  });
  const { secret } = await service.get<Secret>(`/endpoints/${endpoint.id}/secret`);
  return { webhookId: endpoint.id, secret, cursor, now, file };
};

const makeEndpoint = (service: HttpClient, { url, events, company }: Wanted): Promise<EndpointDetail> =>
  service.post<EndpointDetail>('/endpoints', {
    url,
    eventTypes: events ?? eventTypes,
    companyId: company,
  });

/** Undefined if it is gone, as after a reset; one that listens to something else gives way. */
const keptEndpoint = async (
  service: HttpClient,
  { webhookId }: Forwarding,
  { url, events, company }: Wanted,
): Promise<EndpointDetail | undefined> => {
  const { results } = await service.get<{ results: EndpointDetail[] }>('/endpoints');
  const endpoint = results.find(({ id }) => id === webhookId);
  if (endpoint === undefined) return undefined;
  const isSame =
    endpoint.url === url &&
    isSameSet(endpoint.eventTypes, events ?? eventTypes) &&
    isSameSet(endpoint.channels, company === undefined ? [] : [company]);
  if (isSame) return endpoint;
  await service.delete(`/endpoints/${webhookId}`);
  remark(
    'The endpoint of the last run listened to something else, so a new one takes its place, with a new secret.',
  );
  return undefined;
};

const isSameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && new Set([...a, ...b]).size === a.length;

/**
 * Has the service deliver what was missed: messages without a delivery, since `since`, and those whose deliveries failed
 * while nobody listened here.
 */
export const replayMissed = async (
  service: HttpClient,
  { webhookId, now }: Pick<ForwardingSession, 'webhookId' | 'now'>,
  since: string,
): Promise<void> => {
  const { disabled } = await service.get<EndpointDetail>(`/endpoints/${webhookId}`);
  // What was unheard is asked for first: once it is enabled, what waits runs at once.
  const unheard = await unheardOf(service, webhookId, since, now);
  if (disabled) await service.patch(`/endpoints/${webhookId}`, { disabled: false });
  const { count } = await service.post<{ count: number }>(`/endpoints/${webhookId}/replay`, { since });
  if (count > 0) remark(`Missed while not listening: ${formatCount(count, 'message')}, delivered now.`);
  const resent = await resend(service, webhookId, unheard);
  if (resent > 0) remark(`Failed while not listening: ${formatCount(resent, 'message')}, sent again.`);
};

/** One extra attempt each, oldest first. @returns how many; those that were delivered meanwhile are not counted */
export const resend = async (
  service: HttpClient,
  webhookId: string,
  ids: readonly string[],
): Promise<number> => {
  let count = 0;
  for (const id of ids) {
    try {
      count += (await service.post<{ count: number }>(`/messages/${id}/resend`, { endpoint: webhookId }))
        .count;
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
    }
  }
  return count;
};

/** Oldest first. */
const unheardOf = async (
  service: HttpClient,
  webhookId: string,
  since: string,
  until: string,
): Promise<string[]> => {
  const ids: string[] = [];
  for (const status of ['Waiting', 'Failed']) {
    let cursor: string | undefined;
    do {
      const query = new URLSearchParams({ endpoint: webhookId, status, since, limit: '500' });
      if (cursor !== undefined) query.set('cursor', cursor);
      const page = await service.get<MessagePage>(`/messages?${query}`);
      const unheard = page.results.filter(
        ({ created, deliveries }) =>
          created <= until && deliveries.some((one) => one.webhookId === webhookId && isUnheard(one)),
      );
      ids.push(...unheard.map(({ id }) => id));
      cursor = page.cursor;
    } while (cursor !== undefined);
  }
  return ids.reverse();
};

/** Its last attempt had no response, or the one that says that the consumer had none. */
const isUnheard = ({ lastError, lastStatusCode }: Delivery): boolean =>
  lastError !== undefined || lastStatusCode === 502;
