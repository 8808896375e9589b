import { matchPath } from 'react-router';
import type { HelpTopic } from '#renderer/lib/help.ts';

/**
 * What the "?" of each screen opens: routes of the app, and tabs that the address names; of those that fit, the first
 * counts.
 */
export const screenTopics: readonly (readonly [screen: string, topic: HelpTopic])[] = [
  ['/', 'guides/worklist'],
  ['/cases/:caseId', 'concepts/migration#steps'],
  ['/cases/:caseId/timeline', 'guides/watching#timeline'],
  ['/cases/:caseId/eligibility?part=review', 'reference/rules/eligibility#mentions'],
  ['/cases/:caseId/eligibility', 'guides/webhook-migration#checks'],
  ['/cases/:caseId/cutover?stage=planned', 'guides/webhook-migration#plan'],
  ['/cases/:caseId/cutover?stage=rehearsed', 'guides/webhook-migration#compare'],
  ['/cases/:caseId/cutover?stage=verified', 'guides/webhook-migration#verify-and-watch'],
  ['/cases/:caseId/cutover?stage=soak', 'guides/webhook-migration#verify-and-watch'],
  ['/cases/:caseId/cutover', 'concepts/migration#webhooks'],
  ['/cases/:caseId/headers', 'reference/rules/endpoints#custom-headers'],
  ['/cases/:caseId/tokens/import', 'guides/token-migration'],
  ['/cases/:caseId/tokens/rehearse', 'guides/token-migration#what-a-run-does'],
  ['/cases/:caseId/tokens/run', 'guides/token-migration#selected-rows-and-thresholds'],
  ['/cases/:caseId/tokens/runs/*', 'reference/rules/tokens#causes-of-failure'],
  ['/cases/:caseId/tokens/*', 'guides/token-migration'],
  ['/cases/:caseId/managed', 'reference/rules/managed-migration#steps'],
  ['/cases/:caseId/mails', 'guides/mails'],
  ['/cases/:caseId/reports', 'guides/reports'],
  ['/approvals', 'reference/rules/approvals'],
  ['/approvals/:caseId/:approvalId', 'reference/rules/approvals#decision'],
  ['/endpoints', 'reference/rules/endpoints'],
  ['/endpoints/:webhookId?tab=headers', 'reference/rules/endpoints#custom-headers'],
  ['/endpoints/:webhookId?tab=secret', 'reference/rules/delivery#signature'],
  ['/endpoints/:webhookId?tab=testing', 'guides/testing-a-consumer'],
  ['/endpoints/:webhookId?tab=doctor', 'guides/testing-an-endpoint'],
  ['/endpoints/:webhookId?tab=log', 'reference/rules/delivery#attempt-log'],
  ['/endpoints/:webhookId', 'concepts/webhooks#endpoints-and-channels'],
  ['/messages', 'reference/rules/delivery#delivery-status'],
  ['/messages/:messageId', 'concepts/webhooks#the-28-hour-schedule'],
  ['/local-api/keys', 'reference/rules/api#api-keys'],
  ['/local-api/snippets', 'reference/rules/api#authentication'],
  ['/local-api/clock', 'concepts/service#time'],
  ['/local-api/states', 'reference/rules/states'],
  ['/local-api/scenarios', 'reference/rules/scenarios'],
  ['/local-api/faults', 'guides/testing-a-consumer'],
  ['/local-api/tokens', 'reference/rules/integrations#simulated-platforms'],
  ['/local-api/receiver', 'guides/testing-a-consumer'],
  ['/local-api/cutover', 'reference/rules/cutover#states'],
  ['/local-api/:part?', 'reference/rules/api#recorded-bodies'],
  ['/settings/targets', 'guides/remote-targets'],
  ['/settings/people', 'guides/team-desk#people'],
  ['/settings/account', 'reference/rules/people#roles'],
  ['/settings/approvals', 'reference/rules/approvals#policy'],
  ['/settings/audit', 'guides/team-desk#audit-stream'],
  ['/settings/data', 'guides/operate#backups'],
  ['/settings/integrity', 'security#what-protects-the-record'],
  ['/settings/security', 'security#what-protects-each-secret'],
  ['/settings/signing', 'guides/reports'],
  ['/settings/diagnostics', 'troubleshooting'],
  ['/settings/general', 'guides/watching#notifications'],
  ['/settings/:part?', 'reference/data-folder'],
];

/** @returns undefined where there is no screen, and for Help itself */
export const topicOf = (pathname: string, search: string): HelpTopic | undefined => {
  const present = new URLSearchParams(search);
  return screenTopics.find(([screen]) => {
    const [, path = '', name, value] = /^(.*?)(?:\?(\w+)=(\w+))?$/.exec(screen) ?? [];
    return (name === undefined || present.get(name) === value) && matchPath(path, pathname) !== null;
  })?.[1];
};
