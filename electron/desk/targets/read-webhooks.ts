import type { Webhook } from '#contract/webhook.ts';
import { refuse } from './read-answer.ts';
import type { TargetClient } from './targets.ts';

const path = '/webhooks';

/**
 * The endpoints of a target, which it does not page; of each what the contract names, as a target may answer more.
 * @throws TargetError; also `target.refused` for a 2xx that is no list of endpoints: that is not the same as none
 */
export const readWebhooks = async (client: TargetClient, signal?: AbortSignal): Promise<Webhook[]> => {
  const { body, statusCode, correlationId } = await client.call<unknown>({
    method: 'GET',
    path,
    ...(signal && { signal }),
  });
  const results = isObject(body) ? body.results : undefined;
  const webhooks = Array.isArray(results) ? results.map(webhookOf) : [undefined];
  if (webhooks.every((one) => one !== undefined)) return webhooks;
  const problem =
    'the response is not a list of endpoints; another server may be responding. Check the base URL';
  const about = { target: client.target.name, method: 'GET', path };
  const trouble = { kind: 'notJson', problem, notCarriedOut: false, passing: false } as const;
  return refuse(about, trouble, { statusCode, correlationId });
};

const webhookOf = (one: unknown): Webhook | undefined => {
  if (!isObject(one) || typeof one.id !== 'string' || one.id === '') return undefined;
  return {
    id: one.id.toLowerCase(),
    url: typeof one.url === 'string' ? one.url : '',
    eventTypes: texts(one.eventTypes),
    disabled: one.disabled === true,
    ...(typeof one.companyId === 'string' ? { companyId: one.companyId.toLowerCase() } : {}),
    companyTags: texts(one.companyTags),
  };
};

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
