import { randomBytes } from 'node:crypto';

/** What endpoint secrets begin with. */
export const secretPrefix = 'whsec_';

/** A new endpoint secret: `whsec_` and base64 of 24 random bytes. */
export const newSecret = (): string => secretPrefix + randomBytes(24).toString('base64');
