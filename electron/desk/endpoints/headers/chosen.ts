import { CatalogueError, invalid, type ValidationItem } from '#contract/errors.ts';
import type { CustomHeader } from '#contract/header-rules.ts';
import type { AuthorizationChoice, HeaderSetupRequest } from '#contract/header-setup.ts';
import { carriedHeaders } from '#contract/webhook.ts';

/**
 * The headers that a person chose, as they are sent.
 * @param clientId of the target, where it is known
 * @throws CatalogueError `request.invalid`, `headers.noClientId`
 */
export const chosenHeaders = (request: HeaderSetupRequest, clientId: string | undefined): CustomHeader[] => {
  const { authorization, headers = [] } = request;
  const chosen: CustomHeader[] = [];
  if (authorization !== undefined) {
    chosen.push({ name: carriedHeaders.auth, value: authorizationValue(authorization) });
  }
  if (request.clientId !== undefined) {
    const value = request.clientId === true ? clientId : request.clientId;
    if (value === undefined) throw new CatalogueError('headers.noClientId');
    chosen.push({ name: carriedHeaders.clientId, value });
  }
  chosen.push(...headers);
  const removed = lowerNames(request.remove ?? []);
  const both = chosen.find(({ name }) => removed.has(name.toLowerCase()));
  if (both !== undefined) {
    throw wrong('remove', `The header ${both.name} is both set and removed. Choose one.`);
  }
  return chosen;
};

/** The headers that stay: those that are neither replaced nor removed. */
export const keptHeaders = <H extends { readonly name: string }>(
  before: readonly H[],
  chosen: readonly CustomHeader[],
  removed: readonly string[] = [],
): H[] => {
  const gone = lowerNames([...chosen.map(({ name }) => name), ...removed]);
  return before.filter(({ name }) => !gone.has(name.toLowerCase()));
};

export const lowerNames = (names: readonly string[]): Set<string> =>
  new Set(names.map((name) => name.toLowerCase()));

/** RFC 7617 (Basic), RFC 6750 (Bearer). */
const authorizationValue = (choice: AuthorizationChoice): string => {
  if (choice.scheme === 'raw') return choice.value;
  if (choice.scheme === 'bearer') {
    if (!/^[A-Za-z0-9\-._~+/]+=*$/.test(choice.token)) {
      throw wrong(
        'authorization.token',
        'A Bearer token may contain only letters, digits and - . _ ~ + /. Leave out the word "Bearer"; for any other value use the raw form.',
      );
    }
    return `Bearer ${choice.token}`;
  }
  if (choice.user.includes(':')) {
    throw wrong('authorization.user', "The user name of Basic can't have a colon.");
  }
  if (/\p{Cc}/u.test(choice.user + choice.password)) {
    throw wrong(
      'authorization',
      "User name and password of Basic can't have control characters, such as a line break.",
    );
  }
  return `Basic ${Buffer.from(`${choice.user}:${choice.password}`, 'utf8').toString('base64')}`;
};

const wrong = (itemId: string, message: string) =>
  invalid({ itemId, message, validatorName: 'header' } satisfies ValidationItem);
