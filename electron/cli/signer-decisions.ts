import type { SignerDecision } from '#contract/case.ts';
import { groupedFingerprint, type UnknownSigner } from '#contract/signature-states.ts';
import { asked } from './ask.ts';
import { CommandError } from './command-error.ts';
import { remark } from './output.ts';

/** What to do with keys that signed a case file, and are not known here. */
export interface SignerOptions {
  readonly trust?: readonly string[];
  readonly name?: string;
  readonly accept?: readonly string[];
}

/** @throws CommandError 2 */
export const decisionsOf = ({ trust = [], accept = [], name }: SignerOptions): SignerDecision[] => {
  if (name !== undefined && trust.length !== 1) {
    throw new CommandError('--name needs exactly one --trust.', 2);
  }
  return [
    ...trust.map((text): SignerDecision => trusting(fingerprintOf(text), name)),
    ...accept.map((text): SignerDecision => ({ fingerprint: fingerprintOf(text), decision: 'accept' })),
  ];
};

const trusting = (fingerprint: string, name = `key ${fingerprint.slice(0, 8)}`): SignerDecision => ({
  fingerprint,
  decision: 'trust',
  name,
});

/** As people copy it: with blanks between its groups, or without. */
const fingerprintOf = (text: string): string => {
  const digits = text.replaceAll(/\s/g, '').toLowerCase();
  if (/^[0-9a-f]{64}$/.test(digits)) return digits;
  throw new CommandError(`Not a fingerprint (64 hex digits): ${text}`, 2);
};

/** Does the work, and asks a person about keys that nothing was decided about. */
export const withDecisions = async <T>(
  decisions: readonly SignerDecision[],
  work: (decisions: readonly SignerDecision[]) => Promise<T>,
): Promise<T> => {
  try {
    return await work(decisions);
  } catch (error) {
    const signers = error instanceof CommandError ? error.signers : undefined;
    if (signers === undefined || !process.stdin.isTTY) throw error;
    const more: SignerDecision[] = [];
    for (const signer of signers) more.push(await askAbout(signer));
    return work([...decisions, ...more]);
  }
};

const withoutTerminal = 'Use --trust or --accept with the fingerprint.';

const askAbout = async ({ fingerprint, revoked }: UnknownSigner): Promise<SignerDecision> => {
  remark(`The file was signed by ${revoked ? 'a revoked key' : 'an unknown key'}.`);
  remark(`  fingerprint ${groupedFingerprint(fingerprint)}`);
  remark('  Compare it with `carryover identity` of your colleague.');
  const question = revoked
    ? '[a]ccept this file once, or [c]ancel?'
    : '[t]rust this key, [a]ccept this file once, or [c]ancel?';
  const answer = await asked(question, withoutTerminal);
  if (/^a(ccept)?$/i.test(answer)) return { fingerprint, decision: 'accept' };
  if (revoked || !/^t(rust)?$/i.test(answer)) throw new CommandError('Nothing was imported.');
  const name = await asked('Owner of the key:', withoutTerminal);
  return trusting(fingerprint, name === '' ? undefined : name);
};
