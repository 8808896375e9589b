import { formatCount, formatDuration, formatShare } from '#contract/format.ts';
import type { Fault } from '#contract/sandbox.ts';

type Effect = Fault['answer'];

/** Of a slow response without a delay of its own, ms. */
export const defaultDelayMs = 3000;

/** What each effect is, and how a client should handle it. */
export const effects: readonly {
  readonly value: Effect;
  readonly label: string;
  readonly meaning: string;
}[] = [
  { value: '503', label: '503 Service unavailable', meaning: 'Clients should retry with backoff.' },
  { value: '500', label: '500 Internal error', meaning: 'Clients may retry.' },
  { value: '429', label: '429 Too many requests', meaning: 'Clients should wait as Retry-After says.' },
  { value: '403', label: '403 Forbidden', meaning: 'The key lacks a permission; retrying does not help.' },
  { value: '402', label: '402 Account limit', meaning: 'No more companies; retrying does not help.' },
  { value: 'slow', label: 'Slow response', meaning: 'The normal response, delayed. Tests client timeouts.' },
  {
    value: 'none',
    label: 'No response',
    meaning: 'The connection is closed; clients cannot know whether the call succeeded.',
  },
  { value: 'fixture', label: 'Fixture', meaning: 'A stored response: nothing is done by the service.' },
];

export const formatEffect = ({
  answer,
  delayMs,
  fixture,
}: Pick<Fault, 'answer' | 'delayMs' | 'fixture'>): string => {
  if (answer === 'fixture') return `Fixture: ${fixture?.statusCode ?? 200} response`;
  if (answer === 'slow') return `${formatDuration(delayMs ?? defaultDelayMs)} delay`;
  return answer === 'none' ? 'No response' : `${answer} response`;
};

export const formatCalls = ({ method, route, path }: Pick<Fault, 'method' | 'route' | 'path'>): string => {
  if (path !== undefined) return `${method ?? 'Any method'} ${path}`;
  if (route === '*') return method === undefined ? 'All calls' : `All ${method} calls`;
  return `${method ?? 'Any method'} ${route}`;
};

/** A share is drawn for each call: 20 % is not every fifth call. */
export const formatFrequency = ({ times, share = 1 }: Pick<Fault, 'times' | 'share'>): string => {
  const parts = [
    share === 1 ? undefined : `${formatShare(share, 1)} of calls`,
    times === undefined ? undefined : formatCount(times, 'more call'),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? 'Always' : parts.join(', ');
};

export const presets: readonly { readonly label: string; readonly fault: Fault }[] = [
  { label: 'Next 3 calls fail', fault: { route: '*', answer: '503', times: 3 } },
  { label: '1 in 5 calls fails', fault: { route: '*', answer: '500', share: 0.2 } },
  { label: 'Rate limit for 10 calls', fault: { route: '*', answer: '429', times: 10 } },
  { label: 'All calls slow', fault: { route: '*', answer: 'slow', delayMs: defaultDelayMs } },
  {
    label: 'No response to authorization',
    fault: {
      method: 'PUT',
      route: '/companies/{companyId}/connections/{connectionId}/authorization',
      answer: 'none',
      times: 1,
    },
  },
  { label: 'Company limit reached', fault: { method: 'POST', route: '/companies', answer: '402' } },
];

/** Of the public API, written as in its reference. */
export const routes: readonly string[] = [
  '*',
  '/companies',
  '/companies/{companyId}',
  '/companies/{companyId}/connections',
  '/companies/{companyId}/connections/{connectionId}',
  '/companies/{companyId}/connections/{connectionId}/authorization',
  '/companies/{companyId}/data/all',
  '/companies/{companyId}/data/queue/{dataType}',
  '/companies/{companyId}/dataStatus',
  '/companies/{companyId}/data/history',
  '/companies/{companyId}/data/history/{datasetId}',
  '/companies/{companyId}/syncSettings',
  '/companies/{companyId}/sync/{datasetId}/validation',
  '/companies/{companyId}/products/{productIdentifier}',
  '/companies/{companyId}/products/{productIdentifier}/refresh',
  '/companies/{companyId}/accessToken',
  '/companies/{companyId}/connectionManagement/accessToken',
  '/companies/{companyId}/connections/{connectionId}/data/custom/{customDataIdentifier}',
  '/companies/{companyId}/connections/{connectionId}/data/queue/custom/{customDataIdentifier}',
  '/companies/{companyId}/connections/{connectionId}/options/{dataType}',
  '/companies/{companyId}/connections/{connectionId}/push/{dataType}',
  '/companies/{companyId}/connections/{connectionId}/push/{dataType}/{recordId}',
  '/companies/{companyId}/push',
  '/companies/{companyId}/push/{pushOperationKey}',
  '/integrations',
  '/integrations/{platformKey}',
  '/integrations/{platformKey}/branding',
  '/integrations/{platformKey}/dataTypes/custom/{customDataIdentifier}',
  '/integrations/{platformKey}/dataTypes/{dataType}/supplementalDataConfig',
  '/profile',
  '/profile/syncSettings',
  '/rules',
  '/rules/{ruleId}',
  '/webhooks',
  '/webhooks/{webhookId}',
  '/apiKeys',
  '/apiKeys/{apiKeyId}',
  '/connectionManagement/corsSettings',
  '/corsSettings',
];
