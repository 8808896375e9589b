import type { ServiceControl } from '#contract/service-control.ts';
import { profileMark } from '#desk/cases/profile-header.ts';
import type { CoreContext } from '#desk/core/context.ts';
import { readProfile } from '#desk/targets/read-profile.ts';
import { readRules } from '#desk/targets/read-rules.ts';
import { readWebhooks } from '#desk/targets/read-webhooks.ts';
import type { TargetClient } from '#desk/targets/targets.ts';
import { unlessGone } from '#desk/targets/unless-gone.ts';
import { type Configuration, hostOf } from './configuration.ts';

/** Hosts named in evidence. */
const namedHosts = 20;

/**
 * Reads rules, profile and endpoints of a target; of the local one also its legacy attempt log. The alerts endpoints
 * are never called. A 404 is a result too.
 * @throws CatalogueError `target.unreachable`, `target.refused`, `target.malformed`
 */
export const readTarget = async (
  context: Pick<CoreContext, 'fingerprint'>,
  client: TargetClient,
  control: Pick<ServiceControl, 'sandbox'>,
  signal?: AbortSignal,
): Promise<Configuration> => {
  const { target } = client;
  const isLocal = target.kind === 'local';
  return {
    scope: target.id,
    origin: `Target "${target.name}" at ${target.baseUrl}`,
    isLocal,
    rules: await readRules(client, signal),
    profile: markedProfile(context, await readProfile(client, signal)),
    webhooks: await unlessGone(readWebhooks(client, signal)),
    ...(isLocal ? { retryAfter: await readAttempts(control) } : {}),
  };
};

/** Keeps only whether it has an auth header, and a mark of its value. */
const markedProfile = (
  context: Pick<CoreContext, 'fingerprint'>,
  profile: Awaited<ReturnType<typeof readProfile>>,
): NonNullable<Configuration['profile']> => {
  if (profile === 'gone') return 'gone';
  const { alertAuthHeader } = profile;
  return { hasAuthHeader: alertAuthHeader !== undefined, mark: profileMark(context, alertAuthHeader) };
};

const readAttempts = async ({ sandbox }: Pick<ServiceControl, 'sandbox'>) => {
  const { count, first, last, urls } = await sandbox.legacyRetryAfter();
  const hosts = [...new Set(urls.map(hostOf))].slice(0, namedHosts);
  return { count, hosts, ...(first === undefined ? {} : { first }), ...(last === undefined ? {} : { last }) };
};
