import type { HeaderSource } from '#contract/cutover.ts';
import { profileMark } from '#desk/cases/profile-header.ts';
import { readAuthHeader } from '#desk/targets/read-profile.ts';
import { readWebhooks } from '#desk/targets/read-webhooks.ts';
import { planOf, standingGrant } from './on-target.ts';
import { findPlanned } from './planned-endpoints.ts';
import { shortUrl } from './short-url.ts';
import type { CheckParts } from './verify-cutover.ts';

/** An endpoint of a cutover, with the headers that its messages must carry. */
export interface ExpectedOfEndpoint {
  readonly webhookId: string;
  /** Without its query. */
  readonly url: string;
  /** Left out where no plan says it. Values are secrets. */
  readonly headers?: readonly { readonly name: string; readonly value?: string }[];
}

/**
 * The endpoints of the case's cutover as its target has them, with the headers of the plan: a value is known as long as
 * it is the one that was planned.
 * @throws CatalogueError `target.unreachable`, `target.refused`
 */
export const expectedHeadersOf = async (parts: CheckParts, caseId: string): Promise<ExpectedOfEndpoint[]> => {
  const { cases, targets, control, context, eligibility } = parts;
  const state = await cases.state(caseId);
  const client = await targets.client(state.targetId);
  const webhooks = await readWebhooks(client);
  const plan = planOf(state)?.plan;
  if (plan === undefined) {
    const made = new Set(standingGrant(state)?.result.endpoints.map(({ webhook }) => webhook.id));
    return webhooks
      .filter(({ id }) => made.has(id))
      .map(({ id, url }) => ({ webhookId: id, url: shortUrl(url) }));
  }
  const profile = await readAuthHeader(client);
  const isPlanned = profileMark(context, profile) === plan.snapshot.authHeader?.mark;
  const local = client.target.kind === 'local' ? (await control.sandbox.client()).id : undefined;
  const values: Readonly<Record<HeaderSource, string | undefined>> = {
    always: plan.clientId ?? local,
    profile: isPlanned ? profile : undefined,
    portal: await cases.secret(caseId, eligibility.portalHeader.secretName),
  };
  return findPlanned(plan.endpoints, webhooks).flatMap(({ planned, webhook }) => {
    if (webhook === undefined) return [];
    const headers = planned.headers.map(({ name, source }) => {
      const value = values[source];
      return { name, ...(value === undefined || value === '' ? {} : { value }) };
    });
    return [{ webhookId: webhook.id, url: shortUrl(planned.url), headers }];
  });
};
