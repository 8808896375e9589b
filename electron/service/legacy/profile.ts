import { validateHeaderValue } from 'node:http';
import { CatalogueError, invalid } from '#contract/errors.ts';
import type { Profile } from '#contract/legacy.ts';
import { authHeaderBytes, webhookLimits } from '#contract/webhook.ts';
import type { Client } from '#service/core/context.ts';
import type { ServiceContext } from '#service/store/context.ts';
import type { Legacy } from './legacy.ts';
import { readCutOver, readProfile, writeProfile } from './profile-fact.ts';
import type { Registry } from './registry.ts';

/** The profile, and with it the legacy way to set the webhook auth header. Source: `docs/reference/rules/legacy.md#profile`. */
export const createProfile = (
  context: ServiceContext,
  client: Client,
  registry: Registry,
): Legacy['profile'] => ({
  show: () => context.store.read((reader) => readProfile(context, client, reader)),
  /**
   * After cutover a different `alertAuthHeader` is refused. One that is left out then stays as it is, so that a
   * client that no longer sends it can still change the rest.
   */
  replace: (request) =>
    context.store.write(async (tx) => {
      checkAuthHeader(request.alertAuthHeader, 'alertAuthHeader');
      let wanted: Profile = request;
      if ((await readCutOver(tx)) !== null) {
        const { alertAuthHeader } = await readProfile(context, client, tx);
        wanted = { ...request, ...(alertAuthHeader !== undefined && { alertAuthHeader }) };
        // An empty one means none.
        const isSent = request.alertAuthHeader !== undefined;
        if (isSent && request.alertAuthHeader !== (alertAuthHeader ?? '')) {
          throw new CatalogueError('profile.authHeaderMoved');
        }
      }
      await writeProfile(context, tx, wanted);
      registry.forgetIn(tx);
      return readProfile(context, client, tx);
    }),
});

/**
 * Never repeats the value.
 * @throws CatalogueError `request.invalid`
 */
export const checkAuthHeader = (value: string | undefined, itemId: string): void => {
  if (value === undefined) return;
  const bytes = Buffer.byteLength(value);
  if (bytes > authHeaderBytes) {
    throw invalid({
      itemId,
      message: `${itemId} has ${bytes} bytes, and at most ${authHeaderBytes} fit: a cutover carries it over to endpoints together with the client id, and custom headers have ${webhookLimits.headerBytes} bytes together. Use a shorter token.`,
      validatorName: 'maxBytes',
    });
  }
  if (isHeaderValue(value)) return;
  throw invalid({
    itemId,
    message: `${itemId} can't be the value of an HTTP header: it holds a line break or another character that headers don't allow, or begins or ends with a space. Send a value such as "Bearer <token>".`,
    validatorName: 'header',
  });
};

const isHeaderValue = (value: string): boolean => {
  try {
    validateHeaderValue('Authorization', value);
    return value === value.trim();
  } catch {
    return false;
  }
};
