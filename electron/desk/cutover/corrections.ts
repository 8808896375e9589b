import { CatalogueError } from '#contract/errors.ts';
import { formatCount, formatInstant } from '#contract/format.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { driftSince } from './drift.ts';
import { lastOn, planOf } from './on-target.ts';
import { endpointLabel } from './plan-expectations.ts';

/**
 * What the provider has to correct, by the last verification, as Markdown to send.
 * @throws CatalogueError `cutover.stageMissing` where nothing was verified yet
 */
export const correctionsMarkdown = (state: CaseState): string => {
  const check = lastOn(state.cutoverChecks, state.targetId);
  if (check === undefined) {
    const why = 'The endpoints were not verified yet.';
    throw new CatalogueError('cutover.stageMissing', { wanted: 'corrected', why });
  }
  const plan = planOf(state);
  const told = (is: 'missing' | 'not-visible') =>
    check.expectations.filter((one) => one.state === is).map(({ what, detail }) => `${what}: ${detail}`);
  const wrong = [...told('missing'), ...driftSince(state, check)];
  const unseen = told('not-visible');
  const clientId = state.clientId ?? plan?.plan.clientId;
  return [
    `# Corrections to the webhook migration: ${state.integrator}`,
    '',
    `Client id: ${clientId ?? 'not known'}`,
    ...(plan === undefined ? [] : ['', `Plan: ${plan.digest}`]),
    '',
    `Verified at ${formatInstant(check.at)}.`,
    ...section(`Please correct ${formatCount(wrong.length, 'item')}`, wrong),
    ...section('Please confirm, as it can not be seen from here', unseen),
    ...(wrong.length + unseen.length === 0 ? ['', 'Nothing is to be corrected.'] : []),
    ...section(
      'Endpoints as planned',
      (plan?.plan.endpoints ?? []).map(
        (one) =>
          `${endpointLabel(one)}: ${one.eventTypes.map((type) => `\`${type}\``).join(', ')}. Headers: ${one.headers.map(({ name, source }) => `${name} (${headerText[source]})`).join(', ')}.`,
      ),
    ),
    '',
  ].join('\n');
};

const headerText = {
  always: 'the client id',
  profile: 'the value of the profile',
  portal: 'the value of the portal',
} as const;

const section = (title: string, items: readonly string[]): string[] =>
  items.length === 0 ? [] : ['', `## ${title}`, '', ...items.map((item) => `- ${item}`)];
