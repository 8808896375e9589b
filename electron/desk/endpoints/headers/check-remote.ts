import { systemTime, toIso } from '#base/clock.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { HeaderCheckRequest, HeaderCheckResult } from '#contract/header-setup.ts';
import type { Webhook } from '#contract/webhook.ts';
import type { Needs } from '#desk/cases/four-eyes.ts';
import { adviceFor } from './advice.ts';
import { compareReceived } from './compare.ts';
import type { ExpectedHeader } from './expected.ts';
import type { Modules, Place } from './place.ts';
import { readReceived } from './received.ts';
import { canTrigger, triggerCalls, triggerEvent } from './trigger.ts';

/** By what a consumer received, or by making the event that it is to receive. */
export const checkRemote = async (
  { context, confirm, cases }: Modules,
  { client, target, state }: Place,
  webhook: Webhook,
  headers: readonly ExpectedHeader[],
  request: HeaderCheckRequest,
  actor: string,
): Promise<HeaderCheckResult> => {
  if (headers.every(({ legacyOnly }) => legacyOnly))
    throw new CatalogueError('headers.noPlan', { webhookId: webhook.id });
  if (request.received !== undefined) {
    return checkReceived(webhook.id, headers, request.received);
  }
  if (request.trigger !== true) throw new CatalogueError('headers.wayOfCheck', { target: target.name });
  if (!canTrigger(webhook)) throw new CatalogueError('headers.noTrigger', { webhookId: webhook.id });
  confirm(target, triggerCalls, request.confirm);
  await cases.act(state.id, actor, () => [], { needs: triggerNeeds(webhook) });
  await triggerEvent(client, webhook, context.newId());
  return {
    at: toIso(systemTime.now()),
    webhookId: webhook.id,
    by: 'test-event',
    passed: false,
    pending: true,
    headers: [],
    advice: [
      "A company was created and deleted, so company.created is being sent to the endpoint. Copy the headers of that request from the consumer's log, and check them as received headers.",
      "If nothing arrives, check the URL of the endpoint and the consumer's firewall (in the app under Headers, or by `carryover allow-list`).",
    ],
  };
};

/** What a second person is shown of it, where a policy asks for one. */
const triggerNeeds =
  ({ id, url }: Webhook): Needs =>
  () => ({
    kind: 'headers.check',
    subject: id,
    plan: () => ({
      facts: [
        ['Endpoint', id],
        ['URL', url],
      ],
      lists: [
        { label: 'Calls', lines: triggerCalls.map(({ method, path, why }) => `${method} ${path}: ${why}`) },
      ],
    }),
  });

/** @throws CatalogueError `headers.nothingReceived`, `headers.severalReceived`, `headers.valuesMissing` */
export const checkReceived = (
  webhookId: string,
  headers: readonly ExpectedHeader[],
  text: string,
): HeaderCheckResult => {
  const missing = headers
    .filter(({ value, legacyOnly }) => value === undefined && !legacyOnly)
    .map(({ name }) => name);
  if (missing.length > 0) throw new CatalogueError('headers.valuesMissing', { names: missing.join(', ') });
  const received = readReceived(
    text,
    headers.map(({ name }) => name),
  );
  const compared = compareReceived(headers, received);
  const seen = { at: toIso(systemTime.now()), webhookId, by: 'received' as const, headers: compared };
  const [messageId] = received.get('webhook-id') ?? [];
  const advice = adviceFor(seen);
  if (messageId === undefined) {
    advice.push(
      'The headers have no webhook-id, so it is unclear whether the new service sent them. Provide all headers of one of its requests.',
    );
  }
  return {
    ...seen,
    ...(messageId === undefined ? {} : { messageId: messageId.slice(0, 100) }),
    passed: messageId !== undefined && compared.every(({ result }) => result === 'as-set'),
    advice,
  };
};
