import type { Profile, Rule, RuleRequest } from '#contract/legacy.ts';
import type { TargetClient } from '#desk/targets/targets.ts';

const email = 'ops@bakery-books.example';
const authHeader = 'Bearer bakery-books-legacy-5QF8';

/**
 * The legacy set-up of the sample: a rule with a webhook, one with an email, and the profile's auth header. Never changes
 * that of somebody else.
 * @returns what was left out, in sentences
 */
export const makeLegacySetup = async (client: TargetClient, alertsUrl: string): Promise<string[]> => {
  const wanted: readonly RuleRequest[] = [
    { type: 'Data sync completed', notifiers: { webhook: alertsUrl } },
    { type: 'Sync Failed', notifiers: { emails: [email] } },
  ];
  const rules = await client.all<Rule>('/rules');
  const isOurs = (rule: Rule): boolean => wanted.some((one) => isThere(one, rule));
  if (!rules.every(isOurs)) {
    return [
      'The local service has other rules, so those of the sample and the auth header of its profile were left out: the check shows the rules that there are. For the whole sample, empty the sandbox, delete the case, and open the sample again.',
    ];
  }
  for (const body of wanted.filter((one) => !rules.some((rule) => isThere(one, rule)))) {
    await client.call({ method: 'POST', path: '/rules', body });
  }
  return setAuthHeader(client);
};

const isThere = ({ type, notifiers: { webhook, emails = [] } }: RuleRequest, rule: Rule): boolean =>
  rule.type === type && rule.notifiers.webhook === webhook && rule.notifiers.emails.join() === emails.join();

const setAuthHeader = async (client: TargetClient): Promise<string[]> => {
  const profile = (await client.call<Profile>({ method: 'GET', path: '/profile' })).body;
  if (profile.alertAuthHeader === authHeader) return [];
  if (profile.alertAuthHeader !== undefined) {
    return ['The profile of the local service has an auth header of its own, which stays.'];
  }
  await client.call({
    method: 'PUT',
    path: '/profile',
    body: { ...profile, alertAuthHeader: authHeader },
    secretBody: true,
  });
  return [];
};
