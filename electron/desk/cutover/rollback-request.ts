import type { RollbackPreview } from '#contract/cutover.ts';
import { formatCount } from '#contract/format.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { planOf } from './on-target.ts';
import { shortUrl } from './short-url.ts';

type Content = Pick<RollbackPreview, 'endpoints' | 'rules' | 'headers'>;

/** What the provider of a remote target is to undo, as Markdown to send. */
export const rollbackRequest = (state: CaseState, { endpoints, rules, headers }: Content): string => {
  const clientId = state.clientId ?? planOf(state)?.plan.clientId;
  const list = (items: readonly string[], none: string) =>
    items.length === 0 ? [`- ${none}`] : items.map((item) => `- ${item}`);
  return [
    `# Roll back the webhook migration: ${state.integrator}`,
    '',
    `Client id: ${clientId ?? 'not known'}`,
    ...(planOf(state) === undefined ? [] : ['', `Plan: ${planOf(state)?.digest}`]),
    '',
    `## Disable ${formatCount(endpoints.length, 'endpoint')}`,
    '',
    'Disable them, and do not delete them: their messages are still to be read and replayed.',
    '',
    ...list(
      endpoints.map(
        ({ id, url, companyId }) =>
          `${id}: ${shortUrl(url)}${companyId === undefined ? '' : `, company ${companyId}`}`,
      ),
      'None are known.',
    ),
    '',
    `## Let ${formatCount(rules.length, 'rule')} fire again`,
    '',
    ...list(
      rules.map(({ ruleId, type }) => `${ruleId}: ${type}`),
      'None are known.',
    ),
    '',
    '## Headers',
    '',
    ...list(
      headers.map((name) => `${name}: by the profile again`),
      'None besides the client id.',
    ),
    '',
  ].join('\n');
};
