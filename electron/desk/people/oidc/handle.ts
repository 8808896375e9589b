import { createHash } from 'node:crypto';

/** What a later question about a sign-in needs, as text: it outlives the process. */
export interface Handle {
  readonly issuer: string;
  readonly clientId: string;
  readonly subject: string;
  readonly refreshToken?: string;
  readonly accessToken: string;
  /** Of the access token; left out: the provider did not say. */
  readonly expiresMs?: number;
}

export const writeHandle = (handle: Handle): string => JSON.stringify(handle);

/** undefined if it is none. */
export const readHandle = (text: string): Handle | undefined => {
  try {
    const { issuer, clientId, subject, refreshToken, accessToken, expiresMs } = JSON.parse(text);
    const texts = [issuer, clientId, subject, accessToken, refreshToken ?? ''];
    if (!texts.every((value) => typeof value === 'string')) return undefined;
    if (expiresMs !== undefined && typeof expiresMs !== 'number') return undefined;
    return { issuer, clientId, subject, refreshToken, accessToken, expiresMs };
  } catch {
    return undefined;
  }
};

/** To name it by, where the tokens in it must not be. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
