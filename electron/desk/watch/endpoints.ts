import type { CaseAction, CaseActionOf } from '#contract/case.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { CaseState } from '#desk/cases/state.ts';
import type { WrittenHere } from '#desk/cases/written-here.ts';
import type { CoreContext } from '#desk/core/context.ts';
import { endpointMark } from '#desk/targets/endpoint-mark.ts';
import { readWebhooks } from '#desk/targets/read-webhooks.ts';
import type { TargetClient } from '#desk/targets/targets.ts';

/** By id: the endpoints of a target that a case set up, as they are now. */
export type FoundEndpoints = ReadonlyMap<string, { readonly disabled: boolean; readonly mark: string }>;

/** The endpoints that the case made, checked or verified on its target, by entries that were written here. */
export const watchedEndpoints = (
  { grants, headers, cutoverChecks, targetId }: CaseState,
  isOurs: WrittenHere,
): Set<string> => {
  const made = grants
    .filter((one) => one.targetId === targetId && isOurs(one.seq))
    .flatMap(({ result }) => result.endpoints.map(({ webhook }) => webhook.id));
  const checked = [...headers].flatMap(([id, { targetId: of, checks, changed }]) =>
    of === targetId && isOurs(Math.max(changed, checks.at(-1)?.seq ?? 0)) ? [id] : [],
  );
  const verified = cutoverChecks
    .findLast((one) => one.targetId === targetId && isOurs(one.seq))
    ?.endpoints?.map(({ webhookId }) => webhookId);
  return new Set([...made, ...checked, ...(verified ?? [])]);
};

export const findEndpoints = async (
  { fingerprint }: Pick<CoreContext, 'fingerprint'>,
  client: TargetClient,
  control: Pick<ServiceControl, 'endpoints'>,
  wanted: ReadonlySet<string>,
): Promise<FoundEndpoints> => {
  const found = new Map<string, { disabled: boolean; mark: string }>();
  if (wanted.size === 0) return found;
  const shown = client.target.kind === 'local' ? control : undefined;
  for (const webhook of await readWebhooks(client)) {
    if (!wanted.has(webhook.id)) continue;
    found.set(webhook.id, {
      disabled: webhook.disabled,
      mark: await endpointMark(fingerprint, webhook, shown),
    });
  }
  return found;
};

type Observed = CaseActionOf<'endpoint.observed'>['content'];

/**
 * What is new about them, against what the case knows.
 * @param wanted those that were looked for: one that the case made meanwhile is not among `found`, and not deleted
 */
export const endpointChanges = (
  state: CaseState,
  isOurs: WrittenHere,
  wanted: ReadonlySet<string>,
  found: FoundEndpoints,
): CaseAction[] =>
  [...watchedEndpoints(state, isOurs)].flatMap((webhookId): CaseAction[] => {
    if (!wanted.has(webhookId)) return [];
    const { targetId, endpoints } = state;
    const checked = lastMark(state, isOurs, webhookId);
    const known = endpoints.get(webhookId);
    const last = known?.targetId === targetId ? known : undefined;
    const now = observedNow(found.get(webhookId), checked);
    const isKnown = last === undefined ? now.state === 'there' : isSame(last, now);
    return isKnown ? [] : [{ kind: 'endpoint.observed', content: { targetId, webhookId, ...now } }];
  });

/** What it was when it was checked last: its headers by a test event, or all of the cutover. */
const lastMark = (
  { headers, cutoverChecks, targetId }: CaseState,
  isOurs: WrittenHere,
  webhookId: string,
): string | undefined => {
  const known = headers.get(webhookId);
  const ofHeaders =
    known?.targetId === targetId
      ? known.checks.findLast(({ endpoint }) => endpoint !== undefined)
      : undefined;
  const verified = cutoverChecks.findLast((one) => one.targetId === targetId && isOurs(one.seq));
  const ofCutover = verified?.endpoints?.find((one) => one.webhookId === webhookId);
  const isLater = (verified?.seq ?? 0) > (ofHeaders?.seq ?? 0);
  return (isLater ? ofCutover?.endpoint : undefined) ?? ofHeaders?.endpoint ?? ofCutover?.endpoint;
};

type Now = Pick<Observed, 'state' | 'endpoint'>;

const observedNow = (
  found: { readonly disabled: boolean; readonly mark: string } | undefined,
  checked: string | undefined,
): Now => {
  if (found === undefined) return { state: 'deleted' };
  const { disabled, mark } = found;
  if (disabled) return { state: 'disabled', endpoint: mark };
  return { state: checked === undefined || checked === mark ? 'there' : 'changed', endpoint: mark };
};

const isSame = (last: Observed, now: Now): boolean =>
  last.state === now.state && (now.state === 'there' || last.endpoint === now.endpoint);
