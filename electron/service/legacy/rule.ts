import { invalid } from '#contract/errors.ts';
import type { Rule, RuleRequest } from '#contract/legacy.ts';
import { targetUrlProblem } from '#service/outbound/target-url.ts';
import type { StoredRule } from '#service/store/rules.ts';

/** A row as it is on the wire. */
export const toRule = (row: StoredRule): Rule => ({
  id: row.id,
  type: row.type,
  ...(row.company_id !== null && { companyId: row.company_id }),
  notifiers: {
    emails: JSON.parse(row.emails_json),
    ...(row.webhook !== null && { webhook: row.webhook }),
  },
});

const insteadOfPassword =
  'Set alertAuthHeader of the profile instead: it is sent as the Authorization header.';

/**
 * @param path of the notifiers in what was sent, for the messages
 * @throws CatalogueError `request.invalid`
 */
export const checkNotifiers = ({ emails = [], webhook }: RuleRequest['notifiers'], path: string): void => {
  if (webhook === undefined && emails.length === 0) {
    throw invalid({
      itemId: path,
      message: `${path} must say where to: give a webhook, or at least one address in emails.`,
      validatorName: 'required',
    });
  }
  if (webhook === undefined) return;
  const problem = targetUrlProblem(webhook, `${path}.webhook`, insteadOfPassword);
  if (problem !== undefined) throw invalid(problem);
};
