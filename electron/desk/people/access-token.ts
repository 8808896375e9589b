import { hash, randomBytes } from 'node:crypto';
import { tokenPrefix } from '#contract/people.ts';

/** 32 random bytes behind a prefix by which scanners for secrets find it. */
export const newAccessToken = (): string => tokenPrefix + randomBytes(32).toString('base64url');

/** By which a token is found: it has so many random bytes that a plain digest tells nothing of it. */
export const tokenDigest = (token: string): string => hash('sha256', token);

export const endingOf = (token: string): string => token.slice(-4);
