import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { Uuid } from '#contract/common.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { type ProfileMark, profileMark } from '#desk/cases/profile-header.ts';
import type { CoreContext } from '#desk/core/context.ts';
import { readWebhooks } from '#desk/targets/read-webhooks.ts';
import type { TargetClient } from '#desk/targets/targets.ts';
import { type Configuration, type ConfiguredRule, hostOf } from './configuration.ts';
import { hasText, ProfileShape, problemIn, RulesShape, rulesOf } from './configuration-shapes.ts';

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
    profile: await readProfile(client, context, signal),
    webhooks: await unlessGone(readWebhooks(client, signal)),
    ...(isLocal ? { retryAfter: await readAttempts(control) } : {}),
  };
};

export const readRules = async (
  client: TargetClient,
  signal?: AbortSignal,
): Promise<ConfiguredRule[] | 'gone'> => {
  const rules = await unlessGone(client.all<unknown>('/rules', {}, signal));
  return rules === 'gone' ? 'gone' : rulesOf(shaped(RulesShape, rules, client, '/rules'));
};

/** Keeps only whether it has an auth header, and a mark of its value. */
export const readProfile = async (
  client: TargetClient,
  context?: Pick<CoreContext, 'fingerprint'>,
  signal?: AbortSignal,
): Promise<{ hasAuthHeader: boolean; mark?: ProfileMark } | 'gone'> => {
  const answer = await unlessGone(
    client.call<unknown>({ method: 'GET', path: '/profile', ...(signal && { signal }) }),
  );
  if (answer === 'gone') return 'gone';
  const { alertAuthHeader } = shaped(ProfileShape, answer.body, client, '/profile');
  return {
    hasAuthHeader: hasText(alertAuthHeader),
    ...(context === undefined ? {} : { mark: profileMark(context, alertAuthHeader) }),
  };
};

/** The client that the API key belongs to; undefined where the target does not say, or can't be reached. */
export const readClientId = async (client: TargetClient): Promise<string | undefined> => {
  try {
    const { body } = await client.call<{ clientId?: unknown } | null>({
      method: 'GET',
      path: '/profile/syncSettings',
      attempts: 1,
    });
    return Value.Check(Uuid, body?.clientId) ? body.clientId : undefined;
  } catch (error) {
    if (error instanceof CatalogueError) return undefined;
    throw error;
  }
};

/** @throws CatalogueError `target.malformed`, naming the target and the field */
const shaped = <T extends TSchema>(
  schema: T,
  content: unknown,
  { target }: TargetClient,
  path: string,
): Static<T> => {
  const problem = problemIn(schema, content);
  if (problem === undefined) return content as Static<T>;
  throw new CatalogueError('target.malformed', { target: target.name, path, problem });
};

const readAttempts = async ({ sandbox }: Pick<ServiceControl, 'sandbox'>) => {
  const { count, first, last, urls } = await sandbox.legacyRetryAfter();
  const hosts = [...new Set(urls.map(hostOf))].slice(0, namedHosts);
  return { count, hosts, ...(first === undefined ? {} : { first }), ...(last === undefined ? {} : { last }) };
};

const unlessGone = async <T>(answer: Promise<T>): Promise<T | 'gone'> => {
  try {
    return await answer;
  } catch (error) {
    if (isGone(error)) return 'gone';
    throw error;
  }
};

const isGone = (error: unknown): boolean =>
  error instanceof CatalogueError && 'statusCode' in error && error.statusCode === 404;
