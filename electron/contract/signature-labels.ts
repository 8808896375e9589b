import type { OutsideSignature } from './outside-signature.ts';

const reasons = {
  'no-key': 'made outside and kept, not verified: no public key was given',
  'other-format': 'made outside and kept, not verified: no minisign signature',
} as const;

/** What is known of a signature made outside; one from before it was kept was not checked. */
export const formatOutside = (signature: OutsideSignature | undefined): string => {
  if (signature === undefined) return 'made outside, not checked by Carryover';
  return signature.state === 'verified'
    ? `made outside, verified: minisign key ${signature.keyId}`
    : reasons[signature.why];
};
