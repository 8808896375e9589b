import { systemTime, toIso } from '#base/clock.ts';
import { compareTexts } from '#base/lists.ts';
import { mask } from '#base/sealing.ts';
import type { CutoverSnapshot } from '#contract/cutover.ts';
import { CatalogueError } from '#contract/errors.ts';
import { profileMark } from '#desk/cases/profile-header.ts';
import type { CoreContext } from '#desk/core/context.ts';
import type { ConfiguredRule } from '#desk/targets/configuration-shapes.ts';
import { readProfile } from '#desk/targets/read-profile.ts';
import { readRules } from '#desk/targets/read-rules.ts';
import { readWebhooks } from '#desk/targets/read-webhooks.ts';
import type { TargetClient } from '#desk/targets/targets.ts';

type Context = Pick<CoreContext, 'fingerprint'>;

/** A target as it was read for a plan. */
export interface TargetReading {
  readonly targetId: string;
  /** UTC. */
  readonly at: string;
  readonly snapshot: CutoverSnapshot;
  /** Of the longest auth header, in bytes. */
  readonly headerBytes: number;
}

/**
 * Reads rules, profile and endpoints. Values of headers are masked at once, with keyed marks to compare them by.
 * @param portalHeader the value of the auth header that is set in the portal, if it was supplied
 * @throws CatalogueError `target.unreachable`, `target.refused`, `target.malformed`, `cutoverPlan.legacyGone`, `cutoverPlan.moving`
 */
export const readSnapshot = async (
  context: Context,
  client: TargetClient,
  portalHeader?: string,
): Promise<TargetReading> => {
  const { name, id } = client.target;
  const rules = await readRules(client, undefined, () => {
    throw new CatalogueError('cutoverPlan.moving', { target: name });
  });
  if (rules === 'gone') throw new CatalogueError('cutoverPlan.legacyGone', { target: name, what: 'rules' });
  const profile = await readProfile(client);
  if (profile === 'gone')
    throw new CatalogueError('cutoverPlan.legacyGone', { target: name, what: 'profile' });
  const webhooks = await readWebhooks(client);
  const { alertAuthHeader } = profile;
  return {
    targetId: id,
    at: toIso(systemTime.now()),
    snapshot: {
      rules: rules.map(ruleOf).toSorted((a, b) => compareTexts(a.id, b.id)),
      webhooks: webhooks
        .map((one) => ({
          ...one,
          eventTypes: one.eventTypes.toSorted(),
          companyTags: one.companyTags.toSorted(),
        }))
        .toSorted((a, b) => compareTexts(a.id, b.id)),
      ...kept('authHeader', context, alertAuthHeader),
      ...kept('portalHeader', context, portalHeader),
    },
    headerBytes: Math.max(
      0,
      ...[alertAuthHeader, portalHeader].map((value = '') => Buffer.byteLength(value)),
    ),
  };
};

const ruleOf = ({
  id,
  type,
  companyId,
  notifiers: { emails, webhook },
}: ConfiguredRule): CutoverSnapshot['rules'][number] => ({
  id,
  type,
  ...(companyId === undefined ? {} : { companyId: companyId.toLowerCase() }),
  emails: [...new Set(emails)].toSorted(),
  ...(webhook === undefined ? {} : { webhook }),
});

const kept = <K extends 'authHeader' | 'portalHeader'>(
  name: K,
  context: Context,
  value: string | undefined,
): Pick<CutoverSnapshot, K> => {
  const mark = profileMark(context, value);
  return (value === undefined || mark === undefined ? {} : { [name]: { masked: mask(value), mark } }) as Pick<
    CutoverSnapshot,
    K
  >;
};
