import { formatCount, formatDuration } from '#contract/format.ts';
import type { Fault } from '#contract/sandbox.ts';

type FaultAnswer = Fault['answer'];

/** A slow answer without a delay of its own takes so long, ms. */
export const usualDelayMs = 3000;

/** What an answer is, and what a client is to do with it. */
export const answerChoices: readonly {
  readonly value: FaultAnswer;
  readonly label: string;
  readonly meaning: string;
}[] = [
  {
    value: '503',
    label: '503 Service unavailable',
    meaning: 'The service is down for a moment. A client tries again later, and longer each time.',
  },
  { value: '500', label: '500 Internal error', meaning: 'The call failed. A client may try again.' },
  {
    value: '429',
    label: '429 Too many requests',
    meaning: 'The rate limit is reached. A client waits as Retry-After says.',
  },
  {
    value: '403',
    label: '403 Not allowed',
    meaning: 'The key lacks the right. Trying again does not help: somebody has to grant it.',
  },
  {
    value: '402',
    label: '402 Account limit',
    meaning: 'The account takes no more companies. Trying again does not help.',
  },
  {
    value: 'slow',
    label: 'A late answer',
    meaning: 'The right answer, later. Shows whether a client waits long enough.',
  },
  {
    value: 'none',
    label: 'No answer',
    meaning: 'The connection is cut. A client cannot know whether the call was carried out.',
  },
];

export const formatAnswer = ({ answer, delayMs }: Pick<Fault, 'answer' | 'delayMs'>): string => {
  if (answer === 'slow') return `answers ${formatDuration(delayMs ?? usualDelayMs)} late`;
  if (answer === 'none') return 'is not answered: the connection is cut';
  return `is answered ${answer}`;
};

/** `Every second GET /companies` is not said: a share is drawn for each request. */
export const formatWhich = ({ method, route }: Pick<Fault, 'method' | 'route'>): string => {
  if (route === '*') return method === undefined ? 'Every call' : `Every ${method}`;
  return `${method ?? 'Any method'} ${route}`;
};

export const formatHowOften = ({ times, share }: Pick<Fault, 'times' | 'share'>): string => {
  const parts = [
    share === undefined || share === 1 ? undefined : `${Math.round(share * 100)} of 100 calls`,
    times === undefined ? undefined : `${formatCount(times, 'time', 'times')} more`,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? 'always' : parts.join(', ');
};

export const presets: readonly { readonly label: string; readonly fault: Fault }[] = [
  { label: 'The next three calls fail', fault: { route: '*', answer: '503', times: 3 } },
  { label: 'One call in five fails', fault: { route: '*', answer: '500', share: 0.2 } },
  { label: 'Rate limit for ten calls', fault: { route: '*', answer: '429', times: 10 } },
  { label: 'Everything is slow', fault: { route: '*', answer: 'slow', delayMs: usualDelayMs } },
  {
    label: 'A hand-over without an answer',
    fault: {
      method: 'PUT',
      route: '/companies/{companyId}/connections/{connectionId}/authorization',
      answer: 'none',
      times: 1,
    },
  },
  { label: 'No more companies', fault: { method: 'POST', route: '/companies', answer: '402' } },
];

/** Of the public API, as its reference writes them. */
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
  '/integrations',
  '/integrations/{platformKey}',
  '/profile',
  '/profile/syncSettings',
  '/rules',
  '/rules/{ruleId}',
  '/webhooks',
  '/webhooks/{webhookId}',
  '/apiKeys',
  '/apiKeys/{apiKeyId}',
];
