import { shown } from '#base/shown-text.ts';
import type { Identity } from './oidc.ts';

type Claims = Readonly<Record<string, unknown>>;
type Profile = Pick<Identity, 'email' | 'emailVerified' | 'name' | 'preferredUsername'>;

/** Whether the ID token leaves something to be asked of the user info endpoint. */
export const isComplete = ({ email, name }: Claims): boolean => isText(email) && isText(name);

/**
 * What the provider tells of a person, from the ID token where it is there. Whether an address was verified is told
 * beside the address, and taken from nowhere else. Source: OpenID Connect Core 1.0, section 5.1.
 */
export const profileOf = (idToken: Claims, userInfo: Claims = {}): Profile => {
  const { email, email_verified: verified } = isText(idToken.email) ? idToken : userInfo;
  const text = (claim: string, limit: number): string | undefined =>
    [idToken[claim], userInfo[claim]].filter(isText).map((value) => shown(value.trim(), limit))[0];
  const [name, preferredUsername] = [text('name', 200), text('preferred_username', 200)];
  return {
    // One that is too long for an address is none.
    ...(isText(email) && email.length <= 254 ? { email: shown(email.trim(), 254) } : {}),
    // Some providers write it as text.
    emailVerified: isText(email) && (verified === true || verified === 'true'),
    ...(name === undefined ? {} : { name }),
    ...(preferredUsername === undefined ? {} : { preferredUsername }),
  };
};

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
