import type { HeaderCheckRequest, HeaderCheckResult } from '#contract/header-setup.ts';
import { profileMark, profileObserved } from '#desk/cases/profile-header.ts';
import { writtenHere } from '#desk/cases/written-here.ts';
import { endpointMark } from '#desk/targets/endpoint-mark.ts';
import { checkLocal } from './check-local.ts';
import { checkReceived, checkRemote } from './check-remote.ts';
import { expectedHeaders, type PlannedHeader, withPlanned } from './expected.ts';
import { readLegacySetup } from './legacy.ts';
import { findWebhook, type Modules, openPlace, refuseUnlessOpen } from './place.ts';
import { knownHeaders } from './values.ts';

/** Checks an endpoint's headers, and records the result with the endpoint and the profile as they are. */
export const checkEndpoint = async (
  modules: Modules,
  caseId: string,
  webhookId: string,
  request: HeaderCheckRequest,
  actor: string,
  /** Of the plan of a cutover, instead of what the legacy set-up sends now. */
  planned?: readonly PlannedHeader[],
): Promise<HeaderCheckResult> => {
  const { context, cases, control } = modules;
  const place = await openPlace(modules, caseId);
  refuseUnlessOpen(place);
  const { target } = place;
  const webhook = await findWebhook(place, webhookId);
  const legacy = await readLegacySetup(place);
  const known = await knownHeaders(modules, place, webhook.id);
  const headers = planned === undefined ? expectedHeaders(known, legacy) : withPlanned(known, planned);
  const { received, eventType } = request;
  const isLocal = target.kind === 'local';
  const checked = (): HeaderCheckResult | Promise<HeaderCheckResult> => {
    if (!isLocal) return checkRemote(modules, place, webhook, headers, request, actor);
    if (received !== undefined) return checkReceived(webhook.id, headers, received);
    return checkLocal(control, webhook.id, headers, eventType);
  };
  const result = await checked();
  const endpoint = await endpointMark(context.fingerprint, webhook, isLocal ? control : undefined);
  const isHere = await context.store.read((reader) => writtenHere(reader, caseId));
  const { authHeader } = legacy;
  await cases.act(caseId, actor, (state) => [
    ...(authHeader === undefined
      ? []
      : profileObserved(state, isHere, target.id, profileMark(context, authHeader))),
    { kind: 'headers.checked', content: { targetId: target.id, result, endpoint } },
  ]);
  return result;
};
